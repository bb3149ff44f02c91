internal import Glibc
internal import SystemCalls

/// The copy of the last playlist that was accepted, kept in the state directory for a start with a broken one.
///
/// One file: the path it came from, a line break, and the bytes as they were. It is replaced by rename(2), without
/// waiting for the disk: a copy lost to a power cut costs the copy, not the picture.
struct LastGoodPlaylist {
    /// Bytes: a playlist's most, and its path.
    private static let limit = 17 << 20

    private static let lineBreak = UInt8(ascii: "\n")

    private let directory: String
    private var path: String { directory + "/last-good-playlist" }

    init(in directory: String) {
        self.directory = directory
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
    /// - Parameter file: its path; a relative one is kept as an absolute one.
    /// - Throws: the errno of the call that failed; the earlier copy is still there.
    func write(copyOf file: String) throws(SystemError) {
        let bytes = try readFile(file, limit: Self.limit)
        let content = Array(absolutePath(file).utf8) + [Self.lineBreak] + bytes
        if (try? readFile(path, limit: Self.limit)) == content { return }
        makeDirectories(directory)
        let temporary = path + ".new"
        let number = try checked("open", temporary) {
            open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        }
        try Descriptor(owning: number).writeAll(content)
        try checked("rename", path) { rename(temporary, path) }
    }
}
