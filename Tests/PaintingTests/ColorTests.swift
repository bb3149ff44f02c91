import Signage
import Testing

@testable import Painting

extension PaintingTests {
    /// Colours against those that ImageMagick makes of the same file, with LittleCMS where there is a profile.
    @Suite struct Colors {
        struct Case: CustomTestStringConvertible {
            var testDescription: String
            /// Makes `picture` of `patches.png`.
            var command: String
            /// Levels of 255 that a channel may be off.
            ///
            /// 2: both sides decode the same numbers, and each rounds once or twice on the way. 3 for profiles: libvips
            /// goes by way of CIELAB, ImageMagick in one step of LittleCMS. 8 for ink: between the coarse points of such
            /// tables, and where ink is stronger than a screen can show, that is seen more.
            var tolerance: Int
            /// Turns the reference into what a screen shows.
            var reference = ""
        }

        /// No "black point compensation": libvips has none in this path.
        private static let byProfile = "-intent relative +black-point-compensation -profile srgb.icc"
        private static let ink = "/usr/share/color/icc/ghostscript/default_cmyk.icc"

        @Test(arguments: [
            Case(
                testDescription: "baseline JPEG", command: "convert patches.png -quality 95 JPEG:picture",
                tolerance: 2),
            Case(
                testDescription: "progressive JPEG, colours at half the resolution",
                command: "convert patches.png -interlace JPEG -sampling-factor 2x2 -quality 95 JPEG:picture",
                tolerance: 2),
            Case(
                testDescription: "grey JPEG",
                command: "convert patches.png -colorspace Gray -quality 95 JPEG:picture", tolerance: 2),
            Case(
                testDescription: "16 bits", command: "convert patches.png -depth 16 PNG48:picture",
                tolerance: 2),
            Case(
                testDescription: "Display P3",
                command: "convert patches.png -profile p3.icc -quality 100 JPEG:picture",
                tolerance: 3, reference: byProfile),
            Case(
                testDescription: "Display P3, 16 bits",
                command: "convert patches.png -profile p3.icc -depth 16 PNG48:picture",
                tolerance: 3, reference: byProfile),
            Case(
                testDescription: "Adobe RGB",
                command: "convert patches.png -profile adobe.icc TIFF:picture", tolerance: 3,
                reference: byProfile),
            Case(
                testDescription: "grey with a profile, gamma 1.0",
                command: "convert patches.png -colorspace Gray -profile grey.icc PNG:picture", tolerance: 3,
                reference: byProfile),
            Case(
                testDescription: "YCCK JPEG with a profile",
                command: "convert patches.png -profile srgb.icc -profile \(ink) -quality 100 JPEG:picture",
                tolerance: 8, reference: byProfile),
            Case(
                testDescription: "CMYK TIFF with a profile",
                command: "convert patches.png -profile srgb.icc -profile \(ink) -compress LZW TIFF:picture",
                tolerance: 8, reference: byProfile),
            Case(
                testDescription: "CMYK JPEG with a profile",
                command: "convert patches.png -profile srgb.icc -profile \(ink) TIFF:ink.tif"
                    + " && vips jpegsave ink.tif picture.jpg --Q 100 && mv picture.jpg picture",
                tolerance: 8, reference: byProfile),
        ])
        func coloursAreThoseOfAnotherProgram(_ test: Case) throws {
            let workshop = try Workshop()
            try workshop.write("srgb.icc", ColorProfile.sRGB.bytes)
            try workshop.write("p3.icc", ColorProfile.displayP3.bytes)
            try workshop.write("adobe.icc", ColorProfile.adobeRGB.bytes)
            try workshop.write("grey.icc", ColorProfile.grey(.gamma(1)).bytes)
            let file = try workshop.make(test.command)
            let reference = try workshop.pixels(of: "picture", test.reference)
            if !test.reference.isEmpty {
                // The profile matters, else this would test nothing.
                let plain = try workshop.pixels(of: "picture", "-strip -colorspace sRGB")
                #expect(zip(plain, reference).contains { difference($0, $1) > 10 })
            }
            for fit in Fit.allCases {
                let painted = try paint(
                    imageSlide(Workshop.size.width, Workshop.size.height, fit: fit), file: file)
                for (x, y) in Workshop.centers {
                    let expected = reference[y * Workshop.size.width + x]
                    #expect(
                        difference(painted[x, y], expected) <= test.tolerance,
                        "\(fit) at \(x), \(y): \(painted[x, y].hex), not \(expected.hex)")
                }
            }
        }

        /// What JPEG files of four colours say in their Adobe marker: 2 for YCCK, 0 for CMYK.
        @Test func inkComesInBothCodings() throws {
            let workshop = try Workshop()
            let codings = [
                (2, "convert patches.png -colorspace CMYK JPEG:picture"),
                (
                    0,
                    "convert patches.png -colorspace CMYK ink.tif && vips jpegsave ink.tif picture.jpg"
                        + " && mv picture.jpg picture"
                ),
            ]
            for (coding, command) in codings {
                let file = try workshop.make(command)
                let marker = Array("Adobe".utf8)
                let place = try #require((0..<40).first { file[$0...].starts(with: marker) })
                #expect(Int(file[place + 11]) == coding)
            }
        }

