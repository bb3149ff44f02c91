internal import Glibc
internal import Signage
internal import SystemCalls

/// Which slide is on the screen, in memory that outlives this process: systemd keeps its descriptor over a crash.
///
/// It also counts the starts after each of which the sign did not last, so that a slide that ends the sign each time
/// it is shown does not do so for ever.
final class PlaceMemory {
    /// So long after a start the sign is taken to last.
    static let calm = Duration.seconds(60)
    /// Starts in a row that did not last: the slide is passed over from then on. Two, as for the painter.
    private static let patience: UInt32 = 2
    private static let size = 4096
    /// The number of starts and the length of the identity, 4 bytes each; the identity follows.
    private static let headerSize = 8

    /// To be kept.
    let descriptor: Descriptor
    private let mapping: Mapping

    /// Memory that nobody has yet.
    ///
    /// - Throws: the errno of memfd_create, ftruncate or mmap.
    init() throws(SystemError) {
        let file = try MemoryFile(name: "signaged-place", size: Self.size)
        descriptor = file.descriptor
        mapping = try Mapping(file.descriptor, size: Self.size, writable: true)
    }

    /// The memory of the process before this one; nil when it is not that.
    init?(inheriting descriptor: Descriptor) {
        var status = stat()
        guard fstat(descriptor.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size == Self.size,
            let mapping = try? Mapping(descriptor, size: Self.size, writable: true)
        else { return nil }
        self.descriptor = descriptor
        self.mapping = mapping
    }

    /// Counts a start.
    ///
    /// - Returns: where to go on; nil when nothing was shown yet.
    func start() -> Place? {
        let starts = number(at: 0)
        set(starts == .max ? starts : starts + 1, at: 0)
        let length = Int(number(at: 4))
        guard length > 0, length <= Self.size - Self.headerSize else { return nil }
        let id = withExtendedLifetime(mapping) {
            String(
                validating: mapping.bytes[Self.headerSize..<Self.headerSize + length], as: UTF8.self)
        }
        return id.map { Place(id: $0, isPassed: starts >= Self.patience) }
    }

    /// This start has lasted, or the sign leaves as it was asked to.
    func settle() { set(0, at: 0) }

    /// Remembers the slide on the screen; none when its identity is too long.
    func remember(_ id: String) {
        let bytes = Array(id.utf8)
        let count = bytes.count <= Self.size - Self.headerSize ? bytes.count : 0
        // With a length of 0 there is none, whatever moment this process ends.
        set(0, at: 4)
        withExtendedLifetime(mapping) {
            UnsafeMutableRawBufferPointer(rebasing: mapping.bytes[Self.headerSize...])
                .copyBytes(from: bytes.prefix(count))
        }
        set(UInt32(count), at: 4)
    }

    private func number(at offset: Int) -> UInt32 {
        withExtendedLifetime(mapping) { mapping.bytes.load(fromByteOffset: offset, as: UInt32.self) }
    }

    private func set(_ number: UInt32, at offset: Int) {
        withExtendedLifetime(mapping) {
            mapping.bytes.storeBytes(of: number, toByteOffset: offset, as: UInt32.self)
        }
    }
}
