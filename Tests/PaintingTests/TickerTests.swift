import PaintJobs
import Signage
import Testing

@testable import Painting

extension PaintingTests {
    @Suite struct Tickers {
        private func strip(_ text: TickerText, size: Double = 32, height: Int = 64, scale: Double = 1)
            -> TickerStrip
        {
            TickerStrip(text: text, style: TextStyle(size: size), scale: scale, height: height)
        }

        /// All tiles side by side.
        private func whole(_ strip: TickerStrip, with painter: Painter) throws -> Painted {
            let size = try paint(.tickerStrip(strip), with: painter).picture.size
            var all = [UInt32](repeating: 0, count: size.width * strip.height)
            for index in 0..<(size.width + TickerTile.width - 1) / TickerTile.width {
                let tile = try paint(.tickerTile(TickerTile(strip: strip, index: index)), with: painter)
                let left = index * TickerTile.width
                #expect(tile.picture.size.width == min(TickerTile.width, size.width - left))
                for y in 0..<strip.height {
                    for x in 0..<tile.picture.size.width { all[y * size.width + left + x] = tile[x, y] }
                }
            }
            let picture = PaintedPicture(
                size: PixelSize(width: size.width, height: strip.height), isOpaque: false)
            return Painted(picture: picture, pixels: all)
        }

        @Test func aStripHasTheWidthOfItsText() throws {
            let painter = try Painter()
            let one = try paint(.tickerStrip(strip(.plain("Sale"))), with: painter).picture
            let spaced = try paint(.tickerStrip(strip(.plain("  Sale  "))), with: painter).picture
            let twice = try paint(.tickerStrip(strip(.plain("Sale"), scale: 2)), with: painter).picture
            #expect(one.size.width > 50 && one.size.width < 90)
            #expect(one.size.height > 32 && one.size.height < 64)
            #expect(spaced.size.width > one.size.width + 20)
            #expect(abs(twice.size.width - 2 * one.size.width) <= 2)
            #expect(one.notes.isEmpty && !one.isOpaque)
        }

        @Test func tilesMeetWithoutASeam() throws {
            let painter = try Painter()
            let text = String(repeating: "Wäffle ﬁ 두 개 🍕 ffi AVAVA ", count: 30)
            let strip = strip(.plain(text))
            let tiled = try whole(strip, with: painter)
            tiled.keep("ticker")
            // The same line on one canvas.
            let line = try TickerLine(strip, fonts: Fonts())
            var pixels = [UInt32](repeating: 0, count: line.width * strip.height)
            try pixels.withUnsafeMutableBytes { bytes in
                let canvas = try Canvas(bytes, size: PixelSize(width: line.width, height: strip.height))
                try line.draw(from: 0, on: canvas)
            }
            #expect(line.width > 3 * TickerTile.width)
            // Compared outside of the macro, which looks for the least difference, for hours.
            let isSame = pixels == tiled.pixels
            #expect(isSame)
        }

        @Test func runsMeetWithoutAGap() throws {
            // Blocks without gaps between them: a lost or doubled piece would show.
            let painter = try Painter()
            let word = String(repeating: "█", count: 10)
            let text = Array(repeating: word, count: 450).joined(separator: " ")
            let strip = strip(.plain(text), size: 10, height: 20)
            let tiled = try whole(strip, with: painter)
            let row = tiled.picture.size.width * 10
            // Without the last pixel, which the width rounded up may leave empty.
            let spaces = tiled.pixels[row..<row + tiled.picture.size.width - 1].split { $0 >> 24 > 8 }
            #expect(spaces.count == 449)
            let widths = spaces.map(\.count)
            #expect((widths.max() ?? 0) - (widths.min() ?? 0) <= 2)
        }

