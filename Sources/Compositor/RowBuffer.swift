internal import CPixman
internal import Signage

/// A few rows in ordinary memory, to blend in.
final class RowBuffer {
    let width: Int
    let height: Int
    let image: PixmanImage
    /// The image's.
    private let memory: UnsafeMutablePointer<UInt32>

    /// nil: no memory.
    init?(width: Int, height: Int) {
        let size = PixelSize(width: width, height: height)
        guard let image = PixmanImage(size), let memory = image.pixels else { return nil }
        self.width = width
        self.height = height
        self.image = image
        self.memory = memory
    }

    /// Pixels of one row, counted from the buffer's first.
    func pixels(x: Int, y: Int, count: Int) -> UnsafeBufferPointer<UInt32> {
        precondition(x >= 0 && x + count <= width && y >= 0 && y < height)
        return UnsafeBufferPointer(start: memory + y * width + x, count: count)
    }

    /// Fills a rectangle of the screen; the buffer's first row is the screen's `top`.
    func fill(_ rect: PixelRect, pixel: UInt32, top: Int) {
        pixman_fill(
            memory, Int32(width), 32, Int32(rect.x), Int32(rect.y - top), Int32(rect.width),
            Int32(rect.height), pixel)
    }
}
