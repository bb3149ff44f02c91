internal import CDRM
internal import Glibc
internal import Signage
internal import SystemCalls

/// A card's open primary node: what both ways to set modes have in common.
final class DRMCard {
    let descriptor: Descriptor
    /// The driver's name, for messages: "vc4".
    let driver: String
    /// What the process before this one has left in the open file; nil: it was opened by this one.
    private var former: FormerProcess?

    /// Opens a primary node. The first program to open a card is its master.
    ///
    /// - Throws: open's errno; EOPNOTSUPP for a node without a display or without dumb buffers.
    convenience init(path: String) throws(KMSError) {
        let descriptor: Descriptor
        do throws(SystemError) {
            descriptor = try Descriptor(opening: path, O_RDWR | O_NONBLOCK)
        } catch {
            throw KMSError("open", errno: error.errno)
        }
        try self.init(descriptor)
    }

    /// Goes on with a node that the process before this one had open and was master of.
    ///
    /// - Throws: ENODEV for a card that is gone; EACCES when it is no longer the master, which it cannot become again:
    ///   only the process that has opened a card can.
    convenience init(adopting descriptor: Descriptor) throws(KMSError) {
        guard drmIsMaster(descriptor.number) != 0 else { throw KMSError("drmIsMaster", errno: EACCES) }
        let former = try FormerProcess(of: descriptor.number)
        try self.init(descriptor)
        self.former = former
    }

    /// Takes an open node.
    ///
    /// - Throws: EOPNOTSUPP for a node without a display or without dumb buffers.
    init(_ descriptor: Descriptor) throws(KMSError) {
        self.descriptor = descriptor
        let card = descriptor.number
        try Self.checked(
            "DRM_CLIENT_CAP_UNIVERSAL_PLANES",
            drmSetClientCap(card, UInt64(DRM_CLIENT_CAP_UNIVERSAL_PLANES), 1))
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

    /// Makes a device of it: atomic where the driver can and nothing else is wanted. The two ways must not be mixed on
    /// one open node.
    func device(_ modesetting: Configuration.ModeSetting) throws(KMSError) -> any KMSDevice {
        let number = descriptor.number
        if modesetting == .auto, drmSetClientCap(number, UInt64(DRM_CLIENT_CAP_ATOMIC), 1) == 0 {
            return DRMDevice(self)
        }
        // An inherited node may have been used the other way.
        drmSetClientCap(number, UInt64(DRM_CLIENT_CAP_ATOMIC), 0)
        return try LegacyDevice(DRMLegacyCalls(self))
    }

    var hasFormerFramebuffers: Bool { former?.hasFramebuffers ?? false }

    func removeFormerFramebuffers() {
        former?.removeFramebuffers()
        former = nil
    }

    func becomeMaster() throws(KMSError) {
        if drmIsMaster(descriptor.number) != 0 { return }
        try Self.checked("drmSetMaster", drmSetMaster(descriptor.number))
    }

    func dropMaster() throws(KMSError) {
        try Self.checked("drmDropMaster", drmDropMaster(descriptor.number))
    }

    /// What a property's value is now, by its number.
    ///
    /// - Throws: the getter's errno; EINVAL when the object has no such property.
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

    /// For the calls of libdrm that answer -1 or -errno, and leave errno behind.
    static func checked(_ call: String, _ result: CInt) throws(KMSError) {
        if result < 0 { throw KMSError(call, errno: result < -1 ? -result : errno) }
    }
}

/// Whose calls go to an open card.
protocol CardCalls: AnyObject {
    var card: DRMCard { get }
}

/// What is the same for both ways to set modes.
extension CardCalls {
    var descriptor: Descriptor { card.descriptor }

    func becomeMaster() throws(KMSError) { try card.becomeMaster() }

    func dropMaster() throws(KMSError) { try card.dropMaster() }

    func makeBuffer(size: PixelSize) throws(KMSError) -> any ScanoutBuffer {
        try DumbBuffer(card: descriptor, size: size)
    }

    func value(of property: UInt32, object: UInt32) throws(KMSError) -> UInt64 {
        try card.value(of: property, object: object)
    }
}
