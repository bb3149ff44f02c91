internal import CPango
internal import Glibc
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

    /// How far Cairo may move a glyph that is drawn so, pixels.
    private static let glyphRounding = 1.0 / Double(2 * TickerTile.phases)

    private struct Run {
        var layout: TextLayout
        /// Where its origin lies from the line's left end.
        var x: Double
        /// What it paints, from the line's left end.
        var ink: ClosedRange<Double>
    }

    let strip: TickerStrip
    /// What is painted of it, and in which direction it is read.
    let measure: StripMeasure
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
        let rightToLeft = layouts.lazy.compactMap(\.isRightToLeft).first ?? false
        for layout in layouts { layout.becomeLine(rightToLeft: rightToLeft) }
        let length = layouts.reduce(0) { $0 + max(0, $1.logical.width) }
        let width = Int(length.rounded(.up))
        // It begins where the strip begins.
        var x = rightToLeft ? Double(width) - length : 0
        var above = 0.0
        var below = 0.0
        var inkLeft = length
        var inkRight = 0.0
        var missing: [Unicode.Scalar] = []
        for layout in rightToLeft ? layouts.reversed() : layouts {
            let extent = layout.logical
            let ink = layout.inkRange
            inkLeft = min(inkLeft, x + ink.lowerBound)
            inkRight = max(inkRight, x + ink.upperBound)
            runs.append(Run(layout: layout, x: x, ink: (x + ink.lowerBound)...(x + ink.upperBound)))
            x += max(0, extent.width)
            above = max(above, layout.baseline)
            below = max(below, extent.height - layout.baseline)
            for scalar in layout.missingCharacters where !missing.contains(scalar) { missing.append(scalar) }
        }
        let left = Int((Self.glyphRounding - inkLeft).rounded(.up))
        let right = Int((inkRight + Self.glyphRounding).rounded(.up)) - width
        measure = StripMeasure(
            width: width, before: rightToLeft ? right : left, after: rightToLeft ? left : right,
            isRightToLeft: rightToLeft)
        height = Int((above + below).rounded(.up))
        baseline = ((Double(strip.height) - above - below) / 2 + above).rounded()
        notes = [
            height > strip.height
                ? "text taller than its band: \(height) pixels in \(strip.height), it is cut" : nil,
            noteOnMissing(missing), fonts.note(on: strip.style),
        ].compactMap { $0 }
    }

    /// Pixels of one tile's phases, one below the other; nil: there is no such tile.
    func size(ofTile index: Int) -> PixelSize? {
        measure.columns(ofTile: index).map {
            PixelSize(width: $0.count, height: strip.height * TickerTile.phases)
        }
    }

    /// Draws a part of the line at every phase, one below the other.
    ///
    /// The part is drawn once, four times as wide, and each phase's pixels are the means of four columns of that: so the
    /// phases are one picture a quarter of a pixel apart, wherever Cairo puts glyphs. (Until 1.17.4 it puts them on whole
    /// pixels, each by itself.)
    ///
    /// - Parameters:
    ///   - columns: pixels along the reading direction, see `StripMeasure`.
    ///   - canvas: as wide as there are columns, and `TickerTile.phases` times as high as the strip.
    /// - Throws: when there is no memory.
    func draw(_ columns: Range<Int>, on canvas: Canvas) throws(CannotPaint) {
        let left = measure.isRightToLeft ? measure.width - columns.upperBound : columns.lowerBound
        // With a pixel on either side, which a phase may reach into.
        let size = PixelSize(
            width: (columns.count + 2) * TickerTile.phases, height: canvas.size.height / TickerTile.phases)
        let bytes = size.width * size.height * 4
        guard let memory = calloc(bytes, 1) else { throw CannotPaint("there is no memory for its pixels") }
        defer { free(memory) }
        let wide = try Canvas(UnsafeMutableRawBufferPointer(start: memory, count: bytes), size: size)
        try draw(from: left - 1, on: wide)
        canvas.takePhases(of: wide, towardsLeft: measure.isRightToLeft)
    }

    /// Draws the part of the line that begins at a pixel, four times as wide as it is.
    private func draw(from left: Int, on canvas: Canvas) throws(CannotPaint) {
        let stretch = Double(TickerTile.phases)
        let from = Double(left) - 1
        let to = Double(left) + Double(canvas.size.width) / stretch + 1
        try canvas.draw { context in
            cairo_scale(context, stretch, 1)
            for run in runs where run.ink.upperBound > from && run.ink.lowerBound < to {
                cairo_save(context)
                cairo_translate(context, run.x - Double(left), baseline - run.layout.baseline)
                run.layout.draw(context, color: strip.style.color)
                cairo_restore(context)
            }
        }
    }

    /// Where to cut: after the last space that keeps a piece within the limit, else between characters as people see
    /// them.
    static func cuts(_ bytes: [UInt8], limit: Int) -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        var start = 0
        var characters = 0
        var lastSpace: Int?
        for (index, byte) in bytes.enumerated() where byte & 0xc0 != 0x80 {
            if characters == limit {
                let end = lastSpace ?? boundary(in: bytes, after: start, upTo: index)
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

    /// The last boundary between grapheme clusters at or before a place; the place, if a cluster has hundreds of bytes.
    private static func boundary(in bytes: [UInt8], after start: Int, upTo index: Int) -> Int {
        var first = max(start, index - 256)
        while first < index, bytes[first] & 0xc0 == 0x80 { first += 1 }
        var end = min(bytes.count, index + 64)
        while end < bytes.count, bytes[end] & 0xc0 == 0x80 { end += 1 }
        var place = first
        var last = index
        for character in String(decoding: bytes[first..<end], as: UTF8.self) {
            if place > first { last = place }
            place += character.utf8.count
            if place > index { break }
        }
        return last
    }

    private static func characterCount(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $1 & 0xc0 == 0x80 ? $0 : $0 + 1 }
    }
}
