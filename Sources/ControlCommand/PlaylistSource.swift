internal import Glibc
internal import PlaylistFile
internal import Signage
internal import SystemCalls

/// What a PATH on the command line means: a playlist's text, and the folder that its pictures are relative to.
///
/// A playlist file, a folder with `playlist.yaml`, or a folder of pictures alone, of which a playlist is made.
struct PlaylistSource {
    /// The playlist.
    var text: [UInt8]
    /// Its name for diagnostics.
    var file: String
    /// Absolute.
    var directory: String
    /// The pictures, when the playlist was made of them.
    var pictures: PictureFolder?
    /// What the playlist says, and its problems.
    var reading: Reading<Playlist>

    /// Reads what a path means; of what cannot be read `reading` says why.
    ///
    /// - Parameters:
    ///   - path: as on the command line.
    ///   - time: what the clock shows, to name slides whose time is over; nil: they are not named.
    /// - Throws: `.failed` for a folder that cannot be taken as one of pictures.
    init(_ path: String, at time: WallReading? = nil) throws(CommandError) {
        var status = stat()
        let isFolder = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        let inFolder = (path.hasSuffix("/") ? path : path + "/") + "playlist.yaml"
        if isFolder, lstat(inFolder, &status) != 0, errno == ENOENT {
            let pictures = try Self.pictures(in: path)
            text = Array(pictures.playlist.utf8)
            file = path
            directory = realPath(path) ?? absolutePath(path)
            self.pictures = pictures
            reading = PlaylistReader.parse(text, file: file, directory: directory)
            return
        }
        file = isFolder ? inFolder : path
        directory = SystemCalls.directory(of: absolutePath(file))
        do throws(SystemError) {
            text = try readFile(file, limit: PlaylistReader.largestFile)
            reading = PlaylistReader.parse(text, file: file, directory: directory, at: time)
        } catch {
            text = []
            reading = PlaylistReader.read(path: file)
        }
    }

    /// Leaves out pictures of a folder that turned out to be none.
    ///
    /// - Parameter places: of their slides.
    mutating func leaveOut(_ places: Set<Int>) {
        guard var pictures, !places.isEmpty else { return }
        pictures.entries = pictures.entries.enumerated().filter { !places.contains($0.offset) }.map(\.element)
        self.pictures = pictures
        text = Array(pictures.playlist.utf8)
        reading = PlaylistReader.parse(text, file: file, directory: directory)
    }

    private static func pictures(in path: String) throws(CommandError) -> PictureFolder {
        let name = printable(path)
        let pictures: PictureFolder
        do throws(PictureFolder.Failure) {
            pictures = try PictureFolder(path)
        } catch {
            switch error {
            case .system(let error): throw .system(error)
            case .tooMany:
                throw .failed(
                    "'\(name)' has more than \(PictureFolder.mostFiles) files, the most that a playlist can show",
                    .badContent)
            }
        }
        if let first = pictures.refused.first {
            let others = pictures.refused.count - 1
            throw .failed(
                "'\(name)' cannot be used: '\(first.name)' \(first.reason)"
                    + (others > 0 ? "; and \(StatusText.count(others, "other link"))" : ""), .badContent)
        }
        if pictures.entries.isEmpty {
            throw .failed("'\(name)' has neither a playlist.yaml nor a picture", .badContent)
        }
        return pictures
    }
}
