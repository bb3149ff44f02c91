import Signage
import Testing

@testable import Painting

extension PaintingTests {
    /// Each kind of file, whatever its name, to pixels.
    @Suite struct Formats {
        /// A picture of four quarters, 48 × 32: red, lime, blue and white.
        private static let quadrants =
            "convert -size 24x16 xc:red xc:lime +append \\( xc:blue xc:white +append \\) -append"
            + " -strip PNG24:quadrants.png"
        private static let quarters: [UInt32] = [0xffff_0000, 0xff00_ff00, 0xff00_00ff, 0xffff_ffff]
        /// What is seen through holes.
        private static let background = Color(red: 90, green: 90, blue: 90, alpha: 255)
        private static let hole: UInt32 = 0xff5a_5a5a

        struct Case: CustomTestStringConvertible {
            var testDescription: String
            /// Makes `picture` of `quadrants.png`.
            var command: String
            /// A command that fails when the file is not what the name says.
            var proof = "true"
            var source: String
            var expected = quarters
            /// 0 where nothing is lost, 4 for what JPEG, lossy WebP, HEIC and AVIF lose.
            var tolerance = 0
            var notes: [String] = []
        }

        /// The bytes of a PNG header: depth, kind of colour (0 grey, 2 colours, 3 palette, 4 grey with alpha), two zeros, 1
        /// when interlaced.
        private static func png(_ header: String) -> String {
            "[ \"$(od -An -tu1 -j24 -N5 picture | xargs)\" = '\(header)' ]"
        }

        private static func identify(_ format: String, _ words: String) -> String {
            "[ \"$(identify -format '\(format)' 'picture[0]')\" = '\(words)' ]"
        }

