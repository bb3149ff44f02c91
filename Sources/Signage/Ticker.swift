/// The scrolling text in its band.
///
/// Its copies lie on an endless line of whole pixels; the band is a window that travels along that line. How far it
/// has travelled is a function of time, so nothing accumulates and every copy moves evenly. A text that follows
/// another begins on the same line behind it, outside the window: nothing jumps or is cut.
///
/// Sub-pixel positions, right-to-left text and dragging are not there yet.
public struct Ticker: Sendable {
    /// One text on the line: copies side by side, the first at `start`.
    struct Run: Sendable {
        enum Extent: Hashable, Sendable {
            /// As many copies as show.
            case endless
            /// So many copies are left to pass; another run follows.
            case finishing(copies: Int)
            /// One copy that stays at the band's start edge, once it is there.
            case resting
        }

        /// Names a strip in `strips`.
        var strip: Int
        /// Where the first copy begins on the line, pixels.
        var start: Int
        /// Pixels of text and of text and gap.
        var width: Int
        var block: Int
        var extent: Extent

        /// How many copies there are at most.
        var copies: Int {
            switch extent {
            case .endless: .max
            case .finishing(let copies): copies
            case .resting: 1
            }
        }

        /// The number of the first copy that reaches beyond a place on the line.
        func firstCopy(beyond place: Int) -> Int {
            max(0, Int((Double(place - start) / Double(block)).rounded(.down)))
        }
    }

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
    /// In the order of the line; the last is the text that goes on. Empty until the first text is painted.
    var runs: [Run] = []
    var arrival: Arrival?
    var strips: [Int: StripProgress] = [:]
    private var lastStrip = 0
    /// Pixels travelled at `since`; from then on it grows with the speed.
    var travelled = 0.0
    /// nil: the window stands until the first tiles are painted.
    var since: Instant?

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
    /// The same text keeps its offset, modulo the new block; another one follows the old.
    public mutating func reload(settings: TickerSettings, band: PixelRect, scale: Double, at now: Instant) {
        let wasStopped = isStopped
        rebase(at: now)
        self.settings = settings
        self.band = band
        self.scale = scale
        speed = Self.limited(settings.speed)
        isStopped = false
        for key in strips.keys { strips[key]?.forgetFailures() }

        guard let last = runs.last, let shown = strips[last.strip]?.strip else {
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
                strip.measured(width: result.size.width)
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
        case .slide, .idle, .badge: return
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
        if since == nil, let last = runs.last, strips[last.strip]?.isReady(across: band.width) == true {
            since = now
        }
    }

    private mutating func bringOn(_ arrival: Arrival, at now: Instant) {
        self.arrival = nil
        let scrolls = runs.last?.extent == .endless
        switch arrival.manner {
        case .following where isMoving(at: now): follow(arrival.strip, at: now)
        case .restyling where scrolls || isMoving(at: now): restyle(arrival.strip, at: now)
        case .following, .restyling, .replacing: place(arrival.strip, at: now)
        }
        forgetStrips()
    }

    // MARK: Commands

    /// Scrolls from the origin, if the text needs to and does not.
    public mutating func start(at now: Instant) -> CommandAnswer {
        guard settings.scroll != .never else {
            return .refused("the ticker's scrolling is off: the playlist says 'scroll: never'")
        }
        guard isStopped else { return .done(waited: .zero) }
        isStopped = false
        if let last = runs.last { place(last.strip, at: now) }
        return .done(waited: .zero)
    }

    /// Goes back to the origin and rests there.
    public mutating func stop(at now: Instant) -> CommandAnswer {
        isStopped = true
        if let last = runs.last { place(last.strip, at: now) }
        forgetStrips()
        return .done(waited: .zero)
    }

    /// Another speed in points a second; the offset stays.
    public mutating func setSpeed(_ speed: Double, at now: Instant) -> CommandAnswer {
        guard Self.speeds.contains(speed) else {
            return .refused("the speed must be 0 … 5000 points a second")
        }
        rebase(at: now)
        self.speed = speed
        return .done(waited: .zero)
    }

    /// Another text; comes on as soon as it is painted.
    ///
    /// - Parameters:
    ///   - text: plain, at most `characterLimit` characters; line breaks and tabs become spaces; may be empty.
    ///   - replacing: in one frame from the origin, instead of following what shows.
    ///   - now: the present.
    /// - Returns: done, or refused as too long.
    public mutating func setText(_ text: String, now replacing: Bool, at now: Instant) -> CommandAnswer {
        guard text.utf8.count <= Self.characterLimit || text.count <= Self.characterLimit else {
            return .refused("a ticker's text has at most \(Self.characterLimit) characters")
        }
        let line = TickerText.plain(String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 }))
        let shown = runs.last.flatMap { strips[$0.strip]?.strip }
        if !replacing, shown == strip(of: line) {
            arrival = nil
            forgetStrips()
        } else {
            expect(line, replacing ? .replacing : .following, at: now)
        }
        return .done(waited: .zero)
    }

    // MARK: Texts on the line

    /// Has a text painted, to come on when it is.
    private mutating func expect(_ text: TickerText, _ manner: Arrival.Manner, at now: Instant) {
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

    /// A run of a strip in today's gap and band, beginning at a place on the line.
    private func run(of key: Int, from start: Int) -> Run {
        let width = strips[key]?.width ?? 0
        let block = max(1, width + gap)
        let needsToScroll =
            switch settings.scroll {
            case .auto: block > band.width
            case .always: true
            case .never: false
            }
        let scrolls = width > 0 && needsToScroll && !isStopped
        return Run(
            strip: key, start: start, width: width, block: block, extent: scrolls ? .endless : .resting)
    }

    /// Shows nothing but this strip, from its origin.
    private mutating func place(_ key: Int, at now: Instant) {
        runs = [run(of: key, from: 0)]
        travelled = 0
        since = strips[key]?.isReady(across: band.width) == true ? now : nil
    }

    /// Lets what shows finish, and this strip enter behind it.
    private mutating func follow(_ key: Int, at now: Instant) {
        rebase(at: now)
        let edge = Int(travelled.rounded(.up)) + band.width
        runs.removeAll {
            $0.copies < .max && $0.start + ($0.copies - 1) * $0.block + $0.width < Int(travelled)
        }
        guard var last = runs.popLast() else { return place(key, at: now) }
        let entered = last.start < edge ? last.firstCopy(beyond: edge - 1) + 1 : 0
        let copies = min(last.copies, entered)
        if copies > 0 {
            last.extent = .finishing(copies: copies)
            runs.append(last)
        }
        runs.append(run(of: key, from: max(edge, last.start + copies * last.block)))
    }

    /// Gives the text that goes on another look or gap, keeping its offset modulo the block.
    private mutating func restyle(_ key: Int, at now: Instant) {
        rebase(at: now)
        guard let last = runs.last else { return place(key, at: now) }
        var new = run(of: key, from: last.start)
        let offset = travelled - Double(last.start)
        guard offset >= 0 else {
            runs[runs.count - 1] = new
            return
        }
        guard last.extent == .endless, new.extent == .endless else { return place(key, at: now) }
        // Where it is in the old block; in a shorter new one that may be a copy farther.
        travelled = offset.truncatingRemainder(dividingBy: Double(last.block))
        new.start = 0
        runs = [new]
    }

    /// Makes the present the moment that motion is counted from.
    private mutating func rebase(at now: Instant) {
        travelled = travel(at: now)
        if since != nil { since = now }
    }

    private mutating func forgetStrips() {
        let used = Set(runs.map(\.strip) + [arrival?.strip].compactMap { $0 })
        strips = strips.filter { used.contains($0.key) }
    }

    private func strip(of text: TickerText) -> TickerStrip {
        TickerStrip(text: text, style: settings.style, scale: scale, height: band.height)
    }

    private func key(of strip: TickerStrip) -> Int? {
        strips.first { $0.value.strip == strip }?.key
    }

    private var gap: Int { pixels(settings.gap, scale: scale) }

    private static func limited(_ speed: Double) -> Double {
        speed.isNaN ? 0 : min(speeds.upperBound, max(speeds.lowerBound, speed))
    }
}

/// Points as whole pixels, kept to what a screen can have.
func pixels(_ points: Double, scale: Double) -> Int {
    let exact = (points * scale).rounded()
    return exact.isNaN ? 0 : Int(min(1_000_000, max(0, exact)))
}
