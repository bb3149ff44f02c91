import Signage
import Testing

/// The ticker's band above and below, beside and over the pages, its text at rest and scrolling.
@Suite struct TickerPixelTests {
    struct Case: Sendable, CustomStringConvertible {
        var size: PixelSize
        var position: TickerSettings.Position
        var overlay: Bool
        var scrolls: Bool
        var description: String {
            "\(size.width) × \(size.height), \(position), \(overlay ? "over" : "beside") the pages, "
                + (scrolls ? "scrolling" : "resting")
        }
    }

    static let cases = screens.flatMap { size in
        TickerSettings.Position.allCases.flatMap { position in
            [true, false].flatMap { overlay in
                [true, false].map { Case(size: size, position: position, overlay: overlay, scrolls: $0) }
            }
        }
    }

    /// 64 high, speed 100, gap 80; the text is 200 pixels, or half a band wider than the band.
    @Test(arguments: cases) func theBandIsInItsPlaceAndTheTextInTheBand(_ item: Case) throws {
        let size = item.size
        let width = item.scrolls ? size.width * 3 / 2 : 200
        let height = px(64, size)
        var playlist = Playlist(slides: PlainSign.slides(1))
        var ticker = TickerSettings(text: .plain("news"))
        ticker.position = item.position
        ticker.overlay = item.overlay
        ticker.background = Color(red: 0, green: 0, blue: 0, alpha: 0x80)
        playlist.ticker = ticker
        let sign = try PlainSign(playlist, on: size, textWidth: width)
        let block = width + px(80, size)
        #expect((block > size.width) == item.scrolls)

        let band = item.position == .top ? 0..<height : size.height - height..<size.height
        let page = item.overlay ? size : PixelSize(width: size.width, height: size.height - height)
        let top = item.position == .top && !item.overlay ? height : 0
        // Whole pixels are travelled at these times: 25 or 100 in a second; the last are once round and more.
        let speed = Int(100 * scale(of: size))
        for seconds in [0, 2, 4, block / speed + 3] {
            let offset = item.scrolls ? seconds * speed % block : 0
            let sheet = try sign.frame(at: Double(seconds))
            let edges = [band.lowerBound - 1, band.lowerBound, band.upperBound - 1, band.upperBound]
            func expected(_ x: Int, _ y: Int) -> UInt32? {
                let below = PlainSign.pixel(of: 0, size: page, x: x, y: y - top)
                guard band ~= y else { return below }
                let place = x + offset
                let isText = item.scrolls ? place % block < width : place < width
                if isText { return PlainSign.letters }
                // A half of nothing beside the pages; over them they show through, as pixman rounds.
                guard item.overlay, let below else { return 0 }
                return [16, 8, 0].reduce(0) { sum, shift in
                    let product = (below >> UInt32(shift) & 0xff) * (255 - 0x80) + 128
                    return sum | ((product + product >> 8) >> 8) << UInt32(shift)
                }
            }
            let all = sheet.difference(from: expected)
            #expect(all == nil, "at \(seconds) s")
            let ends = sheet.difference(rows: edges, columns: [], from: expected)
            #expect(ends == nil, "at \(seconds) s")
        }
    }

    /// Marks lie in what an overlay leaves.
    @Test(arguments: screens) func marksKeepOffATickerOverThePages(_ size: PixelSize) throws {
        var playlist = Playlist(slides: PlainSign.slides(2))
        playlist.carousel.indicator.style = .dots
        playlist.carousel.indicator.position = .inside
        playlist.carousel.indicator.halo = false
        var ticker = TickerSettings(text: .plain("news"))
        ticker.overlay = true
        ticker.background = .black
        playlist.ticker = ticker
        let sheet = try PlainSign(playlist, on: size, textWidth: 1).frame(at: 1)
        let (diameter, gap) = (px(10, size), px(9, size))
        let y = size.height - px(64, size) - px(24, size) - diameter + diameter / 2
        let x = (size.width - 2 * diameter - gap) / 2 + diameter / 2
        #expect(sheet[x, y] == 0x32ade6)
        #expect(sheet[x + diameter + gap, y] == 0x8e8e93)
        #expect(sheet[x, size.height - 1] == 0)
    }
}
