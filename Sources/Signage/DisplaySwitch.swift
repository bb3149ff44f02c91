/// Decides whether the display is on: by command, by its hours, and by touch.
///
/// With a clock that cannot be trusted it is on: a wrong time never makes a sign dark.
struct DisplaySwitch: Sendable {
    private(set) var settings: DisplaySettings
    private(set) var intent: DisplayIntent
    private(set) var clock: WallClock?
    /// By the hours, when last looked.
    private var isOpen = true
    /// When the hours begin or end.
    private var boundary: Instant?
    /// When to look at the hours again.
    private var nextLook: Instant?
    /// A finger has woken it.
    private var awakeUntil: Instant?

    init(settings: DisplaySettings, intent: DisplayIntent, clock: WallClock?, at now: Instant) {
        self.settings = settings
        self.intent = intent
        self.clock = clock
        look(at: now)
    }

    var state: DisplayState {
        if intent != .auto { return DisplayState(intent: intent, isOn: intent == .on, cause: .command) }
        if settings.hours.windows.isEmpty { return DisplayState() }
        guard clock?.isTrusted == true else { return DisplayState(cause: .clock) }
        if isOpen { return DisplayState(until: boundary) }
        if let awakeUntil { return DisplayState(cause: .touch, until: awakeUntil) }
        return DisplayState(isOn: false, until: boundary)
    }

    /// When something changes by itself.
    var deadline: Instant? {
        intent == .auto ? [nextLook, awakeUntil].compactMap(\.self).min() : nil
    }

    // MARK: What happens to it

    mutating func set(_ intent: DisplayIntent, at now: Instant) {
        self.intent = intent
        awakeUntil = nil
        look(at: now)
    }

    mutating func set(_ clock: WallClock, at now: Instant) {
        self.clock = clock
        look(at: now)
    }

    mutating func set(_ settings: DisplaySettings, at now: Instant) {
        guard settings != self.settings else { return }
        self.settings = settings
        if settings.wakeOnTouch <= .zero { awakeUntil = nil }
        look(at: now)
    }

    /// The deadline has come.
    mutating func meetDeadline(at time: Instant) {
        if let until = awakeUntil, until <= time { awakeUntil = nil }
        if let next = nextLook, next <= time { look(at: time) }
    }

    /// A finger came down while it was off; what an operator has switched off stays off.
    mutating func wake(at now: Instant) {
        guard !state.isOn, intent == .auto, settings.wakeOnTouch > .zero else { return }
        awakeUntil = now + settings.wakeOnTouch.asWait
    }

    /// A finger did something: the time that a touch wakes it for begins anew.
    mutating func prolong(at now: Instant) {
        guard awakeUntil != nil else { return }
        awakeUntil = now + settings.wakeOnTouch.asWait
    }

    private mutating func look(at now: Instant) {
        isOpen = true
        boundary = nil
        nextLook = nil
        guard intent == .auto, let clock, clock.isTrusted, !settings.hours.windows.isEmpty else { return }
        let moment = clock.seconds(at: now)
        isOpen = settings.hours.isOpen(at: clock.zone.reading(at: moment))
        boundary = settings.hours.nextChange(after: moment, in: clock.zone).map { clock.moment(of: $0) }
        nextLook = boundary ?? now + Schedule.horizon
        // In its hours it is not woken.
        if isOpen { awakeUntil = nil }
    }
}
