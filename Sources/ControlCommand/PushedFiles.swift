internal import PlaylistFile
internal import PushProtocol
internal import SystemCalls

/// The files that a playlist names, as a push may have them: below the playlist's folder, links included.
///
/// Used while the playlist is read, so that what may not be pushed is told with its line.
final class PushedFiles: FileProbe {
    /// Stands for the playlist's folder while it is read: a playlist cannot name it, as it has a control character.
    static let root = "/\u{1}"

    /// Where each file is on this machine.
    private(set) var places: [PushPath: String] = [:]
    /// The files in the order of the playlist, each once.
    private(set) var names: [PushPath] = []

    private let directory: String
    private let home: String
    private let disk = DiskFiles()
    /// Whether what lies in a folder is below the playlist's, by the folder's path.
    private var isInside: [String: Bool] = [:]

    /// - Parameter directory: the playlist's folder, absolute.
    init(directory: String) {
        self.directory = directory == "/" ? "" : directory
        home = realPath(directory) ?? directory
    }

    func contents(of path: String, atMost limit: Int) -> FileContents {
        switch status(of: path) {
        case .fault(let reason): return .fault(reason)
        case .refused(let reason): return .refused(reason)
        case .regular:
            // As it is written it was a name, so it is one again.
            let written = String(Substring(path.utf8.dropFirst(Self.root.utf8.count + 1)))
            guard let name = try? PushPath(written: written), let place = places[name] else {
                return .fault("no such file")
            }
            return disk.contents(of: place, atMost: limit)
        }
    }

    func status(of path: String) -> FileStatus {
        let prefix = Self.root + "/"
        guard path.utf8.starts(with: prefix.utf8) else {
            return .refused(PushPath.Fault.absolute.description)
        }
        let written = String(Substring(path.utf8.dropFirst(prefix.utf8.count)))
        let name: PushPath
        do throws(PushPath.Fault) {
            name = try PushPath(written: written)
        } catch {
            return .refused(error.description)
        }
        let place = directory + "/" + name.description
        guard isBelowHome(SystemCalls.directory(of: place)) else {
            return .refused("leads out of the playlist's folder, by a link")
        }
        let status = disk.status(of: place)
        if case .regular = status, places[name] == nil {
            places[name] = place
            names.append(name)
        }
        return status
    }

    private func isBelowHome(_ folder: String) -> Bool {
        if let known = isInside[folder] { return known }
        // What is not there leads nowhere.
        let real = realPath(folder)
        let isBelow =
            real.map { $0 == home || $0.utf8.starts(with: (home == "/" ? "/" : home + "/").utf8) } ?? true
        isInside[folder] = isBelow
        return isBelow
    }
}
