import Signage
import Testing

@testable import Painting

extension PaintingTests {
    /// Every EXIF orientation against ImageMagick turning the picture by hand.
    @Suite struct Orientations {
        private static let width = 51, height = 33

        /// What makes a stored picture upright, EXIF 2.32 section 4.6.4 tag 112.
        static let turns: [(orientation: Int, options: String)] = [
            (1, ""), (2, "-flop"), (3, "-rotate 180"), (4, "-flip"), (5, "-transpose"), (6, "-rotate 90"),
            (7, "-transverse"), (8, "-rotate 270"),
        ]

        struct Format: CustomTestStringConvertible {
            var testDescription: String
            /// Makes the stored `picture` of `scene.png`.
            var command: String
            /// 0 where nothing is lost, 2 for the rounding of JPEG.
            var tolerance = 0
            var mark: @Sendable (_ file: [UInt8], _ orientation: Int) -> [UInt8]
        }

        @Test(arguments: [
            Format(
                testDescription: "JPEG",
                command: "convert scene.png -quality 95 -sampling-factor 1x1 JPEG:picture", tolerance: 2
            ) { Orientation.jpeg($0, $1) },
            Format(testDescription: "PNG", command: "convert scene.png -strip PNG24:picture") {
                Orientation.png($0, $1)
            },
            Format(
                testDescription: "WebP", command: "convert scene.png -define webp:lossless=true WEBP:picture"
            ) { Orientation.webP($0, $1, width: width, height: height) },
            Format(
                testDescription: "TIFF",
                command: "convert scene.png -orient TopLeft -compress LZW TIFF:picture"
            ) { file, orientation in
                // The tag's entry, of either byte order, holds 1.
                let entries: [[UInt8]] = [
                    [0x12, 1, 3, 0, 1, 0, 0, 0, 1], [1, 0x12, 0, 3, 0, 0, 0, 1, 0, 1],
                ]
                var file = file
                for entry in entries {
                    guard let place = file.indices.first(where: { file[$0...].starts(with: entry) }) else {
                        continue
                    }
                    file[place + entry.count - 1] = UInt8(orientation)
                }
                return file
            },
        ])
        func itIsPaintedUpright(_ format: Format) throws {
            let workshop = try Workshop()
            try workshop.run(
                "convert -size \(Self.width)x\(Self.height) gradient:red-blue"
                    + " \\( -size 20x10 xc:lime \\) -geometry +3+2 -composite -depth 8 PNG24:scene.png")
            let stored = try workshop.make(format.command)
            for (orientation, options) in Self.turns {
                let expected = try workshop.pixels(of: "picture", options)
                let size = orientation > 4 ? (Self.height, Self.width) : (Self.width, Self.height)
                for fit in [Fit.contain, .center] {
                    let painted = try paint(
                        imageSlide(size.0, size.1, fit: fit), file: format.mark(stored, orientation))
                    let most = zip(painted.pixels, expected).map { difference($0, $1) }.max() ?? 255
                    #expect(most <= format.tolerance, "orientation \(orientation), \(fit)")
                }
            }
        }

        /// libheif turns by the picture's own property; the EXIF tag, which cameras write besides, would turn it twice.
        @Test func heicIsTurnedOnce() throws {
            let file = try keptPicture("turned.heic")
            for fit in Fit.allCases {
                let painted = try paint(imageSlide(32, 48, fit: fit), file: file)
                #expect(isNear(painted[24, 12], 0xffff_0000), "\(fit): \(painted[24, 12].hex)")
                #expect(isNear(painted[24, 36], 0xff00_ff00))
                #expect(isNear(painted[8, 12], 0xff00_00ff))
                #expect(isNear(painted[8, 36], 0xffff_ffff))
                #expect(painted.picture.source == "HEIC, 32 × 48")
            }
        }
    }
}
