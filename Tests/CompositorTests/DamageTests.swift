import Compositor
import Signage
import TestSupport
import Testing

struct DamageTests {
    private let size = PixelSize(width: 67, height: 53)

    // MARK: Properties over histories

    /// Three buffers take turns, as on a screen, and sometimes one is skipped or its pixels are lost.
    @Test(arguments: 0..<12)
    func drawingByDamageEqualsDrawingWhole(_ seed: UInt64) throws {
        var random = SplitMix(state: seed)
        var scenes = try RandomScenes(size: size, random: &random)
        let compositor = Compositor()
        var buffers = (0..<3).map { _ in (contents: BufferContents(), pixels: WriteLog(size)) }
        for number in 0..<40 {
            let frame = scenes.next(&random)
            let index = random.below(4) == 0 ? random.below(3) : number % 3
            if random.below(20) == 0 { buffers[index].contents.forget() }
            let damage = buffers[index].contents.damage(for: frame)
            let target = buffers[index].pixels
            target.restart()
            compositor.draw(frame, damage: damage, into: target)
            buffers[index].contents.hold(frame)

            #expect(target.faults.isEmpty)
            #expect(target.written == damage)
            let whole = drawnWhole(frame)
            #expect(whole.faults.isEmpty)
            let difference = target.difference(from: whole)
            #expect(difference == nil, "seed \(seed), frame \(number): \(difference ?? "")")
        }
    }

    /// What the order of drawing, or the width of a part, must not change.
    @Test(arguments: 0..<6)
    func anyPartsGiveTheSamePixels(_ seed: UInt64) throws {
        var random = SplitMix(state: 100 + seed)
        var scenes = try RandomScenes(size: size, random: &random)
        for _ in 0..<5 { _ = scenes.next(&random) }
        let frame = scenes.next(&random)
        let target = WriteLog(size)
        let compositor = Compositor()
        var left = Region(PixelRect(size))
        while !left.isEmpty {
            var part = Region()
            for _ in 0..<4 {
                part.add(
                    PixelRect(
                        x: random.below(67), y: random.below(53), width: 1 + random.below(40),
                        height: 1 + random.below(30)))
            }
            target.restart()
            compositor.draw(frame, damage: part, into: target)
            #expect(target.faults.isEmpty)
            left.subtract(part)
        }
        #expect(target.difference(from: drawnWhole(frame)) == nil)
    }

    // MARK: What is damaged

    private func scene(_ layers: [Layer]) -> Scene { Scene(size: size, layers: layers) }

    private func picture(_ id: UInt64, x: Int, y: Int = 0) -> Layer {
        Layer(
            .picture(PictureID(number: id)), frame: PixelRect(x: x, y: y, width: 10, height: 10),
            clip: PixelRect(size))
    }

    @Test func equalScenesAreUndamaged() {
        let scene = scene([picture(1, x: 0), picture(2, x: 20)])
        #expect(SceneDifference.region(from: scene, to: scene).isEmpty)
    }

    @Test func unknownOrOtherSizeIsDamagedWhole() {
        let new = scene([])
        #expect(SceneDifference.region(from: nil, to: new) == Region(PixelRect(size)))
        let old = Scene(size: PixelSize(width: 67, height: 54))
        #expect(SceneDifference.region(from: old, to: new) == Region(PixelRect(size)))
    }

    @Test func movedPictureDamagesBothPlaces() {
        let old = scene([picture(1, x: 0), picture(2, x: 50), picture(3, x: 0, y: 30)])
        let new = scene([picture(1, x: 0), picture(2, x: 60), picture(3, x: 0, y: 30)])
        var expected = Region(PixelRect(x: 50, y: 0, width: 10, height: 10))
        // What lies beyond the screen is no damage.
        expected.add(PixelRect(x: 60, y: 0, width: 7, height: 10))
        #expect(SceneDifference.region(from: old, to: new) == expected)
    }

    @Test func layersThatComeOrGoDamageTheirPlaceOnly() {
        let few = scene([picture(1, x: 0), picture(3, x: 0, y: 30)])
        let more = scene([picture(4, x: 12), picture(1, x: 0), picture(2, x: 30), picture(3, x: 0, y: 30)])
        var expected = Region(PixelRect(x: 12, y: 0, width: 10, height: 10))
        expected.add(PixelRect(x: 30, y: 0, width: 10, height: 10))
        #expect(SceneDifference.region(from: few, to: more) == expected)
        #expect(SceneDifference.region(from: more, to: few) == expected)
    }

    @Test func anotherOrderIsDamage() {
        let old = scene([picture(1, x: 0), picture(2, x: 5)])
        let new = scene([picture(2, x: 5), picture(1, x: 0)])
        let damage = SceneDifference.region(from: old, to: new)
        #expect(!damage.intersection(PixelRect(x: 5, y: 0, width: 5, height: 10)).isEmpty)
    }

    @Test func equalLayersAreCounted() {
        let once = scene([picture(1, x: 0)])
        let twice = scene([picture(1, x: 0), picture(1, x: 0)])
        #expect(
            SceneDifference.region(from: once, to: twice)
                == Region(PixelRect(x: 0, y: 0, width: 10, height: 10)))
    }

    @Test func opacityAndClipAreDamage() {
        var faded = picture(1, x: 0)
        faded.opacity = 9
        var clipped = picture(1, x: 0)
        clipped.clip = PixelRect(x: 0, y: 0, width: 4, height: 4)
        for other in [faded, clipped] {
            #expect(
                SceneDifference.region(from: scene([picture(1, x: 0)]), to: scene([other])).bounds
                    == PixelRect(x: 0, y: 0, width: 10, height: 10))
        }
    }

    @Test func pictureThatComesToHandIsDamage() throws {
        var stage = Stage(67, 53)
        let id = try stage.picture(10, 10) { _, _ in 0xffff_ffff }
        stage.show(id, x: 3, y: 4)
        let without = Frame(scene: stage.frame.scene, surfaces: [:])
        var contents = BufferContents()
        contents.hold(without)
        #expect(contents.damage(for: without).isEmpty)
        #expect(contents.damage(for: stage.frame) == Region(PixelRect(x: 3, y: 4, width: 10, height: 10)))
    }
}
