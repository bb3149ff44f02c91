import Compositor
import Signage
import TestSupport
import Testing

struct CompositorTests {
    private static func gradient(_ x: Int, _ y: Int) -> UInt32 {
        0xff00_0000 | UInt32(x) << 16 | UInt32(y) << 8 | 7
    }

    // MARK: Golden pixels

    @Test func whatNoLayerCoversIsBlack() {
        let log = drawnWhole(Stage(5, 3).frame)
        #expect(log.pixels.allSatisfy { $0 == 0xff00_0000 })
    }

    @Test(arguments: [0, 4, 64])
    func opaquePageIsCopied(_ padding: Int) throws {
        var stage = Stage(20, 40)
        // The top byte of an opaque picture means nothing.
        let page = try stage.picture(20, 40, padding: padding) { Self.gradient($0, $1) & 0x00ff_ffff }
        stage.show(page, x: 0, y: 0)
        let log = drawnWhole(stage.frame)
        for y in 0..<40 {
            for x in 0..<20 { #expect(log[x, y] == Self.gradient(x, y)) }
        }
    }

    @Test func pagesLieWhereTheirFramesAre() throws {
        var stage = Stage(10, 2)
        let left = try stage.picture(10, 2, Self.gradient)
        let right = try stage.picture(10, 2) { _, _ in 0xff12_3456 }
        stage.show(left, x: -3, y: 0)
        stage.show(right, x: 8, y: 1)
        let log = drawnWhole(stage.frame)
        #expect(log[0, 0] == Self.gradient(3, 0))
        #expect(log[6, 1] == Self.gradient(9, 1))
        #expect(log[7, 0] == 0xff00_0000)
        #expect(log[8, 0] == 0xff00_0000)
        #expect(log[8, 1] == 0xff12_3456)
    }

    @Test func crossFadeIsExact() throws {
        var stage = Stage(3, 1)
        let below = try stage.picture(3, 1) { _, _ in 0xff00_ff64 }
        let above = try stage.picture(3, 1) { _, _ in 0xffff_00c8 }
        stage.show(below, x: 0, y: 0)
        stage.show(above, x: 0, y: 0, opacity: 128)
        // Red 255 · 128/255 = 128; green 255 · 127/255 = 127; blue 200 · 128/255 + 100 · 127/255 = 100 + 50.
        #expect(drawnWhole(stage.frame).pixels.allSatisfy { $0 == 0xff80_7f96 })
    }

    @Test(arguments: [UInt8(1), 60, 128, 254])
    func everyOpacityIsTheRoundedShare(_ opacity: UInt8) throws {
        var stage = Stage(256, 1)
        let below = try stage.picture(256, 1) { x, _ in
            0xff00_0000 | UInt32(x) << 16 | UInt32(255 - x) << 8 | 90
        }
        let above = try stage.picture(256, 1) { x, _ in 0xff00_0000 | UInt32(255 - x) << 16 | UInt32(x) }
        stage.show(below, x: 0, y: 0)
        stage.show(above, x: 0, y: 0, opacity: opacity)
        let log = drawnWhole(stage.frame)
        let mask = UInt32(opacity)
        for x in 0..<256 {
            let value = UInt32(x)
            let red = share(255 - value, mask) + share(value, 255 - mask)
            let green = share(255 - value, 255 - mask)
            let blue = share(value, mask) + share(90, 255 - mask)
            #expect(log[x, 0] == 0xff00_0000 | red << 16 | green << 8 | blue)
        }
    }

    @Test func opacityZeroShowsNothing() {
        var stage = Stage(2, 1)
        stage.fill(.white, opacity: 0)
        #expect(drawnWhole(stage.frame).pixels == [0xff00_0000, 0xff00_0000])
    }

    @Test func clipCutsTheLayer() throws {
        var stage = Stage(8, 8)
        let page = try stage.picture(8, 8, Self.gradient)
        stage.show(page, x: 0, y: 0, clip: PixelRect(x: 2, y: 3, width: 4, height: 2))
        let log = drawnWhole(stage.frame)
        for y in 0..<8 {
            for x in 0..<8 {
                let inside = (2..<6).contains(x) && (3..<5).contains(y)
                #expect(log[x, y] == (inside ? Self.gradient(x, y) : 0xff00_0000))
            }
        }
    }

    @Test func transparentPictureShowsTheColourBelow() throws {
        var stage = Stage(3, 1)
        let picture = try stage.picture(3, 1, isOpaque: false) { x, _ in [0, 0x8040_2010, 0xff11_2233][x] }
        stage.fill(Color(red: 100, green: 200, blue: 50))
        stage.show(picture, x: 0, y: 0)
        // 100 · 127/255 = 50, 200 · 127/255 = 100, 50 · 127/255 = 25.
        #expect(drawnWhole(stage.frame).pixels == [0xff64_c832, 0xff72_8429, 0xff11_2233])
    }

    @Test func tickerTileLiesOverItsBand() throws {
        var stage = Stage(6, 4)
        let page = try stage.picture(6, 4) { _, _ in 0xffff_ffff }
        let tile = try stage.picture(4, 2, isOpaque: false) { x, _ in x == 0 ? 0xffff_ffff : 0 }
        stage.show(page, x: 0, y: 0)
        let band = PixelRect(x: 0, y: 2, width: 6, height: 2)
        stage.fill(Color(red: 0, green: 0, blue: 0, alpha: 0xc0), band)
        stage.show(tile, x: 2, y: 2, clip: band)
        let log = drawnWhole(stage.frame)
        #expect(log[2, 1] == 0xffff_ffff)
        #expect(log[1, 2] == 0xff3f_3f3f)
        #expect(log[2, 2] == 0xffff_ffff)
        #expect(log[3, 3] == 0xff3f_3f3f)
    }

    @Test func pictureNotAtHandIsLeftOut() {
        var stage = Stage(2, 1)
        stage.fill(.white)
        stage.layers.append(
            Layer(.picture(PictureID(number: 99)), frame: stage.screen, clip: stage.screen))
        #expect(drawnWhole(stage.frame).pixels == [0xffff_ffff, 0xffff_ffff])
    }

    @Test func frameLargerThanItsPictureReadsNothingBeyond() throws {
        var stage = Stage(4, 2)
        let small = try stage.picture(2, 1) { _, _ in 0xff01_0203 }
        stage.layers = [Layer(.picture(small), frame: stage.screen, clip: stage.screen)]
        #expect(
            drawnWhole(stage.frame).pixels == [0xff01_0203, 0xff01_0203]
                + Array(repeating: 0xff00_0000, count: 6))
    }

