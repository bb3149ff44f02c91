/// What lies where on a screen.
struct ScreenLayout: Hashable, Sendable {
    let output: OutputGeometry
    /// Pixels per point.
    let scale: Double
    let pixelsPerDp: Double
    /// The ticker's; nil: there is none.
    let band: PixelRect?
    /// What the ticker leaves to the carousel and the idle page.
    let area: PixelRect
    let pages: PageLayout

    /// The layout for so many slides that are shown in turn.
    init(
        output: OutputGeometry, scale: Configuration.Scale, carousel: CarouselSettings, slideCount: Int,
        ticker: TickerSettings?
    ) {
        self.output = output
        self.scale = Self.factor(scale, for: output.size)
        pixelsPerDp = output.pixelsPerDp(scale: self.scale)
        band = Ticker.band(of: ticker, scale: self.scale, screen: output.size)
        area = Ticker.carouselArea(of: ticker, scale: self.scale, screen: output.size)
        pages = PageLayout(
            carousel, in: area, under: ticker?.overlay == true ? band : nil, count: slideCount,
            scale: self.scale)
    }

    /// Pixels per point, kept to what makes sense.
    static func factor(_ scale: Configuration.Scale, for size: PixelSize) -> Double {
        let factor = scale.factor(for: size)
        return factor.isNaN ? 1 : min(64, max(1.0 / 16, factor))
    }
}
