internal import SystemCalls

/// Which slide was on the screen last, for the next start: a small file in the cache directory, which may be lost.
struct PlaceFile {
    /// Bytes of an identity that is worth keeping.
    private static let limit = 4096

    private let directory: String
    private let disk: any DiskCalls
    private var path: String { directory + "/place" }

    /// - Parameters:
    ///   - directory: `/var/cache/signaged`; made when there is something to write.
    ///   - disk: how it is written.
    init(in directory: String, disk: any DiskCalls) {
        self.directory = directory
        self.disk = disk
    }

    /// The slide's identity; nil when none is known.
    func read() -> String? {
        guard let bytes = try? readFile(path, limit: Self.limit), !bytes.isEmpty else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Remembers a slide; one that is remembered already is not written again.
    ///
    /// - Throws: `.system`; the earlier one is still there.
    func write(_ slide: String) throws(StoreFailure) {
        guard slide.utf8.count <= Self.limit, read() != slide else { return }
        try calling { () throws(SystemError) in
            if try fileStatus(directory) == nil { try disk.makeDirectory(directory) }
            try disk.replace(path, with: Array(slide.utf8))
        }
    }
}
