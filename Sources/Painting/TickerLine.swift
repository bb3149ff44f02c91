internal import CPango
internal import Signage

/// A ticker's text shaped as one line: runs side by side, short enough for Pango's numbers.
///
/// Pango counts in 1/1024 pixel in 32 bits, which a long line of large text exceeds. So the text is cut at spaces, and
/// each piece is a layout of its own.
final class TickerLine {
    /// Characters of a run at most.
    static let longestRun = 4000
    /// Characters of a run times pixels of the font: leaves room for glyphs that are many times as wide as high.
    static let widestRun = 131_072.0

    private struct Run {
        var layout: TextLayout
        /// Where its origin lies from the line's left end.
        var x: Double
        /// What it paints, from the line's left end.
        var ink: ClosedRange<Double>
    }

    let strip: TickerStrip
    /// Pixels, rounded up.
    let width: Int
    /// Pixels that the text would like, rounded up.
    let height: Int
    /// What the operator should know.
    let notes: [String]
    private var runs: [Run] = []
    private let baseline: Double

    /// Shapes a text.
    ///
    /// - Throws: wrong markup.
    init(_ strip: TickerStrip, fonts: Fonts) throws(CannotPaint) {
        self.strip = strip
        let text = try StyledText(strip.text)
        let limit = min(
            Self.longestRun, max(16, Int(Self.widestRun / max(1, strip.style.size * strip.scale))))
        var layouts: [TextLayout] = []
        for range in Self.cuts(text.bytes, limit: limit) {
            let layout = try TextLayout(
                text.slice(range), style: strip.style, scale: strip.scale, fonts: fonts)
            layouts.append(layout)
        }
        let rightToLeft = layouts.first?.isRightToLeft ?? false
        for layout in layouts { layout.becomeLine(rightToLeft: rightToLeft) }
        var x = 0.0
        var above = 0.0
        var below = 0.0
        var missing: [Unicode.Scalar] = []
        for layout in rightToLeft ? layouts.reversed() : layouts {
            let extent = layout.logical
            let ink = layout.inkRange
            runs.append(Run(layout: layout, x: x, ink: (x + ink.lowerBound)...(x + ink.upperBound)))
            x += max(0, extent.width)
            above = max(above, layout.baseline)
            below = max(below, extent.height - layout.baseline)
            for scalar in layout.missingCharacters where !missing.contains(scalar) { missing.append(scalar) }
        }
        width = Int(x.rounded(.up))
        height = Int((above + below).rounded(.up))
        baseline = ((Double(strip.height) - above - below) / 2 + above).rounded()
        notes = [
            height > strip.height
                ? "text taller than its band: \(height) pixels in \(strip.height), it is cut" : nil,
            noteOnMissing(missing), fonts.note(on: strip.style),
        ].compactMap { $0 }
    }

    /// How many tiles the line has.
    var tileCount: Int { (width + TickerTile.width - 1) / TickerTile.width }

    /// Pixels across a tile; the last one is narrower.
    func tileWidth(_ index: Int) -> Int { min(TickerTile.width, width - index * TickerTile.width) }

    /// Draws the part of the line that begins at a pixel, at the canvas's left edge.
    func draw(from left: Int, on canvas: Canvas) throws(CannotPaint) {
        canvas.fill(Color(red: 0, green: 0, blue: 0, alpha: 0))
        let from = Double(left) - 1
        let to = Double(left + canvas.size.width) + 1
        try canvas.draw { context in
            for run in runs where run.ink.upperBound > from && run.ink.lowerBound < to {
                cairo_save(context)
                cairo_translate(context, run.x - Double(left), baseline - run.layout.baseline)
                run.layout.draw(context, color: strip.style.color)
                cairo_restore(context)
            }
        }
    }

    /// Where to cut: after the last space that keeps a piece within the limit, else between characters.
    static func cuts(_ bytes: [UInt8], limit: Int) -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        var start = 0
        var characters = 0
        var lastSpace: Int?
        for (index, byte) in bytes.enumerated() where byte & 0xc0 != 0x80 {
            if characters == limit {
                let end = lastSpace ?? index
                pieces.append(start..<end)
                characters = characterCount(bytes[end..<index])
                start = end
                lastSpace = nil
            }
            characters += 1
            if byte == 32 { lastSpace = index + 1 }
        }
        if start < bytes.count { pieces.append(start..<bytes.count) }
        return pieces
    }

    private static func characterCount(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $1 & 0xc0 == 0x80 ? $0 : $0 + 1 }
    }
}
