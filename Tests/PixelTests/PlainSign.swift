import Compositor
import Signage
import SystemCalls
import TestSupport

/// A sign in virtual time whose painter paints plain colours, each picture with an edge of one pixel, and its frames.
final class PlainSign {
    /// Of a ticker's letters.
    static let letters: UInt32 = 0x00ff00
    /// Of the capsule with a page's number.
    static let number: UInt32 = 0xf2f2f7

    let size: PixelSize
    private var sign: Sign
    private var now = Instant(seconds: 0)
    private var surfaces: [PictureID: Surface] = [:]
    private let textWidth: Int
    private let compositor = Compositor()
    private var commands = 0

    /// A sign at its start.
    ///
    /// - Parameters:
    ///   - playlist: its slides are those of `slides`.
    ///   - size: of the screen; a point is as long as it is by itself.
    ///   - textWidth: pixels of the ticker's text.
    /// - Throws: what memory for its pictures failed with.
    init(_ playlist: Playlist, on size: PixelSize, textWidth: Int = 0) throws {
        self.size = size
        self.textWidth = textWidth
        sign = Sign(
            playlist: playlist, settings: SignSettings(name: "plain"), output: OutputGeometry(size: size),
            at: now)
        try paint()
    }

    /// Slides that this painter knows: one colour each.
    static func slides(_ count: Int) -> [Slide] {
        (0..<count).map { Slide(content: .text("\($0)"), id: "\($0)") }
    }

    /// 0xRRGGBB of a slide's page and of its edge.
    static func colors(_ slide: Int) -> (page: UInt32, edge: UInt32) {
        let page = UInt32(0x20_1040 + slide % 7 * 0x1c_0a04 + slide / 7 % 20 * 0x00_0301)
        return (page, page ^ 0x40_4040)
    }

    /// A pixel of a page; nil: outside.
    static func pixel(of slide: Int, size: PixelSize, x: Int, y: Int) -> UInt32? {
        guard 0..<size.width ~= x, 0..<size.height ~= y else { return nil }
        let isEdge = x == 0 || y == 0 || x == size.width - 1 || y == size.height - 1
        return isEdge ? colors(slide).edge : colors(slide).page
    }

    // MARK: Time and commands

    func command(_ command: Command, at seconds: Double) throws {
        try run(to: seconds)
        commands += 1
        _ = sign.handle(.command(command, number: commands), at: now)
        try paint()
    }

    private func run(to seconds: Double) throws {
        let end = Instant(seconds: seconds)
        while let deadline = sign.nextDeadline(), deadline <= end {
            now = max(now, deadline)
            _ = sign.advance(to: now)
            try paint()
        }
        now = max(now, end)
    }

    /// The frame that is shown at a moment, drawn whole.
    func frame(at seconds: Double) throws -> Sheet {
        try run(to: seconds)
        let scene = sign.scene(at: now)
        let sheet = Sheet(size)
        compositor.draw(
            Frame(scene: scene, surfaces: surfaces), damage: Region(PixelRect(size)), into: sheet)
        return sheet
    }

    // MARK: The painter

    private func paint() throws {
        for _ in 0..<10 {
            let wanted = sign.wantedPictures(at: now)
            let names = Set(wanted.map(\.id))
            let unwanted = surfaces.keys.filter { !names.contains($0) }.sorted { $0.number < $1.number }
            let news = wanted.filter { surfaces[$0.id] == nil }
            if unwanted.isEmpty, news.isEmpty { return }
            for id in unwanted {
                surfaces[id] = nil
                _ = sign.handle(.dropped(id), at: now)
            }
            for request in news {
                let (picture, surface) = try painted(request.picture)
                surfaces[request.id] = surface
                _ = sign.handle(.painted(request.id, picture), at: now)
            }
        }
    }

    private func painted(_ picture: Picture) throws -> (PaintedPicture, Surface) {
        switch picture {
        case .slide(let slide):
            guard case .text(let text) = slide.content, let number = Int(text) else { break }
            let colors = Self.colors(number)
            return try plain(slide.size, colors.page, edge: colors.edge, isOpaque: true)
        case .counter(let counter):
            let width = Self.counterWidth(counter.text, scale: counter.scale)
            return try plain(
                PixelSize(width: width, height: counter.largestSize.height), Self.number, edge: Self.number)
        case .tickerTile(let tile):
            let columns = StripMeasure(width: textWidth).columns(ofTile: tile.index) ?? 0..<1
            // Its phases lie one below the other; what is beyond the text is clear.
            return try plain(
                PixelSize(width: columns.count, height: tile.strip.height * TickerTile.phases), Self.letters,
                edge: Self.letters, clearFrom: textWidth - columns.lowerBound)
        case .tickerStrip(let strip):
            // A measure: its pixels are nowhere.
            let size = PixelSize(width: textWidth, height: strip.height)
            return (
                PaintedPicture(size: size, isOpaque: false),
                try plain(PixelSize(width: 1, height: 1), 0, edge: 0).1
            )
        case .idle, .badge: break
        }
        return try plain(picture.pixelSize ?? PixelSize(width: 1, height: 1), 0xff_ffff, edge: 0xff_ffff)
    }

    /// Pixels of a capsule for six points a character and four beside them: 40 points at least.
    static func counterWidth(_ text: String, scale: Double) -> Int {
        let points = max(40, Double(text.count) * 6 + 8)
        return Int((points * scale).rounded())
    }

    private func plain(
        _ size: PixelSize, _ color: UInt32, edge: UInt32, isOpaque: Bool = false, clearFrom clear: Int = .max
    ) throws -> (PaintedPicture, Surface) {
        let count = size.width * size.height
        let file = try MemoryFile(name: "plain", size: count * 4)
        let mapping = try Mapping(file.descriptor, size: file.size, writable: true)
        let pixels = mapping.bytes.assumingMemoryBound(to: UInt32.self)
        pixels.update(repeating: 0xff00_0000 | color)
        for y in 0..<size.height {
            let row = y * size.width
            if y == 0 || y == size.height - 1 {
                pixels[row..<row + size.width].update(repeating: 0xff00_0000 | edge)
            }
            pixels[row] = 0xff00_0000 | edge
            pixels[row + size.width - 1] = 0xff00_0000 | edge
            if clear < size.width { pixels[row + clear..<row + size.width].update(repeating: 0) }
        }
        return (
            PaintedPicture(size: size, isOpaque: isOpaque),
            Surface(size: size, stride: size.width * 4, isOpaque: isOpaque, mapping: mapping)
        )
    }
}
