extension Ticker {
    /// Strips of no more tiles are kept whole.
    static let tilesKeptWhole = 4
    /// Tiles are wanted this long before they show, and one tile ahead at least.
    static let lookAhead = Duration.seconds(2)

    // MARK: Where it is

    /// Pixels that the window has travelled along the line.
    func travel(at time: Instant) -> Double {
        guard let since else { return travelled }
        let raw = travelled + pixelsPerSecond * max(0, (time - since).inSeconds)
        // It ends with a resting text's beginning at the start edge.
        guard let last = runs.last, last.extent == .resting else { return raw }
        return min(raw, Double(last.start))
    }

    /// The speed, kept to what whole numbers can count for centuries.
    var pixelsPerSecond: Double { scale > 0 ? min(speed * scale, 1_000_000) : 0 }

    /// Whether the text moves right after a moment.
    public func isMoving(at time: Instant) -> Bool {
        guard since != nil, pixelsPerSecond > 0, let last = runs.last else { return false }
        return last.extent == .endless || travel(at: time) < Double(last.start)
    }

    /// What there is to say of it; the offset is that of the copy at the band's start edge.
    public func status(at time: Instant) -> SignStatus.Ticker {
        let travel = travel(at: time)
        var offset = 0.0
        if let run = runs.last(where: { Double($0.start) <= travel }) {
            offset = (travel - Double(run.start)).truncatingRemainder(dividingBy: Double(run.block))
        }
        return SignStatus.Ticker(scrolling: isMoving(at: time), offset: offset, speed: speed)
    }

    // MARK: What shows

    /// The band and the text in it, for a frame shown at a moment.
    ///
    /// - Parameters:
    ///   - time: when the frame is shown.
    ///   - pictureID: the name of a painted picture; nil: it is not at hand and left out.
    /// - Returns: from the bottom to the top, all clipped to the band. Beside the pages the band is opaque.
    public func layers(at time: Instant, pictureID: (Picture) -> PictureID?) -> [Layer] {
        var layers: [Layer] = []
        let background = settings.overlay ? settings.background : settings.background.overBlack
        if background.alpha > 0 { layers.append(Layer(.color(background), frame: band, clip: band)) }
        // One rounding for all copies: they keep their distances.
        let origin = Int((travel(at: time) + 0.5).rounded(.down))
        for place in places(from: origin, to: origin + band.width) {
            guard let strip = strips[place.strip], let size = strip.tiles[place.tile],
                let id = pictureID(.tickerTile(TickerTile(strip: strip.strip, index: place.tile)))
            else { continue }
            // A strip of an earlier band is centred in this one.
            let frame = PixelRect(
                x: band.x + place.x - origin, y: band.y + (band.height - size.height) / 2, width: size.width,
                height: size.height)
            layers.append(Layer(.picture(id), frame: frame, clip: band))
        }
        return layers
    }

    /// Whether a tile that shows at a moment has still to be painted.
    func isIncomplete(at time: Instant) -> Bool {
        let origin = Int((travel(at: time) + 0.5).rounded(.down))
        return places(from: origin, to: origin + band.width).contains { place in
            guard let strip = strips[place.strip] else { return false }
            return strip.tiles[place.tile] == nil && strip.failures[place.tile] == nil
        }
    }

    /// One copy of a tile on the line.
    private struct Place {
        var strip: Int
        var tile: Int
        var x: Int
    }

    /// The tiles on a part of the line, in its order.
    private func places(from left: Int, to right: Int) -> [Place] {
        var places: [Place] = []
        for run in runs where run.width > 0 && run.start < right {
            var copy = run.firstCopy(beyond: left)
            while copy < run.copies, run.start + copy * run.block < right {
                let x = run.start + copy * run.block
                let first = max(0, left - x) / TickerTile.width
                let end = (min(run.width, right - x) + TickerTile.width - 1) / TickerTile.width
                // Only its gap may be left of it.
                for tile in first..<max(first, end) where x + run.width > left {
                    places.append(Place(strip: run.strip, tile: tile, x: x + tile * TickerTile.width))
                }
                copy += 1
            }
        }
        return places
    }

    // MARK: What must be painted

