/// What happens to a sign, as `monitor` tells it: flat, only the fields that the kind has.
public struct MonitorEvent: Hashable, Sendable, Codable {
    /// What happened; a client may meet kinds that it does not know.
    public struct Kind: RawRepresentable, Hashable, Sendable, Codable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The first event of every subscription.
        public static let subscribed = Kind(rawValue: "subscribed")
        /// A change to a slide begins: `index`, `number`, `id`, `cause`.
        public static let slide = Kind(rawValue: "slide")
        /// The rotation timer rests: `by`.
        public static let pause = Kind(rawValue: "pause")
        /// It runs again: `by`.
        public static let resume = Kind(rawValue: "resume")
        /// A finger is down: `x`, `y`.
        public static let touchBegan = Kind(rawValue: "touchBegan")
        /// The last finger is up: `index`, `number`, `turned`.
        public static let touchEnded = Kind(rawValue: "touchEnded")
        public static let touchCancelled = Kind(rawValue: "touchCancelled")
        /// A slide left the ring: `id`, `reason`.
        public static let skipped = Kind(rawValue: "skipped")
        /// A slide is back in the ring: `id`.
        public static let restored = Kind(rawValue: "restored")
        /// Slides have come or gone by the clock: `text`.
        public static let schedule = Kind(rawValue: "schedule")
        /// The painter's note on a slide or the ticker: `id`, `text`.
        public static let note = Kind(rawValue: "note")
        /// Something shows over everything else: `text`, its title.
        public static let notice = Kind(rawValue: "notice")
        /// It is gone again.
        public static let noticeEnded = Kind(rawValue: "noticeEnded")
        /// A reload ended: `accepted`, `text`.
        public static let reload = Kind(rawValue: "reload")
        /// A configuration was put in force, kept or taken back: `state`, `text`.
        public static let configuration = Kind(rawValue: "configuration")
        /// The screen came, changed or went: `output`, `width`, `height`, `refresh`; without `output` there is none.
        public static let display = Kind(rawValue: "display")
        /// The display was switched on: `cause`.
        public static let displayOn = Kind(rawValue: "displayOn")
        /// The display was switched off: `cause`.
        public static let displayOff = Kind(rawValue: "displayOff")
        /// Touch devices came or went: `text`.
        public static let devices = Kind(rawValue: "devices")
        /// Something failed and what is done about it: `text`.
        public static let trouble = Kind(rawValue: "trouble")
        /// What was told as trouble of the display is over: `text`.
        public static let mended = Kind(rawValue: "mended")
    }

    public var event: Kind
    /// Seconds of CLOCK_MONOTONIC; set by `ControlServer.publish`.
    public var monotonic: Double = 0
    /// The wall clock, `wallTime`; set by `ControlServer.publish`.
    public var wall: String = ""
    /// From 0, in the ring.
    public var index: Int?
    /// From 1, in the ring.
    public var number: Int?
    public var id: String?
    /// Of a slide: "start", "timer", "swipe", "command", "reload", "skip", "schedule". Of the display: "hours",
    /// "command", "touch", "clock".
    public var cause: String?
    /// "touch", "command", "timer".
    public var by: String?
    /// Pixels of the picture.
    public var x: Double?
    public var y: Double?
    /// Whether the finger turned the page.
    public var turned: Bool?
    public var reason: String?
    public var accepted: Bool?
    public var text: String?
    public var output: String?
    public var width: Int?
    public var height: Int?
    /// Hz.
    public var refresh: Double?
    /// "applied", "confirmed", "reverted".
    public var state: String?

    /// An event with no field but its kind; see the functions for the others.
    public init(_ event: Kind) {
        self.event = event
    }

    /// A change to a slide begins, or it is there at once.
    public static func slide(index: Int, id: String, cause: String) -> MonitorEvent {
        var event = MonitorEvent(.slide)
        (event.index, event.number, event.id, event.cause) = (index, index + 1, id, cause)
        return event
    }

    /// The rotation timer rests.
    public static func pause(by party: String) -> MonitorEvent {
        var event = MonitorEvent(.pause)
        event.by = party
        return event
    }

    /// The rotation timer runs again.
    public static func resume(by party: String) -> MonitorEvent {
        var event = MonitorEvent(.resume)
        event.by = party
        return event
    }

    /// A finger is down.
    public static func touchBegan(x: Double, y: Double) -> MonitorEvent {
        var event = MonitorEvent(.touchBegan)
        (event.x, event.y) = (x, y)
        return event
    }

    /// The page a release settles on, and whether that is another one.
    public static func touchEnded(index: Int, turned: Bool) -> MonitorEvent {
        var event = MonitorEvent(.touchEnded)
        (event.index, event.number, event.turned) = (index, index + 1, turned)
        return event
    }

    /// A slide left the ring.
    public static func skipped(id: String, reason: String) -> MonitorEvent {
        var event = MonitorEvent(.skipped)
        (event.id, event.reason) = (id, reason)
        return event
    }

    /// A slide is back in the ring.
    public static func restored(id: String) -> MonitorEvent {
        var event = MonitorEvent(.restored)
        event.id = id
        return event
    }

    /// Slides have come or gone by the clock.
    public static func schedule(_ text: String) -> MonitorEvent {
        var event = MonitorEvent(.schedule)
        event.text = text
        return event
    }

    /// The painter's note on a slide, or on the ticker when there is no identity.
    public static func note(id: String?, _ text: String) -> MonitorEvent {
        var event = MonitorEvent(.note)
        (event.id, event.text) = (id, text)
        return event
    }

    /// Something shows over everything else.
    public static func notice(_ title: String) -> MonitorEvent {
        var event = MonitorEvent(.notice)
        event.text = title
        return event
    }

    /// A reload ended.
    public static func reload(accepted: Bool, summary: String) -> MonitorEvent {
        var event = MonitorEvent(.reload)
        (event.accepted, event.text) = (accepted, summary)
        return event
    }

    /// A configuration on trial: "applied", "confirmed" or "reverted".
    public static func configuration(_ state: String, _ text: String) -> MonitorEvent {
        var event = MonitorEvent(.configuration)
        (event.state, event.text) = (state, text)
        return event
    }

    /// The screen came or has another mode.
    public static func display(_ output: String, width: Int, height: Int, refresh: Double) -> MonitorEvent {
        var event = MonitorEvent(.display)
        (event.output, event.width, event.height, event.refresh) = (output, width, height, refresh)
        return event
    }

    /// The display was switched on or off.
    public static func display(on: Bool, cause: String) -> MonitorEvent {
        var event = MonitorEvent(on ? .displayOn : .displayOff)
        event.cause = cause
        return event
    }

    /// Touch devices came or went.
    public static func devices(_ text: String) -> MonitorEvent {
        var event = MonitorEvent(.devices)
        event.text = text
        return event
    }

    /// Something failed, and what is done about it.
    public static func trouble(_ text: String) -> MonitorEvent {
        var event = MonitorEvent(.trouble)
        event.text = text
        return event
    }
    /// What was told as trouble is over.
    public static func mended(_ text: String) -> MonitorEvent {
        var event = MonitorEvent(.mended)
        event.text = text
        return event
    }
}
