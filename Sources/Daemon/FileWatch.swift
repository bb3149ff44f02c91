internal import CLinux
internal import SystemCalls

/// Watches the files of slides that cannot be shown, inotify(7) on their directories, so that a repaired file comes
/// back without a reload.
final class FileWatch {
    /// Directories watched at the same time; files elsewhere wait for a reload.
    static let mostDirectories = 64

    /// Readable when something changed.
    let descriptor: Descriptor
    private var watches: [String: CInt] = [:]
    private var paths: [String] = []

    /// Watching nothing.
    ///
    /// - Throws: inotify_init1's errno.
    init() throws(SystemError) {
        descriptor = Descriptor(owning: try checked("inotify_init1") { signage_inotify() })
    }

    /// The files to watch from now on.
    func watch(_ paths: [String]) {
        if paths == self.paths { return }
        self.paths = paths
        let directories = Set(paths.map(directory(of:)).prefix(Self.mostDirectories))
        for (directory, watch) in watches where !directories.contains(directory) {
            signage_inotify_remove(descriptor.number, watch)
            watches[directory] = nil
        }
        for directory in directories where watches[directory] == nil {
            // A directory that is not there yet is looked at again by the next reload.
            let watch = signage_inotify_add(descriptor.number, directory)
            if watch >= 0 { watches[directory] = watch }
        }
    }

    /// Takes the events.
    ///
    /// - Returns: every watched file: which one changed does not matter to the sign.
    func dispatch() -> [String] {
        var room = [UInt8](repeating: 0, count: 4096)
        while let count = try? room.withUnsafeMutableBytes({ try descriptor.read(into: $0) }), count > 0 {}
        return paths
    }
}
