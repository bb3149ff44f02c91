import Signage

/// Plays a sign in virtual time as the daemon would: meets every deadline, paints what is wanted, drops what is not,
/// and notes what happens.
struct SignPlay {
    struct Entry: Equatable, CustomStringConvertible {
        /// Seconds.
        var time: Double
        var effect: SignEffect
        var description: String { "\(time): \(effect)" }
    }

    var sign: Sign
    private(set) var now = Instant(seconds: 0)
    private(set) var log: [Entry] = []
    /// Identities of slides that the painter does not get done.
    var unpainted: Set<String> = []
    /// Whether the painter gets the numbers of pages done.
    var paintsCounters = true
    private var atHand: Set<PictureID> = []
    private var commands = 0

    init(
        _ playlist: Playlist = .three(),
        settings: SignSettings = SignSettings(name: "test", scale: .fixed(1)),
        output: OutputGeometry? = .wide, place: Place? = nil, intent: DisplayIntent = .auto,
        wallClock: WallClock? = nil, unpainted: Set<String> = []
    ) {
        sign = Sign(
            playlist: playlist, settings: settings, output: output, place: place, intent: intent,
            wallClock: wallClock, at: now)
        self.unpainted = unpainted
        work()
    }

    // MARK: Time

    /// Meets every deadline up to a moment, and then stands there.
    mutating func run(to seconds: Double) {
        let end = Instant(seconds: seconds)
        while let deadline = sign.nextDeadline(), deadline <= end {
            now = max(now, deadline)
            note(sign.advance(to: now))
            work()
        }
        now = max(now, end)
    }

    /// Nothing is called until then.
    mutating func stall(to seconds: Double) {
        now = Instant(seconds: seconds)
        note(sign.advance(to: now))
        work()
    }

    mutating func handle(_ event: SignEvent) {
        note(sign.handle(event, at: now))
        work()
    }

    mutating func handle(_ event: SignEvent, at seconds: Double) {
        run(to: seconds)
        handle(event)
    }

    // MARK: Fingers

    mutating func down(_ x: Double, _ y: Double = 300, at seconds: Double, contact: Int = 0) {
        touch(.down(x: x, y: y), at: seconds, contact: contact)
    }

    mutating func up(at seconds: Double, contact: Int = 0) {
        touch(.up, at: seconds, contact: contact)
    }

    mutating func touch(_ phase: Touch.Phase, at seconds: Double, contact: Int = 0) {
        handle(
            .touch(Touch(contact: contact, phase: phase, time: Instant(seconds: seconds))), at: seconds)
    }

    /// Moves evenly, with a sample every 10 ms.
    mutating func move(
        from start: (x: Double, y: Double), to end: (x: Double, y: Double), from first: Double,
        until last: Double,
        contact: Int = 0
    ) {
        let count = max(1, Int(((last - first) / 0.01).rounded()))
        for step in 1...count {
            let part = Double(step) / Double(count)
            touch(
                .motion(x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part),
                at: first + (last - first) * part, contact: contact)
        }
    }

    /// Down, an even movement along the row `y`, a rest of 60 ms, up.
    mutating func drag(_ travel: Double, from x: Double = 400, down: Double, up: Double) {
        self.down(x, at: down)
        move(from: (x, 300), to: (x + travel, 300), from: down, until: up - 0.06)
        self.up(at: up)
    }

    /// A quick swipe that leaves with its velocity.
    mutating func fling(_ travel: Double, from x: Double = 400, down: Double, up: Double) {
        self.down(x, at: down)
        move(from: (x, 300), to: (x + travel, 300), from: down, until: up)
        self.up(at: up)
    }

    // MARK: Commands

    mutating func command(_ command: Command, at seconds: Double) {
        run(to: seconds)
        commands += 1
        handle(.command(command, number: commands))
    }

    /// The answers so far, in their order.
    var answers: [CommandAnswer] {
        log.compactMap { if case .answer(_, let answer) = $0.effect { answer } else { nil } }
    }

    // MARK: What happened

    /// The changes of the page: when and to which index.
    var changes: [Change] {
        log.compactMap {
            if case .slideShown(let index, _, _) = $0.effect { Change($0.time, index) } else { nil }
        }
    }

    var effects: [SignEffect] { log.map(\.effect) }

    mutating func forget() { log = [] }

    var selected: SignStatus.Selected? { sign.status(at: now).selected }

