internal import CDRM
internal import Glibc
internal import Signage
internal import SystemCalls

/// A card opened through libdrm.
final class DRMDevice: KMSDevice {
    /// The call that fails where a driver has no atomic commits.
    static let atomicCapability = "DRM_CLIENT_CAP_ATOMIC"

    let descriptor: Descriptor
    private let driver: String

    /// Opens a primary node and asks for universal planes and atomic commits. The first program to open a card is
    /// its master.
    ///
    /// - Throws: open's errno; EOPNOTSUPP for a node without a display, without dumb buffers or without atomic
    ///   commits.
    init(path: String) throws(KMSError) {
        do throws(SystemError) {
            descriptor = try Descriptor(opening: path, O_RDWR | O_NONBLOCK)
        } catch {
            throw KMSError("open", errno: error.errno)
        }
        let card = descriptor.number
        try Self.checked(
            "DRM_CLIENT_CAP_UNIVERSAL_PLANES",
            drmSetClientCap(card, UInt64(DRM_CLIENT_CAP_UNIVERSAL_PLANES), 1))
        try Self.checked(Self.atomicCapability, drmSetClientCap(card, UInt64(DRM_CLIENT_CAP_ATOMIC), 1))
        var hasDumbBuffers: UInt64 = 0
        try Self.checked("DRM_CAP_DUMB_BUFFER", drmGetCap(card, UInt64(DRM_CAP_DUMB_BUFFER), &hasDumbBuffers))
        guard hasDumbBuffers != 0 else { throw KMSError("DRM_CAP_DUMB_BUFFER", errno: EOPNOTSUPP) }
        if let version = drmGetVersion(card) {
            driver = String(cString: version.pointee.name)
            drmFreeVersion(version)
        } else {
            driver = "unknown driver"
        }
    }

    func becomeMaster() throws(KMSError) {
        if drmIsMaster(descriptor.number) != 0 { return }
        try Self.checked("drmSetMaster", drmSetMaster(descriptor.number))
    }

    func makeBuffer(size: PixelSize) throws(KMSError) -> any ScanoutBuffer {
        try DumbBuffer(card: descriptor, size: size)
    }

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

    func value(of property: UInt32, object: UInt32) throws(KMSError) -> UInt64 {
        guard
            let found = drmModeObjectGetProperties(descriptor.number, object, UInt32(DRM_MODE_OBJECT_ANY))
        else { throw KMSError("drmModeObjectGetProperties", errno: errno) }
        defer { drmModeFreeObjectProperties(found) }
        for index in 0..<Int(found.pointee.count_props) where found.pointee.props[index] == property {
            return found.pointee.prop_values[index]
        }
        throw KMSError("drmModeObjectGetProperties", errno: EINVAL)
    }

    func snapshot() throws(KMSError) -> CardSnapshot {
        var reader = SnapshotReader(card: descriptor.number)
        return try reader.read(driver: driver)
    }

    /// For the calls of libdrm that answer -1 or -errno, and leave errno behind.
    private static func checked(_ call: String, _ result: CInt) throws(KMSError) {
        if result < 0 { throw KMSError(call, errno: result < -1 ? -result : errno) }
    }
}
