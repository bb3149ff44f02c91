internal import CDRM
internal import Glibc
internal import Signage
internal import SystemCalls

/// The calls from before atomic commits, through libdrm.
final class DRMLegacyCalls: LegacyCalls, CardCalls {
    let card: DRMCard

    /// - Parameter card: without DRM_CLIENT_CAP_ATOMIC.
    init(_ card: DRMCard) {
        self.card = card
    }

    func snapshot() throws(KMSError) -> CardSnapshot {
        var reader = SnapshotReader(card: descriptor.number)
        return try reader.read(driver: card.driver, withPlanes: false)
    }

    var hasFormerFramebuffers: Bool { card.hasFormerFramebuffers }

    func removeFormerFramebuffers() { card.removeFormerFramebuffers() }

    func scanout(of crtc: UInt32) throws(KMSError) -> Scanout {
        guard let found = drmModeGetCrtc(descriptor.number, crtc) else {
            throw KMSError("drmModeGetCrtc", errno: errno)
        }
        defer { drmModeFreeCrtc(found) }
        guard found.pointee.mode_valid != 0 else { return .off }
        return Scanout(
            mode: SnapshotReader.mode(found.pointee.mode).timings, framebuffer: found.pointee.buffer_id)
    }

    func crtc(driving connector: UInt32) throws(KMSError) -> UInt32 {
        guard let found = drmModeGetConnectorCurrent(descriptor.number, connector) else {
            throw KMSError("drmModeGetConnectorCurrent", errno: errno)
        }
        let encoder = found.pointee.encoder_id
        drmModeFreeConnector(found)
        guard encoder != 0, let current = drmModeGetEncoder(descriptor.number, encoder) else { return 0 }
        defer { drmModeFreeEncoder(current) }
        return current.pointee.crtc_id
    }

    func set(_ crtc: UInt32, _ scanout: Scanout, connector: UInt32?) throws(KMSError) {
        var connectors = connector.map { [$0] } ?? []
        guard let bytes = scanout.mode, let connector, connector != 0 else {
            try answer("drmModeSetCrtc", drmModeSetCrtc(descriptor.number, crtc, 0, 0, 0, nil, 0, nil))
            return
        }
        guard bytes.count == MemoryLayout<drmModeModeInfo>.size else {
            throw KMSError("drmModeSetCrtc", errno: EINVAL)
        }
        var mode = bytes.withUnsafeBytes { $0.loadUnaligned(as: drmModeModeInfo.self) }
        try answer(
            "drmModeSetCrtc",
            drmModeSetCrtc(
                descriptor.number, crtc, scanout.framebuffer, 0, 0, &connectors, CInt(connectors.count), &mode
            ))
    }

    func flip(_ crtc: UInt32, to framebuffer: UInt32, key: UInt64) throws(KMSError) {
        // A number and never an address: its event may come after everything else is gone.
        let key = UnsafeMutableRawPointer(bitPattern: UInt(truncatingIfNeeded: key))
        try answer(
            "drmModePageFlip",
            drmModePageFlip(descriptor.number, crtc, framebuffer, UInt32(DRM_MODE_PAGE_FLIP_EVENT), key))
    }

    func markDirty(_ framebuffer: UInt32) throws(KMSError) {
        try answer("drmModeDirtyFB", drmModeDirtyFB(descriptor.number, framebuffer, nil, 0))
    }

    func set(_ property: UInt32, of object: UInt32, to value: UInt64) throws(KMSError) {
        try answer(
            "drmModeObjectSetProperty",
            drmModeObjectSetProperty(
                descriptor.number, object, UInt32(DRM_MODE_OBJECT_ANY), property, value))
    }
}
