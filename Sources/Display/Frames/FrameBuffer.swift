internal import Compositor
internal import Signage

/// Memory that an output scans out, or that stands for it.
///
/// 32 bits a pixel, native-endian 0x00RRGGBB, row after row. It is written forward only, and never read.
protocol FrameBuffer: AnyObject {
    var size: PixelSize { get }
    /// Bytes from one row to the next.
    var stride: Int { get }
    /// At least `stride · size.height` bytes.
    var bytes: UnsafeMutableRawBufferPointer { get }
}
