/// What `status` answers: the names are a contract with scripts.
///
/// Every name is always there; what is not known or not there is null.
public struct StatusReport: Hashable, Sendable, Codable {
    /// The sign's name, by the configuration or the host.
    public var name: String
    /// "playing", "paused", "idle", "off" or "no-output".
    public var state: String
    /// The selected slide; nil when there is none to show.
    public var slide: SlideStatus?
    /// nil: pages turn as they do.
    public var pause: PauseStatus?
    /// nil: no slide is shown for a time of its own.
    public var hold: HoldStatus?
    /// How many slides are in the ring.
    public var slides: Int
    public var schedule: ScheduleStatus
    /// nil: the playlist has no ticker.
    public var ticker: TickerStatus?
    /// One entry for a screen in use, none without.
    public var outputs: [OutputStatus]
    public var display: DisplayStatus
    /// nil: nothing lies over the pages.
    public var notice: NoticeStatus?
    public var playlist: PlaylistStatus
    public var configuration: ConfigurationStatus
    public var touch: TouchStatus
    public var painter: PainterStatus
    /// The last reload; nil: none since the start.
    public var reload: ReloadReport?
    /// What is wrong besides slides: configuration values, directories, devices; a sentence each.
    public var problems: [String]
    /// The product's version.
    public var version: String
    /// Seconds since the daemon's start.
    public var uptime: Double
    /// The IANA name: "Europe/Paris".
    public var timeZone: String

    public init(
        name: String, state: String, slide: SlideStatus?, slides: Int, schedule: ScheduleStatus,
        ticker: TickerStatus?,
        outputs: [OutputStatus], display: DisplayStatus, playlist: PlaylistStatus,
        configuration: ConfigurationStatus, touch: TouchStatus, painter: PainterStatus,
        reload: ReloadReport?, problems: [String], version: String, uptime: Double, timeZone: String,
        notice: NoticeStatus? = nil, pause: PauseStatus? = nil, hold: HoldStatus? = nil
    ) {
        self.name = name
        self.state = state
        self.slide = slide
        self.pause = pause
        self.hold = hold
        self.slides = slides
        self.schedule = schedule
        self.ticker = ticker
        self.outputs = outputs
        self.display = display
        self.notice = notice
        self.playlist = playlist
        self.configuration = configuration
        self.touch = touch
        self.painter = painter
        self.reload = reload
        self.problems = problems
        self.version = version
        self.uptime = uptime
        self.timeZone = timeZone
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(name, forKey: .name)
        try values.encode(state, forKey: .state)
        try values.encode(slide, forKey: .slide)
        try values.encode(pause, forKey: .pause)
        try values.encode(hold, forKey: .hold)
        try values.encode(slides, forKey: .slides)
        try values.encode(schedule, forKey: .schedule)
        try values.encode(ticker, forKey: .ticker)
        try values.encode(outputs, forKey: .outputs)
        try values.encode(display, forKey: .display)
        try values.encode(notice, forKey: .notice)
        try values.encode(playlist, forKey: .playlist)
        try values.encode(configuration, forKey: .configuration)
        try values.encode(touch, forKey: .touch)
        try values.encode(painter, forKey: .painter)
        try values.encode(reload, forKey: .reload)
        try values.encode(problems, forKey: .problems)
        try values.encode(version, forKey: .version)
        try values.encode(uptime, forKey: .uptime)
        try values.encode(timeZone, forKey: .timeZone)
    }
}

/// The rotation timer is stopped.
public struct PauseStatus: Hashable, Sendable, Codable {
    /// "touch" or "command".
    public var by: String
    /// When it ends by itself, RFC 3339 in the device's zone; nil: not, or nobody knows the time.
    public var until: String?

    public init(by: String, until: String?) {
        self.by = by
        self.until = until
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(by, forKey: .by)
        try values.encode(until, forKey: .until)
    }
}

/// A slide that a command shows for some time.
public struct HoldStatus: Hashable, Sendable, Codable {
    /// RFC 3339 in the device's zone; nil: nobody knows the time.
    public var until: String?
    /// The slide that comes then.
    public var returnsTo: String

    public init(until: String?, returnsTo: String) {
        self.until = until
        self.returnsTo = returnsTo
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(until, forKey: .until)
        try values.encode(returnsTo, forKey: .returnsTo)
    }
}

/// What shows over everything.
public struct NoticeStatus: Hashable, Sendable, Codable {
    public var text: String
    /// When it goes by itself, RFC 3339 in the device's zone; nil: nobody knows the time.
    public var until: String?

    public init(text: String, until: String?) {
        self.text = text
        self.until = until
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(text, forKey: .text)
        try values.encode(until, forKey: .until)
    }
}

/// The selected slide.
public struct SlideStatus: Hashable, Sendable, Codable {
    /// From 0, in the ring.
    public var index: Int
    /// From 1, in the ring.
    public var number: Int
    public var id: String
    /// Whether a page is turning or held by a finger.
    public var moving: Bool

    public init(index: Int, id: String, moving: Bool) {
        self.index = index
        self.number = index + 1
        self.id = id
        self.moving = moving
    }
}

