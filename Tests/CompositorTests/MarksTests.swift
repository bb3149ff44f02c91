import Compositor
import Signage
import TestSupport
import Testing

struct MarksTests {
    /// A white capsule of 16 × 6 with a stroke of 1, at 4, 4.
    private func capsule(
        opacity: Double = 1, fill: Color = .white, stroke: Color = .white, halo: Double = 0, x: Double = 4
    ) -> Mark {
        Mark(
            x: x, y: 4, width: 16, height: 6, cornerRadius: 3, fill: fill, stroke: stroke, strokeWidth: 1,
            opacity: opacity, halo: halo)
    }

    private func drawn(_ marks: [Mark], on color: Color = .black, opacity: UInt8 = 255) -> WriteLog {
        var stage = Stage(24, 14)
        stage.fill(color)
        stage.layers.append(Layer(.marks(marks), frame: stage.screen, clip: stage.screen, opacity: opacity))
        return drawnWhole(stage.frame)
    }

    @Test func capsuleHasWholeEdgesAndRoundEnds() {
        let log = drawn([capsule()])
        // Straight edges lie on whole pixels.
        for y in 4..<10 { #expect(log[12, y] == 0xffff_ffff) }
        #expect(log[12, 3] == 0xff00_0000)
        #expect(log[12, 10] == 0xff00_0000)
        // The corner's pixel centre is 2.5 and 2.5 from the end's centre: 3.5355 − 3 outside, no coverage.
        #expect(log[4, 4] == 0xff00_0000)
        // 2.5 and 1.5: 2.9155 − 3 = −0.0845 → 0.5845 · 255 = 149.
        #expect(log[4, 5] == 0xff95_9595)
        #expect(log[5, 4] == 0xff95_9595)
        // 2.5 and 0.5: 2.5495 − 3 = −0.4505 → 0.9505 · 255 = 242.
        #expect(log[4, 6] == 0xfff2_f2f2)
    }

    @Test func capsuleIsSymmetrical() {
        let log = drawn([capsule(halo: 4)], on: .white)
        for y in 0..<14 {
            for x in 0..<24 {
                #expect(log[x, y] == log[23 - x, y])
                #expect(log[x, y] == log[x, 13 - y])
            }
        }
    }

    @Test func unfilledMarkIsItsStrokeAtItsOpacity() {
        let clear = Color(red: 255, green: 255, blue: 255, alpha: 0)
        let log = drawn([capsule(opacity: 0.5, fill: clear)])
        #expect(log[12, 4] == 0xff80_8080)
        #expect(log[12, 5] == 0xff00_0000)
        #expect(log[12, 9] == 0xff80_8080)
    }

    @Test func fillAndStrokeShareThePixelsBetweenThem() {
        let red = Color(red: 255, green: 0, blue: 0)
        let blue = Color(red: 0, green: 0, blue: 255)
        let log = drawn([capsule(fill: red, stroke: blue)])
        #expect(log[12, 4] == 0xff00_00ff)
        #expect(log[12, 5] == 0xffff_0000)
        // At the round end the pixel 0, 2: 0.4505 inside, so fill covers nothing and stroke 0.9505.
        #expect(log[4, 6] == 0xff00_00f2)
    }

    @Test func haloShowsWhiteMarksOnWhite() {
        let log = drawn([capsule(halo: 4)], on: .white)
        #expect(log[12, 6] == 0xffff_ffff)
        // Half a pixel outside: 0.4 · (1 − 0.125)² · 255 = 78; 255 − 78 = 177.
        #expect(log[12, 3] == 0xffb1_b1b1)
        // It fades outwards: 0.4 · 0.125² · 255 = 2 at the end of its reach.
        #expect(log[12, 2] > log[12, 3])
        #expect(log[12, 1] > log[12, 2])
        #expect(log[12, 0] == 0xfffd_fdfd)
        #expect(log[12, 13] == 0xfffd_fdfd)
        #expect(log[0, 0] == 0xffff_ffff)
    }

    @Test func halosThatMeetDoNotAddUp() {
        let alone = drawn([capsule(halo: 4)], on: .white)
        let twice = drawn([capsule(halo: 4), capsule(halo: 4)], on: .white)
        #expect(alone[12, 2] == twice[12, 2])
    }

    @Test func layerOpacityFadesMarks() {
        #expect(drawn([capsule()], opacity: 128)[12, 6] == 0xff80_8080)
    }

    @Test func marksThatChangeAreDrawnAnew() {
        let compositor = Compositor()
        var stage = Stage(24, 14)
        for x in [4.0, 5.25, 4.0] {
            stage.layers = [Layer(.marks([capsule(x: x)]), frame: stage.screen, clip: stage.screen)]
            let log = WriteLog(stage.size)
            compositor.draw(stage.frame, damage: Region(stage.screen), into: log)
            #expect(log.pixels == drawnWhole(stage.frame).pixels)
        }
    }

    @Test(arguments: [Double.nan, .infinity, 1e300, -1e300])
    func absurdLengthsDoNotTrap(_ length: Double) {
        var mark = capsule(halo: 4)
        mark.x = length
        mark.width = length
        #expect(drawn([mark]).faults.isEmpty)
        mark = capsule()
        mark.halo = length
        mark.opacity = length
        mark.strokeWidth = length
        #expect(drawn([mark]).faults.isEmpty)
    }
}
