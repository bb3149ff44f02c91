internal import CDRM
internal import Glibc
internal import SystemCalls

/// What the process before this one has left in a card's open file.
///
/// The file was kept for us: its master, its framebuffers and the mode are as that process left them, and its picture
/// is on the glass. Its handles and blobs nobody knows any more.
struct FormerProcess {
    /// GEM handles looked for: the kernel gives out the lowest free number, and an output has a few buffers.
    private static let mostHandles: UInt32 = 256
    /// Mode objects looked for, of which blobs are some: numbered together from 1, a few hundred on a large card.
    private static let mostObjects: UInt32 = 4096

    private let card: CInt
    private var framebuffers: [UInt32] = []

    /// Takes over a file, before anything of our own is made in it.
    ///
    /// Handles and blobs are let go of at once: framebuffers hold their memory, and the state of the card the blobs
    /// that it uses. The framebuffers are kept until `removeFramebuffers`.
    ///
    /// - Throws: the errno of drmModeGetResources(): ENODEV for a card that is gone.
    init(of card: CInt) throws(KMSError) {
        self.card = card
        guard let resources = drmModeGetResources(card) else {
            throw KMSError("drmModeGetResources", errno: errno)
        }
        // Only those of this file are listed.
        framebuffers = (0..<Int(resources.pointee.count_fbs)).map { resources.pointee.fbs[$0] }
        drmModeFreeResources(resources)
        // What is not there, or is another file's, is refused.
        for handle in 1...Self.mostHandles { drmCloseBufferHandle(card, handle) }
        for blob in 1...Self.mostObjects { drmModeDestroyPropertyBlob(card, blob) }
    }

    /// Removes its framebuffers, drmModeRmFB(): one that is still on the glass turns its plane off.
    mutating func removeFramebuffers() {
        for framebuffer in framebuffers { drmModeRmFB(card, framebuffer) }
        framebuffers = []
    }

    /// Whether some are left.
    var hasFramebuffers: Bool { !framebuffers.isEmpty }
}
