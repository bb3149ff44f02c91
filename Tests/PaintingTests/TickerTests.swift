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

        /// All tiles side by side, from the left to the right.
        private func whole(_ strip: TickerStrip, with painter: Painter) throws -> Painted {
            let measure = try measure(strip, with: painter)
            let size = PixelSize(width: measure.painted.count, height: strip.height * TickerTile.phases)
            var all = [UInt32](repeating: 0, count: size.width * size.height)
            for index in 0..<measure.tileCount {
                let tile = try paint(.tickerTile(TickerTile(strip: strip, index: index)), with: painter)
                let columns = try #require(measure.columns(ofTile: index))
                #expect(tile.picture.size == PixelSize(width: columns.count, height: size.height))
                let left =
                    measure.isRightToLeft
                    ? measure.painted.upperBound - columns.upperBound
                    : columns.lowerBound - measure.painted.lowerBound
                for y in 0..<size.height {
                    for x in 0..<columns.count { all[y * size.width + left + x] = tile[x, y] }
                }
            }
            return Painted(picture: PaintedPicture(size: size, isOpaque: false), pixels: all)
        }

        private func measure(_ strip: TickerStrip, with painter: Painter) throws -> StripMeasure {
            try #require(try paint(.tickerStrip(strip), with: painter).picture.measure)
        }

        /// A part of a line, drawn on one canvas.
        private func part(_ columns: Range<Int>, of line: TickerLine) throws -> [UInt32] {
            let size = PixelSize(width: columns.count, height: line.strip.height * TickerTile.phases)
            var pixels = [UInt32](repeating: 0, count: size.width * size.height)
            try pixels.withUnsafeMutableBytes { bytes in
                try line.draw(columns, on: try Canvas(bytes, size: size))
            }
            return pixels
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

        @Test(arguments: [
            String(repeating: "Wäffle ﬁ 두 개 🍕 ffi AVAVA ", count: 30),
            String(repeating: "שלום עולם مرحبا 12 abc ", count: 40),
        ])
        func tilesMeetWithoutASeam(_ text: String) throws {
            let painter = try Painter()
            let strip = strip(.plain(text))
            let tiled = try whole(strip, with: painter)
            tiled.keep("ticker")
            // The same line on one canvas.
            let line = try TickerLine(strip, fonts: Fonts())
            #expect(line.measure.tileCount > 3)
            // As wide as Cairo's pictures can be.
            let width = 6200
            let left = line.measure.isRightToLeft ? line.measure.painted.count - width : 0
            let first = line.measure.painted.lowerBound
            let pixels = try part(first..<first + width, of: line)
            // Compared outside of the macro, which looks for the least difference, for hours.
            let isSame = (0..<tiled.picture.size.height).allSatisfy { y in
                let row = y * tiled.picture.size.width + left
                return tiled.pixels[row..<row + width] == pixels[y * width..<(y + 1) * width]
            }
            #expect(isSame)
        }

        /// At every seam of the longest text that is looked at, of tiles and of runs, nothing is missing or twice.
        @Test func theLongestTextHasNoSeams() throws {
            let painter = try Painter()
            let text = String(repeating: "Åpfel & Qüitten, fjord ﬁ 두 개; ", count: 2048)
            #expect(text.count <= 65_536 && text.count > 60_000)
            let strip = strip(.plain(text), size: 20, height: 30)
            let line = try TickerLine(strip, fonts: Fonts())
            let measure = line.measure
            for index in [0, 1, 7, measure.tileCount / 2, measure.tileCount - 2] {
                let tiles = try [index, index + 1].map {
                    try paint(.tickerTile(TickerTile(strip: strip, index: $0)), with: painter)
                }
                let seam = try #require(measure.columns(ofTile: index + 1)).lowerBound
                let right = min(60, tiles[1].picture.size.width)
                let pixels = try part(seam - 60..<seam + right, of: line)
                var wrong = 0
                var ink = 0
                for y in 0..<strip.height * TickerTile.phases {
                    for x in 0..<60 + right {
                        let pixel =
                            x < 60 ? tiles[0][tiles[0].picture.size.width - 60 + x, y] : tiles[1][x - 60, y]
                        if pixel != pixels[y * (60 + right) + x] { wrong += 1 }
                        if pixel != 0 { ink += 1 }
                    }
                }
                #expect(wrong == 0 && ink > 500, "tile \(index)")
            }
        }

        @Test func runsMeetWithoutAGap() throws {
            // Blocks without gaps between them: a lost or doubled piece would show.
            let painter = try Painter()
            let word = String(repeating: "█", count: 10)
            let text = Array(repeating: word, count: 450).joined(separator: " ")
            let strip = strip(.plain(text), size: 10, height: 20)
            let tiled = try whole(strip, with: painter)
            let row = tiled.picture.size.width * 10
            // Without what may be empty at the ends.
            let width = tiled.picture.size.width
            let spaces = tiled.pixels[row + 2..<row + width - 3].split { $0 >> 24 > 8 }
            #expect(spaces.count == 449)
            let widths = spaces.map(\.count)
            #expect((widths.max() ?? 0) - (widths.min() ?? 0) <= 2)
        }

        @Test func textIsInTheMiddleOfItsBand() throws {
            let painter = try Painter()
            let rows = try paint(
                .tickerTile(TickerTile(strip: strip(.plain("xo"), height: 100), index: 0)), with: painter
            )
            .rows(with: 0).filter { $0 < 100 }
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
            Cut(testDescription: "an accent", text: "abcde\u{301}fg", pieces: ["abcd", "e\u{301}fg"]),
            Cut(testDescription: "a vowel sign", text: "กขคงก\u{e33}ข", pieces: ["กขคง", "ก\u{e33}ข"]),
            Cut(
                testDescription: "a family", text: "abc👨\u{200d}👩\u{200d}👧d",
                pieces: ["abc", "👨\u{200d}👩\u{200d}👧", "d"]),
        ])
        func textIsCutAtSpacesWithinTheLimit(_ cut: Cut) {
            let bytes = Array(cut.text.utf8)
            let pieces = TickerLine.cuts(bytes, limit: 5).map { String(decoding: bytes[$0], as: UTF8.self) }
            #expect(pieces == cut.pieces)
        }
    }
}
