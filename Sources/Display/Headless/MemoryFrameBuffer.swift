internal import Signage
internal import SystemCalls

/// A frame buffer in plain memory.
final class MemoryFrameBuffer: FrameBuffer {
    let size: PixelSize
    let stride: Int
    var bytes: UnsafeMutableRawBufferPointer { mapping.bytes }
    private let mapping: Mapping

    /// Black pixels.
    ///
    /// - Throws: the errno of memfd_create, ftruncate or mmap.
    init(size: PixelSize) throws(SystemError) {
        self.size = size
        stride = size.width * 4
        let file = try MemoryFile(name: "signaged-frame", size: max(1, stride * size.height))
        mapping = try Mapping(file.descriptor, size: file.size, writable: true)
    }
}
