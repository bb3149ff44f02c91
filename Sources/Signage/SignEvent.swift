/// What happens to a sign.
public enum SignEvent: Hashable, Sendable {
    case touch(Touch)
    /// An operator's command; its answer comes as `SignEffect.answer` with the same number.
    case command(Command, number: Int)
    /// A requested picture is ready to be shown.
    case painted(PictureID, PaintedPicture)
    /// A requested picture cannot be painted; its slide leaves the ring until its file changes.
    case unpaintable(PictureID, reason: String)
    /// A painted picture is no longer at hand.
    case dropped(PictureID)
    /// A new playlist; `now` decides nothing but the timers.
    case reload(Playlist)
    /// Another name, scale or idle page, other hours of the display.
    case configure(SignSettings)
    /// The wall clock was set, has another zone, or can be trusted now.
    case clock(WallClock)
    /// Operators want the display on or off until they say otherwise, or leave it to its hours.
    case display(DisplayIntent)
    /// A screen with this geometry is there, or none.
    case output(OutputGeometry?)
    /// The file of a slide, or of the idle picture, that could not be shown has another version, or nil: it is gone.
    case fileChanged(path: String, FileStamp?)
    /// The ticker's file was read again; no text: why is its `fault`.
    case tickerFile(TickerFile, text: String?)
}

/// One finger, in pixels of the picture as seen.
public struct Touch: Hashable, Sendable {
    public enum Phase: Hashable, Sendable {
        case down(x: Double, y: Double)
        case motion(x: Double, y: Double)
        case up
        /// A palm, the device is gone, or the system sleeps.
        case cancel
    }

    /// The same from down to up; unique over all devices.
    public var contact: Int
    public var phase: Phase
    /// When it happened, by the kernel's time stamp.
    public var time: Instant

    public init(contact: Int, phase: Phase, time: Instant) {
        self.contact = contact
        self.phase = phase
        self.time = time
    }
}

/// What an operator can ask of a running sign.
public enum Command: Hashable, Sendable {
    case next
    case previous
    /// By identity; comes back after a time, when one is given.
    case show(id: String, for: Duration?)
    /// Counted from 1 among the slides in the ring.
    case showNumber(Int, for: Duration?)
    case pause(for: Duration?)
    case resume
    case tickerStart
    case tickerStop
    /// Points a second, 0 … 5000.
    case tickerSpeed(Double)
    /// Plain text; `now` replaces it in one frame.
    case tickerText(String, now: Bool)
    /// Shows something over everything, for a time that counts from when it shows; takes the place of one before, but
    /// a message that shows comes back when an identity has gone.
    case notice(Notice, for: Duration)
    /// Ends what shows over everything.
    case clearNotice
}

/// A page that an operator puts over everything for a while.
public struct Notice: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// Which sign this is, as the idle page looks.
        case identity
        /// For those who look at the sign: white on a calm colour, as large as it fits.
        case message
    }

    public var kind: Kind
    public var title: String
    public var lines: [String]

    public init(_ kind: Kind = .identity, title: String, lines: [String] = []) {
        self.kind = kind
        self.title = title
        self.lines = lines
    }
}

/// The sign's own settings, from the configuration and from what went wrong.
public struct SignSettings: Hashable, Sendable {
    public var name: String
    public var scale: Configuration.Scale
    public var idleColor: Color
    /// Whether the idle page says more than its colour.
    public var idleInfo: Bool
    /// Shown in place of the idle page.
    public var idleImage: Configuration.IdleImage?
    /// Shown on the idle page: the file and the first error, addresses, what to do.
    public var idleLines: [String]
    public var display: DisplaySettings

    public init(
        name: String, scale: Configuration.Scale = .auto, idleColor: Color = .black, idleInfo: Bool = true,
        idleLines: [String] = [], idleImage: Configuration.IdleImage? = nil,
        display: DisplaySettings = DisplaySettings()
    ) {
        self.display = display
        self.name = name
        self.scale = scale
        self.idleColor = idleColor
        self.idleInfo = idleInfo
        self.idleLines = idleLines
        self.idleImage = idleImage
    }
}

/// The screen as the rules see it.
public struct OutputGeometry: Hashable, Sendable {
    public var size: PixelSize
    /// The connector's size; nil when it does not say.
    public var millimetres: PixelSize?

    public init(size: PixelSize, millimetres: PixelSize? = nil) {
        self.size = size
        self.millimetres = millimetres
    }

    /// Pixels per dp (1/160 inch) by the size in mm, clamped to 0.5 … 4; unknown: `scale`.
    public func pixelsPerDp(scale: Double) -> Double {
        guard let millimetres, millimetres.width > 0 else { return scale }
        let dotsPerInch = Double(size.width) / Double(millimetres.width) * 25.4
        return min(4, max(0.5, dotsPerInch / 160))
    }
}

