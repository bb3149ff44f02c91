import Signage
import Testing

struct IndicatorTests {
    private static let region = PixelRect(x: 0, y: 0, width: 800, height: 600)

    private func marks(
        count: Int = 3, position: Double, axis: CarouselSettings.Axis = .horizontal,
        region: PixelRect = Self.region,
        scale: Double = 1, _ change: (inout CarouselSettings.Indicator) -> Void = { _ in }
    ) throws -> (marks: [Mark], layer: Layer) {
        var settings = CarouselSettings.Indicator()
        change(&settings)
        let layer = try #require(
            Indicator.layer(
                settings: settings, axis: axis, count: count, position: position, region: region, scale: scale
            ))
        guard case .marks(let marks) = layer.content else { throw NoMarks() }
        return (marks, layer)
    }

    private struct NoMarks: Error {}

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

    @Test func withoutHaloTheFrameIsTight() throws {
        let (marks, layer) = try marks(position: 0) { $0.halo = false }
        #expect(marks.allSatisfy { $0.halo == 0 })
        #expect(layer.frame == PixelRect(x: 382, y: 570, width: 36, height: 6))
    }

    @Test(arguments: [
        ("one page", 1, CarouselSettings.Indicator.Style.capsule), ("no page", 0, .capsule),
        ("style none", 3, .none),
        // 63 · 10 + 16 = 646 > 640.
        ("more than 80 %", 64, .capsule),
    ])
    func nothingIsDrawn(_ name: String, _ count: Int, _ style: CarouselSettings.Indicator.Style) {
        var settings = CarouselSettings.Indicator()
        settings.style = style
        #expect(
            Indicator.layer(
                settings: settings, axis: .horizontal, count: count, position: 0, region: Self.region,
                scale: 1)
                == nil)
    }

    @Test func eightyPercentAreDrawn() throws {
        #expect(try marks(count: 63, position: 0).marks.count == 63)
    }
}
