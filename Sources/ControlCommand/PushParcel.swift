internal import Glibc
internal import PlaylistFile
internal import PushProtocol
internal import SystemCalls

/// All that a push consists of: the offer, and where the content of each object is on this machine.
struct PushParcel {
    /// Where an object's bytes are.
    enum Content {
        case bytes([UInt8])
        /// A file, and which version of it was read.
        case file(path: String, version: FileVersion)

        /// Bytes.
        var size: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .file(_, let version): version.size
            }
        }
    }

    var offer: PushOffer
    private(set) var contents: [ObjectID: Content] = [:]

    /// What is to be done with a push.
    struct Options {
        var activates = true
        var isForced = false
        var isDryRun = false
    }

    /// Reads all files, to find out what they are.
    ///
    /// - Parameters:
    ///   - source: a playlist that can be used.
    ///   - options: what is to be done with it.
    ///   - console: is told the problems of what may not be pushed, and how far it is.
    /// - Throws: `.failed` with 78 for such a problem, `.system` for a file that cannot be read.
    init(_ source: PlaylistSource, _ options: Options, console: Console) throws(CommandError) {
        let files = PushedFiles(directory: source.directory)
        let reading = PlaylistReader.parse(
            source.text, file: source.file, directory: PushedFiles.root, files: files)
        let errors = reading.diagnostics.filter { $0.severity == .error }
        for diagnostic in errors { try console.say(printable("\(diagnostic)")) }
        guard errors.isEmpty else {
            throw .failed(
                "'\(printable(source.file))' cannot be pushed: " + StatusText.count(errors.count, "error"),
                .badContent)
        }
        let playlist = FileEntry(
            path: PushOffer.playlistName, object: ContentHash.id(of: source.text), size: source.text.count)
        offer = PushOffer(
            playlist: playlist, files: [], activate: options.activates, force: options.isForced,
            dryRun: options.isDryRun, origin: Self.origin(of: source))
        contents[playlist.object] = .bytes(source.text)
        var progress = ProgressLine(console, plain: false)
        for (index, name) in files.names.enumerated() {
            let counted = "reading file \(index + 1) of \(files.names.count)"
            progress.tell(counted)
            guard let place = files.places[name] else { continue }
            let (id, version) = try Self.read(place) { done, size in
                progress.tell("\(counted): \(Transfer.size(done)) of \(Transfer.size(size))")
            }
            offer.files.append(FileEntry(path: name.description, object: id, size: version.size))
            if contents[id] == nil { contents[id] = .file(path: place, version: version) }
        }
        progress.clear()
    }

    /// What a file is, while `progress` is told how many of how many bytes are read.
    private static func read(
        _ path: String, progress: (Int, Int) -> Void
    ) throws(CommandError) -> (ObjectID, FileVersion) {
        do throws(SystemError) {
            let (file, status) = try Descriptor.regularFile(path)
            let version = FileVersion(status)
            guard version.size <= PushOffer.mostObjectBytes else {
                throw SystemError("read", path, errno: EFBIG)
            }
            let (id, size) = try ContentHash.id(of: file) { progress($0, version.size) }
            guard size == version.size, try FileVersion(of: file, path) == version else {
                throw SystemError("read", path, errno: ESTALE)
            }
            return (id, version)
        } catch {
            switch error.errno {
            case ESTALE: throw .failed(Self.changed(path), .failure)
            case EFBIG:
                let most = PushOffer.mostObjectBytes >> 30
                throw .failed("'\(printable(path))' is larger than \(most) GiB, the limit", .badContent)
            default: throw .system(error)
            }
        }
    }

    /// What to say of a file that is being written.
    static func changed(_ path: String) -> String {
        "'\(printable(path))' changed while it was being pushed; nothing was changed on the sign, push again"
    }

    /// "anna@office:/home/anna/summer".
    private static func origin(of source: PlaylistSource) -> String {
        let user = getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } ?? "\(getuid())"
        var room = [CChar](repeating: 0, count: 256)
        gethostname(&room, room.count - 1)
        let host = String(decoding: room.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        let path = source.pictures == nil ? absolutePath(source.file) : source.directory
        return printable("\(user)@\(host):\(path)")
    }
}

/// Which version of a file this is, by stat(2).
struct FileVersion: Hashable {
    /// Bytes.
    let size: Int
    private let device: UInt64
    private let inode: UInt64
    private let seconds: Int
    private let nanoseconds: Int

    init(_ status: stat) {
        size = Int(status.st_size)
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }

    /// Of an open file.
    ///
    /// - Throws: fstat's errno.
    init(of file: Descriptor, _ path: String) throws(SystemError) {
        var status = stat()
        try checked("fstat", path) { fstat(file.number, &status) }
        self.init(status)
    }
}
