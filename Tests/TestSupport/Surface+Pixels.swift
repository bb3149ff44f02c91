public import Compositor
public import Signage
public import SystemCalls

extension Surface {
    /// A surface in a memory file, with the pixels that a closure gives.
    ///
    /// - Parameters:
    ///   - size: at least one pixel.
    ///   - isOpaque: what the surface says of itself.
    ///   - padding: bytes between rows, a multiple of 4.
    ///   - pixel: the premultiplied 0xAARRGGBB at a place.
    /// - Throws: what making the memory file or its mapping failed with.
    public convenience init(
        size: PixelSize, isOpaque: Bool = true, padding: Int = 0, pixel: (_ x: Int, _ y: Int) -> UInt32
    ) throws(SystemError) {
        let stride = size.width * 4 + padding
        let file = try MemoryFile(name: "test-surface", size: stride * size.height)
        let mapping = try Mapping(file.descriptor, size: file.size, writable: true)
        for y in 0..<size.height {
            for x in 0..<size.width {
                mapping.bytes.storeBytes(of: pixel(x, y), toByteOffset: y * stride + x * 4, as: UInt32.self)
            }
        }
        self.init(size: size, stride: stride, isOpaque: isOpaque, mapping: mapping)
    }
}
