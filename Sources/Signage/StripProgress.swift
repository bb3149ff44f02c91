/// What is known and painted of one ticker text.
struct StripProgress: Sendable {
    let strip: TickerStrip
    /// nil: not measured yet.
    private(set) var measure: StripMeasure?
    /// Painted tiles and their sizes.
    private(set) var tiles: [Int: PixelSize] = [:]
    /// When a tile that could not be painted is tried again.
    private(set) var failures: [Int: Instant] = [:]
    /// When a text that could not be measured is tried again.
    private(set) var measureFailure: Instant?

    /// Nothing is painted yet; an empty text needs nothing.
    init(strip: TickerStrip) {
        self.strip = strip
        if strip.text.source.isEmpty { measure = StripMeasure(width: 0) }
    }

    var tileCount: Int { measure?.tileCount ?? 0 }

    /// Whether it can come on in a band of some pixels: measured, and the tiles that show first are painted, or
    /// cannot be.
    func isReady(across bandWidth: Int) -> Bool {
        guard measure != nil else { return false }
        return firstTiles(across: bandWidth).allSatisfy { tiles[$0] != nil || failures[$0] != nil }
    }

    /// The tiles that show when the text's beginning is at the band's start edge.
    func firstTiles(across bandWidth: Int) -> Range<Int> {
        let columns = bandWidth + (measure?.before ?? 0)
        return 0..<min(tileCount, max(0, columns + TickerTile.width - 1) / TickerTile.width)
    }

    mutating func measured(_ measure: StripMeasure) {
        // The first is kept: a strip that is painted on must not change under its copies.
        guard self.measure == nil else { return }
        self.measure = measure
        measureFailure = nil
    }

    mutating func painted(tile: Int, size: PixelSize) {
        tiles[tile] = size
        failures[tile] = nil
    }

    mutating func dropped(tile: Int) {
        tiles[tile] = nil
    }

    /// nil: the text could not be measured.
    mutating func failed(tile: Int?, until retry: Instant) {
        if let tile {
            failures[tile] = retry
        } else {
            measureFailure = retry
        }
    }

    mutating func forgetFailures() {
        failures = [:]
        measureFailure = nil
    }

    /// Whether a tile, or with nil the measure, is to be asked for.
    func isWanted(tile: Int?, at time: Instant) -> Bool {
        let retry =
            if let tile { failures[tile] } else { measureFailure }
        return retry.map { $0 <= time } ?? true
    }
}
