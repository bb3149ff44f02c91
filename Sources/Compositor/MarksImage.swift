internal import Signage

/// Page indicator marks as pixels.
///
/// Each mark is a rounded rectangle; its edges are anti-aliased by the distance of a pixel's centre to the outline.
final class MarksImage {
    /// How dark the halo is on and in the outline; it fades outwards.
    static let haloStrength = 0.4

    let marks: [Mark]
    /// Where the pixels lie on the screen.
    let extent: PixelRect
    /// Premultiplied ARGB; its first pixel lies at the extent's corner.
    let image: PixmanImage
    /// The image's.
    private let pixels: UnsafeMutableBufferPointer<UInt32>

    /// Rasterises marks within a part of the screen that has pixels; nil: no memory.
    init?(_ marks: [Mark], in extent: PixelRect) {
        guard let image = PixmanImage(extent.size), let base = image.pixels else { return nil }
        self.marks = marks
        self.extent = extent
        self.image = image
        pixels = UnsafeMutableBufferPointer(start: base, count: extent.width * extent.height)
        // All halos first: they darken the pages, not the neighbouring marks.
        for mark in marks where mark.halo > 0 { drawHalo(of: mark) }
        for mark in marks { drawBody(of: mark) }
    }

    private func index(_ x: Int, _ y: Int) -> Int { (y - extent.y) * extent.width + x - extent.x }

    /// Halos that meet do not add up: the darker one counts.
    private func drawHalo(of mark: Mark) {
        forEachPixel(of: mark, reach: mark.halo) { index, distance in
            let fading = min(1, max(0, 1 - distance / mark.halo))
            let alpha = UInt32((Self.haloStrength * fading * fading * 255).rounded())
            pixels[index] = max(pixels[index], alpha << 24)
        }
    }

    private func drawBody(of mark: Mark) {
        let opacity = min(1, max(0, mark.opacity))
        forEachPixel(of: mark, reach: 1) { index, distance in
            let inside = coverage(distance)
            guard inside > 0 else { return }
            let within = coverage(distance + mark.strokeWidth)
            let fill = Double(mark.fill.alpha) / 255 * within * opacity
            let stroke = Double(mark.stroke.alpha) / 255 * (inside - within) * opacity
            pixels[index] = over(
                pixels[index], fill: (mark.fill, fill), stroke: (mark.stroke, stroke))
        }
    }

    /// How much of a pixel lies inside an outline at a signed distance from its centre, negative inside.
    private func coverage(_ distance: Double) -> Double { min(1, max(0, 0.5 - distance)) }

    private func over(
        _ below: UInt32, fill: (color: Color, alpha: Double), stroke: (color: Color, alpha: Double)
    ) -> UInt32 {
        let rest = 1 - fill.alpha - stroke.alpha
        func channel(_ shift: UInt32, _ fillValue: UInt8, _ strokeValue: UInt8) -> UInt32 {
            let value =
                Double(fillValue) * fill.alpha + Double(strokeValue) * stroke.alpha
                + Double(below >> shift & 0xff) * rest
            return UInt32(min(255, max(0, value.rounded()))) << shift
        }
        return channel(24, 255, 255) | channel(16, fill.color.red, stroke.color.red)
            | channel(8, fill.color.green, stroke.color.green)
            | channel(0, fill.color.blue, stroke.color.blue)
    }

    /// Calls back for each pixel of the extent near a mark, with its signed distance to the outline.
    private func forEachPixel(
        of mark: Mark, reach: Double, _ body: (_ index: Int, _ distance: Double) -> Void
    ) {
        let columns = span(
            from: mark.x - reach, to: mark.x + mark.width + reach, within: extent.x..<extent.maxX)
        let rows = span(
            from: mark.y - reach, to: mark.y + mark.height + reach, within: extent.y..<extent.maxY)
        let halfWidth = mark.width / 2
        let halfHeight = mark.height / 2
        let radius = min(mark.cornerRadius, halfWidth, halfHeight)
        for y in rows {
            let beyondY = abs(Double(y) + 0.5 - (mark.y + halfHeight)) - (halfHeight - radius)
            for x in columns {
                let beyondX = abs(Double(x) + 0.5 - (mark.x + halfWidth)) - (halfWidth - radius)
                let outX = max(beyondX, 0)
                let outY = max(beyondY, 0)
                let distance =
                    (outX * outX + outY * outY).squareRoot() + min(max(beyondX, beyondY), 0) - radius
                body(index(x, y), distance)
            }
        }
    }

    /// Whole pixels of a range of lengths; none when it is not finite.
    private func span(from: Double, to: Double, within limits: Range<Int>) -> Range<Int> {
        guard from.isFinite, to.isFinite, from < to else { return limits.lowerBound..<limits.lowerBound }
        let low = min(max(from.rounded(.down), Double(limits.lowerBound)), Double(limits.upperBound))
        let high = min(max(to.rounded(.up), Double(limits.lowerBound)), Double(limits.upperBound))
        return Int(low)..<Int(high)
    }
}
