internal import CPango
internal import Signage

/// Paints text on a page: within margins, in the middle of its height, smaller if it would not fit.
enum TextPage {
    /// Of the width, on either side; and of the height, above and below.
    static let margin = 0.05
    /// Text is not made smaller than the page's shorter side by this, nor than 8 pixels.
    static let smallestShare = 90.0

    /// Draws text on a canvas that has its background.
    ///
    /// - Returns: what the operator should know.
    /// - Throws: when the text cannot be laid out.
    static func paint(
        _ text: StyledText, style: TextStyle, scale: Double, on canvas: Canvas, fonts: Fonts
    ) throws(CannotPaint) -> [String] {
        let width = Double(canvas.size.width) * (1 - 2 * margin)
        let height = Double(canvas.size.height) * (1 - 2 * margin)
        let size = max(1, style.size * scale)
        let smallest = max(8, Double(min(canvas.size.width, canvas.size.height)) / smallestShare)
        let shown = text.prefix(
            characters: Int(width / (smallest * 0.3) * height / smallest) + 1,
            lines: Int(height / smallest) + 1)
        let layout = try TextLayout(shown, style: style, scale: scale, fonts: fonts)

        /// Wraps the text for a factor; its height on the page, or nil when that is beyond all measure.
        func wrappedHeight(_ factor: Double) -> Double? {
            layout.wrap(to: width / factor, align: style.align)
            // Pango's numbers end where there are very many lines.
            if Double(layout.lineCount) * size * factor > 100 * height { return nil }
            let extent = layout.logical
            return extent.width * factor <= width + 1 ? extent.height * factor : .infinity
        }
        let factor = largestFactor(from: min(1, smallest / size), height: height, wrappedHeight)
        let textHeight = wrappedHeight(factor) ?? .infinity
        let fits = textHeight <= height + 1 && shown.bytes.count == text.bytes.count
        let top = textHeight <= height + 1 ? (Double(canvas.size.height) - textHeight) / 2 : height * margin
        try canvas.draw { context in
            cairo_translate(context, (Double(canvas.size.width) * margin).rounded(), top.rounded())
            cairo_scale(context, factor, factor)
            layout.draw(context, color: style.color)
        }
        var notes: [String] = []
        if !fits {
            notes.append("the text is too long for its page: its end is not shown")
        } else if factor < 1 {
            notes.append(
                "the text is shown at \(Int((factor * 100).rounded(.down))) % of its size to fit its page")
        }
        return notes + [noteOnMissing(layout.missingCharacters), fonts.note(on: style)].compactMap { $0 }
    }

    /// About the largest factor up to 1 that fits, in few tries, as each lays all text out; `smallest` when none does.
    private static func largestFactor(
        from smallest: Double, height: Double, _ wrappedHeight: (Double) -> Double?
    ) -> Double {
        guard let natural = wrappedHeight(1) else { return smallest }
        if natural <= height { return 1 }
        // Smaller letters make shorter and fewer lines: the height goes with the square.
        var factor = natural.isFinite ? max(smallest, (height / natural).squareRoot()) : 0.9
        while factor > smallest, (wrappedHeight(factor) ?? .infinity) > height { factor *= 0.94 }
        return max(smallest, factor)
    }
}
