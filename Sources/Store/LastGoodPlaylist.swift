internal import Glibc
internal import SystemCalls

/// The copy of the last playlist file that was accepted, kept in the state directory for a start with a broken one.
///
/// One file: the path it came from, a line break, and the bytes as they were.
struct LastGoodPlaylist {
    /// Bytes: a playlist's most, and its path.
    private static let limit = 17 << 20
    private static let lineBreak = UInt8(ascii: "\n")

    private let store: Store
    private var path: String { store.layout.root + "/last-good-playlist" }

    init(in store: Store) {
        self.store = store
    }

    /// The copy; nil when there is none that can be read.
    func read() -> (origin: String, bytes: [UInt8])? {
        guard let content = try? readFile(path, limit: Self.limit),
            let end = content.firstIndex(of: Self.lineBreak)
        else { return nil }
        return (String(decoding: content[..<end], as: UTF8.self), Array(content[(end + 1)...]))
    }

    /// Keeps a copy of a playlist that was accepted; one that is kept already is not written again.
    ///
    /// - Parameters:
    ///   - bytes: that were accepted, whatever the file says by now.
    ///   - file: its path; a relative one is kept as an absolute one.
    /// - Throws: `.system`; the earlier copy is still there.
    func write(_ bytes: [UInt8], of file: String) throws(StoreFailure) {
        try calling { () throws(SystemError) in
            let content = Array(absolutePath(file).utf8) + [Self.lineBreak] + bytes
            if (try? readFile(path, limit: Self.limit)) == content { return }
            try store.disk.makeDirectory(store.layout.root)
            try store.disk.replace(path, with: content)
        }
    }
}
