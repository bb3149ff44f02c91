internal import CPango
internal import Signage

/// A picture in memory that cairo scales, writes on and packs as PNG; opaque.
final class CairoPicture {
    /// cairo's limit.
    static let longestSide = 32767

    let size: PixelSize
    private let surface: OpaquePointer

    /// A black picture; nil when cairo cannot: a size out of range, or no memory.
    init?(size: PixelSize) {
        guard (1...Self.longestSide).contains(size.width), (1...Self.longestSide).contains(size.height),
            let surface = cairo_image_surface_create(
                CAIRO_FORMAT_RGB24, CInt(size.width), CInt(size.height))
        else { return nil }
        self.size = size
        self.surface = surface
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else { return nil }
    }

    /// A picture of these pixels; nil when cairo cannot, or they are not as many.
    ///
    /// - Parameters:
    ///   - size: 1 … 32767 a side.
    ///   - pixels: `width · 4` bytes a row: blue, green, red and one that means nothing.
    convenience init?(size: PixelSize, pixels: [UInt8]) {
        self.init(size: size)
        guard pixels.count == size.width * size.height * 4, let room = cairo_image_surface_get_data(surface)
        else { return nil }
        let stride = Int(cairo_image_surface_get_stride(surface))
        cairo_surface_flush(surface)
        pixels.withUnsafeBufferPointer { source in
            guard let first = source.baseAddress else { return }
            for row in 0..<size.height {
                (room + row * stride).update(from: first + row * size.width * 4, count: size.width * 4)
            }
        }
        cairo_surface_mark_dirty(surface)
    }

    deinit {
        cairo_surface_destroy(surface)
    }

    /// The same in another size, by averaging.
    ///
    /// - Returns: nil when cairo cannot.
    func scaled(to target: PixelSize) -> CairoPicture? {
        guard let scaled = CairoPicture(size: target) else { return nil }
        scaled.draw { context in
            cairo_scale(
                context, Double(target.width) / Double(size.width),
                Double(target.height) / Double(size.height))
            cairo_set_source_surface(context, surface, 0, 0)
            let source = cairo_get_source(context)
            cairo_pattern_set_filter(source, CAIRO_FILTER_BEST)
            // Beyond the edge there is more of the edge, not black.
            cairo_pattern_set_extend(source, CAIRO_EXTEND_PAD)
            cairo_paint(context)
        }
        return scaled
    }

    /// Puts another picture here, its top left corner at a place.
    func put(_ picture: CairoPicture, x: Int, y: Int) {
        draw { context in
            cairo_set_source_surface(context, picture.surface, Double(x), Double(y))
            cairo_paint(context)
        }
    }

    /// Fills a part with a colour.
    func fill(_ part: PixelRect, _ color: Color) {
        draw { context in
            Self.set(color, context)
            cairo_rectangle(
                context, Double(part.x), Double(part.y), Double(part.width), Double(part.height))
            cairo_fill(context)
        }
    }

    /// Writes a text into a part, in the middle of its height; what does not fit ends in "…".
    ///
    /// - Parameters:
    ///   - text: without markup.
    ///   - part: where to.
    ///   - size: pixels of the font.
    ///   - color: of the letters.
    ///   - isParagraph: on as many lines as fit, in the middle; else on one, from the left.
    func write(_ text: String, in part: PixelRect, size: Double, _ color: Color, isParagraph: Bool = false) {
        draw { context in
            guard let layout = pango_cairo_create_layout(context),
                let font = pango_font_description_from_string("Noto Sans")
            else { return }
            defer { signage_pango_release(UnsafeMutableRawPointer(layout)) }
            pango_font_description_set_absolute_size(font, size * Double(PANGO_SCALE))
            pango_layout_set_font_description(layout, font)
            pango_font_description_free(font)
            pango_layout_set_text(layout, text, -1)
            pango_layout_set_single_paragraph_mode(layout, 1)
            pango_layout_set_width(layout, CInt(part.width) * PANGO_SCALE)
            pango_layout_set_ellipsize(layout, isParagraph ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_MIDDLE)
            if isParagraph {
                pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
                pango_layout_set_height(layout, CInt(part.height) * PANGO_SCALE)
                pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
            }
            var height: CInt = 0
            pango_layout_get_pixel_size(layout, nil, &height)
            cairo_rectangle(
                context, Double(part.x), Double(part.y), Double(part.width), Double(part.height))
            cairo_clip(context)
            Self.set(color, context)
            cairo_move_to(
                context, Double(part.x), Double(part.y + max(0, (part.height - Int(height)) / 2)))
            pango_cairo_show_layout(context, layout)
        }
    }

    /// As a PNG file; nil when cairo cannot.
    func png() -> [UInt8]? {
        final class Sink { var bytes: [UInt8] = [] }
        let sink = Sink()
        let status = cairo_surface_write_to_png_stream(
            surface,
            { context, data, count in
                guard let context, let data else { return CAIRO_STATUS_WRITE_ERROR }
                let sink = Unmanaged<Sink>.fromOpaque(context).takeUnretainedValue()
                sink.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
                return CAIRO_STATUS_SUCCESS
            }, Unmanaged.passUnretained(sink).toOpaque())
        return status == CAIRO_STATUS_SUCCESS ? sink.bytes : nil
    }

    private func draw(_ body: (OpaquePointer) -> Void) {
        guard let context = cairo_create(surface) else { return }
        body(context)
        cairo_destroy(context)
    }

    private static func set(_ color: Color, _ context: OpaquePointer) {
        cairo_set_source_rgb(
            context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
    }
}
