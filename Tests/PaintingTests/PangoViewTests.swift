import Glibc
import Signage
import SystemCalls
import Testing

@testable import Painting

extension PaintingTests {
    /// Text looks as Pango's own viewer shows it: right letters, joined rightly, in the right order.
    ///
    /// Compared in shape: wherever one picture has much ink the other has some within a pixel, since glyphs are put at
    /// whole pixels and the two begin at other fractions of one.
    @Suite struct Views {
        struct Sample: CustomTestStringConvertible, Sendable {
            var testDescription: String
            var text: String
        }

        static let samples = [
            Sample(testDescription: "Arabic", text: "خبز طازج كل صباح"),
            Sample(testDescription: "Hebrew", text: "לחם טרי בכל בוקר"),
            Sample(testDescription: "Thai", text: "ซื้อหนึ่งแถมหนึ่ง ฟรี"),
            Sample(testDescription: "Devanagari", text: "आज का विशेष प्रस्ताव क्षत्रिय"),
            Sample(testDescription: "Korean", text: "두 개 사면 하나 더"),
            Sample(testDescription: "emoji", text: "🎉🍕👩‍👩‍👧🇰🇷👍🏽"),
            Sample(testDescription: "mixed in English", text: "Bread خبز 3 and 4 לחם (fresh) 2.80"),
            Sample(testDescription: "mixed in Arabic", text: "خبز Bread 3 × 4, 50 % (לחם) طازج"),
            Sample(
                testDescription: "isolated",
                text: "Open 7–19 · \u{2068}خبز طازج\u{2069} · \u{2068}לחם 3\u{2069}"),
            Sample(testDescription: "accents", text: "Größe ﬁn Ünïçødé e\u{301}x\u{323}"),
        ]

        /// One is white on black, the other may have colours: what is bright is ink.
        private struct Ink {
            let width: Int
            let height: Int
            let values: [UInt8]

            /// Without the empty rows and columns around it; nil: there is none.
            init?(_ pixels: [UInt32], width: Int) {
                let values = pixels.map { pixel in
                    UInt8(max(pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255))
                }
                let height = values.count / max(1, width)
                let rows = (0..<height).filter { y in
                    values[(y * width)..<((y + 1) * width)].contains { $0 > 127 }
                }
                guard let top = rows.first, let bottom = rows.last else { return nil }
                let columns = (0..<width).filter { x in
                    (top...bottom).contains { values[$0 * width + x] > 127 }
                }
                guard let left = columns.first, let right = columns.last else { return nil }
                self.width = right - left + 1
                self.height = bottom - top + 1
                self.values = (top...bottom).flatMap { values[($0 * width + left)...($0 * width + right)] }
            }

            func value(_ x: Int, _ y: Int) -> UInt8 {
                x >= 0 && y >= 0 && x < width && y < height ? values[y * width + x] : 0
            }

            /// Shares of pixels with much ink that have none near them in another picture.
            func strays(in other: Ink) -> Double {
                var count = 0
                var strays = 0
                for y in 0..<height {
                    for x in 0..<width where value(x, y) > 160 {
                        count += 1
                        let isNear = (-1...1).contains { down in
                            (-1...1).contains { other.value(x + $0, y + down) > 64 }
                        }
                        if !isNear { strays += 1 }
                    }
                }
                return count == 0 ? 1 : Double(strays) / Double(count)
            }
        }

        /// What `pango-view` makes of a text, in pixels as a point has, without hinting as here.
        private func view(_ text: String, size: Int) throws -> Ink {
            let workshop = try Workshop()
            try workshop.write("text", Array(text.utf8))
            try workshop.run(
                "pango-view --no-display --backend=cairo --pixels --font='Noto Sans \(size)' --hinting=none "
                    + "--hint-metrics=off --antialias=gray --subpixel-positions --margin=4 --background=black "
                    + "--foreground=white --output=view.png text")
            let pixels = try workshop.pixels(of: "view.png")
            try workshop.run("identify -format '%w' view.png > width")
            let width = try #require(Int(String(decoding: try workshop.contents("width"), as: UTF8.self)))
            return try #require(Ink(pixels, width: width))
        }

        private func isAlike(_ painted: Painted, _ view: Ink) throws -> Bool {
            let ink = try #require(Ink(painted.pixels, width: painted.picture.size.width))
            // Each glyph is at its nearest pixel, so a whole line may differ by one or two in all.
            guard abs(ink.width - view.width) <= 2, abs(ink.height - view.height) <= 2 else { return false }
            return ink.strays(in: view) < 0.02 && view.strays(in: ink) < 0.02
        }

        /// A tile may hold its text more than once, one below the other.
        private func firstRows(_ height: Int, of tile: Painted) -> Painted {
            var first = tile
            first.picture.size.height = height
            first.pixels = Array(tile.pixels.prefix(tile.picture.size.width * height))
            return first
        }

        private func slide(_ text: String) throws -> Painted {
            try paint(
                textSlide(.text(text), 1200, 200, style: TextStyle(size: 48, align: .left)))
        }

        @Test(arguments: samples) func textLooksAsPangosViewerShowsIt(_ sample: Sample) throws {
            let view = try view(sample.text, size: 48)
            let slide = try slide(sample.text)
            slide.keep("view-slide-\(sample.testDescription)")
            #expect(slide.picture.notes == [])
            #expect(try isAlike(slide, view), "as a slide")
            let strip = TickerStrip(
                text: .plain(sample.text), style: TextStyle(size: 48), scale: 1, height: 120)
            let tile = try paint(.tickerTile(TickerTile(strip: strip, index: 0)))
            tile.keep("view-ticker-\(sample.testDescription)")
            #expect(try isAlike(firstRows(strip.height, of: tile), view), "as a ticker")
        }

        /// The comparison tells apart what it must.
        @Test func anotherOrderOrAnotherLetterLooksDifferent() throws {
            let english = try view("Bread خبز and לחם", size: 48)
            #expect(try isAlike(slide("Bread خبز and לחם"), english))
            // As it would come out if nothing were turned round, or joined.
            #expect(try !isAlike(slide("Bread \u{202D}خبز\u{202C} and לחם"), english))
            #expect(try !isAlike(slide("Bread خ\u{200C}ب\u{200C}ز and לחם"), english))
            let hebrew = try view("לחם", size: 48)
            #expect(try isAlike(slide("לחם"), hebrew))
            #expect(try !isAlike(slide("לחש"), hebrew))
        }
    }
}
