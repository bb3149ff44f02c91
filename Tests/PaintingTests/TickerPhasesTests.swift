import Compositor
import PaintJobs
import Signage
import TestSupport
import Testing

@testable import Painting

extension PaintingTests {
    /// Positions between pixels, as they are painted.
    @Suite struct TickerPhases {
        private func strip(_ text: String, size: Double = 32, height: Int = 64) -> TickerStrip {
            TickerStrip(text: .plain(text), style: TextStyle(size: size), scale: 1, height: height)
        }

        /// Where the ink's centre is, in pixels from the left, and how much ink there is.
        private func ink(_ pixel: (_ x: Int, _ y: Int) -> UInt32, _ width: Int, _ rows: Range<Int>) -> (
            center: Double, sum: Double
        ) {
            var sum = 0.0
            var moment = 0.0
            for y in rows {
                for x in 0..<width {
                    let alpha = Double(pixel(x, y) >> 24)
                    sum += alpha
                    moment += alpha * (Double(x) + 0.5)
                }
            }
            return (moment / sum, sum)
        }

        @Test(arguments: ["H", "Sale & more ﬁ", "두 개", "ไทย", "हिन्दी", "🍕", "שלום", "مرحبا"])
        func everyPhaseIsAQuarterOfAPixelFarther(_ text: String) throws {
            let strip = strip(text)
            let tile = try paint(.tickerTile(TickerTile(strip: strip, index: 0)))
            tile.keep("phases-\(text)")
            let isRightToLeft = ["שלום", "مرحبا"].contains(text)
            let inks = (0..<4).map {
                ink({ tile[$0, $1] }, tile.picture.size.width, $0 * 64..<($0 + 1) * 64)
            }
            for phase in 1..<4 {
                let moved = Double(phase) / 4 * (isRightToLeft ? -1 : 1)
                #expect(abs(inks[phase].center - inks[0].center - moved) < 0.02, "phase \(phase)")
                // Nothing is cut at the ends.
                #expect(abs(inks[phase].sum / inks[0].sum - 1) < 0.005, "phase \(phase)")
            }
        }

        @Test func directionIsThatOfTheFirstLetterThatHasOne() throws {
            let painter = try Painter()
            for (text, expected) in [
                ("abc שלום", false), ("שלום abc", true), ("12 · שלום", true), ("12 · — !", false),
                ("", false),
                (String(repeating: "12 ", count: 3000) + "مرحبا", true),
            ] {
                let measure = try paint(.tickerStrip(strip(text)), with: painter).picture.measure
                #expect(measure?.isRightToLeft == expected, "\(text.prefix(20))")
            }
        }

        /// What is read first is at the right, in the order that Pango gives it.
        @Test func aRightToLeftTextBeginsAtItsRightEnd() throws {
            let painter = try Painter()
            let short = try paint(.tickerTile(TickerTile(strip: strip("שלום"), index: 0)), with: painter)
            let longer = try paint(
                .tickerTile(TickerTile(strip: strip("שלום עולם"), index: 0)), with: painter)
            // The last columns of the longer one are the shorter one's.
            let (width, more) = (
                short.picture.size.width - 4, longer.picture.size.width - short.picture.size.width
            )
            var different = 0
            for y in 0..<64 {
                for x in 4..<width where !isNear(short[x, y], longer[more + x, y], within: 90) {
                    different += 1
                }
            }
            #expect(different < 20)
            #expect(more > 40)
        }

        @Test func slantedInkOutsideOfTheWidthIsPainted() throws {
            let painter = try Painter()
            let strip = TickerStrip(
                text: .markup("<i>ff</i>"), style: TextStyle(font: "Noto Serif", size: 100), scale: 1,
                height: 150)
            let measure = try #require(try paint(.tickerStrip(strip), with: painter).picture.measure)
            let tile = try paint(.tickerTile(TickerTile(strip: strip, index: 0)), with: painter)
            #expect(measure.after > 0 || measure.before > 0)
            let columns = tile.columns(with: 0)
            #expect((columns.first ?? 0) >= 0 && (columns.last ?? 0) < tile.picture.size.width)
            // The outermost columns have little ink: nothing ends there.
            for x in [0, tile.picture.size.width - 1] {
                let most = (0..<150).map { tile[x, $0] >> 24 }.max() ?? 0
                #expect(most < 128, "column \(x)")
            }
        }

        @Test func emojiKeepTheirShape() throws {
            let tile = try paint(.tickerTile(TickerTile(strip: strip("🟥", size: 100, height: 150), index: 0)))
            let width = tile.columns(with: 0).count
            let height = tile.rows(with: 0).filter { $0 < 150 }.count
            #expect(height > 60 && abs(width - height) < height / 8, "\(width) × \(height)")
        }

        /// The painter's own pixels in composed frames: between two of them text moves as far as an even motion would take
        /// it, to a quarter of a pixel.
        @Test(arguments: [60.0, 97, 100, 333], ["Waffle", "שלום"])
        func motionIsEvenOnTheGlass(_ speed: Double, _ text: String) throws {
            let band = PixelRect(x: 0, y: 0, width: 240, height: 40)
            var settings = TickerSettings(text: .plain(text))
            settings.scroll = .always
            settings.speed = speed
            settings.gap = 400
            var ticker = Ticker(settings: settings, band: band, scale: 1, at: Instant(seconds: 0))
            let painter = try Painter()
            var surfaces: [PictureID: Surface] = [:]
            var ids: [Picture: PictureID] = [:]
            var width = 0
            for _ in 0..<3 {
                for picture in ticker.wantedPictures(at: Instant(seconds: 0)) where ids[picture] == nil {
                    let painted = try paint(picture, with: painter)
                    let id = PictureID(number: UInt64(ids.count))
                    ids[picture] = id
                    if picture.pixelSize == nil {
                        width = painted.picture.size.width
                    } else {
                        surfaces[id] = try Surface(size: painted.picture.size, isOpaque: false) {
                            painted[$0, $1]
                        }
                    }
                    ticker.painted(picture, painted.picture, at: Instant(seconds: 0))
                }
            }
            #expect(width > 60 && width < 150)
            let glass = Glass(size: band.size)
            let direction = text == "Waffle" ? -1.0 : 1
            var last: Double?
            var seen = 0
            // The next copy comes in from the other side, and is whole in the band from here on.
            let whole = Double(width + 400 + width - 240)
            let first = Int((whole / speed * 60).rounded(.up)) + 1
            for number in first..<first + 60 {
                let time = Double(number) / 60
                let layers = ticker.layers(at: Instant(seconds: time)) { ids[$0] }
                let scene = Scene(size: band.size, layers: layers)
                Compositor().draw(
                    Frame(scene: scene, surfaces: surfaces), damage: Region(band), into: glass)
                guard speed * time < Double(width + 399) else { break }
                // White on black: a channel is the ink.
                let center = ink({ glass.pixels[$1 * 240 + $0] << 24 }, 240, 0..<40).center
                if let last {
                    let moved = (center - last) * direction
                    #expect(abs(moved - speed / 60) <= 0.25 + 0.02, "frame \(number) at \(speed)")
                    seen += 1
                }
                last = center
            }
            #expect(seen > 10)
        }
    }
}

private final class Glass: PixelTarget {
    let size: PixelSize
    private(set) var pixels: [UInt32]

    init(size: PixelSize) {
        self.size = size
        pixels = [UInt32](repeating: 0, count: size.width * size.height)
    }

    func write(_ row: UnsafeBufferPointer<UInt32>, x: Int, y: Int) {
        for (index, pixel) in row.enumerated() { pixels[y * size.width + x + index] = pixel }
    }
}
