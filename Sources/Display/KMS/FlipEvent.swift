internal import Signage
internal import SystemCalls

/// The kernel's word that a commit is on the glass: `struct drm_event_vblank` of type DRM_EVENT_FLIP_COMPLETE.
struct FlipEvent: Hashable {
    /// As given to the commit.
    var key: UInt64
    /// CLOCK_MONOTONIC: when the first pixel left; without vblanks, when the transfer was complete.
    var time: Instant
    /// The vblank's number; 0 on drivers without vblanks.
    var sequence: UInt32
    /// 0 on old kernels.
    var crtc: UInt32

    /// The flips among the events in some bytes. Other events are passed over; a cut one ends the reading.
    static func parse(_ bytes: UnsafeRawBufferPointer) -> [FlipEvent] {
        var flips: [FlipEvent] = []
        var offset = 0
        while offset + headerSize <= bytes.count {
            let type = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            let length = Int(bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self))
            guard length >= headerSize, length <= bytes.count - offset else { break }
            if type == flipComplete, length >= size {
                let seconds = bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt32.self)
                let microseconds = bytes.loadUnaligned(fromByteOffset: offset + 20, as: UInt32.self)
                flips.append(
                    FlipEvent(
                        key: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self),
                        time: Instant(
                            nanoseconds: Int64(seconds) * 1_000_000_000 + Int64(microseconds) * 1000),
                        sequence: bytes.loadUnaligned(fromByteOffset: offset + 24, as: UInt32.self),
                        crtc: bytes.loadUnaligned(fromByteOffset: offset + 28, as: UInt32.self)))
            }
            offset += length
        }
        return flips
    }

    /// Takes all events off a card's descriptor.
    ///
    /// - Throws: read's errno, ENODEV at the end of the file: the card is gone.
    static func read(from descriptor: Descriptor) throws(KMSError) -> [FlipEvent] {
        var flips: [FlipEvent] = []
        // The kernel hands out whole events only; 4 KiB hold 128 of them.
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 8)
        defer { room.deallocate() }
        while true {
            var count: Int?
            do throws(SystemError) {
                count = try descriptor.read(into: room)
            } catch {
                throw KMSError(error.call, errno: error.errno)
            }
            guard let count else { return flips }
            guard count > 0 else { throw KMSError("read", errno: noSuchDevice) }
            flips += parse(UnsafeRawBufferPointer(rebasing: room[..<count]))
        }
    }

    private static let headerSize = 8
    private static let size = 32
    private static let flipComplete: UInt32 = 2
    private static let noSuchDevice: CInt = 19
}
