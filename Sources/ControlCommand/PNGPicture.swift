internal import CPango

/// A picture as a PNG file, by cairo.
enum PNGPicture {
    /// Packs pixels.
    ///
    /// - Parameters:
    ///   - width: pixels across, 1 … 32767.
    ///   - height: pixels down, 1 … 32767.
    ///   - pixels: `width · 4` bytes a row: blue, green, red and one that means nothing.
    /// - Returns: nil when cairo cannot: a size out of range, or no memory.
    static func encode(width: Int, height: Int, pixels: [UInt8]) -> [UInt8]? {
        guard (1...32767).contains(width), (1...32767).contains(height), pixels.count == width * height * 4,
            let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, CInt(width), CInt(height))
        else { return nil }
        defer { cairo_surface_destroy(surface) }
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
            let room = cairo_image_surface_get_data(surface)
        else { return nil }
        let stride = Int(cairo_image_surface_get_stride(surface))
        cairo_surface_flush(surface)
        pixels.withUnsafeBufferPointer { source in
            guard let first = source.baseAddress else { return }
            for row in 0..<height {
                (room + row * stride).update(from: first + row * width * 4, count: width * 4)
            }
        }
        cairo_surface_mark_dirty(surface)

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
}
