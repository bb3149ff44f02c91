/// The marks that tell which page shows: capsules or dots.
///
/// They follow the carousel's position continuously: while a page moves, lengths and colours are between those of
/// the two pages, also between the last and the first.
public enum Indicator {
    /// Points across the band that dots have for themselves.
    static let bandBreadth = 26.0
    /// Points from the region's edge to marks over the pages.
    static let margin = 24.0
    /// Points that the halo reaches beyond the outline.
    static let haloReach = 4.0
    /// Of capsules that are not selected.
    static let restingOpacity = 0.5
    /// #32ADE6.
    static let cyan = Color(red: 0x32, green: 0xAD, blue: 0xE6)
    /// #8E8E93.
    static let grey = Color(red: 0x8E, green: 0x8E, blue: 0x93)

    /// Whether there are marks for so many pages.
    static func hasMarks(_ settings: CarouselSettings, count: Int) -> Bool {
        switch settings.indicator.style {
        case .capsule: count > 1
        case .dots: count > 1 && settings.swipe
        case .counter, .none: false
        }
    }

    /// Whether the marks take a band of their own from the pages.
    static func hasBand(_ settings: CarouselSettings, count: Int) -> Bool {
        settings.indicator.style == .dots && settings.indicator.position != .inside
            && hasMarks(settings, count: count)
    }

    /// The marks of an indicator; nil: it has none, or there is no room.
    ///
    /// They lie in a row at the bottom or top edge, for a vertical carousel in a column at the right edge. When all
    /// would fill more than 80 % of the room, only a window of at most 9 around the selected one is drawn.
    ///
    /// - Parameters:
    ///   - settings: the carousel's.
    ///   - count: pages.
    ///   - position: the carousel's, any real number; of one with ends, kept between them.
    ///   - region: what the marks lie over, pixels of the screen.
    ///   - band: the marks' own, instead of `region`; nil: they have none. There they need no halo.
    ///   - scale: pixels per point.
    /// - Returns: the marks, clipped to where they lie.
    public static func layer(
        settings: CarouselSettings, count: Int, position: Double, region: PixelRect, band: PixelRect? = nil,
        scale: Double
    ) -> Layer? {
        let place = band ?? region
        guard hasMarks(settings, count: count), position.isFinite, !place.isEmpty else { return nil }
        let look = Look(settings.indicator, hasHalo: settings.indicator.halo && band == nil, scale: scale)
        let isHorizontal = settings.axis == .horizontal
        let room = isHorizontal ? place.width : place.height
        guard
            let row = MarkRow(
                count: count, loops: settings.loop, position: position, room: room, measures: look.measures)
        else { return nil }

        // Whole pixels, so that a still indicator is as sharp as can be.
        let along = (isHorizontal ? place.x : place.y) + (room - row.length) / 2
        let across = across(settings, place, isBand: band != nil, look, scale: scale)
        let marks = row.places.map { mark in
            look.mark(
                mark, along: Double(along) + mark.start, across: Double(across), isHorizontal: isHorizontal)
        }
        return Layer(.marks(marks), frame: enclosure(of: marks), clip: place)
    }

    /// Where the marks begin across the axis.
    private static func across(
        _ settings: CarouselSettings, _ place: PixelRect, isBand: Bool, _ look: Look, scale: Double
    ) -> Int {
        let thickness = look.measures.thickness
        let margin = pixels(margin, scale: scale)
        switch settings.axis {
        case .vertical:
            return isBand
                ? place.x + (place.width - thickness) / 2 : place.maxX - margin - thickness
        case .horizontal:
            if isBand { return place.y + (place.height - thickness) / 2 }
            return settings.indicator.position == .top
                ? place.y + margin : place.maxY - margin - thickness
        }
    }

    /// Whole pixels that hold the marks and their halo.
    private static func enclosure(of marks: [Mark]) -> PixelRect {
        func least(_ edge: (Mark) -> Double) -> Int { Int((marks.map(edge).min() ?? 0).rounded(.down)) }
        func most(_ edge: (Mark) -> Double) -> Int { Int((marks.map(edge).max() ?? 0).rounded(.up)) }
        let (left, top) = (least { $0.x - $0.halo }, least { $0.y - $0.halo })
        return PixelRect(
            x: left, y: top, width: most { $0.x + $0.width + $0.halo } - left,
            height: most { $0.y + $0.height + $0.halo } - top)
    }
}

extension Indicator {
    /// How the marks of a style look at a scale.
    private struct Look {
        let measures: MarkRow.Measures
        let isFilled: Bool
        let selected: Color
        let resting: Color
        let stroke: Double
        let halo: Double

        init(_ settings: CarouselSettings.Indicator, hasHalo: Bool, scale: Double) {
            func length(_ points: Double) -> Int { max(1, pixels(points, scale: scale)) }
            isFilled = settings.style == .dots
            measures =
                isFilled
                ? MarkRow.Measures(thickness: length(10), selectedLength: length(10), distance: length(9))
                : MarkRow.Measures(thickness: length(6), selectedLength: length(16), distance: length(4))
            selected = settings.color ?? (isFilled ? cyan : .white)
            resting = settings.inactiveColor ?? (isFilled ? grey : .white)
            stroke = isFilled ? 0 : Double(length(1))
            halo = hasHalo ? haloReach * scale : 0
        }

        /// A mark whose full size would begin at `across`.
        func mark(_ place: MarkRow.Place, along: Double, across: Double, isHorizontal: Bool) -> Mark {
            let thickness = Double(measures.thickness) * place.share
            let across = across + (Double(measures.thickness) - thickness) / 2
            let edge = resting.mixed(with: selected, place.selection)
            // A selected capsule is filled, the others are not.
            var fill = isFilled ? edge : selected
            if !isFilled { fill.alpha = UInt8((Double(selected.alpha) * place.selection).rounded()) }
            return Mark(
                x: isHorizontal ? along : across, y: isHorizontal ? across : along,
                width: isHorizontal ? place.length : thickness,
                height: isHorizontal ? thickness : place.length, cornerRadius: thickness / 2, fill: fill,
                stroke: edge, strokeWidth: stroke * place.share,
                opacity: isFilled ? 1 : restingOpacity + (1 - restingOpacity) * place.selection,
                halo: halo * place.share)
        }
    }
}

extension Color {
    /// A colour between two, channel by channel.
    ///
    /// - Parameters:
    ///   - other: what it is at 1.
    ///   - share: 0 … 1.
    /// - Returns: `self` at 0.
    func mixed(with other: Color, _ share: Double) -> Color {
        func mixed(_ from: UInt8, _ to: UInt8) -> UInt8 {
            UInt8((Double(from) + (Double(to) - Double(from)) * share).rounded())
        }
        return Color(
            red: mixed(red, other.red), green: mixed(green, other.green), blue: mixed(blue, other.blue),
            alpha: mixed(alpha, other.alpha))
    }
}
