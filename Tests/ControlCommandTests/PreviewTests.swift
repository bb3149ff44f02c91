import Glibc
import Signage
import SystemCalls
import TestSupport
import Testing

@testable import ControlCommand

/// Sheets made by the programs themselves.
@Suite struct PreviewTests {
    /// A sheet and the place of its tiles.
    struct Sheet {
        var width: Int
        var height: Int
        var pixels: [UInt8]
        var layout: SheetLayout

        /// Red, green, blue at a place of a tile, in tile pixels from its top left.
        func color(_ tile: Int, _ x: Int, _ y: Int) -> [Int] {
            let frame = layout.frame(of: tile)
            let place = ((frame.y + y) * width + frame.x + x) * 4
            return [2, 1, 0].map { Int(pixels[place + $0]) }
        }

        /// Whether a rectangle of the sheet has pixels of more than one colour.
        func isDrawnOn(_ part: PixelRect) -> Bool {
            var colors: Set<UInt32> = []
            for y in part.y..<part.maxY {
                for x in part.x..<part.maxX {
                    let place = (y * width + x) * 4
                    colors.insert(
                        UInt32(pixels[place]) | UInt32(pixels[place + 1]) << 8
                            | UInt32(pixels[place + 2]) << 16)
                }
            }
            return colors.count > 1
        }
    }

    private func sheet(
        _ playlist: String, size: PixelSize, count: Int, in folder: TemporaryFolder? = nil
    ) throws -> Sheet {
        let folder = try folder ?? TemporaryFolder()
        try folder.write("playlist.yaml", playlist)
        let result = run(["preview", folder.path, "--size", "\(size.width)x\(size.height)", "-o", "-"])
        try #require(result.code == .success, "\(result.complaints)")
        let picture = try ScreenshotTests.decoded(result.output)
        let layout = SheetLayout(count: count, picture: size)
        let expected = layout.size(count: count, hasFoot: false)
        #expect(picture.width == expected.width && picture.height == expected.height)
        return Sheet(width: picture.width, height: picture.height, pixels: picture.pixels, layout: layout)
    }

    private func isNear(_ color: [Int], _ expected: [Int], within tolerance: Int = 2) -> Bool {
        zip(color, expected).allSatisfy { abs($0 - $1) <= tolerance }
    }

    /// 640 × 360 is the tile's size: nothing is scaled, so that every pixel has a known colour. A point is 3/8 of a pixel.
    private static let screen = PixelSize(width: 640, height: 360)

