import Signage
import TestSupport
import Testing

@testable import Painting

extension PaintingTests {
    @Suite struct ImageSlides {
        private static let red: [UInt8] = [255, 0, 0]

        // MARK: Formats

        @Test(arguments: [
            ("JPEG", "Q", "95"), ("PNG", "compression", "6"), ("WebP", "lossless", "true"),
        ])
        func aFileIsPaintedWhateverItsFormat(_ name: String, _ option: String, _ value: String) throws {
            let saver = name.lowercased() + "save"
            let file = try Fixture.plain(40, 30, [200, 100, 50]).saved(by: saver, [option: value])
            let painted = try paint(imageSlide(40, 30), file: file)
            #expect(
                painted.picture
                    == PaintedPicture(
                        size: PixelSize(width: 40, height: 30), isOpaque: true, source: "\(name), 40 × 30"))
            for pixel in painted.pixels { #expect(isNear(pixel, 0xffc8_6432)) }
        }

        @Test func aDrawingIsPaintedAtTheSizeOfThePage() throws {
            let svg = """
                <?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">
                <rect width="5" height="10" fill="#00f"/></svg>
                """
            let painted = try paint(imageSlide(400, 400, background: .white), file: Array(svg.utf8))
            #expect(painted[198, 200] == 0xff00_00ff)
            #expect(painted[202, 200] == 0xffff_ffff)
        }

        @Test func theFirstFrameOfAnAnimationIsPaintedAndSaidSo() throws {
            let painted = try paint(imageSlide(8, 8), file: animation)
            #expect(painted[4, 4] == 0xffff_0000)
            #expect(painted.picture.notes == ["animation shown as its first frame"])
        }

        @Test func greyPicturesAndSixteenBitsArePainted() throws {
            let grey = try Fixture.plain(8, 8, [128]).saved(by: "pngsave")
            #expect(try isNear(paint(imageSlide(8, 8), file: grey)[3, 3], 0xff80_8080))
            var deep = Fixture.plain(8, 8, [10, 128, 250])
            deep.isDeep = true
            let file = try deep.saved(by: "pngsave")
            for fit in Fit.allCases {
                #expect(try isNear(paint(imageSlide(8, 8, fit: fit), file: file)[3, 3], 0xff0a_80fa))
            }
        }

        struct Ink: CustomTestStringConvertible {
            var testDescription: String
            var ink: [UInt8]
            var expected: UInt32
        }

        @Test(arguments: [
            Ink(testDescription: "red", ink: [0, 255, 255, 0], expected: 0xffe6_2d28),
            Ink(testDescription: "paper", ink: [0, 0, 0, 0], expected: 0xffff_ffff),
            Ink(testDescription: "black", ink: [0, 0, 0, 255], expected: 0xff2b_2a29),
            Ink(testDescription: "green", ink: [255, 0, 255, 0], expected: 0xff00_9846),
        ])
        func inkColoursAreAboutRight(_ ink: Ink) throws {
            var fixture = Fixture.plain(16, 16, ink.ink)
            fixture.isCMYK = true
            let file = try fixture.saved(by: "jpegsave", ["Q": "95"])
            for fit in [Fit.contain, .center] {
                let painted = try paint(imageSlide(16, 16, fit: fit), file: file)
                #expect(
                    isNear(painted[8, 8], ink.expected, within: 50),
                    "\(String(painted[8, 8], radix: 16)) \(fit)")
            }
        }

