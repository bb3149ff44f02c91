/// What a sign plays: the slides in order, how pages turn, and the ticker.
///
/// A value as read from a playlist file; lengths are in points, times in `Duration`.
public struct Playlist: Hashable, Sendable {
    public var slides: [Slide]
    public var carousel: CarouselSettings
    /// nil: no band.
    public var ticker: TickerSettings?

    public init(
        slides: [Slide] = [], carousel: CarouselSettings = CarouselSettings(), ticker: TickerSettings? = nil
    ) {
        self.slides = slides
        self.carousel = carousel
        self.ticker = ticker
    }
}

/// One page of the carousel.
public struct Slide: Hashable, Sendable {
    /// What the page shows.
    public enum Content: Hashable, Sendable {
        /// A picture file; the path is absolute.
        case image(path: String)
        /// Plain text.
        case text(String)
        /// Pango markup.
        case markup(String)
        /// One colour.
        case color(Color)
    }

    public var content: Content
    /// Unique in the playlist: the file's `id`, or what the slide shows, numbered when it occurs more than once.
    public var id: String
    /// nil: the carousel's.
    public var duration: Duration?
    /// How the change to it looks; nil: as the carousel's.
    public var transition: CarouselSettings.Transition?
    /// How long the change to it takes; nil: as long as the carousel's.
    public var transitionDuration: Duration?
    public var fit: Fit
    /// Behind `contain`, `center` and text.
    public var background: Color
    public var style: TextStyle
    /// When it is shown; without windows always.
    public var schedule: Schedule
    /// How often it comes in a round, 1 … `mostWeight`.
    public var weight: Int
    /// Whether it is shown at all.
    public var isEnabled: Bool
    /// Which version of the file was seen when the playlist was read; nil when there is no file.
    public var stamp: FileStamp?
    /// Why the slide cannot be shown, when that is known from reading alone (the file is missing).
    public var fault: String?

    public init(
        content: Content, id: String, duration: Duration? = nil,
        transition: CarouselSettings.Transition? = nil, transitionDuration: Duration? = nil,
        fit: Fit = .contain, background: Color = .black,
        style: TextStyle = TextStyle(), schedule: Schedule = Schedule(), weight: Int = 1,
        isEnabled: Bool = true, stamp: FileStamp? = nil, fault: String? = nil
    ) {
        self.content = content
        self.id = id
        self.duration = duration
        self.transition = transition
        self.transitionDuration = transitionDuration
        self.fit = fit
        self.background = background
        self.style = style
        self.schedule = schedule
        self.weight = weight
        self.isEnabled = isEnabled
        self.stamp = stamp
        self.fault = fault
    }

    /// How often a slide may come in a round.
    public static let mostWeight = 100

    /// Whether it comes and goes by the clock.
    public var hasWindows: Bool { !schedule.windows.isEmpty }
}

/// Which version of a file this is: its identity and time of change.
public struct FileStamp: Hashable, Sendable {
    public var device: UInt64
    public var inode: UInt64
    public var size: Int64
    /// Nanoseconds of the wall clock, st_mtim.
    public var modified: Int64

    public init(device: UInt64, inode: UInt64, size: Int64, modified: Int64) {
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
    }
}

/// How a picture fills its page.
public enum Fit: String, CaseIterable, Hashable, Sendable {
    /// Whole, as large as fits.
    case contain
    /// Filling the page, cut at the sides.
    case cover
    /// Filling the page, not keeping its proportions.
    case stretch
    /// At its own size, one pixel a pixel, cut if larger.
    case center
}

/// How text looks; sizes in points.
public struct TextStyle: Hashable, Sendable {
    public enum Alignment: String, CaseIterable, Hashable, Sendable { case left, center, right }

    /// A family name of fontconfig.
    public var font: String
    /// Points.
    public var size: Double
    public var color: Color
    public var align: Alignment

    public init(
        font: String = "Noto Sans", size: Double = 96, color: Color = .white, align: Alignment = .center
    ) {
        self.font = font
        self.size = size
        self.color = color
        self.align = align
    }
}

/// A length of the playlist: points, or a share of what it is measured in.
public enum Length: Hashable, Sendable {
    case points(Double)
    case percent(Double)
}

