/// The scrolling text in its band.
///
/// Its copies lie on an endless line of whole pixels that is counted along the reading direction; the band is a window
/// that travels along that line. How far it has travelled is a function of time, or of a finger's place, so nothing
/// accumulates and every copy moves evenly. A text that follows another begins on the same line behind it, outside the
/// window: nothing jumps or is cut. A text that is read the other way has a line of its own, and comes when the window
/// has passed the last of the old one.
///
/// Only what is drawn knows left and right: a line that is read from right to left is drawn mirrored.
public struct Ticker: Sendable {
    /// A text that waits for its first tiles.
    struct Arrival: Sendable {
        enum Manner: Sendable {
            /// After the copies that show, or at once when nothing moves.
            case following
            /// In one frame, from the origin.
            case replacing
            /// The same text in another look: it keeps its offset.
            case restyling
        }

        var strip: Int
        var manner: Manner
    }

    /// A finger that holds the text.
    struct Grip: Sendable {
        /// Where the finger was when the window was where `travelled` says; pixels.
        var anchor: Double
        var finger: FingerEstimate
    }

    /// The most characters of a text.
    public static let characterLimit = 65_536
    /// Points a second.
    public static let speeds: ClosedRange<Double> = 0...5000
    /// How long a picture that could not be painted is left alone.
    static let retryInterval = Duration.seconds(60)

    var settings: TickerSettings
    var band: PixelRect
    var scale: Double
    /// Points a second; the file's or a live one.
    var speed: Double
    /// By a command; the text then rests at its origin.
    var isStopped = false
    /// The text that goes on is its last, or that of the turn. Empty until the first text is painted.
    var line = Line()
    var turn: Turn?
    var arrival: Arrival?
    var strips: [Int: StripProgress] = [:]
    private var lastStrip = 0
    /// Pixels travelled at `since`; from then on it grows with the speed.
    var travelled = 0.0
    /// nil: the window stands until the first tiles are painted.
    var since: Instant?
    var grip: Grip?

    /// A ticker whose text has still to be painted.
    ///
    /// - Parameters:
    ///   - settings: from the playlist.
    ///   - band: where it lies on the screen, see `band(of:scale:screen:)`.
    ///   - scale: pixels per point.
    ///   - now: the present.
    public init(settings: TickerSettings, band: PixelRect, scale: Double, at now: Instant) {
        self.settings = settings
        self.band = band
        self.scale = scale
        speed = Self.limited(settings.speed)
        expect(settings.text, .replacing, at: now)
    }

    /// Takes a new playlist's ticker, or another band or scale; live changes are dropped.
    ///
    /// The same text keeps its offset, modulo the new block; another one follows the old. A finger goes on moving what it
    /// holds, as long as that scrolls and may be moved.
    public mutating func reload(settings: TickerSettings, band: PixelRect, scale: Double, at now: Instant) {
        let wasStopped = isStopped
        rebase(at: now)
        self.settings = settings
        self.band = band
        self.scale = scale
        speed = Self.limited(settings.speed)
        isStopped = false
        for key in strips.keys { strips[key]?.forgetFailures() }
        defer { loosenGrip(at: now) }

        guard let last = lastRun, let shown = strips[last.strip]?.strip else {
            return expect(settings.text, .replacing, at: now)
        }
        guard shown.text == settings.text else { return expect(settings.text, .following, at: now) }
        guard shown == strip(of: settings.text) else { return expect(settings.text, .restyling, at: now) }
        arrival = nil
        if wasStopped {
            place(last.strip, at: now)
        } else {
            restyle(last.strip, at: now)
        }
        forgetStrips()
    }

    // MARK: What the painter did

    /// A wanted picture is painted. May be told again, and must be for one that was painted when it became wanted.
    public mutating func painted(_ picture: Picture, _ result: PaintedPicture, at now: Instant) {
        change(picture) { strip, tile in
            if let tile {
                strip.painted(tile: tile, size: result.size)
            } else {
                strip.measured(result.measure ?? StripMeasure(width: result.size.width))
            }
        }
        proceed(at: now)
    }

    /// A wanted picture cannot be painted: a tile is left out, a text without measure does not come on. It is wanted
    /// again after a minute.
    public mutating func unpaintable(_ picture: Picture, reason: String, at now: Instant) {
        change(picture) { strip, tile in strip.failed(tile: tile, until: now + Self.retryInterval) }
        proceed(at: now)
    }

    /// A painted picture is no longer at hand.
    public mutating func dropped(_ picture: Picture) {
        change(picture) { strip, tile in
            if let tile { strip.dropped(tile: tile) }
        }
    }

    private mutating func change(_ picture: Picture, _ body: (inout StripProgress, _ tile: Int?) -> Void) {
        let strip: TickerStrip
        var tile: Int?
        switch picture {
        case .tickerStrip(let measured): strip = measured
        case .tickerTile(let part):
            strip = part.strip
            tile = part.index
        case .slide, .idle, .badge, .counter: return
        }
        guard let key = key(of: strip), var progress = strips[key] else { return }
        body(&progress, tile)
        strips[key] = progress
    }

    /// Does what waited for pictures, when they are there.
    private mutating func proceed(at now: Instant) {
        if let arrival, strips[arrival.strip]?.isReady(across: band.width) == true {
            bringOn(arrival, at: now)
        }
        if since == nil, let last = lastRun, strips[last.strip]?.isReady(across: band.width) == true {
            since = now
        }
    }

    private mutating func bringOn(_ arrival: Arrival, at now: Instant) {
        self.arrival = nil
        let scrolls = lastRun?.extent == .endless
        switch arrival.manner {
        case .following where goesOn(at: now): follow(arrival.strip, at: now)
        case .restyling where scrolls || goesOn(at: now): restyle(arrival.strip, at: now)
        case .following, .restyling, .replacing: place(arrival.strip, at: now)
        }
        loosenGrip(at: now)
        forgetStrips()
    }

    // MARK: Texts that are known

    /// Has a text painted, to come on when it is.
    mutating func expect(_ text: TickerText, _ manner: Arrival.Manner, at now: Instant) {
        let strip = strip(of: text)
        let key: Int
        if let known = self.key(of: strip) {
            key = known
        } else {
            lastStrip += 1
            key = lastStrip
            strips[key] = StripProgress(strip: strip)
        }
        arrival = Arrival(strip: key, manner: manner)
        forgetStrips()
        proceed(at: now)
    }

    mutating func forgetStrips() {
        let runs = line.runs + (turn?.line.runs ?? [])
        let used = Set(runs.map(\.strip) + [arrival?.strip].compactMap { $0 })
        strips = strips.filter { used.contains($0.key) }
    }

    func strip(of text: TickerText) -> TickerStrip {
        TickerStrip(text: text, style: settings.style, scale: scale, height: band.height)
    }

    private func key(of strip: TickerStrip) -> Int? {
        strips.first { $0.value.strip == strip }?.key
    }

    private static func limited(_ speed: Double) -> Double {
        speed.isNaN ? 0 : min(speeds.upperBound, max(speeds.lowerBound, speed))
    }
}

/// Points as whole pixels, kept to what a screen can have.
func pixels(_ points: Double, scale: Double) -> Int {
    let exact = (points * scale).rounded()
    return exact.isNaN ? 0 : Int(min(1_000_000, max(0, exact)))
}