    /// The number in the ring of the page at rest; nil: it moves or there is none.
    var restingIndex: Int? { selected.flatMap { $0.moving ? nil : $0.index } }

    /// The pictures and colours of a frame, from the left or the top, without indicator.
    func layers(at seconds: Double) -> [Layer] {
        sign.scene(at: Instant(seconds: seconds)).layers.filter {
            if case .marks = $0.content { false } else { true }
        }
    }

    /// Where a slide's picture lies in a frame; nil: it is not there.
    func frame(of slide: String, at seconds: Double) -> PixelRect? {
        guard let id = id(of: slide) else { return nil }
        return layers(at: seconds).first { $0.content == .picture(id) }?.frame
    }

    /// The name of a slide's picture as it is wanted now.
    func id(of slide: String) -> PictureID? {
        sign.wantedPictures(at: now).first { $0.slideID == slide }?.id
    }

    // MARK: The painter

    /// Paints what is wanted and drops what is not, until nothing changes.
    mutating func work() {
        for _ in 0..<10 {
            let wanted = sign.wantedPictures(at: now)
            let names = Set(wanted.map(\.id))
            let dropped = atHand.subtracting(names).sorted { $0.number < $1.number }
            let news = wanted.filter { request in
                if case .counter = request.picture, !paintsCounters { return false }
                return !atHand.contains(request.id)
                    && !(request.slideID.map { unpainted.contains($0) } ?? false)
            }
            if dropped.isEmpty, news.isEmpty { return }
            for id in dropped {
                atHand.remove(id)
                note(sign.handle(.dropped(id), at: now))
            }
            for request in news {
                atHand.insert(request.id)
                note(sign.handle(.painted(request.id, request.picture.asPainted), at: now))
            }
        }
    }

    private mutating func note(_ effects: [SignEffect]) {
        log += effects.map { Entry(time: now.seconds, effect: $0) }
    }
}

extension SignPlay: CustomStringConvertible {
    var description: String { "at \(now.seconds): \(log.suffix(20))" }
}

/// A change of the page.
struct Change: Hashable, CustomStringConvertible {
    /// Milliseconds.
    var time: Int
    var index: Int

    init(_ seconds: Double, _ index: Int) {
        time = Int((seconds * 1000).rounded())
        self.index = index
    }

    var description: String { "\(Double(time) / 1000) → \(index)" }
}

extension Picture {
    /// What a painter makes of it: text is 10 px a character.
    var asPainted: PaintedPicture {
        switch self {
        case .slide(let slide): PaintedPicture(size: slide.size, isOpaque: true)
        case .tickerStrip(let strip):
            PaintedPicture(
                size: PixelSize(width: strip.text.source.count * 10, height: strip.height), isOpaque: false)
        case .tickerTile(let tile):
            PaintedPicture(
                size: PixelSize(
                    width: StripMeasure(width: tile.strip.text.source.count * 10)
                        .columns(ofTile: tile.index)?.count ?? 1,
                    height: tile.strip.height * TickerTile.phases), isOpaque: false)
        case .idle(let idle): PaintedPicture(size: idle.size, isOpaque: true)
        case .badge(let badge):
            PaintedPicture(size: PixelSize(width: badge.side, height: badge.side), isOpaque: false)
        case .counter(let counter):
            PaintedPicture(
                size: counter.size(aroundTextOf: Double(counter.text.count) * 6 * counter.scale),
                isOpaque: false)
        }
    }
}

extension Playlist {
    /// Picture slides named "a", "b", "c" …, 3 s each.
    static func slides(_ ids: [String], _ change: (inout CarouselSettings) -> Void = { _ in }) -> Playlist {
        var carousel = CarouselSettings()
        change(&carousel)
        return Playlist(slides: ids.map { .picture($0) }, carousel: carousel)
    }

    static func three(_ change: (inout CarouselSettings) -> Void = { _ in }) -> Playlist {
        slides(["a", "b", "c"], change)
    }
}

extension Slide {
    static func picture(_ id: String, version: Int64 = 1) -> Slide {
        Slide(
            content: .image(path: "/pictures/\(id).jpg"), id: id,
            stamp: FileStamp(device: 1, inode: 1, size: 1, modified: version))
    }
}

extension OutputGeometry {
    /// 800 × 600; 1 dp is a point.
    static let wide = OutputGeometry(size: PixelSize(width: 800, height: 600))
}