/// How pages turn and where they lie.
public struct CarouselSettings: Hashable, Sendable {
    public enum Transition: String, CaseIterable, Hashable, Sendable { case slide, fade, none }
    public enum Motion: String, CaseIterable, Hashable, Sendable {
        case full
        /// Nothing travels by itself: pages cross-fade where they would slide, and a ticker shows its text page by
        /// page. What a finger moves, it moves.
        case reduced
    }
    public enum Axis: String, CaseIterable, Hashable, Sendable { case horizontal, vertical }
    public enum End: String, CaseIterable, Hashable, Sendable { case rewind, stop }
    public enum Tap: String, CaseIterable, Hashable, Sendable { case none, pause }
    public enum PageAlignment: String, CaseIterable, Hashable, Sendable { case start, center, end }

    /// A part of the screen.
    public struct Region: Hashable, Sendable {
        public var x: Length = .points(0)
        public var y: Length = .points(0)
        public var width: Length = .percent(100)
        public var height: Length = .percent(100)
        public init() {}
    }

    /// How pages are told apart.
    public struct Indicator: Hashable, Sendable {
        public enum Style: String, CaseIterable, Hashable, Sendable {
            case capsule
            /// In a band of their own, unless they are `inside`.
            case dots
            /// On each page its own number.
            case counter
            case none
        }
        public enum Position: String, CaseIterable, Hashable, Sendable { case bottom, top, inside }
        public var style: Style = .capsule
        /// `inside`: dots over the pages, at the bottom.
        public var position: Position = .bottom
        public var halo: Bool = true
        /// Of the selected mark, or a counter's text; nil: the style's.
        public var color: Color?
        /// Of the other marks, or behind a counter's text; nil: the style's.
        public var inactiveColor: Color?
        public init() {}
    }

    public var auto: Bool = true
    /// For slides without their own.
    public var duration: Duration = .seconds(3)
    public var background: Color = .black
    public var transition: Transition = .slide
    public var transitionDuration: Duration = .milliseconds(400)
    public var motion: Motion = .full
    public var axis: Axis = .horizontal
    public var loop: Bool = true
    public var atEnd: End = .rewind
    public var swipe: Bool = true
    /// Points.
    public var swipeDistance: Double = 50
    public var fling: Bool = true
    public var tap: Tap = .none
    /// Zero: never.
    public var resumeAfter: Duration = .seconds(60)
    public var region = Region()
    /// Points of each neighbour that show.
    public var edge: Double = 0
    /// Points between pages.
    public var spacing: Double = 0
    /// Points before the first page when `loop` is false.
    public var padding: Double = 0
    /// Across the axis.
    public var pageSize: Length = .percent(100)
    public var pageAlign: PageAlignment = .center
    public var indicator = Indicator()

    public init() {}
}

/// The scrolling text.
public struct TickerSettings: Hashable, Sendable {
    public enum Position: String, CaseIterable, Hashable, Sendable { case bottom, top }
    public enum Scroll: String, CaseIterable, Hashable, Sendable { case auto, always, never }

    public var text: TickerText
    /// Where the text comes from; nil: from the playlist itself. With a file there is a band whatever it holds.
    public var file: TickerFile?
    public var position: Position = .bottom
    /// Points.
    public var height: Double = 64
    public var overlay: Bool = false
    /// Points a second, 0 … 5000.
    public var speed: Double = 100
    /// Points.
    public var gap: Double = 80
    public var scroll: Scroll = .auto
    /// Whether a finger moves a text that scrolls.
    public var drag: Bool = false
    /// Its own alignment counts for nothing, see `align`.
    public var style = TextStyle(size: 32)
    /// Where a text rests that need not scroll; nil: at the band's start, as its direction is.
    public var align: TextStyle.Alignment?
    public var background = Color(red: 0, green: 0, blue: 0, alpha: 0xc0)

    public init(text: TickerText) {
        self.text = text
    }
}

/// A ticker's text: one line, at most 65,536 characters, line breaks and tabs already made spaces.
public enum TickerText: Hashable, Sendable {
    case plain(String)
    case markup(String)

    /// The characters as written, markup included.
    public var source: String {
        switch self {
        case .plain(let text), .markup(let text): text
        }
    }

    /// Takes the beginning only: a text can be long, and is looked up at every frame.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(source.prefix(32))
    }
}
