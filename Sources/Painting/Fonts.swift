internal import CPango
internal import Glibc
internal import Signage
internal import SystemCalls

/// The fonts of the system, as fontconfig finds them; looked for when the first text is laid out.
final class Fonts {
    private var map: OpaquePointer?
    private var families: Set<String> = []
    /// Opened early: later the process may open no devices.
    private let nowhere = try? Descriptor(opening: "/dev/null", O_WRONLY)

    deinit {
        if let map { signage_pango_release(UnsafeMutableRawPointer(map)) }
    }

    /// A Pango context for text without hinting, its glyphs anywhere between pixels.
    ///
    /// - Parameter scale: pixels per point, for sizes in markup.
    /// - Returns: the context, which the caller releases.
    /// - Throws: when there is no memory.
    func makeContext(scale: Double) throws(CannotPaint) -> OpaquePointer {
        let map = try loadedMap()
        guard let context = pango_font_map_create_context(.init(map)) else {
            throw CannotPaint("no memory for text")
        }
        pango_cairo_context_set_resolution(context, 72 * scale)
        pango_context_set_round_glyph_positions(context, 0)
        let options = cairo_font_options_create()
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        pango_cairo_context_set_font_options(context, options)
        cairo_font_options_destroy(options)
        return context
    }

    /// What to say when none of the families of a style is installed, after text was laid out in it.
    func note(on style: TextStyle) -> String? {
        let wanted = style.font.split(separator: ",").map { Self.key(String($0)) }
        if wanted.contains(where: families.contains) { return nil }
        return "the font '\(style.font)' is not installed, another one is used"
    }

    private func loadedMap() throws(CannotPaint) -> OpaquePointer {
        if let map { return map }
        // fontconfig complains on stderr of caches it cannot write; it is meant to be unable to.
        let stderr = dup(2)
        if let nowhere { dup2(nowhere.number, 2) }
        defer {
            dup2(stderr, 2)
            close(stderr)
        }
        guard let fresh = pango_cairo_font_map_new() else { throw CannotPaint("no memory for fonts") }
        let map = OpaquePointer(fresh)
        self.map = map
        // Asking for the families waits until all fonts are known.
        var list: UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>?
        var count: CInt = 0
        pango_font_map_list_families(.init(map), &list, &count)
        defer { g_free(list) }
        let names = (0..<Int(count)).compactMap { index in
            list?[index].flatMap { pango_font_family_get_name($0) }.map { Self.key(String(cString: $0)) }
        }
        families = Set(names)
        return map
    }

    private static func key(_ name: String) -> String {
        name.lowercased().split(separator: " ").joined(separator: " ")
    }
}
