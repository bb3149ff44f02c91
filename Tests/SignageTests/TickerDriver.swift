@testable import Signage

/// A ticker with a painter that knows how wide texts are: "a 1000" is 1000 pixels wide. What begins with "ש" is read from
/// right to left.
struct TickerDriver {
    static let band = PixelRect(x: 0, y: 536, width: 800, height: 64)

    var ticker: Ticker
    private(set) var ids: [Picture: PictureID] = [:]
    private(set) var painted: Set<Picture> = []
    private var lastID: UInt64 = 0
    /// The most tiles that were ever wanted at once.
    private(set) var mostWanted = 0

    init(
        _ text: String, band: PixelRect = Self.band, scale: Double = 1, at seconds: Double = 0,
        paint: Bool = true,
        _ change: (inout TickerSettings) -> Void = { _ in }
    ) {
        let settings = Self.settings(text, change)
        ticker = Ticker(settings: settings, band: band, scale: scale, at: Instant(seconds: seconds))
        if paint { self.paint(at: seconds) }
    }

    static func settings(_ text: String, _ change: (inout TickerSettings) -> Void = { _ in })
        -> TickerSettings
    {
        var settings = TickerSettings(text: .plain(text))
        change(&settings)
        return settings
    }

    static func width(of text: TickerText) -> Int {
        text.source.split(separator: " ").last.flatMap { Int($0) } ?? 0
    }

    static func measure(of text: TickerText) -> StripMeasure {
        StripMeasure(width: width(of: text), isRightToLeft: text.source.first == "ש")
    }

    mutating func reload(
        _ text: String, band: PixelRect = Self.band, scale: Double = 1, at seconds: Double,
        paint: Bool = true,
        _ change: (inout TickerSettings) -> Void = { _ in }
    ) {
        ticker.reload(
            settings: Self.settings(text, change), band: band, scale: scale, at: Instant(seconds: seconds))
        if paint { self.paint(at: seconds) }
    }

    /// Paints all that is wanted, and drops what is not.
    mutating func paint(at seconds: Double) {
        let now = Instant(seconds: seconds)
        var wanted = note(at: now)
        while let picture = wanted.first(where: { !painted.contains($0) }) {
            paint(picture, at: now)
            wanted = note(at: now)
        }
        for picture in painted where !wanted.contains(picture) {
            painted.remove(picture)
            ticker.dropped(picture)
        }
    }

    /// Tells of one picture.
    mutating func paint(_ picture: Picture, at now: Instant) {
        painted.insert(picture)
        // A picture painted again has another name.
        lastID += 1
        ids[picture] = PictureID(number: lastID)
        var result = PaintedPicture(size: Self.size(of: picture), isOpaque: false)
        if case .tickerStrip(let strip) = picture { result.measure = Self.measure(of: strip.text) }
        ticker.painted(picture, result, at: now)
    }

    private static func size(of picture: Picture) -> PixelSize {
        switch picture {
        case .tickerStrip(let strip): PixelSize(width: width(of: strip.text), height: strip.height)
        case .tickerTile(let tile):
            PixelSize(
                width: measure(of: tile.strip.text).columns(ofTile: tile.index)?.count ?? 0,
                height: tile.strip.height * TickerTile.phases)
        case .slide, .idle, .badge, .counter: PixelSize(width: 0, height: 0)
        }
    }

    private mutating func note(at now: Instant) -> [Picture] {
        let wanted = ticker.wantedPictures(at: now)
        mostWanted = max(mostWanted, wanted.count)
        return wanted
    }

    func offset(at seconds: Double) -> Double { ticker.status(at: Instant(seconds: seconds)).offset }

    func isMoving(at seconds: Double) -> Bool { ticker.isMoving(at: Instant(seconds: seconds)) }

    /// One tile on the screen.
    struct Shown: Hashable {
        var text: String
        var tile: Int
        var x: Int
        var width: Int
        /// Quarters of a pixel that the text is farther along its reading direction.
        var phase: Int
    }

    /// The tiles that show, from the left to the right.
    func shown(at seconds: Double) -> [Shown] {
        var tiles: [PictureID: TickerTile] = [:]
        let layers = ticker.layers(at: Instant(seconds: seconds)) { picture in
            guard painted.contains(picture), let id = ids[picture] else { return nil }
            if case .tickerTile(let tile) = picture { tiles[id] = tile }
            return id
        }
        return layers.compactMap { layer in
            guard case .picture(let id) = layer.content, let tile = tiles[id] else { return nil }
            return Shown(
                text: tile.strip.text.source, tile: tile.index, x: layer.frame.x, width: layer.frame.width,
                phase: (layer.clip.y - layer.frame.y) / tile.strip.height)
        }.sorted { $0.x < $1.x }
    }

    /// How far from the band's start edge the texts' copies begin, by their first tiles: "a 1000@-540", "a 1000@-540.25".
    func copies(at seconds: Double) -> [String] {
        let band = ticker.band
        return shown(at: seconds).filter { $0.tile == 0 }.map { shown in
            let isRightToLeft = shown.text.first == "ש"
            let whole = isRightToLeft ? band.maxX - shown.x - shown.width : shown.x - band.x
            let place = Double(whole) + Double(shown.phase) / Double(TickerTile.phases)
            return "\(shown.text)@\(place == place.rounded() ? "\(Int(place))" : "\(place)")"
        }
    }
}
