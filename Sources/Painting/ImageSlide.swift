internal import Signage
internal import SystemCalls

/// Paints a picture file on its page.
enum ImageSlide {
    /// Fills the canvas with the background and the picture on it.
    ///
    /// - Returns: what the operator should know, and what the file is: "JPEG, 6000 × 4000".
    /// - Throws: what is wrong with the file.
    static func paint(
        _ descriptor: Descriptor, on canvas: Canvas, fit: Fit, background: Color
    ) throws(CannotPaint) -> (notes: [String], source: String) {
        let file = try PictureFile(descriptor)
        var image = try file.image(fit: fit, page: canvas.size)
        // In the middle of the page; of what is larger, the middle.
        let shown = PixelSize(
            width: min(image.size.width, canvas.size.width),
            height: min(image.size.height, canvas.size.height))
        if shown != image.size {
            image = try image.cut(
                to: PixelRect(
                    x: (image.size.width - shown.width) / 2, y: (image.size.height - shown.height) / 2,
                    width: shown.width, height: shown.height))
        }
        let left = (canvas.size.width - shown.width) / 2
        let top = (canvas.size.height - shown.height) / 2
        if shown != canvas.size { canvas.fill(background) }
        let bands = image.bands
        let below = background.premultiplied
        try image.forEachRow { y, bytes in
            let pixels = canvas.row(top + y)
            if bands == 3 {
                copyOpaque(bytes, to: pixels, at: left, count: shown.width)
            } else {
                blend(bytes, over: below, to: pixels, at: left, count: shown.width)
            }
        }
        return (file.notes, file.summary)
    }

    private static func copyOpaque(
        _ bytes: UnsafePointer<UInt8>, to pixels: UnsafeMutableBufferPointer<UInt32>, at left: Int, count: Int
    ) {
        for x in 0..<count {
            let place = 3 * x
            pixels[left + x] =
                0xff00_0000 | UInt32(bytes[place]) << 16 | UInt32(bytes[place + 1]) << 8
                | UInt32(bytes[place + 2])
        }
    }

    private static func blend(
        _ bytes: UnsafePointer<UInt8>, over below: UInt32, to pixels: UnsafeMutableBufferPointer<UInt32>,
        at left: Int, count: Int
    ) {
        for x in 0..<count {
            let place = 4 * x
            let color = Color(
                red: bytes[place], green: bytes[place + 1], blue: bytes[place + 2], alpha: bytes[place + 3])
            pixels[left + x] = over(color.premultiplied, below)
        }
    }
}

/// One premultiplied pixel over another.
func over(_ above: UInt32, _ below: UInt32) -> UInt32 {
    let through = 255 - (above >> 24)
    if through == 0 { return above }
    func channel(_ shift: UInt32) -> UInt32 {
        let sum = ((above >> shift) & 0xff) + (((below >> shift) & 0xff) * through + 127) / 255
        return min(255, sum) << shift
    }
    return channel(24) | channel(16) | channel(8) | channel(0)
}
