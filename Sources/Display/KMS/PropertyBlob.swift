/// Bytes in the kernel that a property can name; let go of with the last reference.
final class PropertyBlob {
    let id: UInt32
    private let device: any KMSDevice

    /// Copies bytes into the kernel, drmModeCreatePropertyBlob().
    ///
    /// - Throws: its errno.
    init(_ device: any KMSDevice, _ bytes: [UInt8]) throws(KMSError) {
        id = try device.makeBlob(bytes)
        self.device = device
    }

    deinit {
        device.destroyBlob(id)
    }
}
