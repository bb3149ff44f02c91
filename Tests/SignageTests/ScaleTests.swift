import Signage
import Testing

/// What a point and a dp are in pixels.
@Suite struct ScaleTests {
    /// The shorter side / 1080 to the nearest eighth, a quarter at least.
    @Test(arguments: [
        (1920, 1080, 1.0), (1080, 1920, 1), (3840, 2160, 2), (1280, 720, 0.625), (1366, 768, 0.75),
        (1024, 600, 0.5), (800, 480, 0.5), (720, 472, 0.375), (320, 240, 0.25), (64, 48, 0.25),
    ])
    func aPointIsTheShorterSideIn1080InSteps(_ width: Int, _ height: Int, _ factor: Double) {
        let size = PixelSize(width: width, height: height)
        #expect(Configuration.Scale.auto.factor(for: size) == factor)
        #expect(Configuration.Scale.fixed(1.3).factor(for: size) == 1.3)
    }

    /// A dp is 1/160 inch by the display's width, from half a pixel to four; nobody knows the size: a point.
    @Test func aDpIsKeptWithinLimits() {
        func dp(_ width: Int, _ millimetres: Int?) -> Double {
            OutputGeometry(
                size: PixelSize(width: width, height: 1080),
                millimetres: millimetres.map { PixelSize(width: $0, height: 300) }
            ).pixelsPerDp(scale: 1.5)
        }
        #expect(dp(1920, 254) == 1.2)
        #expect(dp(1920, 2540) == 0.5)
        #expect(dp(1920, 16) == 4)
        #expect(dp(1920, nil) == 1.5 && dp(1920, 0) == 1.5)
    }
}
