extension Ticker {
    /// Strips of no more tiles are kept whole.
    static let tilesKeptWhole = 4
    /// Tiles are wanted this long before they show, and one tile ahead at least.
    static let lookAhead = Duration.seconds(2)

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
        let standing = standing(at: time)
        // One rounding for all copies: they keep their distances.
        let (left, phase) = standing.window
        for place in places(of: standing.line, from: left, to: left + band.width) {
            guard let strip = strips[place.strip], let size = strip.tiles[place.tile],
                let id = pictureID(.tickerTile(TickerTile(strip: strip.strip, index: place.tile)))
            else { continue }
            // Of the tile only the rows of one phase show. A strip of an earlier band is centred in this one.
            let height = size.height / TickerTile.phases
            let distance = place.start - left
            let rows = PixelRect(
                x: standing.line.isRightToLeft ? band.maxX - distance - size.width : band.x + distance,
                y: band.y + (band.height - height) / 2, width: size.width, height: height)
            let frame = PixelRect(
                x: rows.x, y: rows.y - phase * height, width: size.width, height: size.height)
            layers.append(Layer(.picture(id), frame: frame, clip: band.intersection(rows)))
        }
        return layers
    }

    /// Whether a tile that shows at a moment has still to be painted.
    func isIncomplete(at time: Instant) -> Bool {
        let standing = standing(at: time)
        let left = standing.window.left
        return places(of: standing.line, from: left, to: left + band.width).contains { place in
            guard let strip = strips[place.strip] else { return false }
            return strip.tiles[place.tile] == nil && strip.failures[place.tile] == nil
        }
    }

    /// One copy of a tile on the line.
    private struct Place {
        var strip: Int
        var tile: Int
        /// Its first column.
        var start: Int
    }

    /// The tiles on a part of a line, in its order.
    private func places(of line: Line, from left: Int, to right: Int) -> [Place] {
        var places: [Place] = []
        for run in line.runs where run.measure.width > 0 {
            var copy = run.firstCopy(beyond: left)
            while copy < run.end {
                let first = run.start + copy * run.block + run.measure.painted.lowerBound
                if first >= right { break }
                let columns = (right - first + TickerTile.width - 1) / TickerTile.width
                let tiles = max(0, left - first) / TickerTile.width..<min(run.measure.tileCount, columns)
                for tile in tiles {
                    places.append(Place(strip: run.strip, tile: tile, start: first + tile * TickerTile.width))
                }
                copy += 1
            }
        }
        return places
    }

    // MARK: What must be painted

    /// The pictures to have or to paint, most urgent first: the measure of a text that waits, the tiles that show,
    /// those that a waiting text begins with, those that show next, those that a finger may bring back.
    ///
    /// Their number depends on the band and the speed, not on the text.
    public func wantedPictures(at time: Instant) -> [Picture] {
        var wanted = Wanted(strips: strips, time: time)
        let standing = standing(at: time)
        let left = Int(standing.travel.rounded(.down))
        let edge = end(ofWindowAt: left)
        if let arrival, let strip = strips[arrival.strip], strip.measure == nil {
            wanted.addMeasure(arrival.strip)
        }
        func add(from left: Int, to right: Int) {
            for place in places(of: standing.line, from: left, to: right) {
                wanted.add(place.tile, of: place.strip)
            }
        }
        add(from: left, to: edge)
        let waiting = standing.hasTurned ? nil : turn?.line.runs.last?.strip
        for key in [waiting, arrival?.strip].compactMap({ $0 }) {
            for tile in strips[key]?.firstTiles(across: band.width) ?? 0..<0 { wanted.add(tile, of: key) }
        }
        add(from: edge, to: edge + reach)
        if settings.drag { add(from: left - TickerTile.width, to: left) }
        for run in standing.line.runs where !run.hasPassed(left) {
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
        if grip == nil, isMoving(at: now) {
            let standing = standing(at: now)
            let seen = end(ofWindowAt: Int(standing.travel.rounded(.down))) + reach
            var ways = [nextTile(of: standing.line, beyond: seen).map { Double($0 - seen) + 1 }]
            if !standing.hasTurned, let turn { ways.append(turn.place - standing.travel) }
            if let way = ways.compactMap({ $0 }).min() {
                // A nanosecond's rounding must not make it come back at once.
                deadlines.append(now + .nanoseconds(Int64(way / pixelsPerSecond * 1e9) + 1_000_000))
            }
        }
        return deadlines.min()
    }

    /// Where the next tile begins on a line that is not wanted already, at or beyond a place.
    private func nextTile(of line: Line, beyond place: Int) -> Int? {
        var nearest: Int?
        for run in line.runs where run.extent != .behind {
            guard let strip = strips[run.strip], strip.tileCount > Self.tilesKeptWhole else { continue }
            let copy = min(run.firstCopy(beyond: place), run.end - 1)
            let first = run.start + copy * run.block + run.measure.painted.lowerBound
            let tile = max(0, place - first + TickerTile.width - 1) / TickerTile.width
            var next = first + tile * TickerTile.width
            if tile >= strip.tileCount {
                guard copy + 1 < run.end else { continue }
                next = first + run.block
            }
            nearest = min(nearest ?? next, next)
        }
        return nearest
    }

    /// The first column that no frame shows while the window has travelled less than a pixel on.
    private func end(ofWindowAt left: Int) -> Int { left + band.width + 2 }

    /// How far ahead of the band's end tiles are wanted, in pixels.
    private var reach: Int {
        max(TickerTile.width, Int(pixelsPerSecond * Self.lookAhead.inSeconds))
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
