import Signage
import Testing

@testable import Painting

extension PaintingTests {
    /// A message over everything: a page with lines and no title.
    @Suite struct MessagePageTests {
        private static let blue = Color(red: 0x1D, green: 0x35, blue: 0x57)

        /// As the sign asks for it: letters a quarter as high as the screen.
        private func page(_ text: String) -> Picture {
            .idle(
                IdlePage(
                    size: PixelSize(width: 480, height: 270), color: Self.blue, title: "", lines: [text],
                    scale: 270 / 4 / IdlePage.lineSize))
        }

        @Test func aShortOneIsLargeWhiteAndInTheMiddle() throws {
            let painted = try paint(page("Zu"))
            painted.keep("message-short")
            let rows = painted.rows(with: Self.blue.premultiplied)
            let columns = painted.columns(with: Self.blue.premultiplied)
            // Noto Sans has capitals of 0.71 of its size.
            #expect(abs(rows.count - Int(270.0 / 4 * 0.71)) <= 3)
            #expect(painted.pixels.contains(0xffff_ffff))
            let left = try #require(columns.first)
            let right = try #require(columns.last)
            #expect(abs(left - (479 - right)) <= 4)
        }

        @Test func aLongOneIsSmallerAndWhole() throws {
            let text = String(repeating: "We are back in five minutes. ", count: 20)
            let painted = try paint(page(text))
            painted.keep("message-long")
            let rows = painted.rows(with: Self.blue.premultiplied)
            let first = try #require(rows.first)
            let last = try #require(rows.last)
            #expect(first >= 13 && last <= 257)
            // Its last word is there.
            #expect(try paint(page(text + "Soon")).pixels != painted.pixels)
        }
    }
}
