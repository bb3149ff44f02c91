import PaintJobs
import Signage
import Testing

@testable import Painting

extension PaintingTests {
    @Suite struct TurnedPicturesTests {
        /// One of each kind: a photo, text, both tiles of a ticker (the last one is narrower), idle page, badge,
        /// counter.
        static let pictures: [(name: String, picture: Picture)] = {
            let strip = TickerStrip(
                text: .plain(String(repeating: "Fish & chips · ", count: 28)), style: TextStyle(size: 16),
                scale: 1, height: 21)
            return [
                ("photo", imageSlide(41, 26)),
                ("photo within a page", imageSlide(23, 50, background: .white)),
                ("text", textSlide(.text("Fish & chips today"), 121, 64, style: TextStyle(size: 20))),
                ("colour", textSlide(.color(.white), 3, 5)),
                ("first tile", .tickerTile(TickerTile(strip: strip, index: 0))),
                ("last tile", .tickerTile(TickerTile(strip: strip, index: 1))),
                (
                    "idle",
                    .idle(
                        IdlePage(
                            size: PixelSize(width: 161, height: 90), color: .black, title: "a", lines: ["b"],
                            scale: 0.25))
                ),
                ("badge", .badge(Badge(symbol: .playing, side: 33))),
                ("counter", .counter(Counter(number: 1000, count: 1000, scale: 1))),
            ]
        }()

        @Test(arguments: pictures.map(\.name), Rotation.allCases)
        func theUprightPixelsAreTurned(_ name: String, _ rotation: Rotation) throws {
            let picture = try #require(Self.pictures.first { $0.name == name }?.picture)
            var file: [UInt8]?
            if case .slide(let slide) = picture, case .image = slide.content {
                let fixture = Fixture(width: 31, height: 17) { x, y in
                    [UInt8(x * 8), UInt8(y * 15), UInt8(x * y % 256)]
                }
                file = try fixture.saved(by: "pngsave")
            }
            let painter = try Painter()
            let upright = try paint(picture, file: file, with: painter)
            let turned = try paint(picture.turned(by: rotation), file: file, with: painter)
            #expect(turned.picture == upright.picture)
            let size = upright.picture.size
            let rows = size.turned(by: rotation)
            #expect(turned.pixels.count == upright.pixels.count)
            #expect(Set(upright.pixels).count > (name == "colour" ? 0 : 5))
            var wrong = 0
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let (turnedX, turnedY) =
                        switch rotation {
                        case .none: (x, y)
                        case .clockwise90: (size.height - 1 - y, x)
                        case .half: (size.width - 1 - x, size.height - 1 - y)
                        case .clockwise270: (y, size.width - 1 - x)
                        }
                    if turned.pixels[turnedY * rows.width + turnedX] != upright.pixels[y * size.width + x] {
                        wrong += 1
                    }
                }
            }
            #expect(wrong == 0)
        }

        @Test(arguments: Rotation.allCases) func theRowsAreThoseOfTheTurnedPicture(_ rotation: Rotation)
            throws
        {
            var pixels = [UInt32](repeating: 0, count: 7 * 4)
            let (painted, stride) = try pixels.withUnsafeMutableBytes {
                try Painter().paint(
                    textSlide(.color(.white), 7, 4).turned(by: rotation), file: nil, pixels: $0)
            }
            #expect(painted.size == PixelSize(width: 7, height: 4))
            #expect(stride == (rotation.swapsSides ? 16 : 28))
        }
    }
}
