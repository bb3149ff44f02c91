/// Where the pages of a carousel lie, in whole pixels of the screen.
///
/// Page `k` is any integer; the position is a real number of pages. Along the axis a page begins at
/// `edge + spacing + (k − p) · pitch` in an endless carousel. In one with ends the first page begins at the padding
/// and all others are centred; in between the pages shift evenly.
struct PageLayout: Hashable, Sendable {
    /// The carousel's part of the screen.
    let bounds: PixelRect
    /// The part of it that no ticker lies over.
    let open: PixelRect
    /// The part of it that dots have for themselves; nil: none.
    let band: PixelRect?
    /// The part of it where pages lie; what lies outside is not seen.
    let region: PixelRect
    let axis: CarouselSettings.Axis
    let loops: Bool
    let edge: Int
    let spacing: Int
    let padding: Int
    /// Along the axis.
    let pageLength: Int
    /// Across the axis.
    let pageBreadth: Int
    /// From the region's side to the page's.
    let breadthOffset: Int

    /// The layout in a part of the screen.
    ///
    /// - Parameters:
    ///   - settings: the carousel's; values that leave no room end in pages of one pixel.
    ///   - area: what the ticker leaves of the screen.
    ///   - overlay: where the ticker lies if it lies over the pages; nil: nowhere.
    ///   - count: pages; with some indicators they have less room when there is more than one.
    ///   - scale: pixels per point.
    init(
        _ settings: CarouselSettings, in area: PixelRect, under overlay: PixelRect? = nil, count: Int,
        scale: Double
    ) {
        let place = settings.region
        bounds = PixelRect(
            x: area.x + place.x.pixels(of: area.width, scale: scale),
            y: area.y + place.y.pixels(of: area.height, scale: scale),
            width: place.width.pixels(of: area.width, scale: scale),
            height: place.height.pixels(of: area.height, scale: scale)
        ).intersection(area)
        open = overlay.map(bounds.rows(besides:)) ?? bounds
        if Indicator.hasBand(settings, count: count) {
            let parts = Self.parted(
                bounds, open, breadth: Signage.pixels(Indicator.bandBreadth, scale: scale), settings)
            region = parts.pages
            band = parts.band
        } else {
            region = bounds
            band = nil
        }
        axis = settings.axis
        loops = settings.loop
        edge = pixels(settings.edge, scale: scale)
        spacing = pixels(settings.spacing, scale: scale)
        padding = pixels(settings.padding, scale: scale)
        let isHorizontal = settings.axis == .horizontal
        let (length, breadth) =
            isHorizontal ? (region.width, region.height) : (region.height, region.width)
        pageLength = max(1, length - 2 * edge - 2 * spacing)
        pageBreadth = max(1, settings.pageSize.pixels(of: breadth, scale: scale))
        breadthOffset =
            switch settings.pageAlign {
            case .start: 0
            case .center: (breadth - pageBreadth) / 2
            case .end: breadth - pageBreadth
            }
    }

    /// Cuts a band off: from the right of a vertical carousel, else from the bottom or top.
    private static func parted(
        _ bounds: PixelRect, _ open: PixelRect, breadth: Int, _ settings: CarouselSettings
    ) -> (pages: PixelRect, band: PixelRect) {
        var (pages, band) = (bounds, open)
        // Half of a narrow region is left to the pages.
        switch (settings.axis, settings.indicator.position) {
        case (.vertical, _):
            band.width = min(breadth, open.width / 2)
            band.x = open.maxX - band.width
            pages.width = band.x - pages.x
        case (.horizontal, .top):
            band.height = min(breadth, open.height / 2)
            pages.y = band.maxY
            pages.height = bounds.maxY - band.maxY
        case (.horizontal, .bottom), (.horizontal, .inside):
            band.height = min(breadth, open.height / 2)
            band.y = open.maxY - band.height
            pages.height = band.y - pages.y
        }
        return (pages, band)
    }

    /// From the beginning of a page to that of the next.
    var pitch: Int { pageLength + spacing }

    var length: Int { axis == .horizontal ? region.width : region.height }

    var pageSize: PixelSize {
        axis == .horizontal
            ? PixelSize(width: pageLength, height: pageBreadth)
            : PixelSize(width: pageBreadth, height: pageLength)
    }

    // MARK: Position and pixels

    /// How far the first page's place at rest is from that of the others.
    private var shift: Double { loops ? 0 : Double(edge + spacing - padding) }

    /// Pixels that the pages have moved backwards at a position; grows with it.
    func scroll(at position: Double) -> Double {
        position * Double(pitch) - min(1, max(0, position)) * shift
    }

    /// The position at which the pages have moved so far.
    func position(atScroll scroll: Double) -> Double {
        let pitch = Double(pitch)
        // An edge wider than page and padding leaves the first page nowhere to come from.
        let first = max(1, pitch - shift)
        if loops || scroll <= 0 { return scroll / pitch }
        return scroll < first ? scroll / first : 1 + (scroll - first) / pitch
    }

    /// Where a page begins along the axis, from the region's start, before rounding.
    func start(of page: Int, at position: Double) -> Double {
        Double(loops ? edge + spacing : padding) + Double(page * pitch) - scroll(at: position)
    }

    // MARK: Pages in pixels

    /// Where a page lies; every page is at whole pitches from page `floor(position)`.
    func frame(of page: Int, at position: Double) -> PixelRect {
        let anchor = anchor(at: position)
        let start = anchor.start + (page - anchor.page) * pitch
        return axis == .horizontal
            ? PixelRect(
                x: region.x + start, y: region.y + breadthOffset, width: pageLength, height: pageBreadth)
            : PixelRect(
                x: region.x + breadthOffset, y: region.y + start, width: pageBreadth, height: pageLength)
    }

    /// The pages of which some of the region's pixels are, for `count` slides.
    func visiblePages(at position: Double, count: Int) -> Range<Int> {
        guard count > 0, length > 0 else { return 0..<0 }
        let anchor = anchor(at: position)
        var first = anchor.page + floorDivide(-(anchor.start + pageLength), by: pitch) + 1
        var end = anchor.page + floorDivide(length - anchor.start - 1, by: pitch) + 1
        if !loops {
            first = max(0, first)
            end = min(count, end)
        }
        return first..<max(first, end)
    }

    private func anchor(at position: Double) -> (page: Int, start: Int) {
        let page = Int(position.rounded(.down))
        return (page, Int((start(of: page, at: position) + 0.5).rounded(.down)))
    }
}

/// The quotient rounded down, also below zero.
func floorDivide(_ value: Int, by divisor: Int) -> Int {
    let quotient = value / divisor
    return value % divisor < 0 ? quotient - 1 : quotient
}

/// What is left of a value after whole multiples, never negative.
func remainder(_ value: Int, by divisor: Int) -> Int {
    let rest = value % divisor
    return rest < 0 ? rest + divisor : rest
}

extension Length {
    /// Whole pixels; shares are of `whole`.
    func pixels(of whole: Int, scale: Double) -> Int {
        switch self {
        case .points(let points): Signage.pixels(points, scale: scale)
        case .percent(let share): Signage.pixels(share / 100, scale: Double(whole))
        }
    }
}

extension PixelRect {
    /// What is left of it above or below a band that is as wide, whichever is more.
    func rows(besides band: PixelRect) -> PixelRect {
        let covered = intersection(band)
        guard !covered.isEmpty else { return self }
        let (above, below) = (covered.y - y, maxY - covered.maxY)
        return above >= below
            ? PixelRect(x: x, y: y, width: width, height: above)
            : PixelRect(x: x, y: covered.maxY, width: width, height: below)
    }
}