/// The ticker.
public struct TickerStatus: Hashable, Sendable, Codable {
    public var scrolling: Bool
    /// Pixels.
    public var offset: Double
    /// Points a second.
    public var speed: Double

    public init(scrolling: Bool, offset: Double, speed: Double) {
        self.scrolling = scrolling
        self.offset = offset
        self.speed = speed
    }
}

/// A screen in use.
public struct OutputStatus: Hashable, Sendable, Codable {
    /// The connector: "HDMI-A-1", or "headless".
    public var name: String
    /// Pixels.
    public var width: Int
    public var height: Int
    /// Hz.
    public var refresh: Double
    /// Degrees, clockwise.
    public var rotation: Int
    /// Pixels per point.
    public var scale: Double
    /// "planes", "composited" or "headless".
    public var presenter: String
    public var frames: FrameStatus

    public init(
        name: String, width: Int, height: Int, refresh: Double, rotation: Int, scale: Double,
        presenter: String,
        frames: FrameStatus
    ) {
        self.name = name
        self.width = width
        self.height = height
        self.refresh = refresh
        self.rotation = rotation
        self.scale = scale
        self.presenter = presenter
        self.frames = frames
    }
}

/// Frames since the start.
public struct FrameStatus: Hashable, Sendable, Codable {
    public var presented: Int
    /// Vblanks without a new frame while the picture moved.
    public var missed: Int
    /// Steps that were taken because frames did not reach the display.
    public var recoveries: Int
    /// Seconds since the last flip; nil: none yet.
    public var lastFlipAge: Double?

    public init(presented: Int, missed: Int, recoveries: Int = 0, lastFlipAge: Double?) {
        self.presented = presented
        self.missed = missed
        self.recoveries = recoveries
        self.lastFlipAge = lastFlipAge
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(presented, forKey: .presented)
        try values.encode(missed, forKey: .missed)
        try values.encode(recoveries, forKey: .recoveries)
        try values.encode(lastFlipAge, forKey: .lastFlipAge)
    }
}

/// Whether the display is on, and why.
public struct DisplayStatus: Hashable, Sendable, Codable {
    /// What operators want: "auto", "on" or "off".
    public var intent: String
    public var on: Bool
    /// Why it is on or off: "hours", "command", "touch" or "clock".
    public var cause: String
    /// When that changes by itself, `wallTime`; nil: not as far as is known.
    public var until: String?

    public init(intent: String, on: Bool, cause: String, until: String?) {
        self.intent = intent
        self.on = on
        self.cause = cause
        self.until = until
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(intent, forKey: .intent)
        try values.encode(on, forKey: .on)
        try values.encode(cause, forKey: .cause)
        try values.encode(until, forKey: .until)
    }
}

/// The playlist that plays.
public struct PlaylistStatus: Hashable, Sendable, Codable {
    /// Where it came from: "file", "store", "last-good" or "none".
    public var source: String
    /// The file that is read at a reload, also when it could not be used.
    public var path: String
    /// The generation of the store; nil when it does not come from there.
    public var generation: Int?
    /// What does not play because of the source, and how that is changed; nil: nothing.
    public var ignored: String?
    /// When it began to play, `wallTime`; nil: nothing plays.
    public var loaded: String?
    /// What was found in the file at the last reading.
    public var problems: [ControlDiagnostic]

    public init(
        source: String, path: String, generation: Int?, ignored: String? = nil, loaded: String?,
        problems: [ControlDiagnostic]
    ) {
        self.source = source
        self.path = path
        self.generation = generation
        self.ignored = ignored
        self.loaded = loaded
        self.problems = problems
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(source, forKey: .source)
        try values.encode(path, forKey: .path)
        try values.encode(generation, forKey: .generation)
        try values.encode(ignored, forKey: .ignored)
        try values.encode(loaded, forKey: .loaded)
        try values.encode(problems, forKey: .problems)
    }
}

/// The touch screens.
public struct TouchStatus: Hashable, Sendable, Codable {
    /// A device that is there.
    public struct Device: Hashable, Sendable, Codable {
        /// As the kernel names it.
        public var name: String
        /// "/dev/input/event3", or empty.
        public var node: String

        public init(name: String, node: String) {
            self.name = name
            self.node = node
        }
    }

    public var devices: [Device]

    public init(devices: [Device]) {
        self.devices = devices
    }
}

/// The painter, and the slides that cannot be shown.
public struct PainterStatus: Hashable, Sendable, Codable {
    /// A slide that left the ring.
    public struct Skipped: Hashable, Sendable, Codable {
        public var id: String
        public var reason: String

        public init(id: String, reason: String) {
            self.id = id
            self.reason = reason
        }
    }

    /// "resting", "painting", "restarting": as the client of the painter names it.
    public var state: String
    /// How often the painter died or was stopped since the start.
    public var failures: Int
    public var skipped: [Skipped]

    public init(state: String, failures: Int, skipped: [Skipped]) {
        self.state = state
        self.failures = failures
        self.skipped = skipped
    }
}
