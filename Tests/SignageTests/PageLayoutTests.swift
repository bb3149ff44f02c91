import Testing

@testable import Signage

@Suite struct PageLayoutTests {
    private let screen = PixelRect(x: 0, y: 0, width: 1000, height: 600)

    private func layout(
        _ area: PixelRect? = nil, under overlay: PixelRect? = nil, count: Int = 3, scale: Double = 1,
        _ change: (inout CarouselSettings) -> Void
    ) -> PageLayout {
        var settings = CarouselSettings()
        change(&settings)
        return PageLayout(settings, in: area ?? screen, under: overlay, count: count, scale: scale)
    }

    @Test func aPageFillsTheRegion() {
        let pages = layout { _ in }
        #expect(pages.pageSize == PixelSize(width: 1000, height: 600))
        #expect(pages.frame(of: 3, at: 3) == screen)
        #expect(pages.visiblePages(at: 3, count: 5) == 3..<4)
    }

    /// c = 1000 − 2·100 − 2·20 = 760, q = 780, page k at 120 + (k − p)·780.
    @Test func endlessPagesLieAtWholePitches() {
        let pages = layout {
            $0.edge = 100
            $0.spacing = 20
            // Says nothing in an endless carousel.
            $0.padding = 7
        }
        #expect(pages.pageLength == 760)
        #expect(pages.pitch == 780)
        #expect(pages.frame(of: 0, at: 0) == PixelRect(x: 120, y: 0, width: 760, height: 600))
        #expect(pages.frame(of: 1, at: 0).x == 900)
        #expect(pages.frame(of: -1, at: 0).x == -660)
        #expect(pages.frame(of: 1, at: 0.5).x == 120 + 390)
        #expect(pages.visiblePages(at: 0, count: 2) == -1..<2)
    }

    struct Clamped: Sendable {
        var position: Double
        var page: Int
        var start: Int
    }

    /// e = 100, s = 20, m = 30: q = 780, page k at 30 + (k − p)·780 + clamp(p, 0, 1)·90.
    @Test(arguments: [
        Clamped(position: 0, page: 0, start: 30), Clamped(position: 0, page: 1, start: 810),
        Clamped(position: 0.5, page: 0, start: 30 - 390 + 45),
        Clamped(position: 1, page: 1, start: 120),
        Clamped(position: 1, page: 0, start: -660), Clamped(position: 2, page: 2, start: 120),
        Clamped(position: -0.5, page: 0, start: 420), Clamped(position: 2.5, page: 2, start: -270),
    ])
    func theFirstPageOfThoseWithEndsSitsAtThePadding(_ item: Clamped) {
        let pages = layout {
            $0.loop = false
            $0.edge = 100
            $0.spacing = 20
            $0.padding = 30
        }
        #expect(pages.frame(of: item.page, at: item.position).x == item.start)
        #expect(pages.visiblePages(at: 0, count: 3) == 0..<2)
        #expect(pages.visiblePages(at: 2, count: 3) == 1..<3)
    }

    @Test(arguments: [0.0, 0.25, 1, 1.75, -0.5, 4.5])
    func scrollAndPositionAreInverse(_ position: Double) {
        for loops in [true, false] {
            let pages = layout {
                $0.loop = loops
                $0.edge = 100
                $0.spacing = 20
                $0.padding = 30
            }
            #expect(abs(pages.position(atScroll: pages.scroll(at: position)) - position) < 1e-9)
        }
    }

    @Test func pageSizeAndAlignmentAreAcrossTheAxis() {
        for (alignment, y) in [
            (CarouselSettings.PageAlignment.start, 0), (.center, 150), (.end, 300),
        ] {
            let pages = layout {
                $0.pageSize = .points(300)
                $0.pageAlign = alignment
            }
            #expect(pages.frame(of: 0, at: 0) == PixelRect(x: 0, y: y, width: 1000, height: 300))
        }
    }

    @Test func verticalExchangesTheAxes() {
        let pages = layout {
            $0.axis = .vertical
            $0.edge = 50
            $0.pageSize = .percent(40)
            $0.pageAlign = .end
        }
        #expect(pages.frame(of: 0, at: 0) == PixelRect(x: 600, y: 50, width: 400, height: 500))
        #expect(pages.frame(of: 1, at: 0).y == 550)
        #expect(pages.frame(of: 0, at: 0.5).y == -200)
    }

    @Test func theRegionIsMeasuredInTheArea() {
        let area = PixelRect(x: 0, y: 64, width: 1000, height: 400)
        let pages = layout(area, scale: 2) {
            $0.region.x = .points(50)
            $0.region.y = .percent(25)
            $0.region.width = .percent(50)
            $0.region.height = .percent(100)
        }
        // Cut where the area ends.
        #expect(pages.region == PixelRect(x: 100, y: 164, width: 500, height: 300))
    }