        @Test(arguments: [
            Case(
                testDescription: "JPEG", command: "convert quadrants.png -quality 95 JPEG:picture",
                proof: identify("%m %[interlace]", "JPEG None"), source: "JPEG, 48 × 32", tolerance: 4),
            Case(
                testDescription: "progressive JPEG",
                command: "convert quadrants.png -quality 95 -interlace JPEG JPEG:picture",
                proof: identify("%m %[interlace]", "JPEG JPEG"), source: "JPEG, 48 × 32", tolerance: 4),
            Case(
                testDescription: "PNG with a palette",
                command: "convert quadrants.png -define png:color-type=3 -define png:bit-depth=2 PNG:picture",
                proof: png("2 3 0 0 0"), source: "PNG, 48 × 32"),
            Case(
                testDescription: "PNG with a palette and holes",
                command: "convert quadrants.png -transparent lime PNG8:picture",
                proof: png("8 3 0 0 0"), source: "PNG, 48 × 32",
                expected: [0xffff_0000, hole, 0xff00_00ff, 0xffff_ffff]),
            Case(
                testDescription: "interlaced PNG of 16 bits",
                command: "convert quadrants.png -depth 16 -interlace PNG PNG48:picture",
                proof: png("16 2 0 0 1"), source: "PNG, 48 × 32"),
            Case(
                testDescription: "grey PNG with alpha",
                command: "convert -size 24x16 'xc:rgba(0,0,0,0)' 'xc:gray(50%)' +append"
                    + " \\( xc:white 'xc:rgba(0,0,0,0.5)' +append \\) -append"
                    + " -define png:color-type=4 -define png:bit-depth=8 PNG:picture",
                proof: png("8 4 0 0 0"), source: "PNG, 48 × 32",
                expected: [hole, 0xff80_8080, 0xffff_ffff, 0xff2d_2d2d], tolerance: 1),
            Case(
                testDescription: "grey PNG of 16 bits with alpha",
                command: "convert -size 24x16 'xc:rgba(0,0,0,0)' 'xc:gray(50%)' +append"
                    + " \\( xc:white 'xc:rgba(0,0,0,0.5)' +append \\) -append"
                    + " -define png:color-type=4 -define png:bit-depth=16 PNG:picture",
                proof: png("16 4 0 0 0"), source: "PNG, 48 × 32",
                expected: [hole, 0xff80_8080, 0xffff_ffff, 0xff2d_2d2d], tolerance: 1),
            Case(
                testDescription: "PNG with alpha and a profile, 16 bits",
                command: "convert quadrants.png -transparent lime -profile srgb.icc -depth 16 PNG64:picture",
                proof: png("16 6 0 0 0"), source: "PNG, 48 × 32",
                expected: [0xffff_0000, hole, 0xff00_00ff, 0xffff_ffff], tolerance: 2),
            Case(
                testDescription: "WebP", command: "convert quadrants.png -quality 95 WEBP:picture",
                source: "WebP, 48 × 32", tolerance: 4),
            Case(
                testDescription: "WebP with holes",
                command: "convert quadrants.png -transparent lime -define webp:lossless=true WEBP:picture",
                source: "WebP, 48 × 32", expected: [0xffff_0000, hole, 0xff00_00ff, 0xffff_ffff]),
            Case(
                testDescription: "animated WebP",
                command:
                    "convert quadrants.png \\( +clone -negate \\) -define webp:lossless=true WEBP:picture",
                source: "WebP, 48 × 32", notes: ["animation shown as its first frame"]),
            Case(
                testDescription: "GIF with holes",
                command: "convert quadrants.png -transparent lime GIF:picture",
                source: "GIF, 48 × 32", expected: [0xffff_0000, hole, 0xff00_00ff, 0xffff_ffff]),
            Case(
                testDescription: "TIFF", command: "convert quadrants.png -compress LZW TIFF:picture",
                source: "TIFF, 48 × 32"),
            Case(
                testDescription: "TIFF of tiles, the other byte order",
                command: "convert quadrants.png -define tiff:tile-geometry=16x16 -endian MSB TIFF:picture",
                source: "TIFF, 48 × 32"),
            Case(
                testDescription: "TIFF for large files", command: "convert quadrants.png TIFF64:picture",
                proof: "[ \"$(od -An -tu1 -N4 picture | xargs)\" = '73 73 43 0' ]", source: "TIFF, 48 × 32"),
            Case(
                testDescription: "TIFF of 1 bit",
                command: "convert quadrants.png -threshold 60% -type bilevel -compress Group4 TIFF:picture",
                proof: identify("%z %[type]", "1 Bilevel"), source: "TIFF, 48 × 32",
                expected: [0xff00_0000, 0xffff_ffff, 0xff00_0000, 0xffff_ffff]),
            Case(
                testDescription: "TIFF with a palette",
                command: "convert quadrants.png -type Palette TIFF:picture",
                source: "TIFF, 48 × 32"),
            Case(
                testDescription: "TIFF of 16 bits with holes",
                command: "convert quadrants.png -transparent lime -depth 16 TIFF:picture",
                proof: identify("%z", "16"), source: "TIFF, 48 × 32",
                expected: [0xffff_0000, hole, 0xff00_00ff, 0xffff_ffff]),
            Case(
                testDescription: "TIFF of JPEG",
                command: "convert quadrants.png -compress JPEG -quality 95 TIFF:picture",
                proof: identify("%C", "JPEG"), source: "TIFF, 48 × 32", tolerance: 4),
            Case(
                testDescription: "TIFF of three pages",
                command: "convert quadrants.png \\( +clone -negate \\) \\( +clone -flip \\) TIFF:picture",
                source: "TIFF, 48 × 32", notes: ["the first of 3 pages"]),
            Case(
                testDescription: "SVG",
                command: "printf '%s' '<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"48\" height=\"32\">"
                    + "<path fill=\"red\" d=\"M0 0h24v16H0z\"/><path fill=\"blue\" d=\"M0 16h24v16H0z\"/>"
                    + "<path fill=\"white\" d=\"M24 16h24v16H24z\"/></svg>' >picture",
                source: "SVG, 48 × 32", expected: [0xffff_0000, hole, 0xff00_00ff, 0xffff_ffff]),
        ])
        func aFileOfThisKindIsPainted(_ test: Case) throws {
            let workshop = try Workshop()
            try workshop.run(Self.quadrants)
            try workshop.write("srgb.icc", ColorProfile.sRGB.bytes)
            let file = try workshop.make(test.command)
            try workshop.run(test.proof)
            try check(file, source: test.source, test.expected, within: test.tolerance, notes: test.notes)
        }

        @Test(arguments: ["heic", "avif"])
        func photographsOfTelephonesArePainted(_ kind: String) throws {
            let file = try keptPicture("quadrants.\(kind)")
            try check(file, source: "\(kind.uppercased()), 48 × 32", Self.quarters, within: 4)
        }

        @Test func anAnimatedAVIFIsItsFirstFrame() throws {
            var file = try keptPicture("quadrants.avif")
            file.replaceSubrange(8..<12, with: Array("avis".utf8))
            try check(
                file, source: "AVIF, 48 × 32", Self.quarters, within: 4,
                notes: ["animation shown as its first frame"])
        }

        @Test func ofSeveralPhotographsTheMainOneIsShownAndSaidSo() throws {
            try check(
                keptPicture("two.heic"), source: "HEIC, 48 × 32", Self.quarters, within: 8,
                notes: ["the main one of 2 pictures"])
        }

