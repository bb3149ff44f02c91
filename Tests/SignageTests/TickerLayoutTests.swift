import Signage
import Testing

struct TickerLayoutTests {
    private static let screen = PixelSize(width: 1920, height: 1080)

    @Test(arguments: [
        (TickerSettings.Position.bottom, false, PixelRect(x: 0, y: 1016, width: 1920, height: 64), 0, 1016),
        (.top, false, PixelRect(x: 0, y: 0, width: 1920, height: 64), 64, 1016),
        (.bottom, true, PixelRect(x: 0, y: 1016, width: 1920, height: 64), 0, 1080),
    ])
    func bandTakesItsPartOfTheScreen(
        _ position: TickerSettings.Position, _ overlay: Bool, _ band: PixelRect, _ y: Int, _ height: Int
    ) {
        var settings = TickerSettings(text: .plain("x"))
        settings.position = position
        settings.overlay = overlay
        #expect(Ticker.band(of: settings, scale: 1, screen: Self.screen) == band)
        #expect(
            Ticker.carouselArea(of: settings, scale: 1, screen: Self.screen)
                == PixelRect(x: 0, y: y, width: 1920, height: height))
    }

    @Test func noTextNoBand() {
        #expect(Ticker.band(of: nil, scale: 1, screen: Self.screen) == nil)
        #expect(Ticker.band(of: TickerSettings(text: .plain("")), scale: 1, screen: Self.screen) == nil)
        #expect(Ticker.carouselArea(of: nil, scale: 1, screen: Self.screen) == PixelRect(Self.screen))
    }

    @Test(arguments: [(0.0, 1), (64.0, 32), (1e300, 1080), (.nan, 1)])
    func heightStaysOnTheScreen(_ points: Double, _ height: Int) {
        var settings = TickerSettings(text: .plain("x"))
        settings.height = points
        #expect(Ticker.band(of: settings, scale: 0.5, screen: Self.screen)?.height == height)
    }

    @Test func nothingShowsThroughABandBesideThePages() {
        let half = Color(red: 200, green: 100, blue: 1, alpha: 128)
        let beside = TickerDriver("a 1000") { $0.background = half }
        #expect(
            beside.ticker.layers(at: Instant(seconds: 0)) { _ in nil }.map(\.content)
                == [.color(Color(red: 100, green: 50, blue: 1))])
        let over = TickerDriver("a 1000") {
            $0.background = half
            $0.overlay = true
        }
        #expect(over.ticker.layers(at: Instant(seconds: 0)) { _ in nil }.map(\.content) == [.color(half)])
    }

    @Test func hugeLengthsDoNotTrap() {
        let driver = TickerDriver("a 1000", scale: 1e300) { $0.gap = 1e300 }
        #expect(driver.isMoving(at: 0))
    }
}