    /// The pictures to have or to paint, most urgent first: the measure of a text that waits, the tiles that show,
    /// those that a waiting text begins with, those that show next.
    ///
    /// Their number depends on the band and the speed, not on the text.
    public func wantedPictures(at time: Instant) -> [Picture] {
        var wanted = Wanted(strips: strips, time: time)
        let left = Int(travel(at: time).rounded(.down))
        let edge = left + band.width + 1
        if let arrival, let strip = strips[arrival.strip], strip.width == nil {
            wanted.addMeasure(arrival.strip)
        }
        for place in places(from: left, to: edge) { wanted.add(place.tile, of: place.strip) }
        if let arrival, let strip = strips[arrival.strip] {
            for tile in strip.firstTiles(across: band.width) { wanted.add(tile, of: arrival.strip) }
        }
        for place in places(from: edge, to: edge + reach) { wanted.add(place.tile, of: place.strip) }
        for run in runs where !hasPassed(run, at: left) {
            guard let strip = strips[run.strip], strip.tileCount <= Self.tilesKeptWhole else { continue }
            for tile in 0..<strip.tileCount { wanted.add(tile, of: run.strip) }
        }
        return wanted.pictures
    }

    /// When `wantedPictures` will hold something new by itself; nil: not before something happens.
    ///
    /// - Parameter now: the present.
    /// - Returns: a later moment.
    public func nextDeadline(after now: Instant) -> Instant? {
        var deadlines: [Instant] = []
        for strip in strips.values {
            deadlines += strip.failures.values.filter { $0 > now }
            deadlines += [strip.measureFailure].compactMap { $0 }.filter { $0 > now }
        }
        if isMoving(at: now) {
            let seen = Int(travel(at: now).rounded(.down)) + band.width + 1 + reach
            if let next = nextTile(beyond: seen) {
                // A nanosecond's rounding must not make it come back at once.
                let pixelsToGo = Double(next - seen) + 1
                deadlines.append(now + .nanoseconds(Int64(pixelsToGo / pixelsPerSecond * 1e9) + 1_000_000))
            }
        }
        return deadlines.min()
    }

    /// Where the next tile begins on the line that is not wanted already, at or beyond a place.
    private func nextTile(beyond place: Int) -> Int? {
        var nearest: Int?
        for run in runs {
            guard let strip = strips[run.strip], strip.tileCount > Self.tilesKeptWhole else { continue }
            let copy = min(run.firstCopy(beyond: place), run.copies - 1)
            let x = run.start + copy * run.block
            let tile = max(0, place - x + TickerTile.width - 1) / TickerTile.width
            var next = x + tile * TickerTile.width
            if tile >= strip.tileCount {
                guard copy + 1 < run.copies else { continue }
                next = x + run.block
            }
            nearest = min(nearest ?? next, next)
        }
        return nearest
    }

    /// How far ahead of the band's end tiles are wanted, in pixels.
    private var reach: Int {
        max(TickerTile.width, Int(pixelsPerSecond * Self.lookAhead.inSeconds))
    }

    private func hasPassed(_ run: Run, at left: Int) -> Bool {
        guard run.copies < .max else { return false }
        return run.start + (run.copies - 1) * run.block + run.width <= left
    }
}

/// Collects pictures in order, each once.
private struct Wanted {
    private struct Key: Hashable {
        var strip: Int
        var tile: Int?
    }

    let strips: [Int: StripProgress]
    let time: Instant
    private(set) var pictures: [Picture] = []
    private var seen: Set<Key> = []

    init(strips: [Int: StripProgress], time: Instant) {
        self.strips = strips
        self.time = time
    }

    mutating func addMeasure(_ key: Int) {
        guard let strip = strips[key], strip.isWanted(tile: nil, at: time) else { return }
        if seen.insert(Key(strip: key, tile: nil)).inserted { pictures.append(.tickerStrip(strip.strip)) }
    }

    mutating func add(_ tile: Int, of key: Int) {
        guard let strip = strips[key], strip.isWanted(tile: tile, at: time) else { return }
        if seen.insert(Key(strip: key, tile: tile)).inserted {
            pictures.append(.tickerTile(TickerTile(strip: strip.strip, index: tile)))
        }
    }
}
