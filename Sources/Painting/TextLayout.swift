internal import CPango
internal import Signage

/// Laid-out text, a PangoLayout; lengths in pixels.
final class TextLayout {
    private let layout: OpaquePointer
    private let context: OpaquePointer

    /// Lays text out in a style.
    ///
    /// - Parameters:
    ///   - text: what to lay out.
    ///   - style: font, size and alignment; the colour is taken at drawing.
    ///   - scale: pixels per point.
    ///   - fonts: where glyphs come from.
    /// - Throws: when there is no memory.
    init(_ text: StyledText, style: TextStyle, scale: Double, fonts: Fonts) throws(CannotPaint) {
        context = try fonts.makeContext(scale: scale)
        guard let layout = pango_layout_new(context) else { throw CannotPaint("no memory for text") }
        self.layout = layout
        let font = pango_font_description_new()
        pango_font_description_set_family(font, style.font)
        let size = min(max(1, style.size * scale), Self.mostPixels)
        pango_font_description_set_absolute_size(font, size * Double(PANGO_SCALE))
        pango_layout_set_font_description(layout, font)
        pango_font_description_free(font)
        text.apply(to: layout)
    }

    deinit {
        signage_pango_release(UnsafeMutableRawPointer(layout))
        signage_pango_release(UnsafeMutableRawPointer(context))
    }

    /// Whether the text runs from right to left, by its first letter that has a direction; nil: none has.
    ///
    /// Of a text without such a letter pango_layout_line_get_resolved_direction says what the context says.
    var isRightToLeft: Bool? {
        let answers = [PANGO_DIRECTION_LTR, PANGO_DIRECTION_RTL].map { direction in
            pango_context_set_base_dir(context, direction)
            pango_layout_context_changed(layout)
            guard let line = pango_layout_get_line_readonly(layout, 0) else { return direction }
            return pango_layout_line_get_resolved_direction(line)
        }
        return answers[0] == answers[1] ? answers[0] == PANGO_DIRECTION_RTL : nil
    }

    /// Makes it one line whatever it holds, in one direction.
    func becomeLine(rightToLeft: Bool) {
        pango_layout_set_single_paragraph_mode(layout, 1)
        pango_layout_set_auto_dir(layout, 0)
        pango_context_set_base_dir(context, rightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR)
        pango_layout_context_changed(layout)
    }

    /// Wraps it between words, and within a word that is wider than a line.
    func wrap(to width: Double, align: TextStyle.Alignment) {
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        pango_layout_set_width(layout, CInt(min(width, Self.mostPixels) * Double(PANGO_SCALE)))
        let alignment =
            switch align {
            case .left: PANGO_ALIGN_LEFT
            case .center: PANGO_ALIGN_CENTER
            case .right: PANGO_ALIGN_RIGHT
            }
        pango_layout_set_alignment(layout, alignment)
    }

    /// Lines after wrapping.
    var lineCount: Int { Int(pango_layout_get_line_count(layout)) }

    /// Advance widths and line heights; x is where the text begins.
    var logical: (x: Double, width: Double, height: Double) {
        var rectangle = PangoRectangle()
        pango_layout_get_extents(layout, nil, &rectangle)
        return (
            Double(rectangle.x) / Self.unit, Double(rectangle.width) / Self.unit,
            Double(rectangle.height) / Self.unit
        )
    }

    /// What is painted, relative to the layout's origin.
    var inkRange: ClosedRange<Double> {
        var rectangle = PangoRectangle()
        pango_layout_get_extents(layout, &rectangle, nil)
        let left = Double(rectangle.x) / Self.unit
        return left...(left + max(0, Double(rectangle.width) / Self.unit))
    }

    /// From the top to the first baseline.
    var baseline: Double { Double(pango_layout_get_baseline(layout)) / Self.unit }

    /// Draws it with its top left corner at the current origin.
    func draw(_ context: OpaquePointer, color: Color) {
        setSource(context, color)
        pango_cairo_show_layout(context, layout)
    }

    /// The characters no font has, in the order of the text, each once.
    var missingCharacters: [Unicode.Scalar] {
        guard pango_layout_get_unknown_glyphs_count(layout) > 0, let iterator = pango_layout_get_iter(layout)
        else {
            return []
        }
        defer { pango_layout_iter_free(iterator) }
        var missing: [Unicode.Scalar] = []
        repeat {
            guard let glyphs = pango_layout_iter_get_run_readonly(iterator)?.pointee.glyphs else { continue }
            for index in 0..<Int(glyphs.pointee.num_glyphs) {
                let code = signage_pango_missing(glyphs.pointee.glyphs + index)
                if code != 0, let scalar = Unicode.Scalar(code), !missing.contains(scalar) {
                    missing.append(scalar)
                }
            }
        } while pango_layout_iter_next_run(iterator) != 0 && missing.count < 64
        return missing
    }

    private static let unit = Double(PANGO_SCALE)
    /// Beyond this Pango's numbers end.
    private static let mostPixels = 1_000_000.0
}

/// "no font has '𓂀' (U+13080) and 3 more", nil when there is nothing missing.
func noteOnMissing(_ characters: [Unicode.Scalar]) -> String? {
    guard !characters.isEmpty else { return nil }
    let named = characters.prefix(5).map { scalar in
        "'\(scalar)' (U+\(String(scalar.value, radix: 16, uppercase: true)))"
    }
    let rest = characters.count > 5 ? " and \(characters.count - 5) more" : ""
    return "no font has " + named.joined(separator: ", ") + rest
}
