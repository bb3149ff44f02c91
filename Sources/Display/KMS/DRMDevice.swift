internal import CDRM
internal import Glibc
internal import Signage
internal import SystemCalls

/// A card whose driver takes atomic commits, through libdrm.
final class DRMDevice: KMSDevice, CardCalls {
    let card: DRMCard

    /// - Parameter card: with DRM_CLIENT_CAP_ATOMIC set.
    init(_ card: DRMCard) {
        self.card = card
    }

    var hasFormerFramebuffers: Bool { card.hasFormerFramebuffers }

    func removeFormerFramebuffers() { card.removeFormerFramebuffers() }

    func makeBlob(_ bytes: [UInt8]) throws(KMSError) -> UInt32 {
        var id: UInt32 = 0
        try answer(
            "drmModeCreatePropertyBlob", drmModeCreatePropertyBlob(descriptor.number, bytes, bytes.count, &id)
        )
        return id
    }

    func destroyBlob(_ id: UInt32) {
        drmModeDestroyPropertyBlob(descriptor.number, id)
    }

    func commit(_ request: AtomicRequest, _ flags: CommitFlags, key: UInt64) throws(KMSError) {
        guard let list = drmModeAtomicAlloc() else { throw KMSError("drmModeAtomicAlloc", errno: ENOMEM) }
        defer { drmModeAtomicFree(list) }
        for assignment in request.assignments {
            try answer(
                "drmModeAtomicAddProperty",
                drmModeAtomicAddProperty(list, assignment.object, assignment.property, assignment.value))
        }
        // A number and never an address: its event may come after everything else is gone.
        let key = UnsafeMutableRawPointer(bitPattern: UInt(truncatingIfNeeded: key))
        try answer("drmModeAtomicCommit", drmModeAtomicCommit(descriptor.number, list, flags.rawValue, key))
    }

    func snapshot() throws(KMSError) -> CardSnapshot {
        var reader = SnapshotReader(card: descriptor.number)
        return try reader.read(driver: card.driver)
    }
}
