import PaintJobs
import Signage
import Testing

@testable import Painting

extension PaintingTests {
    @Suite struct Texts {
        private let black: UInt32 = 0xff00_0000

        @Test func textIsInTheMiddleOfItsPage() throws {
            let painted = try paint(
                textSlide(.text("Fish & chips <today>"), 800, 400, style: TextStyle(size: 48)))
            painted.keep("text")
            #expect(
                painted.picture == PaintedPicture(size: PixelSize(width: 800, height: 400), isOpaque: true))
            let rows = painted.rows(with: black)
            let columns = painted.columns(with: black)
            let top = try #require(rows.first)
            let bottom = try #require(rows.last)
            let left = try #require(columns.first)
            let right = try #require(columns.last)
            #expect(abs((top + bottom) / 2 - 200) < 15)
            #expect(abs((left + right) / 2 - 400) < 4)
            #expect(bottom - top > 30 && bottom - top < 70)
        }

        @Test(arguments: [(TextStyle.Alignment.left, 40), (.center, 0), (.right, 760)])
        func textIsAlignedWithinTheMargins(_ align: TextStyle.Alignment, _ edge: Int) throws {
            let style = TextStyle(size: 40, align: align)
            let columns = try paint(textSlide(.text("Hi"), 800, 100, style: style)).columns(with: black)
            let left = try #require(columns.first)
            let right = try #require(columns.last)
            switch align {
            case .left: #expect(abs(left - edge) < 8)
            case .center: #expect(abs((left + right) / 2 - 400) < 4)
            case .right: #expect(abs(right - edge) < 8)
            }
        }

        @Test func aPointIsAsManyPixelsAsTheScaleSays() throws {
            func height(_ scale: Double, _ content: Slide.Content) throws -> Int {
                let rows = try paint(textSlide(content, 900, 300, style: TextStyle(size: 30), scale: scale))
                    .rows(with: black)
                return (rows.last ?? 0) - (rows.first ?? 0)
            }
            for content in [Slide.Content.text("H"), .markup("<span size='30pt'>H</span>")] {
                let one = try height(1, content)
                let three = try height(3, content)
                #expect(one > 15 && one < 30)
                #expect(abs(three - 3 * one) <= 3)
            }
        }

        @Test func textThatIsTooLongIsMadeSmallerAndSaidSo() throws {
            let text = String(repeating: "All you can eat. ", count: 60)
            let painted = try paint(textSlide(.text(text), 640, 360))
            painted.keep("long")
            let rows = painted.rows(with: black)
            #expect(rows.first ?? 0 >= 16 && rows.last ?? 360 <= 344)
            #expect(painted.picture.notes.count == 1)
            #expect(painted.picture.notes.first?.contains("% of its size to fit its page") == true)
        }