    @Test func targetSmallerThanTheSceneTakesWhatFits() throws {
        var stage = Stage(40, 40)
        let page = try stage.picture(40, 40, Self.gradient)
        stage.show(page, x: 0, y: 0)
        let log = WriteLog(PixelSize(width: 30, height: 20))
        Compositor().draw(stage.frame, damage: Region(stage.screen), into: log)
        #expect(log.faults.isEmpty)
        #expect(log[29, 19] == Self.gradient(29, 19))
    }

    // MARK: Rows

    @Test func rowsAreWhatIsDrawn() throws {
        let size = PixelSize(width: 33, height: 50)
        var random = SplitMix(state: 5)
        var scenes = try RandomScenes(size: size, random: &random)
        let frame = scenes.next(&random)
        let pitch = 4 * 40
        var memory = [UInt8](repeating: 0xee, count: pitch * size.height)
        let compositor = Compositor()
        memory.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            compositor.draw(
                frame, damage: Region(PixelRect(size)),
                into: PixelMemory(base: base, pitch: pitch, size: size))
        }
        for range in [0..<50, 7..<8, 13..<40, 49..<50] {
            let expected = range.flatMap { memory[$0 * pitch..<$0 * pitch + size.width * 4] }
            #expect(compositor.rows(of: frame, range) == expected)
        }
        for y in 0..<size.height {
            #expect(memory[y * pitch + size.width * 4..<(y + 1) * pitch].allSatisfy { $0 == 0xee })
        }
    }

    @Test func rowsOutsideAreLeftOut() {
        let compositor = Compositor()
        #expect(compositor.rows(of: Stage(2, 3).frame, -5..<1).count == 8)
        #expect(compositor.rows(of: Stage(2, 3).frame, 2..<99).count == 8)
        #expect(compositor.rows(of: Stage(2, 3).frame, 3..<4).isEmpty)
        #expect(compositor.rows(of: Stage(0, 0).frame, 0..<4).isEmpty)
    }
}
