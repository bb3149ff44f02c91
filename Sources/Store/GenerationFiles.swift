internal import PlaylistFile
internal import PushProtocol
internal import Signage

/// The files of a generation as a playlist names them: their content is looked for by its hash.
struct GenerationFiles: FileProbe {
    /// What a playlist's relative paths start from while it is read.
    static let directory = "/generation"

    private let entries: [PushPath: FileEntry]
    private let look: (FileEntry) -> FileStatus
    private let read: (FileEntry) -> [UInt8]?

    /// - Parameters:
    ///   - files: of the generation; names that are none are left out.
    ///   - look: whether a content is there.
    ///   - read: its bytes; nil: they cannot be had.
    init(
        _ files: [FileEntry], look: @escaping (FileEntry) -> FileStatus,
        read: @escaping (FileEntry) -> [UInt8]?
    ) {
        var entries: [PushPath: FileEntry] = [:]
        for file in files {
            if let path = try? PushPath(file.path) { entries[path] = file }
        }
        self.entries = entries
        self.look = look
        self.read = read
    }

    func status(of path: String) -> FileStatus {
        do throws(PushPath.Fault) {
            guard let entry = try entry(at: path) else { return .fault("is not among the pushed files") }
            return look(entry)
        } catch {
            return .fault("\(error)")
        }
    }

    func contents(of path: String, atMost limit: Int) -> FileContents {
        switch status(of: path) {
        case .fault(let reason): return .fault(reason)
        case .refused(let reason): return .refused(reason)
        case .regular(let stamp):
            guard let entry = (try? entry(at: path)) ?? nil else {
                return .fault("is not among the pushed files")
            }
            if entry.size > limit { return .tooLarge(limit) }
            return read(entry).map { .bytes($0, stamp) } ?? .fault(Self.damaged)
        }
    }

    /// As in "…; push it again".
    private static let damaged = "is damaged on this device; push it again"

    /// The file that is meant by a path as the playlist's reader makes it; nil when there is none.
    func entry(at path: String) throws(PushPath.Fault) -> FileEntry? {
        let prefix = Self.directory + "/"
        guard path.utf8.starts(with: prefix.utf8) else { throw .absolute }
        let written = String(decoding: Array(path.utf8.dropFirst(prefix.utf8.count)), as: UTF8.self)
        return entries[try PushPath(written: written)]
    }

    /// Reads a playlist whose pictures, and whose ticker's text, are these files.
    ///
    /// - Parameters:
    ///   - bytes: the playlist.
    ///   - file: its name for diagnostics.
    ///   - layout: where the contents lie.
    /// - Returns: slides show contents by their paths, and keep the ids they have by their files' names. So does the
    ///   ticker.
    func playlist(_ bytes: [UInt8], file: String, in layout: StoreLayout) -> Reading<Playlist> {
        var reading = PlaylistReader.parse(bytes, file: file, directory: Self.directory, files: self)
        func placed(_ playlist: Playlist) -> Playlist {
            var playlist = playlist
            for index in playlist.slides.indices {
                guard case .image(let path) = playlist.slides[index].content,
                    let entry = (try? entry(at: path)) ?? nil
                else { continue }
                playlist.slides[index].content = .image(path: layout.object(entry.object))
            }
            if let path = playlist.ticker?.file?.path, let entry = (try? entry(at: path)) ?? nil {
                playlist.ticker?.file?.path = layout.object(entry.object)
            }
            return playlist
        }
        reading.value = reading.value.map(placed)
        reading.fallback = placed(reading.fallback)
        return reading
    }
}
