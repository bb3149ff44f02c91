/// The marks that tell which page shows.
public enum Indicator {
    /// Points: an unselected capsule is a circle of this size, all are this high.
    static let thickness = 6.0
    /// Points: the selected capsule's length.
    static let selectedLength = 16.0
    /// Points between two capsules.
    static let distance = 4.0
    /// Points from the region's edge.
    static let margin = 24.0
    /// Points.
    static let strokeWidth = 1.0
    /// Points that the halo reaches beyond the outline.
    static let haloReach = 4.0
    /// Of the marks that are not selected.
    static let restingOpacity = 0.5

    /// The indicator over a region of pages; nil: none is shown.
    ///
    /// While a page moves, lengths, fill and opacity are between those of the two pages, also between the last and the
    /// first. Capsules lie in a row at the bottom or top edge, for a vertical carousel in a column at the right edge.
    /// Marks that would fill more than 80 % of the region are not drawn.
    ///
    /// - Parameters:
    ///   - settings: style, place and halo.
    ///   - axis: the carousel's.
    ///   - count: pages; fewer than two need no indicator.
    ///   - position: the carousel's, any real number; of one with ends, kept between them.
    ///   - region: where the pages lie, pixels of the screen.
    ///   - scale: pixels per point.
    /// - Returns: the marks, clipped to the region.
    public static func layer(
        settings: CarouselSettings.Indicator, axis: CarouselSettings.Axis, count: Int, position: Double,
        region: PixelRect, scale: Double
    ) -> Layer? {
        guard settings.style == .capsule, count > 1, position.isFinite, !region.isEmpty else { return nil }
        let length =
            (thickness * Double(count - 1) + selectedLength + distance * Double(count - 1)) * scale
        let room = Double(axis == .horizontal ? region.width : region.height)
        guard length <= 0.8 * room else { return nil }

        // The row begins on a whole pixel, so that a still indicator is as sharp as can be.
        let along = ((room - length) / 2).rounded(.down)
        let edge = (margin * scale).rounded()
        let across: Double =
            switch (axis, settings.position) {
            case (.vertical, _): Double(region.maxX) - edge - thickness * scale
            case (.horizontal, .bottom): Double(region.maxY) - edge - thickness * scale
            case (.horizontal, .top): Double(region.y) + edge
            }

        var marks: [Mark] = []
        var start = along + Double(axis == .horizontal ? region.x : region.y)
        for index in 0..<count {
            let selection = selection(of: index, count: count, position: position)
            let markLength = (thickness + (selectedLength - thickness) * selection) * scale
            let horizontal = axis == .horizontal
            marks.append(
                Mark(
                    x: horizontal ? start : across, y: horizontal ? across : start,
                    width: horizontal ? markLength : thickness * scale,
                    height: horizontal ? thickness * scale : markLength, cornerRadius: thickness / 2 * scale,
                    fill: Color(red: 255, green: 255, blue: 255, alpha: UInt8((255 * selection).rounded())),
                    stroke: .white, strokeWidth: strokeWidth * scale,
                    opacity: restingOpacity + (1 - restingOpacity) * selection,
                    halo: settings.halo ? haloReach * scale : 0))
            start += markLength + distance * scale
        }
        return Layer(.marks(marks), frame: enclosure(of: marks), clip: region)
    }

    /// How far a mark is the selected one: 1 at its page, 0 a page away.
    private static func selection(of index: Int, count: Int, position: Double) -> Double {
        let turned = (position - Double(index)).truncatingRemainder(dividingBy: Double(count))
        let distance = min(abs(turned), Double(count) - abs(turned))
        return max(0, 1 - distance)
    }

    /// Whole pixels that hold the marks and their halo.
    private static func enclosure(of marks: [Mark]) -> PixelRect {
        guard let first = marks.first, let last = marks.last else {
            return PixelRect(PixelSize(width: 0, height: 0))
        }
        let left = Int((first.x - first.halo).rounded(.down))
        let top = Int((first.y - first.halo).rounded(.down))
        let right = Int((last.x + last.width + last.halo).rounded(.up))
        let bottom = Int((last.y + last.height + last.halo).rounded(.up))
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}
