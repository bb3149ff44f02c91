internal import CDRM
internal import Glibc
internal import Signage
internal import SystemCalls

/// Scan-out memory that the CPU writes: a dumb buffer, its mapping and its framebuffer.
///
/// The mapping is uncached on most boards: written forward, never read. Letting go of a buffer that is on the glass
/// turns its plane off. When the card is unplugged, some drivers take the pages away: what is drawn after that goes to
/// ordinary memory.
final class DumbBuffer: ScanoutBuffer {
    let size: PixelSize
    let stride: Int
    let bytes: UnsafeMutableRawBufferPointer
    let framebuffer: UInt32
    private let handle: UInt32
    private let card: Descriptor
    private var isHandedOver = false

    /// Allocates, maps and registers a buffer; the kernel hands it out black.
    ///
    /// - Throws: ENOMEM where contiguous memory is short; the errno of the call that failed.
    init(card: Descriptor, size: PixelSize) throws(KMSError) {
        let width = UInt32(clamping: size.width)
        let height = UInt32(clamping: size.height)
        var handle: UInt32 = 0
        var pitch: UInt32 = 0
        var length: UInt64 = 0
        try answer(
            "drmModeCreateDumbBuffer",
            drmModeCreateDumbBuffer(card.number, width, height, 32, 0, &handle, &pitch, &length))
        do throws(KMSError) {
            bytes = try Self.map(card, handle: handle, length: Int(length))
        } catch {
            drmModeDestroyDumbBuffer(card.number, handle)
            throw error
        }
        var number: UInt32 = 0
        let result = drmModeAddFB2(
            card.number, width, height, signage_format_xrgb8888, [handle, 0, 0, 0], [pitch, 0, 0, 0],
            [0, 0, 0, 0],
            &number, 0)
        guard result == 0 else {
            munmap(bytes.baseAddress, bytes.count)
            drmModeDestroyDumbBuffer(card.number, handle)
            throw KMSError("drmModeAddFB2", errno: -result)
        }
        guardMapping(bytes)
        self.card = card
        self.size = size
        self.handle = handle
        stride = Int(pitch)
        framebuffer = number
    }

    func handOver() { isHandedOver = true }

    deinit {
        // A framebuffer holds its memory without the handle.
        if !isHandedOver { drmModeRmFB(card.number, framebuffer) }
        unguardMapping(bytes)
        munmap(bytes.baseAddress, bytes.count)
        drmModeDestroyDumbBuffer(card.number, handle)
    }

    private static func map(
        _ card: Descriptor, handle: UInt32, length: Int
    ) throws(KMSError) -> UnsafeMutableRawBufferPointer {
        var offset: UInt64 = 0
        try answer("drmModeMapDumbBuffer", drmModeMapDumbBuffer(card.number, handle, &offset))
        let address = mmap(nil, length, PROT_WRITE, MAP_SHARED, card.number, off_t(offset))
        guard let address, address != MAP_FAILED else { throw KMSError("mmap", errno: errno) }
        return UnsafeMutableRawBufferPointer(start: address, count: length)
    }
}

/// Turns the -errno that libdrm's calls answer into an error.
func answer(_ call: String, _ result: CInt) throws(KMSError) {
    if result < 0 { throw KMSError(call, errno: -result) }
}
