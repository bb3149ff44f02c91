internal import CPango
public import Signage

/// Pixels to paint on: premultiplied ARGB8888 of the machine's byte order, rows without gaps between them.
///
/// The memory belongs to the caller and must outlive the canvas.
public struct Canvas {
    public let size: PixelSize
    /// Bytes from one row to the next.
    public let stride: Int
    private let base: UnsafeMutableRawPointer

    /// Takes the first `width · 4 · height` bytes of a buffer.
    ///
    /// - Parameters:
    ///   - buffer: the memory.
    ///   - size: pixels.
    /// - Throws: when the buffer is too small.
    public init(_ buffer: UnsafeMutableRawBufferPointer, size: PixelSize) throws(CannotPaint) {
        stride = size.width * 4
        guard !size.isEmpty, let base = buffer.baseAddress, buffer.count >= stride * size.height else {
            throw CannotPaint("there is no memory for its pixels")
        }
        self.base = base
        self.size = size
    }

    /// The pixels of a row.
    func row(_ y: Int) -> UnsafeMutableBufferPointer<UInt32> {
        precondition(y >= 0 && y < size.height)
        let start = (base + y * stride).assumingMemoryBound(to: UInt32.self)
        return UnsafeMutableBufferPointer(start: start, count: size.width)
    }

    /// Makes every pixel this colour.
    func fill(_ color: Color) {
        for y in 0..<size.height { row(y).update(repeating: color.premultiplied) }
    }

    /// Draws with Cairo; the origin is the top left corner, units are pixels.
    ///
    /// - Parameter body: gets the drawing context.
    /// - Throws: when Cairo cannot draw on it.
    func draw(_ body: (OpaquePointer) -> Void) throws(CannotPaint) {
        let surface = cairo_image_surface_create_for_data(
            base.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, CInt(size.width),
            CInt(size.height),
            CInt(stride))
        defer { cairo_surface_destroy(surface) }
        guard let context = cairo_create(surface) else { throw CannotPaint("no memory to draw") }
        defer { cairo_destroy(context) }
        body(context)
        cairo_surface_flush(surface)
        let status = cairo_status(context)
        guard status == CAIRO_STATUS_SUCCESS else {
            throw CannotPaint("cannot be drawn: \(String(cString: cairo_status_to_string(status)))")
        }
    }
}

/// Sets what Cairo draws with.
func setSource(_ context: OpaquePointer, _ color: Color) {
    cairo_set_source_rgba(
        context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
        Double(color.alpha) / 255)
}
