/// When the display is on, and how it is off.
public struct DisplaySettings: Hashable, Sendable {
    /// How it is off.
    public enum WhenOff: String, CaseIterable, Hashable, Sendable {
        /// There is no signal.
        case powerOff = "power-off"
        /// A black picture, for displays that do not come back from no signal.
        case black
    }

    /// Without windows: always on.
    public var hours = Schedule()
    public var whenOff = WhenOff.powerOff
    /// How long a touch wakes it outside of its hours; zero: not at all.
    public var wakeOnTouch = Duration.zero

    public init() {}
}

/// What operators want of the display, until they want something else.
public enum DisplayIntent: String, CaseIterable, Hashable, Sendable {
    /// On in its hours.
    case auto
    case on
    case off
}

/// What a screen is to do.
public enum DisplayPower: Hashable, Sendable {
    case on
    /// A black picture, with a panel's light out.
    case black
    /// No signal, and a panel's light out.
    case off
}

/// Whether the display is on, why, and until when.
public struct DisplayState: Hashable, Sendable {
    /// Why it is on or off.
    public enum Cause: String, Hashable, Sendable {
        /// `display_hours`, also when there are none.
        case hours
        /// An operator.
        case command
        /// A finger has woken it.
        case touch
        /// Nobody knows the time, so it is on.
        case clock
    }

    public var intent: DisplayIntent
    public var isOn: Bool
    public var cause: Cause
    /// When that changes by itself; nil: not as far as is known.
    public var until: Instant?

    public init(
        intent: DisplayIntent = .auto, isOn: Bool = true, cause: Cause = .hours, until: Instant? = nil
    ) {
        self.intent = intent
        self.isOn = isOn
        self.cause = cause
        self.until = until
    }
}
