internal import CPixman
internal import Signage

/// One layer, ready to be drawn with.
struct Ink {
    private enum Content {
        /// Replaces what is below.
        case fill(UInt32)
        /// Its pixel 0, 0 lies at `origin` on the screen.
        case image(PixmanImage, mask: PixmanImage?, surface: Surface?)
    }

    /// Where it lies on the screen and how it hides what is below.
    let source: CompositionPlan.Source
    private let content: Content
    private let origin: (x: Int, y: Int)

    /// One colour; nil: no memory.
    init?(_ color: Color, opacity: UInt8, extent: PixelRect) {
        let pixel = color.premultiplied.scaled(by: opacity)
        let isOpaque = pixel >> 24 == 255
        if isOpaque {
            content = .fill(pixel)
        } else {
            guard let image = PixmanImage(premultiplied: pixel) else { return nil }
            content = .image(image, mask: nil, surface: nil)
        }
        origin = (extent.x, extent.y)
        source = CompositionPlan.Source(extent: extent, isOpaque: isOpaque, isCopyable: false)
    }

    /// A painted picture; nil: no memory.
    init?(_ surface: Surface, frame: PixelRect, opacity: UInt8, extent: PixelRect) {
        guard let image = PixmanImage(surface) else { return nil }
        var mask: PixmanImage?
        if opacity < 255 {
            guard let made = PixmanImage(premultiplied: UInt32(opacity) << 24) else { return nil }
            mask = made
        }
        content = .image(image, mask: mask, surface: surface)
        origin = (frame.x, frame.y)
        // A frame larger than its picture must not make anybody read beyond the pixels.
        let pixels = PixelRect(x: frame.x, y: frame.y, width: surface.size.width, height: surface.size.height)
        let hides = surface.isOpaque && opacity == 255
        source = CompositionPlan.Source(
            extent: extent.intersection(pixels), isOpaque: hides, isCopyable: hides)
    }

    /// Rasterised marks; nil: no memory.
    init?(_ marks: MarksImage, opacity: UInt8, extent: PixelRect) {
        var mask: PixmanImage?
        if opacity < 255 {
            guard let made = PixmanImage(premultiplied: UInt32(opacity) << 24) else { return nil }
            mask = made
        }
        content = .image(marks.image, mask: mask, surface: nil)
        origin = (extent.x, extent.y)
        source = CompositionPlan.Source(extent: extent, isOpaque: false, isCopyable: false)
    }

    /// Pixels of one row of a picture that is copied as it is; empty for any other content.
    func pixels(x: Int, y: Int, count: Int) -> UnsafeBufferPointer<UInt32> {
        guard case .image(_, _, let surface?) = content else {
            return UnsafeBufferPointer(start: nil, count: 0)
        }
        let offset = (y - origin.y) * surface.stride + (x - origin.x) * 4
        let row = UnsafeRawBufferPointer(rebasing: surface.pixels[offset..<offset + count * 4])
        return row.assumingMemoryBound(to: UInt32.self)
    }

    /// Draws a rectangle of the screen into rows that begin at `top`.
    func draw(_ rect: PixelRect, into buffer: RowBuffer, top: Int) {
        switch content {
        case .fill(let pixel): buffer.fill(rect, pixel: pixel, top: top)
        case .image(let image, let mask, _):
            pixman_image_composite32(
                source.isOpaque ? PIXMAN_OP_SRC : PIXMAN_OP_OVER, image.handle, mask?.handle,
                buffer.image.handle,
                Int32(rect.x - origin.x), Int32(rect.y - origin.y), 0, 0, Int32(rect.x), Int32(rect.y - top),
                Int32(rect.width), Int32(rect.height))
        }
    }
}

extension UInt32 {
    /// A premultiplied pixel with every channel times `opacity` / 255, rounded.
    fileprivate func scaled(by opacity: UInt8) -> UInt32 {
        func channel(_ shift: UInt32) -> UInt32 {
            // In Swift a shift binds tighter than a product.
            (((self >> shift & 0xff) * UInt32(opacity) + 127) / 255) << shift
        }
        return channel(24) | channel(16) | channel(8) | channel(0)
    }
}
