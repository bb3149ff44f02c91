internal import Signage
internal import SystemCalls

/// The calls that cards had before atomic commits, as `LegacyDevice` needs them: libdrm's, or a test's.
protocol LegacyCalls: AnyObject {
    /// Readable when there are flip events.
    var descriptor: Descriptor { get }

    /// Probes every connector and reads every object but the planes.
    func snapshot() throws(KMSError) -> CardSnapshot

    func becomeMaster() throws(KMSError)

    func dropMaster() throws(KMSError)

    /// As of a `KMSDevice`.
    var hasFormerFramebuffers: Bool { get }

    func removeFormerFramebuffers()

    func makeBuffer(size: PixelSize) throws(KMSError) -> any ScanoutBuffer

    /// What a CRTC does now, drmModeGetCrtc().
    func scanout(of crtc: UInt32) throws(KMSError) -> Scanout

    /// The CRTC that drives a connector now, 0 for none; nothing is probed.
    func crtc(driving connector: UInt32) throws(KMSError) -> UInt32

    /// Sets a mode, or another framebuffer of another layout, drmModeSetCrtc(). It waits until that is done.
    ///
    /// - Parameters:
    ///   - crtc: the CRTC.
    ///   - scanout: what it does from now on; without a mode it is off.
    ///   - connector: what it drives; nil where it is off.
    /// - Throws: EINVAL where the mode or the framebuffer does not fit, EACCES without being master.
    func set(_ crtc: UInt32, _ scanout: Scanout, connector: UInt32?) throws(KMSError)

    /// Shows another framebuffer from the next vblank on, with an event, drmModePageFlip().
    ///
    /// - Throws: EBUSY while an earlier flip has not happened, and where the CRTC shows nothing; EINVAL where the
    ///   driver wants `set`.
    func flip(_ crtc: UInt32, to framebuffer: UInt32, key: UInt64) throws(KMSError)

    /// The pixels have changed: for drivers that copy them to the display, drmModeDirtyFB().
    func markDirty(_ framebuffer: UInt32) throws(KMSError)

    /// drmModeObjectSetProperty(), which may wait for a vblank.
    func set(_ property: UInt32, of object: UInt32, to value: UInt64) throws(KMSError)

    /// What a property's value is now.
    func value(of property: UInt32, object: UInt32) throws(KMSError) -> UInt64
}

/// What a CRTC does.
struct Scanout: Hashable {
    /// As in `Mode.timings`; nil: it is off.
    var mode: [UInt8]?
    /// 0: none.
    var framebuffer: UInt32

    static let off = Scanout(mode: nil, framebuffer: 0)
}

extension LegacyCalls {
    var hasFormerFramebuffers: Bool { false }

    func removeFormerFramebuffers() {}
}
