import Signage
import Testing

/// Pages with edge 24, spacing 12 and padding 16, by the formulas of the layout.
@Suite struct PeekingTests {
    struct Case: Sendable, CustomStringConvertible {
        var size: PixelSize
        var axis: CarouselSettings.Axis
        var loops: Bool
        var description: String {
            "\(size.width) × \(size.height), \(axis), \(loops ? "endless" : "with ends")"
        }
    }

    static let cases = screens.flatMap { size in
        CarouselSettings.Axis.allCases.flatMap { axis in
            [true, false].map { Case(size: size, axis: axis, loops: $0) }
        }
    }

    private static let count = 3
    private static let background: UInt32 = 0x1b1413

    private func sign(_ item: Case) throws -> PlainSign {
        var playlist = Playlist(slides: PlainSign.slides(Self.count))
        playlist.carousel.axis = item.axis
        playlist.carousel.loop = item.loops
        playlist.carousel.edge = 24
        playlist.carousel.spacing = 12
        playlist.carousel.padding = 16
        playlist.carousel.background = Color(red: 0x1b, green: 0x14, blue: 0x13)
        playlist.carousel.indicator.style = .none
        return try PlainSign(playlist, on: item.size)
    }

    /// The pixels of pages at a position.
    private func expected(_ item: Case, at position: Double) -> (Int, Int) -> UInt32? {
        let isHorizontal = item.axis == .horizontal
        let length = isHorizontal ? item.size.width : item.size.height
        let breadth = isHorizontal ? item.size.height : item.size.width
        let (e, s, m) = (px(24, item.size), px(12, item.size), px(16, item.size))
        let c = length - 2 * e - 2 * s
        let q = c + s
        let page = isHorizontal ? PixelSize(width: c, height: breadth) : PixelSize(width: breadth, height: c)
        /// Where a page begins before rounding.
        func start(_ k: Int) -> Double {
            let travel = (Double(k) - position) * Double(q)
            return item.loops
                ? Double(e + s) + travel
                : Double(m) + travel + min(1, max(0, position)) * Double(e + s - m)
        }
        let first = Int(position.rounded(.down))
        let anchor = Int((start(first) + 0.5).rounded(.down))
        return { x, y in
            let along = isHorizontal ? x : y
            for k in first - 3...first + 3 where item.loops || 0..<Self.count ~= k {
                let local = along - (anchor + (k - first) * q)
                let slide = (k % Self.count + Self.count) % Self.count
                if let pixel = PlainSign.pixel(
                    of: slide, size: page, x: isHorizontal ? local : x, y: isHorizontal ? y : local)
                {
                    return pixel
                }
            }
            return Self.background
        }
    }

    /// First, middle and last page at rest and half-way between them; endless, the last and the first as well.
    @Test(arguments: cases) func pagesLieWhereTheFormulasSay(_ item: Case) throws {
        let sign = try sign(item)
        var moments = [(1.0, 0.0), (3.2, 0.5), (4, 1), (6.2, 1.5), (7, 2)]
        if item.loops { moments += [(9.2, 2.5), (10, 0)] }
        for (seconds, position) in moments {
            let sheet = try sign.frame(at: seconds)
            let difference = sheet.difference(from: expected(item, at: position))
            #expect(difference == nil, "at \(position)")
        }
    }

    /// In an endless carousel the padding says nothing; with ends the first page begins there, and both neighbours of
    /// the middle page show as much.
    @Test(arguments: screens) func neighboursShowAtTheEdges(_ size: PixelSize) throws {
        let (e, s, m) = (px(24, size), px(12, size), px(16, size))
        let y = size.height / 2
        let clamped = try sign(Case(size: size, axis: .horizontal, loops: false))
        let first = try clamped.frame(at: 1)
        #expect(first[m - 1, y] == Self.background && first[m, y] == PlainSign.colors(0).edge)
        let middle = try clamped.frame(at: 4)
        for (slide, x) in [(0, 0), (2, size.width - 1)] {
            #expect(middle[x, y] == PlainSign.colors(slide).page)
        }
        #expect(middle[e - 1, y] == PlainSign.colors(0).edge)
        #expect(middle[e, y] == Self.background && middle[e + s - 1, y] == Self.background)
        #expect(middle[e + s, y] == PlainSign.colors(1).edge)
        #expect(middle[size.width - e, y] == PlainSign.colors(2).edge)
        let last = try clamped.frame(at: 7)
        #expect(last[size.width - 1, y] == Self.background && last[0, y] == PlainSign.colors(1).page)
    }
}

/// The screens that everything is looked at on; a point is a quarter of a pixel, and a pixel.
let screens = [PixelSize(width: 320, height: 240), PixelSize(width: 1920, height: 1080)]

/// Pixels per point: the shorter side / 1080 in steps of 1/8, at least 1/4.
func scale(of size: PixelSize) -> Double {
    max(0.25, (Double(min(size.width, size.height)) / 1080 * 8).rounded() / 8)
}

/// Points as whole pixels of a screen.
func px(_ points: Double, _ size: PixelSize) -> Int { Int((points * scale(of: size)).rounded()) }