    /// Page floor(p) begins at floor(x + ½), the others at whole pitches from it.
    @Test func pagesKeepTheirDistanceInWholePixels() {
        let pages = layout { _ in }
        #expect(pages.frame(of: 0, at: 0.0005).x == 0)
        #expect(pages.frame(of: 1, at: 0.0005).x == 1000)
        #expect(pages.frame(of: 0, at: 0.0006).x == -1)
        #expect(pages.frame(of: 1, at: 0.0006).x == 999)
        #expect(pages.frame(of: -1, at: -0.25).x == -750)
        #expect(pages.frame(of: 0, at: -0.25).x == 250)
    }

    @Test func noRoomEndsInPagesOfOnePixel() {
        let narrow = layout { $0.edge = 600 }
        #expect(narrow.pageLength == 1)
        let wild = layout {
            $0.edge = .infinity
            $0.spacing = .nan
            $0.padding = -5
            $0.pageSize = .percent(1e300)
            $0.loop = false
        }
        #expect(wild.pageLength == 1)
        #expect(wild.position(atScroll: 10).isFinite)
        let none = layout(PixelRect(x: 0, y: 0, width: 0, height: 0)) { _ in }
        #expect(none.visiblePages(at: 0, count: 3).isEmpty)
        #expect(!none.pageSize.isEmpty)
    }

    struct DotsCase: Sendable, CustomStringConvertible {
        var description: String
        var axis = CarouselSettings.Axis.horizontal
        var position = CarouselSettings.Indicator.Position.bottom
        var swipe = true
        var count = 2
        var overlay: PixelRect?
        var region: PixelRect
        var band: PixelRect?
    }

    /// 26 of 600 or 1000.
    @Test(arguments: [
        DotsCase(
            description: "bottom", region: PixelRect(x: 0, y: 0, width: 1000, height: 574),
            band: PixelRect(x: 0, y: 574, width: 1000, height: 26)),
        DotsCase(
            description: "top", position: .top, region: PixelRect(x: 0, y: 26, width: 1000, height: 574),
            band: PixelRect(x: 0, y: 0, width: 1000, height: 26)),
        DotsCase(
            description: "right of a vertical carousel", axis: .vertical, position: .top,
            region: PixelRect(x: 0, y: 0, width: 974, height: 600),
            band: PixelRect(x: 974, y: 0, width: 26, height: 600)),
        DotsCase(
            description: "inside", position: .inside, region: PixelRect(x: 0, y: 0, width: 1000, height: 600)),
        DotsCase(
            description: "one slide", count: 1, region: PixelRect(x: 0, y: 0, width: 1000, height: 600)),
        DotsCase(
            description: "no swiping", swipe: false, region: PixelRect(x: 0, y: 0, width: 1000, height: 600)),
        DotsCase(
            description: "above a ticker that lies over the pages",
            overlay: PixelRect(x: 0, y: 536, width: 1000, height: 64),
            region: PixelRect(x: 0, y: 0, width: 1000, height: 510),
            band: PixelRect(x: 0, y: 510, width: 1000, height: 26)),
    ])
    func dotsTakeABandFromThePages(_ item: DotsCase) {
        let pages = layout(under: item.overlay, count: item.count) {
            $0.axis = item.axis
            $0.swipe = item.swipe
            $0.indicator.style = .dots
            $0.indicator.position = item.position
        }
        #expect(pages.region == item.region)
        #expect(pages.band == item.band)
        #expect(pages.bounds == screen)
        #expect(pages.pageSize == item.region.size)
    }

    @Test func aNarrowRegionIsSharedByPagesAndDots() {
        let pages = layout(PixelRect(x: 0, y: 0, width: 100, height: 20)) { $0.indicator.style = .dots }
        #expect(pages.region.height == 10 && pages.band?.height == 10)
        let none = layout(PixelRect(x: 0, y: 0, width: 0, height: 0)) { $0.indicator.style = .dots }
        #expect(!none.pageSize.isEmpty && none.visiblePages(at: 0, count: 3).isEmpty)
    }

    @Test func whatATickerLeavesIsOpen() {
        let band = PixelRect(x: 0, y: 0, width: 1000, height: 64)
        #expect(layout(under: band) { _ in }.open == PixelRect(x: 0, y: 64, width: 1000, height: 536))
        let low = layout(under: band) { $0.region.y = .points(100) }
        #expect(low.open == low.bounds)
    }

    @Test func gapsAreWhatPagesLeave() {
        let region = PixelRect(x: 10, y: 10, width: 100, height: 50)
        let pages = [
            PixelRect(x: 10, y: 20, width: 30, height: 30), PixelRect(x: 50, y: 20, width: 60, height: 30),
        ]
        #expect(
            region.parts(notCoveredBy: pages, along: .horizontal) == [
                PixelRect(x: 10, y: 10, width: 30, height: 10),
                PixelRect(x: 10, y: 50, width: 30, height: 10),
                PixelRect(x: 40, y: 10, width: 10, height: 50),
                PixelRect(x: 50, y: 10, width: 60, height: 10),
                PixelRect(x: 50, y: 50, width: 60, height: 10),
            ])
        #expect(region.parts(notCoveredBy: [region], along: .vertical).isEmpty)
    }
}