    @Test func everySlideIsThereWithTickerAndIndicator() throws {
        let sheet = try sheet(
            """
            slides:
              - {color: "#ff0000"}
              - {color: "#008000"}
              - {text: "Hello", background: "#102030", style: {size: 300, color: "#ffff00"}}
            ticker: {text: "long enough", height: 64, style: {size: 40, color: white, background: "#0000ff"}}
            """, size: Self.screen, count: 3)
        for (tile, color) in [(0, [255, 0, 0]), (1, [0, 128, 0]), (2, [16, 32, 48])] {
            for (x, y) in [(5, 5), (634, 5), (5, 300)] { #expect(sheet.color(tile, x, y) == color) }
            // The ticker's band, and letters in it.
            #expect(sheet.color(tile, 630, 345) == [0, 0, 255])
            #expect((0..<200).contains { sheet.color(tile, $0, 348) == [255, 255, 255] })
            // The indicator lies over the middle of the page's foot: marks that are white, at three places.
            let frame = sheet.layout.frame(of: tile)
            #expect(sheet.isDrawnOn(PixelRect(x: frame.x + 300, y: frame.y + 320, width: 40, height: 12)))
            #expect(sheet.isDrawnOn(sheet.layout.label(of: tile)))
        }
        // The text is in the middle of its page, and only there.
        #expect((200..<440).contains { sheet.color(2, $0, 170) == [255, 255, 0] })
        #expect(!(0..<640).contains { sheet.color(0, $0, 170) != [255, 0, 0] })
        #expect(isNear(Array(sheet.pixels[0..<3].reversed().map(Int.init)), [0x20, 0x21, 0x24], within: 0))
    }

    /// Which mark of the indicator is the long one tells the slide.
    @Test func theIndicatorShowsThePlaceOfEachSlide() throws {
        let sheet = try sheet(
            """
            slides: [{color: black}, {color: black, id: b}, {color: black, id: c}]
            carousel: {indicator: {halo: false}}
            """, size: PixelSize(width: 640, height: 360), count: 3)
        // 16 + 6 + 6 points of marks and twice 4 between them, at 0.375 pixels a point: 13.5 pixels in the middle.
        let brightness = (0..<3).map { tile in
            (313..<327).map { x in (340..<352).map { sheet.color(tile, x, $0)[0] }.reduce(0, +) }
        }
        func heaviest(_ tile: Int) -> Int {
            let third = brightness[tile].count / 3
            let parts = (0..<3).map { brightness[tile][$0 * third..<($0 + 1) * third].reduce(0, +) }
            return parts.firstIndex(of: parts.max() ?? 0) ?? -1
        }
        #expect((0..<3).map(heaviest) == [0, 1, 2])
    }

    @Test func largeScreensAreScaledDown() throws {
        let sheet = try sheet(
            "slides: [{color: \"#ff0000\"}, {color: \"#00ff00\"}]\nticker: {text: a, scroll: never}\n",
            size: PixelSize(width: 1920, height: 1080), count: 2)
        #expect(sheet.layout.tile == PixelSize(width: 640, height: 360))
        for (tile, color) in [(0, [255, 0, 0]), (1, [0, 255, 0])] {
            for (x, y) in [(0, 0), (639, 0), (320, 100), (0, 330)] {
                #expect(isNear(sheet.color(tile, x, y), color))
            }
            #expect(isNear(sheet.color(tile, 600, 359), [0, 0, 0]))
        }
    }

    /// A slide that cannot be shown has a tile that says so, and those before it the indicator of the ring without it.
    @Test func whatIsNotShownSaysWhy() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "broken.png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + Array(repeating: 0, count: 60))
        // The broken one is no neighbour of the first: it is found out when frames have been written already.
        let colors = ["a", "b", "c", "d", "e"].map { "  - {color: \"#ff0000\", id: \($0)}\n" }
        let bad = ["  - {image: broken.png}\n", "  - {image: gone.png}\n"]
        let slides = colors[..<3] + bad[..<1] + colors[3...] + bad[1...]
        let sheet = try sheet("slides:\n" + slides.joined(), size: Self.screen, count: 7, in: folder)
        let good = try self.sheet("slides:\n" + colors.joined(), size: Self.screen, count: 5)
        for tile in [3, 6] {
            #expect(sheet.color(tile, 2, 2) == [0x3c, 0x40, 0x43])
            #expect(sheet.isDrawnOn(sheet.layout.frame(of: tile)))
        }
        for (tile, goodTile) in zip([0, 1, 2, 4, 5], 0...) {
            for y in 320..<355 {
                for x in 280..<360 where sheet.color(tile, x, y) != good.color(goodTile, x, y) {
                    Issue.record("tile \(tile) differs at \(x), \(y)")
                    return
                }
            }
        }
    }

    @Test func aFolderOfPicturesHasASheetWithoutWhatIsNone() throws {
        let folder = try TemporaryFolder()
        let picture = try #require(
            CairoPicture(
                size: PixelSize(width: 2, height: 1), pixels: [0, 0, 255, 0, 0, 0, 255, 0])?.png())
        try folder.write("한글 \"2\".png", picture)
        try folder.write("notes.txt", "words")
        let output = folder.path + "/.sheet.png"
        let result = run(["preview", folder.path, "--size", "64x32", "-o", output])
        #expect(result.code == .success && result.complaints.isEmpty)
        #expect(result.text == "\(output): 1 slide\n")
        let sheet = try ScreenshotTests.decoded(try readFile(output, limit: 1 << 20))
        let place = ((16 + 16) * sheet.width + 16 + 32) * 4
        #expect(sheet.pixels[place..<place + 3] == [0, 0, 255])
    }

    @Test func aPlaylistWithErrorsHasNoSheet() throws {
        let folder = try TemporaryFolder()
        try folder.write("playlist.yaml", "slides: [{colour: red}]\n")
        let result = run(["preview", folder.path, "-o", folder.path + "/sheet.png"])
        #expect(result.code == .badContent && result.output.isEmpty)
        #expect(result.complaints.first?.contains("/playlist.yaml:1:11: error: ") == true)
        #expect(access(folder.path + "/sheet.png", F_OK) != 0)
    }

    @Test func anEmptyPlaylistHasNoSheet() throws {
        let folder = try TemporaryFolder()
        try folder.write("playlist.yaml", "slides: []\n")
        let result = run(["preview", folder.path])
        #expect(result.code == .failure)
        #expect(result.complaints == ["signagectl: '\(folder.path)' has no slides"])
    }

    @Test func aSheetIsNotWrittenToATerminal() {
        #expect(run(["preview", "/x", "-o", "-"], isTerminal: true).code == .usage)
    }
}
