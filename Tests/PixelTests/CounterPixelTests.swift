import Signage
import Testing

/// Numbers on the pages, 16 from their top left corners.
@Suite struct CounterPixelTests {
    private func sign(
        _ count: Int, on size: PixelSize, _ change: (inout CarouselSettings) -> Void = { _ in }
    ) throws -> PlainSign {
        var playlist = Playlist(slides: PlainSign.slides(count))
        playlist.carousel.indicator.style = .counter
        change(&playlist.carousel)
        return try PlainSign(playlist, on: size)
    }

    /// A page with its number, in the page's own pixels; nil: outside.
    private func pixel(
        of slide: Int, count: Int, page: PixelSize, on size: PixelSize, x: Int, y: Int
    ) -> UInt32? {
        let inset = px(16, size)
        let width = PlainSign.counterWidth("\(slide + 1)/\(count)", scale: scale(of: size))
        let isNumber = inset..<inset + width ~= x && inset..<inset + px(15, size) ~= y
        let below = PlainSign.pixel(of: slide, size: page, x: x, y: y)
        return isNumber && below != nil ? PlainSign.number : below
    }

    private func rows(_ size: PixelSize) -> [Int] {
        let (top, bottom) = (px(16, size), px(16, size) + px(15, size))
        return [top - 1, top, (top + bottom) / 2, bottom - 1, bottom]
    }

    private func columns(_ size: PixelSize) -> [Int] { [px(16, size) - 1, px(16, size), px(16, size) + 1] }

    @Test(arguments: screens) func numbersTravelWithTheirPages(_ size: PixelSize) throws {
        let sign = try sign(10, on: size)
        for (seconds, position) in [(1.0, 0.0), (3.2, 0.5), (4, 1)] {
            let sheet = try sign.frame(at: seconds)
            let first = Int(position)
            let shift = Int((position - Double(first)) * Double(size.width))
            let difference = sheet.difference(rows: rows(size), columns: columns(size)) { x, y in
                let place = x + shift
                let (slide, local) = place < size.width ? (first, place) : (first + 1, place - size.width)
                return pixel(of: slide, count: 10, page: size, on: size, x: local, y: y)
            }
            #expect(difference == nil, "at \(position)")
        }
    }

    /// "9/10" has the least width, "1000/1000" what it needs: 62 points of this painter.
    @Test(arguments: screens, [(10, 9, 40.0), (1000, 1000, 62.0)])
    func capsulesWidenForTheirText(_ size: PixelSize, _ item: (count: Int, number: Int, width: Double)) throws
    {
        let sign = try sign(item.count, on: size)
        try sign.command(.showNumber(item.number, for: nil), at: 0.5)
        let sheet = try sign.frame(at: 1.5)
        let difference = sheet.difference(rows: rows(size), columns: columns(size)) { x, y in
            pixel(of: item.number - 1, count: item.count, page: size, on: size, x: x, y: y)
        }
        #expect(difference == nil)
        let (end, y) = (px(16, size) + px(item.width, size), px(16, size) + 1)
        #expect(sheet[end - 1, y] == PlainSign.number)
        #expect(sheet[end, y] == PlainSign.colors(item.number - 1).page)
    }

    /// A banner 170 high at the top of the screen, black below; each page has its own number.
    @Test(arguments: screens) func aBannerHasItsNumberInItsCorner(_ size: PixelSize) throws {
        let sign = try sign(3, on: size) { $0.region.height = .points(170) }
        let banner = PixelSize(width: size.width, height: px(170, size))
        for (seconds, position) in [(1.0, 0.0), (3.2, 0.5), (7, 2), (9.2, 2.5)] {
            let sheet = try sign.frame(at: seconds)
            let first = Int(position)
            let shift = Int((position - Double(first)) * Double(size.width))
            let edges = [banner.height - 1, banner.height, size.height - 1]
            let difference = sheet.difference(rows: rows(size) + edges, columns: columns(size)) { x, y in
                guard y < banner.height else { return 0 }
                let place = x + shift
                let (page, local) = place < size.width ? (first, place) : (first + 1, place - size.width)
                return pixel(of: page % 3, count: 3, page: banner, on: size, x: local, y: y)
            }
            #expect(difference == nil, "at \(position)")
        }
    }

    /// The neighbours that show at the edges have theirs cut with them.
    @Test(arguments: screens) func neighboursHaveTheirOwn(_ size: PixelSize) throws {
        let sign = try sign(3, on: size) {
            $0.edge = 100
            $0.spacing = 12
        }
        let (e, s) = (px(100, size), px(12, size))
        let page = PixelSize(width: size.width - 2 * e - 2 * s, height: size.height)
        let sheet = try sign.frame(at: 1)
        let difference = sheet.difference(rows: rows(size), columns: []) { x, y in
            for (slide, start) in [(2, e - page.width), (0, e + s), (1, size.width - e)] {
                if let pixel = pixel(of: slide, count: 3, page: page, on: size, x: x - start, y: y) {
                    return pixel
                }
            }
            return 0
        }
        #expect(difference == nil)
    }
}
