internal import Glibc
internal import PushProtocol
internal import SystemCalls

/// The configuration that was sent to this sign and confirmed, kept in the state directory.
///
/// One file: a line with the hash of the rest, which reads as a comment, and the text as it was sent.
struct KeptConfiguration {
    /// Bytes; a larger file is none of ours.
    private static let limit = 2 << 20
    private static let heading = "# signaged-configuration 1 "
    private static let lineBreak = UInt8(ascii: "\n")
    /// It may stand before a text, but not within one.
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private let store: Store
    var path: String { store.layout.configuration }

    init(in store: Store) {
        self.store = store
    }

    /// The file's bytes: the heading is a comment to whoever reads them as a configuration.
    ///
    /// - Returns: nil: none is kept.
    /// - Throws: `.badConfiguration` when the file was cut short or changed, `.system` when it cannot be read.
    func read() throws(StoreFailure) -> [UInt8]? {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try readFile(path, limit: Self.limit)
        } catch {
            switch error.errno {
            case ENOENT, ENOTDIR: return nil
            case EFBIG, EINVAL, EISDIR:
                throw .badConfiguration("'\(path)' is none that this sign has written")
            default: throw .system(error)
            }
        }
        guard let end = bytes.firstIndex(of: Self.lineBreak), bytes.starts(with: Self.heading.utf8),
            ObjectID(String(decoding: bytes[Self.heading.utf8.count..<end], as: UTF8.self))
                == ContentHash.id(of: Array(bytes[(end + 1)...]))
        else { throw .badConfiguration("'\(path)' is cut short or changed") }
        return bytes
    }

    /// The text as it was sent; nil: none is kept.
    ///
    /// - Throws: as `read`.
    func text() throws(StoreFailure) -> [UInt8]? {
        guard let bytes = try read(), let end = bytes.firstIndex(of: Self.lineBreak) else { return nil }
        return Array(bytes[(end + 1)...])
    }

    /// Keeps a configuration in place of the one before.
    ///
    /// - Throws: `.system`; the one before is kept, or none as before.
    func write(_ text: [UInt8]) throws(StoreFailure) {
        let isMarked = text.starts(with: Self.byteOrderMark)
        let text = isMarked ? Array(text.dropFirst(Self.byteOrderMark.count)) : text
        try change { () throws(SystemError) in
            try store.disk.replace(
                path, with: Array("\(Self.heading)\(ContentHash.id(of: text))\n".utf8) + text)
        }
    }

    /// Keeps none any more.
    ///
    /// - Throws: `.system`; the one before is kept.
    func remove() throws(StoreFailure) {
        try change { () throws(SystemError) in
            try store.disk.remove(path)
            try store.disk.syncDirectory(store.layout.root)
        }
    }

    /// Changes the file, and puts it back when that is told to have failed: the last step is the directory's, when the
    /// name is another already.
    private func change(_ body: () throws(SystemError) -> Void) throws(StoreFailure) {
        try store.prepare()
        let before = try? readFile(path, limit: Self.limit)
        do throws(SystemError) {
            try body()
        } catch {
            if (try? readFile(path, limit: Self.limit)) != before {
                if let before {
                    try? store.disk.replace(path, with: before)
                } else {
                    try? store.disk.remove(path)
                    try? store.disk.syncDirectory(store.layout.root)
                }
            }
            throw .system(error)
        }
    }
}
