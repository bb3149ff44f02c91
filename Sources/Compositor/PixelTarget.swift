internal import CPixman
public import Signage

/// Pixels that can be written, and not read: scan-out memory is slow to read or cannot be.
public protocol PixelTarget {
    /// Pixels across and down.
    var size: PixelSize { get }

    /// Writes pixels of one row, 0xXXRRGGBB; the top byte means nothing.
    ///
    /// Within one drawing, calls come in the order of memory: row after row, from the left to the right, no pixel twice.
    ///
    /// - Parameters:
    ///   - pixels: lie within the row.
    ///   - x: of the first.
    ///   - y: the row.
    func write(_ pixels: UnsafeBufferPointer<UInt32>, x: Int, y: Int)
}

/// Mapped XRGB8888 memory, such as a dumb buffer; the top byte is written as 0xff.
public struct PixelMemory: PixelTarget {
    public let size: PixelSize
    private let base: UnsafeMutableRawPointer
    private let pitch: Int

    /// Names memory that the caller keeps mapped, and for itself, while this value is used.
    ///
    /// - Parameters:
    ///   - base: the first pixel; at least `pitch · size.height` bytes.
    ///   - pitch: bytes from row to row, a multiple of 4, at least `4 · size.width`.
    ///   - size: in pixels.
    public init(base: UnsafeMutableRawPointer, pitch: Int, size: PixelSize) {
        precondition(pitch >= size.width * 4 && pitch % 4 == 0)
        self.base = base
        self.pitch = pitch
        self.size = size
    }

    public func write(_ pixels: UnsafeBufferPointer<UInt32>, x: Int, y: Int) {
        guard let first = pixels.baseAddress else { return }
        precondition(x >= 0 && x + pixels.count <= size.width && y >= 0 && y < size.height)
        let row = (base + y * pitch).assumingMemoryBound(to: UInt32.self)
        signage_copy_opaque(row + x, first, pixels.count)
    }
}