        /// Without a profile nobody knows the ink. The one that is taken is near a common one, SWOP; 24 levels are between
        /// two such kinds of print, inverted is some 200 off.
        @Test(arguments: [
            "convert patches.png -colorspace CMYK JPEG:picture",
            "convert patches.png -colorspace CMYK TIFF:picture",
            "convert patches.png -colorspace CMYK ink.tif && vips jpegsave ink.tif p.jpg && mv p.jpg picture",
        ])
        func inkWithoutAProfileIsNotInverted(_ command: String) throws {
            let workshop = try Workshop()
            let file = try workshop.make(command)
            try workshop.write("srgb.icc", ColorProfile.sRGB.bytes)
            let reference = try workshop.pixels(of: "picture", "-profile \(Self.ink) \(Self.byProfile)")
            for fit in Fit.allCases {
                let painted = try paint(
                    imageSlide(Workshop.size.width, Workshop.size.height, fit: fit), file: file)
                for (x, y) in Workshop.centers {
                    let expected = reference[y * Workshop.size.width + x]
                    #expect(difference(painted[x, y], expected) <= 24, "\(fit): \(painted[x, y].hex)")
                }
            }
        }

        /// Large enough that it is made sRGB at a half, a quarter and an eighth of its size.
        @Test(arguments: [3, 5, 10])
        func inkIsScaledAndTurned(_ times: Int) throws {
            let workshop = try Workshop()
            try workshop.write("srgb.icc", ColorProfile.sRGB.bytes)
            let size = Workshop.size
            var file = try workshop.make(
                "convert patches.png -scale \(times)00% -profile srgb.icc -profile \(Self.ink) JPEG:picture")
            let reference = try workshop.pixels(of: "picture", Self.byProfile)
            file = Orientation.jpeg(file, 6)
            for fit in [Fit.contain, .cover, .stretch] {
                let painted = try paint(imageSlide(size.height, size.width, fit: fit), file: file)
                for (x, y) in Workshop.centers {
                    let expected = reference[times * (y * times * size.width + x)]
                    let pixel = painted[size.height - 1 - y, x]
                    #expect(difference(pixel, expected) <= 6, "\(fit): \(pixel.hex), not \(expected.hex)")
                }
            }
        }

        @Test func inkOfOtherFilesIsScaled() throws {
            let workshop = try Workshop()
            try workshop.write("srgb.icc", ColorProfile.sRGB.bytes)
            let file = try workshop.make(
                "convert patches.png -scale 500% -profile srgb.icc -profile \(Self.ink) -compress LZW TIFF:picture"
            )
            let reference = try workshop.pixels(of: "picture", "\(Self.byProfile) -scale 20%")
            for fit in [Fit.contain, .cover, .stretch] {
                let painted = try paint(
                    imageSlide(Workshop.size.width, Workshop.size.height, fit: fit), file: file)
                for (x, y) in Workshop.centers {
                    let expected = reference[y * Workshop.size.width + x]
                    #expect(difference(painted[x, y], expected) <= 8, "\(fit): \(painted[x, y].hex)")
                }
            }
        }

        /// 80 levels are between the ink it was made for and the one it is taken for; inverted is some 200 off.
        @Test func anInkProfileThatIsBrokenIsIgnored() throws {
            let workshop = try Workshop()
            try workshop.write("srgb.icc", ColorProfile.sRGB.bytes)
            var file = try workshop.make(
                "convert patches.png -profile srgb.icc -profile \(Self.ink) -quality 95 JPEG:picture")
            let reference = try workshop.pixels(of: "patches.png")
            let signature = Array("acsp".utf8)
            let place = try #require(file.indices.first { file[$0...].starts(with: signature) })
            for offset in 0..<300 { file[place + offset] = 0x55 }
            for fit in Fit.allCases {
                let painted = try paint(
                    imageSlide(Workshop.size.width, Workshop.size.height, fit: fit), file: file)
                for (x, y) in Workshop.centers {
                    let expected = reference[y * Workshop.size.width + x]
                    #expect(difference(painted[x, y], expected) <= 80, "\(fit): \(painted[x, y].hex)")
                }
            }
        }

        /// Many programs put the profile of sRGB into everything they write.
        @Test func aProfileForOtherColoursThanThoseOfTheFileIsIgnored() throws {
            let file = try Fixture.plain(16, 16, [128]).saved(by: "jpegsave", ["profile": "srgb"])
            for fit in Fit.allCases {
                let pixel = try paint(imageSlide(16, 16, fit: fit), file: file)[8, 8]
                #expect(isNear(pixel, 0xff80_8080, within: 2), "\(fit): \(pixel.hex)")
            }
        }

        @Test func tenBitsArePainted() throws {
            for fit in Fit.allCases {
                let painted = try paint(imageSlide(16, 16, fit: fit), file: keptPicture("deep.heic"))
                #expect(isNear(painted[8, 8], 0xffc8_6432, within: 2), "\(painted[8, 8].hex)")
            }
        }
    }
}
