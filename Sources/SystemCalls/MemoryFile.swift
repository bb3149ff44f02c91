internal import CLinux
internal import Glibc

/// A file in memory of a fixed size, memfd_create(2), shared with another process by its descriptor.
public final class MemoryFile {
    /// The file's descriptor, to be passed on.
    public let descriptor: Descriptor
    /// Bytes; sealed against growing and shrinking, so that no other holder can make a mapping fault.
    public let size: Int

    /// Makes a file of zeros and seals its size.
    ///
    /// - Throws: the errno of memfd_create, ftruncate or the seal.
    public init(name: String, size: Int) throws(SystemError) {
        let descriptor = Descriptor(owning: try checked("memfd_create") { signage_memfd_create(name) })
        try checked("ftruncate") { ftruncate(descriptor.number, off_t(size)) }
        try checked("fcntl(F_ADD_SEALS)") { signage_memfd_seal_size(descriptor.number) }
        self.descriptor = descriptor
        self.size = size
    }

    /// Takes over a file that another process made and sealed.
    public init(receiving descriptor: Descriptor, size: Int) {
        self.descriptor = descriptor
        self.size = size
    }

    /// Makes a file of these bytes, at least one, and seals its size.
    ///
    /// - Throws: the errno of memfd_create, ftruncate, the seal or mmap.
    public convenience init(name: String, holding contents: [UInt8]) throws(SystemError) {
        try self.init(name: name, size: contents.count)
        let mapping = try Mapping(descriptor, size: contents.count, writable: true)
        withExtendedLifetime(mapping) { mapping.bytes.copyBytes(from: contents) }
    }
}

/// Memory mapped from a file, mmap(2); unmapped with its last reference.
public final class Mapping {
    /// Where it lies, as long as this object lives: keep it alive over every use (`withExtendedLifetime`).
    public let bytes: UnsafeMutableRawBufferPointer

    /// Maps the first bytes of a file, shared.
    ///
    /// - Parameters:
    ///   - descriptor: the file; may be closed afterwards.
    ///   - size: bytes, at least 1.
    ///   - writable: PROT_WRITE besides PROT_READ.
    /// - Throws: mmap's errno.
    public init(_ descriptor: Descriptor, size: Int, writable: Bool) throws(SystemError) {
        let protection = writable ? PROT_READ | PROT_WRITE : PROT_READ
        let address = mmap(nil, size, protection, MAP_SHARED, descriptor.number, 0)
        guard let address, address != MAP_FAILED else { throw SystemError("mmap", errno: Glibc.errno) }
        bytes = UnsafeMutableRawBufferPointer(start: address, count: size)
    }

    /// A copy of the bytes.
    public var contents: [UInt8] { withExtendedLifetime(self) { Array(bytes) } }

    deinit {
        munmap(bytes.baseAddress, bytes.count)
    }
}
