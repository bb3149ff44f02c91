/// A sign: everything the product does, as a value that takes events and times.
///
/// It reads no clock, draws nothing and does no I/O. Feed every event with the moment it is handled; call
/// `advance` when `nextDeadline` has come; draw `scene(at:)` for the moment a frame will be shown.
public struct Sign: Sendable {
    // What it plays.
    var settings: SignSettings
    var carouselSettings: CarouselSettings
    var tickerSettings: TickerSettings?
    var ring: SlideRing

    // Where it plays.
    var output: OutputGeometry?
    /// For the last screen there was; nil: there has been none.
    var layout: ScreenLayout?
    /// Since when there is no screen.
    var darkSince: Instant?
    /// Off, or dark for so long that nothing is painted and nothing moves.
    var isHidden = false
    var display: DisplaySwitch
    /// What follows from the switch has been done.
    var isOff = false
    /// Fingers that have woken the display, and since when they are down.
    var wakingFingers: [Int: Instant] = [:]

    // What it does.
    var carousel = Carousel()
    var gestures = GestureRecognizer()
    var bandTouch = BandTouch()
    var timer = RotationTimer()
    var pause: Pause?
    var pending: PendingTurn?
    var curtain: Curtain?
    var hold: Hold?
    var badge: ShownBadge?
    var notices = NoticeBoard()
    var idleImageFailure: IdleImageFailure?
    var ticker: Ticker?

    // What is painted.
    var pictures = PictureTable()
    /// By the name of a picture not painted yet: the one shown until then, of an older file.
    var standIns: [PictureID: PictureID] = [:]
    /// What the ticker knows to be painted.
    var tickerPictures: Set<PictureID> = []
    var notes: Set<Note> = []
    /// What is painted ahead of slides that come and go soon.
    var outlook: Outlook?

    /// The latest moment handled.
    var clock: Instant
    /// Of the call under way.
    var effects: [SignEffect] = []
    private var hasStarted = false

    /// A sign at its start: the first slide, or that of a place, a full interval from now.
    ///
    /// - Parameters:
    ///   - playlist: what it plays; may have no slides.
    ///   - settings: name, scale and idle page.
    ///   - output: the screen; nil: there is none, and it plays on in the dark.
    ///   - place: where it was before; nil: nowhere.
    ///   - intent: what operators wanted of the display.
    ///   - wallClock: nil: nobody knows the time.
    ///   - now: the present.
    public init(
        playlist: Playlist, settings: SignSettings, output: OutputGeometry?, place: Place? = nil,
        intent: DisplayIntent = .auto, wallClock: WallClock? = nil, at now: Instant
    ) {
        self.settings = settings
        display = DisplaySwitch(settings: settings.display, intent: intent, clock: wallClock, at: now)
        carouselSettings = playlist.carousel
        tickerSettings = playlist.ticker
        ring = SlideRing(playlist.slides, clock: wallClock, at: now)
        self.output = output
        clock = now
        if output == nil { darkSince = now }
        carousel.rest(on: ring.firstPage(at: place))
        layout = output.map(layout(for:))
        updateTicker(reloads: false, at: now)
        for skipped in ring.skipped { effects.append(.slideSkipped(id: skipped.id, reason: skipped.reason)) }
        curtain = Curtain(layers: [], cause: ring.isEmpty ? nil : .start, deadline: now + Self.longestWait)
        updateDisplay(at: now)
        finish(at: now)
    }

    /// Takes an event. Deadlines that have passed by `now` are met first.
    public mutating func handle(_ event: SignEvent, at now: Instant) -> [SignEffect] {
        meetDeadlines(upTo: now)
        switch event {
        case .touch(let touch): handle(touch, at: clock)
        case .command(let command, let number): handle(command, number: number, at: clock)
        case .painted(let id, let result): painted(id, result, at: clock)
        case .unpaintable(let id, let reason): unpaintable(id, reason: reason, at: clock)
        case .dropped(let id): dropped(id, at: clock)
        case .reload(let playlist): reload(playlist, at: clock)
        case .configure(let settings): configure(settings, at: clock)
        case .clock(let wall):
            display.set(wall, at: clock)
            updateDisplay(at: clock)
            followClock(at: clock)
        case .display(let intent): setDisplay(intent, at: clock)
        case .output(let geometry): change(output: geometry, at: clock)
        case .fileChanged(let path, let stamp):
            fileChanged(path, to: stamp, at: clock)
            idleImageChanged(path, to: stamp, at: clock)
        case .tickerFile(let file, let text): take(file, text, at: clock)
        }
        return finish(at: clock)
    }

    /// Meets every deadline up to `now`.
    public mutating func advance(to now: Instant) -> [SignEffect] {
        meetDeadlines(upTo: now)
        return finish(at: clock)
    }

    /// Does what became possible, and hands out the effects.
    @discardableResult
    private mutating func finish(at now: Instant) -> [SignEffect] {
        raiseNotice(at: now)
        liftCurtain(at: now)
        resolvePending(at: now)
        updateTimer(at: now)
        prepareSlides(at: now)
        updatePictures(at: now)
        // What the start had to tell is told by the first call that can.
        guard hasStarted else {
            hasStarted = true
            return []
        }
        defer { effects = [] }
        return effects
    }
}

extension Sign {
    /// The rotation timer is stopped.
    struct Pause: Sendable {
        /// `touch` or `command`.
        var by: SignEffect.Party
        /// nil: until resumed.
        var until: Instant?
    }

    /// `show … for`: the slide stays until then.
    struct Hold: Sendable {
        var until: Instant
        /// The slide to come back to.
        var returnsTo: String
    }

    /// What shows in place of pages that are not painted yet.
    struct Curtain: Sendable {
        var layers: [Layer]
        /// Why another slide comes on; nil: it is the same slide in another shape.
        var cause: SignEffect.Cause?
        /// When the slide that is waited for is skipped.
        var deadline: Instant?
        /// Failures alone have emptied the ring: the last good frame stays.
        var isLastGoodFrame = false
        /// The slide of the last good frame.
        var slideID: String?
    }

    struct ShownBadge: Sendable {
        var symbol: Badge.Symbol
        var until: Instant
    }

    struct Note: Hashable, Sendable {
        var id: String?
        var text: String
    }

    /// How long the page waits for a slide that is not painted at its turn.
    static let longestWait = Duration.seconds(5)
    /// The same after a finger turned to it.
    static let longestWaitAfterSwipe = Duration.seconds(1)
    /// The same for a command; longer than any picture may take to paint.
    static let longestWaitAfterCommand = Duration.seconds(30)
    /// How long a badge shows.
    static let badgeTime = Duration.milliseconds(1500)
    /// Points.
    static let badgeSide = 120.0
    /// Of which pictures are wanted at once, however small the pages are.
    static let mostPages = 32
    /// How long there may be no screen until the sign counts as hidden.
    static let longestDarkness = Duration.seconds(2)
}