        @Test func textIsInTheMiddleOfItsBand() throws {
            let painter = try Painter()
            let rows = try paint(
                .tickerTile(TickerTile(strip: strip(.plain("xo"), height: 100), index: 0)), with: painter
            )
            .rows(with: 0)
            let middle = ((rows.first ?? 0) + (rows.last ?? 0)) / 2
            #expect(abs(middle - 52) < 8)
        }

        @Test func textTallerThanItsBandIsSaidSo() throws {
            let picture = try paint(.tickerStrip(strip(.plain("x"), size: 60, height: 40))).picture
            #expect(picture.size.height > 40)
            #expect(picture.notes.first?.hasPrefix("text taller than its band") == true)
        }

        @Test func theLongestTextIsPaintedPieceByPiece() throws {
            let painter = try Painter()
            for text in [
                String(repeating: "Angebot der Woche ", count: 3640), String(repeating: "W", count: 65_536),
            ] {
                let strip = strip(.plain(text), size: 64, scale: 2)
                let size = try paint(.tickerStrip(strip), with: painter).picture.size
                #expect(size.width > 1_000_000)
                let last = (size.width - 1) / TickerTile.width
                for index in [0, last / 2, last - 1, last] {
                    let tile = try paint(.tickerTile(TickerTile(strip: strip, index: index)), with: painter)
                    #expect(tile.count(notEqualTo: 0) > 100, "tile \(index)")
                }
            }
        }

        @Test func markupKeepsItsColoursAcrossRuns() throws {
            let painter = try Painter()
            let text = "<span color='#f00'>" + String(repeating: "███ ", count: 2000) + "</span><b>x</b>"
            let strip = strip(.markup(text), size: 10, height: 20)
            let size = try paint(.tickerStrip(strip), with: painter).picture.size
            for index in 0..<size.width / TickerTile.width {
                let tile = try paint(.tickerTile(TickerTile(strip: strip, index: index)), with: painter)
                #expect(
                    tile.pixels.contains(0xffff_0000) && !tile.pixels.contains(0xffff_ffff), "tile \(index)")
            }
        }

        @Test func emptyTextHasNoTiles() throws {
            let painter = try Painter()
            #expect(try paint(.tickerStrip(strip(.plain(""))), with: painter).picture.size.width == 0)
            #expect(
                try reason(.tickerTile(TickerTile(strip: strip(.plain("")), index: 0)))
                    == "the ticker has no tile 0")
            #expect(
                try reason(.tickerTile(TickerTile(strip: strip(.plain("x")), index: -1)))
                    == "the ticker has no tile -1")
        }

        @Test func missingGlyphsAreNamedOnce() throws {
            let picture = try paint(.tickerStrip(strip(.plain("a\u{10FFFD} \u{10FFFD}")))).picture
            #expect(picture.notes == ["no font has '\u{10FFFD}' (U+10FFFD)"])
        }

        struct Cut: CustomTestStringConvertible {
            var testDescription: String
            var text: String
            var pieces: [String]
        }

        @Test(arguments: [
            Cut(testDescription: "nothing", text: "", pieces: []),
            Cut(testDescription: "fits exactly", text: "abcde", pieces: ["abcde"]),
            Cut(testDescription: "at a space", text: "abc def", pieces: ["abc ", "def"]),
            Cut(testDescription: "no space", text: "abcdefgh", pieces: ["abcde", "fgh"]),
            Cut(
                testDescription: "space at the limit", text: "abcd efgh ij", pieces: ["abcd ", "efgh ", "ij"]),
            Cut(testDescription: "only spaces", text: "       ", pieces: ["     ", "  "]),
            Cut(testDescription: "many bytes", text: "한글한글한글", pieces: ["한글한글한", "글"]),
        ])
        func textIsCutAtSpacesWithinTheLimit(_ cut: Cut) {
            let bytes = Array(cut.text.utf8)
            let pieces = TickerLine.cuts(bytes, limit: 5).map { String(decoding: bytes[$0], as: UTF8.self) }
            #expect(pieces == cut.pieces)
        }
    }
}
