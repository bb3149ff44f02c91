import Signage
import Testing

struct IndicatorTests {
    private static let region = PixelRect(x: 0, y: 0, width: 800, height: 600)

    private struct NoMarks: Error {}

    private func marks(
        count: Int = 3, position: Double, axis: CarouselSettings.Axis = .horizontal,
        region: PixelRect = Self.region, band: PixelRect? = nil, scale: Double = 1,
        _ change: (inout CarouselSettings.Indicator) -> Void = { _ in }
    ) throws -> (marks: [Mark], layer: Layer) {
        var settings = CarouselSettings()
        settings.axis = axis
        change(&settings.indicator)
        let layer = try #require(
            Indicator.layer(
                settings: settings, count: count, position: position, region: region, band: band, scale: scale
            ))
        guard case .marks(let marks) = layer.content else { throw NoMarks() }
        return (marks, layer)
    }

    // MARK: Capsules

    @Test func capsulesLieCentredAboveTheBottom() throws {
        let (marks, layer) = try marks(position: 0)
        // 16 + 4 + 6 + 4 + 6 = 36 wide, from 382 on; 24 above 600.
        #expect(marks.map(\.x) == [382, 402, 412])
        #expect(marks.map(\.width) == [16, 6, 6])
        #expect(
            marks.allSatisfy { $0.y == 570 && $0.height == 6 && $0.cornerRadius == 3 && $0.strokeWidth == 1 })
        #expect(marks.map(\.opacity) == [1, 0.5, 0.5])
        #expect(marks.map(\.fill.alpha) == [255, 0, 0])
        #expect(marks.allSatisfy { $0.stroke == .white && $0.halo == 4 })
        #expect(layer.frame == PixelRect(x: 378, y: 566, width: 44, height: 14))
        #expect(layer.clip == Self.region)
    }

    @Test func topIsAsFarFromItsEdge() throws {
        #expect(try marks(position: 0) { $0.position = .top }.marks[0].y == 24)
    }

    @Test func lengthsFollowAMovingPage() throws {
        let (marks, _) = try marks(position: 0.25)
        #expect(marks.map(\.width) == [13.5, 8.5, 6])
        #expect(marks.map(\.x) == [382, 399.5, 412])
        #expect(marks.map(\.opacity) == [0.875, 0.625, 0.5])
        #expect(marks.map(\.fill.alpha) == [191, 64, 0])
    }

    @Test(arguments: [2.5, -0.5, 5.5, -3.5])
    func lastAndFirstAreNeighbours(_ position: Double) throws {
        #expect(try marks(position: position).marks.map(\.width) == [11, 6, 11])
    }

    @Test(arguments: [(2, 1.0), (2, 0.5), (3, -7.25), (9, 1e9 + 0.5)])
    func lengthIsTheSameAtAnyPosition(_ count: Int, _ position: Double) throws {
        let marks = try marks(count: count, position: position).marks
        #expect(marks.map(\.width).reduce(0, +) == Double(6 * (count - 1) + 16))
    }

    @Test func verticalIsAColumnAtTheRight() throws {
        let (marks, layer) = try marks(position: 1, axis: .vertical)
        #expect(marks.map(\.y) == [282, 292, 312])
        #expect(marks.map(\.height) == [6, 16, 6])
        #expect(marks.allSatisfy { $0.x == 770 && $0.width == 6 })
        #expect(layer.frame == PixelRect(x: 766, y: 278, width: 14, height: 44))
    }

    @Test func sizesFollowScaleAndRegion() throws {
        let region = PixelRect(x: 100, y: 50, width: 400, height: 300)
        let (marks, _) = try marks(position: 0, region: region, scale: 2)
        // 72 wide, from 100 + 164 on; 48 above 350, 12 high.
        #expect(marks.map(\.x) == [264, 304, 324])
        #expect(marks.allSatisfy { $0.y == 290 && $0.height == 12 && $0.strokeWidth == 2 })
    }

    /// 6, 16, 4 and 1 points are 2, 4, 1 and 0 pixels, but a stroke is there.
    @Test func lengthsAreWholePixelsAndNoneIsNothing() throws {
        let (marks, _) = try marks(position: 0, scale: 0.25)
        #expect(marks.map(\.width) == [4, 2, 2])
        #expect(marks.map(\.x) == [395, 400, 403])
        #expect(marks.allSatisfy { $0.height == 2 && $0.strokeWidth == 1 && $0.y == 592 })
    }

    @Test func withoutHaloTheFrameIsTight() throws {
        let (marks, layer) = try marks(position: 0) { $0.halo = false }
        #expect(marks.allSatisfy { $0.halo == 0 })
        #expect(layer.frame == PixelRect(x: 382, y: 570, width: 36, height: 6))
    }

    @Test func coloursAreTheOnesGiven() throws {
        let (red, blue) = (Color(red: 255, green: 0, blue: 0), Color(red: 0, green: 0, blue: 255))
        let capsules = try marks(position: 0.5) {
            $0.color = red
            $0.inactiveColor = blue
        }.marks
        #expect(capsules[2].stroke == blue && capsules[2].fill.alpha == 0)
        #expect(capsules[0].stroke == Color(red: 128, green: 0, blue: 128))
        #expect(capsules[0].fill == Color(red: 255, green: 0, blue: 0, alpha: 128))
        let dots = try marks(position: 0) {
            $0.style = .dots
            $0.color = red
            $0.inactiveColor = blue
        }.marks
        #expect(dots.map(\.fill) == [red, blue, blue])
    }

    // MARK: Dots

    @Test func dotsAreCirclesOverThePagesWhenTheyAreInside() throws {
        let (marks, layer) = try marks(position: 1) {
            $0.style = .dots
            $0.position = .inside
        }
        // 10 + 9 + 10 + 9 + 10 = 48 wide.
        #expect(marks.map(\.x) == [376, 395, 414])
        #expect(
            marks.allSatisfy {
                $0.width == 10 && $0.height == 10 && $0.y == 566 && $0.cornerRadius == 5
                    && $0.strokeWidth == 0 && $0.opacity == 1 && $0.halo == 4
            })
        let grey = Color(red: 0x8E, green: 0x8E, blue: 0x93)
        #expect(marks.map(\.fill) == [grey, Color(red: 0x32, green: 0xAD, blue: 0xE6), grey])
        #expect(layer.clip == Self.region)
    }

    @Test func dotsLieInTheMiddleOfTheirBandWithoutHalo() throws {
        let band = PixelRect(x: 0, y: 574, width: 800, height: 26)
        let (marks, layer) = try marks(position: 0, band: band) { $0.style = .dots }
        #expect(marks.allSatisfy { $0.y == 582 && $0.halo == 0 })
        #expect(layer.clip == band)
        let column = PixelRect(x: 774, y: 0, width: 26, height: 600)
        let below = try self.marks(position: 0, axis: .vertical, band: column) { $0.style = .dots }.marks
        #expect(below.map(\.y) == [276, 295, 314])
        #expect(below.allSatisfy { $0.x == 782 })
    }

    /// 142 + (50 − 142) · 0.75 and so on.
    @Test func coloursOfDotsFollowAMovingPage() throws {
        let marks = try marks(position: 0.25) { $0.style = .dots }.marks
        #expect(marks[0].fill == Color(red: 73, green: 165, blue: 209))
        #expect(marks[1].fill == Color(red: 119, green: 150, blue: 168))
        #expect(marks.map(\.x) == [376, 395, 414])
    }

    // MARK: Nothing

    struct Nothing: Sendable, CustomStringConvertible {
        var description: String
        var count = 3
        var style = CarouselSettings.Indicator.Style.capsule
        var swipe = true
        var position = 0.0
        var width = 800
    }

    @Test(arguments: [
        Nothing(description: "one page", count: 1), Nothing(description: "no page", count: 0),
        Nothing(description: "style none", style: .none),
        Nothing(description: "numbers are on the pages", style: .counter),
        Nothing(description: "dots without swiping", style: .dots, swipe: false),
        Nothing(description: "nowhere", position: .nan), Nothing(description: "no region", width: 0),
        // 16 > 0.8 · 19.
        Nothing(description: "no room for one", width: 19),
    ])
    func nothingIsDrawn(_ item: Nothing) {
        var settings = CarouselSettings()
        settings.indicator.style = item.style
        settings.swipe = item.swipe
        let region = PixelRect(x: 0, y: 0, width: item.width, height: 600)
        #expect(
            Indicator.layer(
                settings: settings, count: item.count, position: item.position, region: region, scale: 1)
                == nil)
    }

    @Test func capsulesNeedNoSwiping() {
        var settings = CarouselSettings()
        settings.swipe = false
        #expect(
            Indicator.layer(settings: settings, count: 2, position: 0, region: Self.region, scale: 1) != nil)
    }
}
