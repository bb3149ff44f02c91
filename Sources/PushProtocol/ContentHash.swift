internal import CGLib
internal import Glibc
public import SystemCalls

/// SHA-256 of bytes as they come, GLib's GChecksum.
public final class ContentHash {
    /// Bytes that are read from a file at once.
    private static let chunk = 1 << 20

    private let checksum: OpaquePointer?

    /// Of no bytes so far.
    public init() {
        // NULL only for a kind of checksum that is not known: then no id comes out that any content has.
        checksum = g_checksum_new(G_CHECKSUM_SHA256)
    }

    deinit { g_checksum_free(checksum) }

    /// Takes further bytes.
    public func update(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        g_checksum_update(checksum, start, bytes.count)
    }

    /// Takes further bytes.
    public func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { update($0) }
    }

    /// The id of all bytes; nothing can be added afterwards.
    public func finish() -> ObjectID {
        var bytes = [UInt8](repeating: 0, count: ObjectID.size)
        var count = gsize(bytes.count)
        g_checksum_get_digest(checksum, &bytes, &count)
        return ObjectID(bytes: bytes)
    }

    /// The id of bytes at hand.
    public static func id(of bytes: [UInt8]) -> ObjectID {
        let hash = ContentHash()
        hash.update(bytes)
        return hash.finish()
    }

    /// The id of a file's bytes from where it stands to its end, read(2).
    ///
    /// - Parameters:
    ///   - file: to be read.
    ///   - progress: told now and then how many bytes there were so far.
    /// - Returns: the id, and how many bytes there were: more or less than expected if the file is being changed.
    /// - Throws: read's errno.
    public static func id(
        of file: Descriptor, progress: (Int) -> Void = { _ in }
    ) throws(SystemError) -> (id: ObjectID, size: Int) {
        let hash = ContentHash()
        let size = try hash.update(from: file, progress: progress)
        return (hash.finish(), size)
    }

    /// Takes a file's bytes from where it stands to its end, read(2).
    ///
    /// - Parameters:
    ///   - file: to be read.
    ///   - progress: told now and then how many they are so far.
    /// - Returns: how many.
    /// - Throws: read's errno.
    public func update(
        from file: Descriptor, progress: (Int) -> Void = { _ in }
    ) throws(SystemError) -> Int {
        var room = [UInt8](repeating: 0, count: Self.chunk)
        var size = 0
        while true {
            let count = try checked("read") {
                room.withUnsafeMutableBytes { read(file.number, $0.baseAddress, $0.count) }
            }
            if count == 0 { return size }
            room.withUnsafeBytes { update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            size += count
            progress(size)
        }
    }
}
