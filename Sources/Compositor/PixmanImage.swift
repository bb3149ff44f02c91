internal import CPixman
internal import Signage

/// A pixman_image_t: pixels or one colour to draw with, or memory to draw into.
final class PixmanImage {
    let handle: OpaquePointer

    /// Pixels of a surface; nil: no memory.
    init?(_ surface: Surface) {
        // pixman takes sources as mutable, and only reads them.
        let pixels = surface.pixels.baseAddress?.assumingMemoryBound(to: UInt32.self)
        let format = surface.isOpaque ? PIXMAN_x8r8g8b8 : PIXMAN_a8r8g8b8
        let image = pixman_image_create_bits(
            format, Int32(surface.size.width), Int32(surface.size.height),
            UnsafeMutablePointer(mutating: pixels),
            Int32(surface.stride))
        guard let image else { return nil }
        handle = image
    }

    /// Premultiplied ARGB, all zero, in memory of its own; nil: no memory.
    init?(_ size: PixelSize) {
        let image = pixman_image_create_bits(
            PIXMAN_a8r8g8b8, Int32(size.width), Int32(size.height), nil, Int32(size.width * 4))
        guard let image else { return nil }
        handle = image
    }

    /// One premultiplied colour everywhere; nil: no memory.
    init?(premultiplied pixel: UInt32) {
        func widened(_ shift: UInt32) -> UInt16 { UInt16(pixel >> shift & 0xff) * 257 }
        var color = pixman_color_t(red: widened(16), green: widened(8), blue: widened(0), alpha: widened(24))
        guard let image = pixman_image_create_solid_fill(&color) else { return nil }
        handle = image
    }

    /// The pixels of an image with memory of its own, row after row without padding.
    var pixels: UnsafeMutablePointer<UInt32>? { pixman_image_get_data(handle) }

    deinit { pixman_image_unref(handle) }
}
