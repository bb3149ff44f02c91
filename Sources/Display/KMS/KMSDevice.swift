internal import Signage
internal import SystemCalls

/// The calls to a display card: libdrm, or what a test puts in its place.
protocol KMSDevice: AnyObject {
    /// Readable when there are flip events.
    var descriptor: Descriptor { get }

    /// The card's open file.
    var node: Descriptor { get }

    /// Whether its driver takes atomic commits; otherwise they are translated into older calls.
    var isAtomic: Bool { get }

    /// Takes the flip events that have come.
    ///
    /// - Throws: ENODEV when the card is gone.
    func flips() throws(KMSError) -> [FlipEvent]

    /// Probes every connector and reads every object; may take seconds where a display is slow to answer.
    func snapshot() throws(KMSError) -> CardSnapshot

    /// Makes sure that this program is the card's master.
    ///
    /// - Throws: EBUSY when another is; EACCES when it is and this program never was, so that the card must be
    ///   opened anew.
    func becomeMaster() throws(KMSError)

    /// Lets another program be the card's master; `becomeMaster` takes it back.
    ///
    /// - Throws: EACCES when this program may not, because it did not open the card itself.
    func dropMaster() throws(KMSError)

    /// A buffer that planes can show, XRGB8888, black.
    func makeBuffer(size: PixelSize) throws(KMSError) -> any ScanoutBuffer

    /// Copies bytes into the kernel.
    ///
    /// - Returns: the blob's number, for properties.
    func makeBlob(_ bytes: [UInt8]) throws(KMSError) -> UInt32

    /// Lets go of a blob; commits keep what they use.
    func destroyBlob(_ id: UInt32)

    /// Commits a request, drmModeAtomicCommit().
    ///
    /// - Parameters:
    ///   - request: what to set.
    ///   - flags: how.
    ///   - key: comes back in the flip event.
    /// - Throws: EBUSY while an earlier commit has not flipped, EACCES without being master; see `KMSError`.
    func commit(_ request: AtomicRequest, _ flags: CommitFlags, key: UInt64) throws(KMSError)

    /// What a property's value is now, by its number.
    func value(of property: UInt32, object: UInt32) throws(KMSError) -> UInt64

    /// Whether framebuffers are left of the process that had this card open before.
    var hasFormerFramebuffers: Bool { get }

    /// Removes them; one that is still on the glass turns its plane off.
    func removeFormerFramebuffers()
}

extension KMSDevice {
    var node: Descriptor { descriptor }

    var hasFormerFramebuffers: Bool { false }

    func removeFormerFramebuffers() {}

    var isAtomic: Bool { true }

    func flips() throws(KMSError) -> [FlipEvent] { try FlipEvent.read(from: descriptor) }
}

/// Memory that planes can show. It must live until the flip that replaces it.
protocol ScanoutBuffer: FrameBuffer {
    /// The kernel's number for it: FB_ID.
    var framebuffer: UInt32 { get }

    /// Leaves the framebuffer on the card when this object goes: for the process that takes the card over.
    func handOver()
}
