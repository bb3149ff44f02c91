import Compositor
import Signage
import TestSupport

/// Composed frames of a ticker whose every column tells which text it is of and where.
///
/// Places are in quarters of a pixel from the band's start edge, along the reading direction.
struct Film {
    static let band = PixelRect(x: 0, y: 0, width: 97, height: 1)

    /// One copy of a text in a frame.
    struct Copy: Hashable {
        var text: String
        /// Where it begins.
        var place: Int
        var width: Int { TickerDriver.width(of: .plain(text)) * 4 }
    }

    var driver: TickerDriver
    private var surfaces: [PictureID: Surface] = [:]
    private var numbers: [String: UInt32] = [:]
    private let compositor = Compositor()
    private let row = PixelRow(width: Film.band.width)

    init(_ text: String, _ change: (inout TickerSettings) -> Void = { _ in }) {
        driver = TickerDriver(text, band: Self.band, change)
    }

    /// The copies in a frame.
    ///
    /// - Returns: nil when the frame holds anything but whole columns of evenly laid texts.
    mutating func copies(at seconds: Double) throws -> Set<Copy>? {
        try draw(at: seconds)
        var copies: Set<Copy> = []
        for (x, pixel) in row.pixels.enumerated() where pixel & 0xff_ffff != 0 {
            guard let text = numbers.first(where: { $0.value == pixel >> 12 & 0xfff })?.key else {
                return nil
            }
            let column = text.first == "ש" ? Self.band.width - 1 - x : x
            copies.insert(Copy(text: text, place: 4 * column - Int(pixel & 0xfff) + 3))
        }
        // Every column of each of them is there, and nothing else.
        var expected = [UInt32](repeating: 0, count: Self.band.width)
        for copy in copies {
            let number = numbers[copy.text] ?? 0
            for column in 0..<Self.band.width {
                guard let color = Self.color(of: number, quarter: 4 * column - copy.place, width: copy.width)
                else {
                    continue
                }
                expected[copy.text.first == "ש" ? Self.band.width - 1 - column : column] = color & 0xff_ffff
            }
        }
        return row.pixels.map { $0 & 0xff_ffff } == expected ? copies : nil
    }

    private mutating func draw(at seconds: Double) throws {
        var tiles: [PictureID: TickerTile] = [:]
        let layers = driver.ticker.layers(at: Instant(seconds: seconds)) { picture in
            guard driver.painted.contains(picture), let id = driver.ids[picture] else { return nil }
            if case .tickerTile(let tile) = picture { tiles[id] = tile }
            return id
        }
        for (id, tile) in tiles where surfaces[id] == nil { surfaces[id] = try surface(tile) }
        let scene = Scene(size: Self.band.size, layers: layers)
        compositor.draw(
            Frame(scene: scene, surfaces: surfaces), damage: Region(Self.band), into: row)
    }

    /// What a painter makes of a tile.
    private mutating func surface(_ tile: TickerTile) throws -> Surface {
        let text = tile.strip.text.source
        let number = numbers[text] ?? UInt32(numbers.count + 1)
        numbers[text] = number
        let measure = TickerDriver.measure(of: tile.strip.text)
        let columns = measure.columns(ofTile: tile.index) ?? 0..<1
        return try Surface(
            size: PixelSize(width: columns.count, height: TickerTile.phases), isOpaque: false
        ) { x, phase in
            let column = measure.isRightToLeft ? columns.upperBound - 1 - x : columns.lowerBound + x
            return Self.color(of: number, quarter: 4 * column - phase, width: 4 * measure.width) ?? 0
        }
    }

    /// The pixel of a column that begins a number of quarters behind the text's beginning; nil: no text is there.
    private static func color(of number: UInt32, quarter: Int, width: Int) -> UInt32? {
        quarter > -4 && quarter < width ? 0xff00_0000 | number << 12 | UInt32(quarter + 3) : nil
    }
}

/// One row of pixels.
private final class PixelRow: PixelTarget {
    let size: PixelSize
    private(set) var pixels: [UInt32]

    init(width: Int) {
        size = PixelSize(width: width, height: 1)
        pixels = [UInt32](repeating: 0, count: width)
    }

    func write(_ row: UnsafeBufferPointer<UInt32>, x: Int, y: Int) {
        for (index, pixel) in row.enumerated() { pixels[x + index] = pixel }
    }
}
