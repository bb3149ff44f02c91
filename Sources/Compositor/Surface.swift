public import Signage
public import SystemCalls

/// A painted picture: pixels that never change while it lives.
///
/// 32 bits a pixel, native-endian 0xAARRGGBB with alpha multiplied in; where `isOpaque`, the top byte means nothing.
public final class Surface {
    public let size: PixelSize
    /// Bytes from one row to the next, a multiple of 4.
    public let stride: Int
    /// No pixel lets through what is below.
    public let isOpaque: Bool
    private let mapping: Mapping

    /// Takes over a mapping that holds at least `stride · size.height` bytes.
    public init(size: PixelSize, stride: Int, isOpaque: Bool, mapping: Mapping) {
        precondition(
            stride >= size.width * 4 && stride % 4 == 0 && mapping.bytes.count >= stride * size.height)
        self.size = size
        self.stride = stride
        self.isOpaque = isOpaque
        self.mapping = mapping
    }

    /// The pixels, row after row.
    public var pixels: UnsafeRawBufferPointer { UnsafeRawBufferPointer(mapping.bytes) }

    /// Bytes of memory.
    public var byteCount: Int { mapping.bytes.count }
}

/// A scene with all that is needed to draw it.
public struct Frame {
    public var scene: Scene
    /// Every picture that the scene names; holding a frame keeps them.
    public var surfaces: [PictureID: Surface]

    public init(scene: Scene, surfaces: [PictureID: Surface]) {
        self.scene = scene
        self.surfaces = surfaces
    }
}
