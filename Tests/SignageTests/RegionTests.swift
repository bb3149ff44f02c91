import Signage
import Testing

/// A region of any size and place, and what is around it.
@Suite struct RegionTests {
    private static let background = Color(red: 9, green: 8, blue: 7)

    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var x: Length
        var y: Length
        var width: Length
        var height: Length
        var overlay: Bool?
        /// At 1920 × 1080, a point a pixel; a ticker is 100 high and at the top.
        var region: PixelRect
    }

    static let cases: [Case] = [
        Case(
            testDescription: "a banner at the top", x: .points(0), y: .points(0), width: .percent(100),
            height: .points(170), region: PixelRect(x: 0, y: 0, width: 1920, height: 170)),
        Case(
            testDescription: "below a ticker", x: .points(0), y: .points(0), width: .percent(100),
            height: .points(170), overlay: false, region: PixelRect(x: 0, y: 100, width: 1920, height: 170)),
        Case(
            testDescription: "under a ticker", x: .points(0), y: .points(0), width: .percent(100),
            height: .points(170), overlay: true, region: PixelRect(x: 0, y: 0, width: 1920, height: 170)),
        Case(
            testDescription: "a column at the right", x: .percent(75), y: .points(0), width: .percent(25),
            height: .percent(100), region: PixelRect(x: 1440, y: 0, width: 480, height: 1080)),
        Case(
            testDescription: "in the middle", x: .percent(25), y: .points(300), width: .points(960),
            height: .points(480), region: PixelRect(x: 480, y: 300, width: 960, height: 480)),
        Case(
            testDescription: "half beside a ticker", x: .points(0), y: .percent(50), width: .percent(50),
            height: .percent(50), overlay: false, region: PixelRect(x: 0, y: 590, width: 960, height: 490)),
        Case(
            testDescription: "all", x: .points(0), y: .points(0), width: .percent(100), height: .percent(100),
            region: PixelRect(x: 0, y: 0, width: 1920, height: 1080)),
    ]

    private static func play(_ example: Case) -> SignPlay {
        var playlist = Playlist.three {
            $0.background = background
            $0.region.x = example.x
            $0.region.y = example.y
            $0.region.width = example.width
            $0.region.height = example.height
        }
        if let overlay = example.overlay {
            var ticker = TickerSettings(text: .plain("news"))
            (ticker.overlay, ticker.height, ticker.position) = (overlay, 100, .top)
            playlist.ticker = ticker
        }
        return SignPlay(playlist, output: OutputGeometry(size: PixelSize(width: 1920, height: 1080)))
    }

    @Test(arguments: cases) func thePageFillsItsRegion(_ example: Case) {
        let play = Self.play(example)
        #expect(play.frame(of: "a", at: 0) == example.region)
    }

    @Test(arguments: cases) func whatTheRegionLeavesIsTheBackground(_ example: Case) {
        let play = Self.play(example)
        let top = example.overlay == false ? 100 : 0
        let area = PixelRect(x: 0, y: top, width: 1920, height: 1080 - top)
        let around = play.sign.scene(at: play.now).layers.filter { $0.content == .color(Self.background) }
        #expect(around.allSatisfy { $0.extent.intersection(example.region).isEmpty && $0.opacity == 255 })
        // They lie apart from each other, so their pixels can be counted.
        func count(_ rect: PixelRect) -> Int { rect.width * rect.height }
        for (index, layer) in around.enumerated() {
            #expect(layer.extent.intersection(area) == layer.extent)
            #expect(around[(index + 1)...].allSatisfy { $0.extent.intersection(layer.extent).isEmpty })
        }
        #expect(around.reduce(0) { $0 + count($1.extent) } == count(area) - count(example.region))
    }

    @Test func aRegionOutOfTheScreenShowsTheBackground() {
        let example = Case(
            testDescription: "", x: .points(3000), y: .points(0), width: .points(100), height: .points(100),
            region: PixelRect(x: 0, y: 0, width: 0, height: 0))
        let layers = Self.play(example).sign.scene(at: Instant(seconds: 0)).layers
        let screen = PixelRect(x: 0, y: 0, width: 1920, height: 1080)
        #expect(layers.first == Layer(.color(Self.background), frame: screen, clip: screen))
    }

    @Test func theIdlePageHasAllOfTheArea() {
        var play = Self.play(Self.cases[0])
        var empty = Playlist.slides([]) { $0.background = Self.background }
        empty.carousel.region.height = .points(170)
        play.handle(.reload(empty))
        let screen = PixelRect(x: 0, y: 0, width: 1920, height: 1080)
        #expect(play.layers(at: 0).map(\.extent) == [screen])
    }
}