        @Test func textBeyondAllMeasureIsCutAndSaidSo() throws {
            for text in [String(repeating: "word ", count: 13_000), String(repeating: "x\n", count: 32_000)] {
                let painted = try paint(textSlide(.text(text), 320, 180))
                #expect(
                    painted.picture.notes.first == "the text is too long for its page: its end is not shown")
                #expect(painted.count(notEqualTo: black) > 200)
            }
        }

        @Test func aWordWiderThanThePageIsBroken() throws {
            let text = String(repeating: "W", count: 40)
            let columns = try paint(textSlide(.text(text), 400, 400, style: TextStyle(size: 40))).columns(
                with: black)
            #expect(columns.first ?? 0 >= 18 && columns.last ?? 400 <= 382)
        }

        @Test func markupColoursText() throws {
            let painted = try paint(
                textSlide(.markup("<span color='#ff0000'>███</span>"), 300, 100, style: TextStyle(size: 40)))
            #expect(painted.pixels.contains(0xffff_0000))
            #expect(!painted.pixels.contains(0xffff_ffff))
        }

        @Test func wrongMarkupIsRefusedWithTheReason() throws {
            let why = try reason(textSlide(.markup("<b>−30 %</i>"), 300, 100))
            #expect(why?.hasPrefix("wrong markup: ") == true)
            let strip = TickerStrip(
                text: .markup("<nonsense>x</nonsense>"), style: TextStyle(), scale: 1, height: 60)
            #expect(try reason(.tickerStrip(strip))?.hasPrefix("wrong markup: ") == true)
        }

        @Test(arguments: [
            "두 개 사면 하나 더", "مرحبا بالعالم", "שלום עולם", "ราคาพิเศษ", "आज का प्रस्ताव", "特売", "🎉🍕👩‍👩‍👧", "Ünïçødé €",
        ])
        func scriptsOfTheWorldHaveGlyphs(_ text: String) throws {
            let painted = try paint(textSlide(.text(text), 600, 150, style: TextStyle(size: 60)))
            painted.keep("script-\(text.unicodeScalars.first?.value ?? 0)")
            #expect(painted.picture.notes.isEmpty, "\(painted.picture.notes)")
            #expect(painted.count(notEqualTo: black) > 500)
        }

        @Test func emojiAreInColour() throws {
            let painted = try paint(textSlide(.text("🍕"), 200, 200))
            let colourful = painted.pixels.contains { pixel in
                let channels = [pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255]
                return (channels.max() ?? 0) > (channels.min() ?? 0) + 60
            }
            #expect(colourful)
        }

        @Test func charactersWithoutGlyphsAreNamed() throws {
            let painted = try paint(textSlide(.text("a\u{10FFFD}b\u{E123}"), 600, 200))
            let note = try #require(painted.picture.notes.first)
            #expect(note.hasPrefix("no font has "))
            #expect(note.contains("(U+10FFFD)"))
        }

        @Test func aFontThatIsNotInstalledIsNamed() throws {
            let painted = try paint(
                textSlide(.text("x"), 300, 200, style: TextStyle(font: "Nowhere Grotesk")))
            #expect(
                painted.picture.notes == ["the font 'Nowhere Grotesk' is not installed, another one is used"])
            let list = try paint(
                textSlide(.text("x"), 300, 200, style: TextStyle(font: "Nowhere, noto sans")))
            #expect(list.picture.notes.isEmpty)
        }

        @Test func emptyTextIsAnEmptyPage() throws {
            #expect(try paint(textSlide(.text(""), 60, 40)).count(notEqualTo: black) == 0)
            #expect(try paint(textSlide(.markup(""), 60, 40)).count(notEqualTo: black) == 0)
            #expect(try paint(textSlide(.text("\0\0"), 60, 40)).count(notEqualTo: black) == 0)
        }

        // MARK: Other pages

        @Test func aColourFillsItsPage() throws {
            let red = Color(red: 255, green: 0, blue: 0)
            let painted = try paint(textSlide(.color(red), 7, 5))
            #expect(painted.pixels == [UInt32](repeating: 0xffff_0000, count: 35))
            let half = try paint(textSlide(.color(Color(red: 255, green: 0, blue: 0, alpha: 128)), 2, 2))
            #expect(half[0, 0] == 0xff80_0000)
        }

        @Test(arguments: [Color.black, .white, Color(red: 255, green: 220, blue: 0)])
        func theIdlePageIsReadableOnItsColour(_ color: Color) throws {
            let page = IdlePage(
                size: PixelSize(width: 960, height: 540), color: color, title: "window-3",
                lines: ["playlist.yaml:7:5: 'slidse' is not known & <so> on", "ssh window-3.local"],
                scale: 0.5)
            let painted = try paint(.idle(page))
            painted.keep("idle-\(color.red)-\(color.green)-\(color.blue)")
            #expect(painted[0, 0] == color.premultiplied)
            #expect(painted.rows(with: color.premultiplied).count > 50)
            let text = IdlePagePainter.readable(on: color).premultiplied
            #expect(painted.pixels.contains(text))
            #expect(text == (color == .black ? 0xffff_ffff : 0xff00_0000))
        }

        @Test func anIdlePageWithoutWordsIsItsColour() throws {
            let size = PixelSize(width: 9, height: 9)
            let page = IdlePage(size: size, color: .black, title: "", lines: [], scale: 1)
            #expect(try paint(.idle(page)).count(notEqualTo: black) == 0)
        }

        @Test(arguments: [Badge.Symbol.paused, .playing])
        func badgesAreDiscsOnNothing(_ symbol: Badge.Symbol) throws {
            let painted = try paint(.badge(Badge(symbol: symbol, side: 120)))
            painted.keep("badge-\(symbol.rawValue)")
            #expect(!painted.picture.isOpaque)
            #expect(painted[0, 0] == 0 && painted[119, 119] == 0)
            #expect(painted[60, 8] == 0xa600_0000)
            #expect(painted.pixels.contains(0xffff_ffff))
            #expect((painted[60, 60] == 0xffff_ffff) == (symbol == .playing))
        }
    }
}