        @Test func aProfileDoesNotShiftWhatIsAlreadySRGB() throws {
            let file = try Fixture.plain(16, 16, [200, 100, 50]).saved(by: "pngsave", ["profile": "srgb"])
            for fit in Fit.allCases {
                #expect(
                    try isNear(paint(imageSlide(16, 16, fit: fit), file: file)[8, 8], 0xffc8_6432, within: 2))
            }
        }

        @Test func aBrokenProfileIsIgnored() throws {
            let file = try Fixture.plain(16, 16, [200, 100, 50]).saved(by: "jpegsave", ["profile": "srgb"])
            let place = try #require(
                (0..<file.count - 4).first { Array(file[$0..<$0 + 4]) == Array("acsp".utf8) })
            var broken = file
            for offset in 0..<300 { broken[place + offset] = 0x55 }
            for fit in Fit.allCases {
                let pixel = try paint(imageSlide(16, 16, fit: fit), file: broken)[8, 8]
                #expect(isNear(pixel, 0xffc8_6432), "\(fit) \(String(pixel, radix: 16))")
            }
        }

        // MARK: Orientation

        /// Where the stored picture's red top left quarter is seen, by EXIF orientation.
        @Test(arguments: [
            (1, 0, 0), (2, 1, 0), (3, 1, 1), (4, 0, 1), (5, 0, 0), (6, 1, 0), (7, 1, 1), (8, 0, 1),
        ])
        func orientationIsHonoured(_ orientation: Int, _ column: Int, _ row: Int) throws {
            var fixture = Fixture(width: 64, height: 32) { x, y in
                x < 32 && y < 16 ? [255, 0, 0] : [0, 0, 255]
            }
            fixture.orientation = orientation
            let turned = orientation > 4
            let size = turned ? (32, 64) : (64, 32)
            for fit in Fit.allCases {
                let file = try fixture.saved(by: "jpegsave", ["Q": "98"])
                let painted = try paint(imageSlide(size.0, size.1, fit: fit), file: file)
                for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                    let pixel = painted[size.0 * (2 * x + 1) / 4, size.1 * (2 * y + 1) / 4]
                    #expect((pixel >> 16 & 255 > 128) == (x == column && y == row), "\(fit) \(x) \(y)")
                }
            }
        }

        // MARK: Fit

        @Test func containShowsAllOfItBetweenBars() throws {
            let file = try Fixture.plain(20, 10, Self.red).saved(by: "pngsave")
            let painted = try paint(imageSlide(100, 100, background: .white), file: file)
            #expect(painted.rows(with: 0xffff_ffff) == Array(25..<75))
            #expect(painted.columns(with: 0xffff_ffff) == Array(0..<100))
            #expect(painted.count(notEqualTo: 0xffff_ffff) == 5000)
            #expect(painted[0, 25] == 0xffff_0000 && painted[99, 74] == 0xffff_0000)
        }

        @Test func coverFillsThePageAndCutsTheSides() throws {
            // Red, green, blue: the page shows the green middle and a bit of the others.
            let fixture = Fixture(width: 60, height: 20) { x, _ in
                x < 20 ? [255, 0, 0] : x < 40 ? [0, 255, 0] : [0, 0, 255]
            }
            let painted = try paint(imageSlide(30, 20, fit: .cover), file: fixture.saved(by: "pngsave"))
            #expect(painted.picture.size == PixelSize(width: 30, height: 20))
            #expect(painted[0, 0] == 0xffff_0000 && painted[4, 19] == 0xffff_0000)
            #expect(painted[5, 0] == 0xff00_ff00 && painted[24, 19] == 0xff00_ff00)
            #expect(painted[25, 0] == 0xff00_00ff && painted[29, 19] == 0xff00_00ff)
        }

        @Test func stretchFillsThePageWithAllOfIt() throws {
            let fixture = Fixture(width: 4, height: 40) { _, y in y < 20 ? [255, 0, 0] : [0, 0, 255] }
            let painted = try paint(imageSlide(50, 20, fit: .stretch), file: fixture.saved(by: "pngsave"))
            for x in [0, 49] {
                #expect(isNear(painted[x, 0], 0xffff_0000))
                #expect(isNear(painted[x, 19], 0xff00_00ff))
            }
        }

        @Test func centerIsPixelForPixel() throws {
            let fixture = Fixture(width: 6, height: 4) { x, y in [UInt8(x * 40), UInt8(y * 60), 7] }
            let file = try fixture.saved(by: "pngsave")
            let painted = try paint(imageSlide(10, 10, fit: .center, background: .white), file: file)
            #expect(painted.columns(with: 0xffff_ffff) == Array(2..<8))
            #expect(painted.rows(with: 0xffff_ffff) == Array(3..<7))
            #expect(painted[2, 3] == 0xff00_0007 && painted[7, 6] == 0xffc8_b407)
            let cut = try paint(imageSlide(2, 2, fit: .center), file: file)
            #expect(cut[0, 0] == 0xff50_3c07 && cut[1, 1] == 0xff78_7807)
        }

        @Test func everyFitFillsOddPages() throws {
            let file = try Fixture.plain(33, 17, Self.red).saved(by: "jpegsave")
            for fit in Fit.allCases {
                for (width, height) in [(1, 1), (1, 50), (50, 1), (37, 41), (641, 7)] {
                    let painted = try paint(
                        imageSlide(width, height, fit: fit, background: .white), file: file)
                    #expect(painted.pixels.allSatisfy { $0 >> 24 == 255 })
                    #expect(painted.count(notEqualTo: 0xffff_ffff) > 0)
                    if fit == .cover || fit == .stretch {
                        #expect(
                            painted.pixels.allSatisfy { isNear($0, 0xfffe_0000) }, "\(fit) \(width)×\(height)"
                        )
                    }
                }
            }
        }

        // MARK: Transparency

        @Test func transparencyShowsTheBackground() throws {
            let fixture = Fixture(width: 30, height: 10, bands: 4) { x, _ in
                [255, 0, 0, x < 10 ? 0 : x < 20 ? 128 : 255]
            }
            let file = try fixture.saved(by: "pngsave")
            let blue = Color(red: 0, green: 0, blue: 255)
            for fit in [Fit.contain, .center] {
                let painted = try paint(imageSlide(30, 10, fit: fit, background: blue), file: file)
                #expect(painted[5, 5] == 0xff00_00ff)
                #expect(isNear(painted[15, 5], 0xff80_007f, within: 1))
                #expect(painted[25, 5] == 0xffff_0000)
                #expect(painted.picture.isOpaque)
            }
            let half = Color(red: 0, green: 0, blue: 255, alpha: 128)
            let painted = try paint(imageSlide(30, 10, background: half), file: file)
            #expect(painted[5, 5] == half.premultiplied)
            #expect(!painted.picture.isOpaque)
        }

        // MARK: Bad files

        @Test func whatIsNoPictureIsNamed() throws {
            let page = imageSlide(20, 20)
            #expect(try reason(page, file: []) == "the file is empty")
            #expect(
                try reason(page, file: Array("Summer sale!\n".utf8))
                    == "not a picture: its content is not JPEG, PNG, WebP, GIF, TIFF, HEIC, AVIF, SVG or PDF")
            #expect(try reason(page) == "its file is missing")
        }

        @Test(arguments: ["jpegsave", "pngsave", "webpsave", "tiffsave"])
        func aTruncatedFileIsNotPainted(_ saver: String) throws {
            let fixture = Fixture(width: 300, height: 200) { x, y in
                [
                    UInt8(truncatingIfNeeded: x &* y), UInt8(truncatingIfNeeded: x &* 7),
                    UInt8(truncatingIfNeeded: y),
                ]
            }
            let whole = try fixture.saved(by: saver)
            for fit in Fit.allCases {
                #expect(try reason(imageSlide(300, 200, fit: fit), file: whole) == nil)
                for share in [50, 70, 95] {
                    let cut = Array(whole.prefix(whole.count * share / 100))
                    let reason = try reason(imageSlide(300, 200, fit: fit), file: cut)
                    #expect(
                        reason?.hasPrefix("the file is truncated or damaged") == true, "\(share) % \(fit)")
                }
            }
        }

        @Test(arguments: ["jpegsave", "pngsave", "webpsave", "tiffsave"])
        func noPrefixOfAFileEndsThePainter(_ saver: String) throws {
            let whole = try Fixture(width: 24, height: 16) { x, y in [UInt8(x * 9), UInt8(y * 9), 99] }
                .saved(by: saver)
            for count in stride(from: 1, to: whole.count, by: 7) {
                _ = try reason(imageSlide(20, 20), file: Array(whole.prefix(count)))
            }
        }

        @Test(arguments: ["quadrants.heic", "quadrants.avif"])
        func noPrefixOfAKeptFileEndsThePainter(_ name: String) throws {
            let whole = try keptPicture(name)
            for count in stride(from: 8, to: whole.count, by: 11) {
                #expect(try reason(imageSlide(48, 32), file: Array(whole.prefix(count))) != nil, "\(count)")
            }
        }

        @Test func damagedFilesDoNotEndThePainter() throws {
            var random = SplitMix(state: 1)
            let scene = Fixture(width: 24, height: 16) { x, y in [UInt8(x * 9), UInt8(y * 9), 99] }
            let files = try ["jpegsave", "pngsave", "webpsave", "tiffsave"].map { try scene.saved(by: $0) }
            let kept = try ["quadrants.heic", "quadrants.avif"].map { try keptPicture($0) }
            for whole in files + kept {
                for _ in 0..<100 {
                    var file = whole
                    for _ in 0..<4 {
                        file[Int(random.next() % UInt64(file.count))] = UInt8(random.next() & 255)
                    }
                    _ = try reason(imageSlide(20, 20), file: file)
                }
            }
        }

        @Test func tooManyPixelsAreRefusedFromTheHeader() throws {
            let page = imageSlide(20, 20)
            #expect(
                try reason(page, file: pngHeader(20_000, 20_000))
                    == "20000 × 20000 pixels is more than 250 megapixels")
            #expect(
                try reason(page, file: pngHeader(30_001, 10))
                    == "30001 × 10 pixels: a side is longer than 30000 pixels")
            #expect(try reason(page, file: pngHeader(10_000, 10_000))?.hasPrefix("the file is trunc") == true)
            var jpeg = try Fixture.plain(8, 8, Self.red).saved(by: "jpegsave")
            let frame = try #require((0..<jpeg.count - 1).first { jpeg[$0] == 0xff && jpeg[$0 + 1] == 0xc0 })
            jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0x4e, 0x20, 0x4e, 0x20])
            #expect(try reason(page, file: jpeg) == "20000 × 20000 pixels is more than 250 megapixels")
        }

        @Test(arguments: [
            (
                "VipsJpeg: premature end of JPEG image\n",
                "the file is truncated or damaged (premature end of JPEG image)"
            ),
            ("a: b\nc: d\n", "the file is truncated or damaged (b)"),
            ("", "the file is truncated or damaged"),
            (
                "source: bad seek to 724\nheif: Invalid input: No 'ftyp' box (2.100)",
                "the file is truncated or damaged (Invalid input: No 'ftyp' box (2.100))"
            ),
            (
                "heif: Memory allocation error: Security limit exceeded: Image size 9x9 exceeds 8x8 (6.1000)",
                "it is too large to be decoded (Image size 9x9 exceeds 8x8 (6.1000))"
            ),
            ("glib: Document is encrypted", "it is encrypted; save it without a password"),
            ("no prefix here: x", "the file is truncated or damaged (no prefix here: x)"),
            ("vips_tracked: out of memory --- size == 3MB", "there is not enough memory to decode it"),
        ])
        func whatLibvipsSaysIsSaidPlainly(_ words: String, _ expected: String) {
            #expect(CannotPaint.readableVipsError(words) == expected)
        }

        // MARK: Made by hand

        /// Two frames of 2 × 2: red, then blue.
        private let animation: [UInt8] =
            Array("GIF89a".utf8) + [2, 0, 2, 0, 0x80, 0, 0] + [255, 0, 0, 0, 0, 255]
            + [0x21, 0xf9, 4, 0, 10, 0, 0, 0] + [0x2c, 0, 0, 0, 0, 2, 0, 2, 0, 0] + [
                2, 3, 0x04, 0x00, 0x05, 0,
            ]
            + [0x21, 0xf9, 4, 0, 10, 0, 0, 0] + [0x2c, 0, 0, 0, 0, 2, 0, 2, 0, 0] + [
                2, 3, 0x4c, 0x92, 0x05, 0,
            ]
            + [0x3b]
    }
}