/// What a sign asks of, or tells, the program around it.
public enum SignEffect: Hashable, Sendable {
    /// A change to this slide begins (or it is there at once).
    case slideShown(index: Int, id: String, cause: Cause)
    case paused(by: Party)
    case resumed(by: Party)
    case touchBegan(x: Double, y: Double)
    /// The page a release settles on, and whether that is another one.
    case touchEnded(index: Int, turned: Bool)
    case touchCancelled
    /// A slide left the ring.
    case slideSkipped(id: String, reason: String)
    /// Back in the ring.
    case slideRestored(id: String)
    /// The idle picture cannot be painted: the ordinary idle page is shown.
    case idleImageFailed(reason: String)
    /// Slides have come or gone by the clock: how many are shown now, and how many wait for their time.
    case timesChanged(shown: Int, waiting: Int)
    /// A note of the painter on a slide or the ticker, once.
    case note(id: String?, String)
    /// A notice shows, or begins its time again.
    case noticeShown(title: String)
    /// The time of the one that showed is over, or it cannot be painted any more.
    case noticeEnded
    /// The display was switched on or off.
    case display(DisplayState)
    /// The answer to a command.
    case answer(number: Int, CommandAnswer)
    /// Its slide was skipped: end this job if another waits.
    case abandon(PictureID)

    public enum Cause: String, Hashable, Sendable {
        case start, timer, swipe, command, reload, skip, schedule
    }
    public enum Party: String, Hashable, Sendable { case touch, command, timer }
}

/// How a command ended.
public enum CommandAnswer: Hashable, Sendable {
    /// Done; how long it waited for a page to be painted.
    case done(waited: Duration)
    /// Not done, and why.
    case refused(String)
}

/// What there is to say of a sign.
public struct SignStatus: Hashable, Sendable {
    public enum State: String, Hashable, Sendable {
        case playing, paused, idle, off
        case noOutput = "no-output"
    }

    public struct Selected: Hashable, Sendable {
        /// From 0, in the ring.
        public var index: Int
        public var id: String
        public var moving: Bool

        public init(index: Int, id: String, moving: Bool) {
            self.index = index
            self.id = id
            self.moving = moving
        }
    }

    public struct Ticker: Hashable, Sendable {
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

    public struct Skipped: Hashable, Sendable {
        public var id: String
        public var reason: String

        public init(id: String, reason: String) {
            self.id = id
            self.reason = reason
        }
    }

    /// What shows over everything.
    public struct Covering: Hashable, Sendable {
        public var title: String
        /// When it goes by itself.
        public var until: Instant

        public init(title: String, until: Instant) {
            self.title = title
            self.until = until
        }
    }

    /// The rotation timer is stopped.
    public struct Pause: Hashable, Sendable {
        /// `touch` or `command`.
        public var by: SignEffect.Party
        /// When it ends by itself; nil: not.
        public var until: Instant?

        public init(by: SignEffect.Party, until: Instant?) {
            self.by = by
            self.until = until
        }
    }

    /// A slide that a command shows for some time.
    public struct Hold: Hashable, Sendable {
        public var until: Instant
        /// The slide that comes then.
        public var returnsTo: String

        public init(until: Instant, returnsTo: String) {
            self.until = until
            self.returnsTo = returnsTo
        }
    }

    /// What slides' times have to do with what is shown.
    public struct Times: Hashable, Sendable {
        /// Slides that wait for theirs.
        public var waiting: Int
        /// Whether the clock can be trusted: if not, every slide that has times waits.
        public var isTrusted: Bool
        /// When slides come or go next; nil: not as far as is known.
        public var next: Instant?

        public init(waiting: Int = 0, isTrusted: Bool = false, next: Instant? = nil) {
            self.waiting = waiting
            self.isTrusted = isTrusted
            self.next = next
        }
    }

    public var state: State
    public var selected: Selected?
    /// nil: pages turn as they do.
    public var pause: Pause?
    /// nil: no slide is shown for a time of its own.
    public var hold: Hold?
    /// nil: nothing lies over the pages.
    public var notice: Covering?
    /// In the ring.
    public var slideCount: Int
    public var times: Times
    public var ticker: Ticker?
    public var skipped: [Skipped]
    public var scale: Double
    public var display: DisplayState

    public init(
        state: State, selected: Selected?, slideCount: Int, ticker: Ticker?, skipped: [Skipped],
        scale: Double,
        display: DisplayState = DisplayState(), notice: Covering? = nil, pause: Pause? = nil,
        hold: Hold? = nil, times: Times = Times()
    ) {
        self.times = times
        self.display = display
        self.notice = notice
        self.pause = pause
        self.hold = hold
        self.state = state
        self.selected = selected
        self.slideCount = slideCount
        self.ticker = ticker
        self.skipped = skipped
        self.scale = scale
    }
}
