internal import CPixman
internal import Signage

/// Draws frames on the CPU, by pixman.
///
/// The target is written forward only and never read: pixels that must be blended are composed in a buffer of a few
/// rows and copied. The same frame gives the same bytes whatever part of it is drawn when.
public final class Compositor {
    /// Rows of the buffer: at 1920 pixels 120 KiB, which stays in the cache.
    public static let bandHeight = 16

    private var buffer: RowBuffer?
    private var marks: MarksImage?

    public init() {}

    /// Draws the damaged pixels of a frame.
    ///
    /// - Parameters:
    ///   - frame: what no layer covers is black; a picture that is not at hand is left out.
    ///   - damage: what is to be drawn, see `BufferContents`; the part outside the target is ignored.
    ///   - target: holds the frame's pixels outside the damage already.
    public func draw(_ frame: Frame, damage: Region, into target: some PixelTarget) {
        let damage = damage.intersection(PixelRect(target.size))
        guard !damage.isEmpty else { return }
        let inks = inks(of: frame, within: PixelRect(target.size))
        let plan = CompositionPlan(inks.map(\.source), damage: damage)
        let pieces = Self.pieces(of: plan)
        guard let buffer = rowBuffer(width: target.size.width) else { return }

        let edges = Set(pieces.flatMap { [$0.rect.y, $0.rect.maxY] }).sorted()
        for (top, bottom) in zip(edges, edges.dropFirst()) {
            let across = pieces.filter { $0.rect.y <= top && $0.rect.maxY >= bottom }.sorted {
                $0.rect.x < $1.rect.x
            }
            guard !across.isEmpty else { continue }
            for y in stride(from: top, to: bottom, by: Self.bandHeight) {
                let rows = y..<min(y + Self.bandHeight, bottom)
                if across.contains(where: { $0.layer == nil }) { compose(plan, inks, rows, in: buffer) }
                for row in rows {
                    for piece in across {
                        let pixels =
                            if let layer = piece.layer {
                                inks[layer].pixels(x: piece.rect.x, y: row, count: piece.rect.width)
                            } else {
                                buffer.pixels(x: piece.rect.x, y: row - y, count: piece.rect.width)
                            }
                        target.write(pixels, x: piece.rect.x, y: row)
                    }
                }
            }
        }
    }

    // MARK: Parts

    /// A rectangle of the target with one way to get its pixels.
    private struct Piece {
        var rect: PixelRect
        /// Copied from this layer's picture; nil: from the row buffer.
        var layer: Int?
    }

    private static func pieces(of plan: CompositionPlan) -> [Piece] {
        plan.composed.rectangles.map { Piece(rect: $0, layer: nil) }
            + plan.copies.flatMap { copy in copy.region.rectangles.map { Piece(rect: $0, layer: copy.layer) }
            }
    }

    private func compose(_ plan: CompositionPlan, _ inks: [Ink], _ rows: Range<Int>, in buffer: RowBuffer) {
        let band = PixelRect(x: 0, y: rows.lowerBound, width: buffer.width, height: rows.count)
        for rect in plan.black.intersection(band).rectangles {
            buffer.fill(rect, pixel: 0xff00_0000, top: rows.lowerBound)
        }
        for step in plan.steps {
            for rect in step.region.intersection(band).rectangles {
                inks[step.layer].draw(rect, into: buffer, top: rows.lowerBound)
            }
        }
    }

    private func rowBuffer(width: Int) -> RowBuffer? {
        if buffer?.width != width { buffer = RowBuffer(width: width, height: Self.bandHeight) }
        return buffer
    }

    private func inks(of frame: Frame, within screen: PixelRect) -> [Ink] {
        frame.scene.layers.compactMap { layer in
            guard layer.opacity > 0 else { return nil }
            let extent = layer.extent.intersection(screen)
            guard !extent.isEmpty else { return nil }
            switch layer.content {
            case .color(let color): return Ink(color, opacity: layer.opacity, extent: extent)
            case .picture(let id):
                return frame.surfaces[id].flatMap {
                    Ink($0, frame: layer.frame, opacity: layer.opacity, extent: extent)
                }
            case .marks(let list):
                let image = marks(list, in: extent)
                return image.flatMap { Ink($0, opacity: layer.opacity, extent: extent) }
            }
        }
    }

    /// The marks' pixels; those of the last frame when nothing changed.
    private func marks(_ list: [Mark], in extent: PixelRect) -> MarksImage? {
        if let marks, marks.marks == list, marks.extent == extent { return marks }
        marks = MarksImage(list, in: extent)
        return marks
    }
}