        private func check(
            _ file: [UInt8], source: String, _ quarters: [UInt32], within tolerance: Int, notes: [String] = []
        ) throws {
            for fit in Fit.allCases {
                let page = imageSlide(48, 32, fit: fit, background: Self.background)
                let painted = try paint(page, file: file)
                #expect(painted.picture.source == source)
                #expect(painted.picture.notes == notes)
                for (index, expected) in quarters.enumerated() {
                    let pixel = painted[12 + 24 * (index % 2), 8 + 16 * (index / 2)]
                    #expect(
                        difference(pixel, expected) <= tolerance,
                        "\(fit), quarter \(index): \(pixel.hex), not \(expected.hex)")
                }
            }
        }

        // MARK: Odd sizes

        @Test(arguments: [1, 3, 17])
        func oddSizesArePaintedToTheLastPixel(_ side: Int) throws {
            let workshop = try Workshop()
            let kinds = [
                ("JPEG", "-quality 95 -sampling-factor 2x2"), ("PNG24", ""),
                ("WEBP", "-define webp:lossless=true"),
                ("GIF", ""), ("TIFF", "-compress LZW"),
            ]
            for (kind, options) in kinds {
                let file = try workshop.make(
                    "convert patches.png -crop \(side)x\(side)+9+9 +repage \(options) \(kind):picture")
                let expected = try workshop.pixels(of: "picture")
                for fit in [Fit.contain, .center] {
                    let painted = try paint(imageSlide(side, side, fit: fit), file: file)
                    let most = zip(painted.pixels, expected).map { difference($0, $1) }.max() ?? 255
                    #expect(most <= (kind == "JPEG" ? 2 : 0), "\(kind), \(fit)")
                }
            }
        }

        @Test(arguments: ["heic", "avif"])
        func oddPhotographsArePaintedToTheLastPixel(_ kind: String) throws {
            let painted = try paint(imageSlide(17, 13), file: keptPicture("odd.\(kind)"))
            #expect(painted.picture.source == "\(kind.uppercased()), 17 × 13")
            for y in 0..<13 {
                for x in 0..<17 {
                    let expected = Self.quarters[(x < 8 ? 0 : 1) + (y < 8 ? 0 : 2)]
                    #expect(difference(painted[x, y], expected) <= 4, "\(x), \(y): \(painted[x, y].hex)")
                }
            }
        }

        // MARK: What it is by its content

        @Test(arguments: [
            ("ftypheic", "\0\0\0\0mif1heic", PictureFormat.heic), ("ftypmif1", "\0\0\0\0mif1avif", .avif),
            ("ftypavis", "\0\0\0\0avifmsf1", .avif), ("ftypmif1", "\0\0\0\0mif1miaf", .heif),
            ("ftypisom", "\0\0\0\0isomavc1", .foreign("MP4 video")),
            ("ftypqt  ", "\0\0\0\0qt  qt  ", .foreign("QuickTime video")),
            ("ftypheic", "", .heic),
        ])
        func mediaFilesAreToldByTheirBrands(_ begin: String, _ rest: String, _ expected: PictureFormat) {
            let head = [0, 0, 0, 24] + Array((begin + rest).utf8)
            #expect(PictureFormat(head: head) == expected)
        }

        @Test func noBeginningOfAMediaFileIsTooShort() {
            let whole = [0, 0, 0, 24] + Array("ftypheic\0\0\0\0mif1heic".utf8)
            for count in 0..<whole.count { _ = PictureFormat(head: Array(whole.prefix(count))) }
            for length in 0...255 {
                _ = PictureFormat(head: [255, 255, 255, UInt8(length)] + whole.dropFirst(4))
            }
            for length in 0...30 { _ = PictureFormat(head: [0, 0, 0, UInt8(length)] + whole.dropFirst(4)) }
        }

        @Test(arguments: [
            ("BM", "BMP"), ("8BPS", "PSD"), ("%!PS-Adobe", "PostScript"), ("\0\0\0\u{c}JXL \r\n", "JPEG XL"),
            ("\0\0\0\u{c}jP  \r\n", "JPEG 2000"), ("\0\0\0\u{18}ftypisom", "MP4 video"),
        ])
        func otherKindsAreNamed(_ head: String, _ name: String) throws {
            #expect(
                try reason(imageSlide(8, 8), file: Array(head.utf8))
                    == "\(name) is not supported; save it as JPEG, PNG, WebP, GIF, TIFF, HEIC, AVIF, SVG or PDF"
            )
        }
    }
}
