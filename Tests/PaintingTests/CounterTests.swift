import Signage
import Testing

@testable import Painting

extension PaintingTests {
    @Suite struct CounterTests {
        private let ground: UInt32 = 0xfff2_f2f7

        /// Columns in which something of the text is.
        private func inked(_ painted: Painted) -> [Int] {
            let size = painted.picture.size
            return (0..<size.width).filter { x in
                (0..<size.height).contains { y in
                    let pixel = painted[x, y]
                    return pixel >> 24 == 255 && (pixel & 0xff) < 0x80
                }
            }
        }

        @Test(arguments: [("1/1", 1, 1), ("2/5", 2, 5), ("9/10", 9, 10), ("10/10", 10, 10)])
        func shortNumbersHaveTheLeastCapsule(_ text: String, _ number: Int, _ count: Int) throws {
            for scale in [1, 2.0] {
                let counter = Counter(number: number, count: count, scale: scale)
                #expect(counter.text == text)
                let painted = try paint(.counter(counter))
                painted.keep("counter-\(number)-of-\(count)-\(Int(scale))")
                #expect(painted.picture.size == PixelSize(width: Int(40 * scale), height: Int(15 * scale)))
                #expect(!painted.picture.isOpaque && painted.picture.notes.isEmpty)
                let ink = inked(painted)
                let (left, right) = (ink.first ?? 0, painted.picture.size.width - 1 - (ink.last ?? 0))
                // In the middle; a digit's own margins are not all alike.
                #expect(abs(left - right) <= Int(2 * scale) && left >= Int(4 * scale))
                #expect(ink.count >= Int(Double(text.count) * scale * 2))
            }
        }

        @Test(arguments: [0.25, 1, 2])
        func longNumbersFit(_ scale: Double) throws {
            let counter = Counter(number: 1000, count: 1000, scale: scale)
            let painted = try paint(.counter(counter))
            painted.keep("counter-long-\(Int(scale * 100))")
            let size = painted.picture.size
            // Nine characters of half the font's height and more.
            #expect(Double(size.width) > 45 * scale + 8 * scale && size.width < counter.largestSize.width)
            #expect(size.height == Int((15 * scale).rounded()))
            guard scale >= 1 else { return }
            let ink = inked(painted)
            #expect(
                (ink.first ?? 0) >= Int(4 * scale) && (ink.last ?? size.width) < size.width - Int(4 * scale))
        }

        @Test func theCapsuleIsRoundOnNothing() throws {
            let painted = try paint(.counter(Counter(number: 2, count: 5, scale: 1)))
            for (x, y) in [(0, 0), (39, 0), (0, 14), (39, 14)] { #expect(painted[x, y] == 0) }
            for (x, y) in [(20, 0), (20, 14), (1, 7), (38, 7), (9, 1), (30, 13)] {
                #expect(painted[x, y] == ground)
            }
            // The text is black and has the middle of the height.
            let rows = (0..<15).filter { y in (8..<32).contains { painted[$0, y] & 0xff < 0x80 } }
            #expect((rows.first ?? 0) >= 2 && (rows.last ?? 15) <= 12 && rows.count >= 6)
        }

        @Test func coloursAreTheOnesGiven() throws {
            let painted = try paint(
                .counter(
                    Counter(
                        number: 88, count: 88, color: Color(red: 255, green: 0, blue: 0),
                        ground: Color(red: 0, green: 0, blue: 255), scale: 4)))
            #expect(painted[80, 2] == 0xff00_00ff)
            #expect(painted.pixels.contains(0xffff_0000))
        }
    }
}
