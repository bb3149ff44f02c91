internal import CLinux
internal import Glibc
internal import SystemCalls

/// Watches files, inotify(7) on their directories: those of slides that cannot be shown, so that a repaired file comes
/// back without a reload, and the ticker's.
final class FileWatch {
    /// Directories watched at the same time; files elsewhere wait for a reload.
    static let mostDirectories = 64

    /// What has happened since it was asked last.
    struct Changes {
        /// Every watched file, if anything happened beside one: which one changed does not matter to the sign.
        var watched: [String] = []
        /// The files that are whole and may hold something else. One that was only made is still to be written.
        var settled: Set<String> = []
    }

    /// Readable when something changed.
    let descriptor: Descriptor
    private var paths: [String] = []
    /// Those directories of the files that are there.
    private var watches: [String: CInt] = [:]
    /// In place of those that are not: the nearest above them that are there.
    private var standIns: Set<CInt> = []

    /// Watching nothing.
    ///
    /// - Throws: inotify_init1's errno.
    init() throws(SystemError) {
        descriptor = Descriptor(owning: try checked("inotify_init1") { signage_inotify() })
    }

    /// The files to watch from now on, the most important first.
    func watch(_ paths: [String]) {
        if paths == self.paths { return }
        self.paths = paths
        renew()
    }

    /// Watches what the paths lead to by now: a directory may have been made, or another put in its place.
    ///
    /// - Returns: the directories that are others than before, or have gone.
    @discardableResult func renew() -> Set<String> {
        var directories: Set<String> = []
        for path in paths where directories.count < Self.mostDirectories {
            directories.insert(directory(of: path))
        }
        let old = (watches: watches, standIns: standIns)
        (watches, standIns) = ([:], [])
        for directory in directories {
            guard let (place, watch) = reach(directory) else { continue }
            if place == directory { watches[directory] = watch } else { standIns.insert(watch) }
        }
        let kept = standIns.union(watches.values)
        for watch in old.standIns.union(old.watches.values).subtracting(kept) {
            signage_inotify_remove(descriptor.number, watch)
        }
        return directories.filter { watches[$0] != old.watches[$0] }
    }

    /// Watches a directory, or of one that is not there the nearest above it that is.
    private func reach(_ directory: String) -> (place: String, watch: CInt)? {
        var nearest: (place: String, watch: CInt)?
        // What is made before it is watched would go unseen: until the same is found twice.
        for _ in 0..<8 {
            var place = directory
            var watch = signage_inotify_add(descriptor.number, place)
            while watch < 0, place != "/", place != "." {
                place = SystemCalls.directory(of: place)
                watch = signage_inotify_add(descriptor.number, place)
            }
            guard watch >= 0 else { return nil }
            let isKnown = place == directory || place == nearest?.place
            nearest = (place, watch)
            if isKnown { break }
        }
        return nearest
    }

    /// Takes the events.
    func changes() -> Changes {
        var changes = Changes()
        var isMoved = false
        var isNear = false
        var room = [UInt8](repeating: 0, count: 16_384)
        while let count = try? room.withUnsafeMutableBytes({ try descriptor.read(into: $0) }), count > 0 {
            for event in InotifyEvent.events(in: room[..<count]) {
                if event.isOverflow { changes.settled.formUnion(paths) }
                let directories = watches.filter { $0.value == event.watch }.keys
                if event.isOverflow || !directories.isEmpty { isNear = true }
                if event.isOverflow || standIns.contains(event.watch)
                    || event.isOfDirectory && !directories.isEmpty
                {
                    isMoved = true
                }
                for directory in directories {
                    let path = (directory == "/" ? "" : directory) + "/" + event.name
                    for watched in paths where watched.utf8.elementsEqual(path.utf8) {
                        if event.isSettled || isLink(watched) { changes.settled.insert(watched) }
                    }
                }
            }
        }
        if isMoved {
            let moved = renew()
            changes.settled.formUnion(paths.filter { moved.contains(directory(of: $0)) })
            if !moved.isEmpty { isNear = true }
        }
        // What happens above a directory that is not there is of no interest.
        if isNear { changes.watched = paths }
        return changes
    }

    /// Takes the events.
    ///
    /// - Returns: every watched file.
    func dispatch() -> [String] { changes().watched }
}

/// Whether a file is whole as soon as it is made: a link to one that was there before.
private func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && (status.st_mode & S_IFMT == S_IFLNK || status.st_nlink > 1)
}

/// An event as inotify(7) hands it out.
private struct InotifyEvent {
    let watch: CInt
    /// In the directory that is watched.
    let name: String
    private let mask: UInt32

    /// IN_Q_OVERFLOW: events were lost.
    var isOverflow: Bool { mask & 0x4000 != 0 }
    /// Anything but IN_CREATE.
    var isSettled: Bool { mask & 0x100 == 0 }
    /// IN_DELETE_SELF, IN_MOVE_SELF, IN_IGNORED: the directory is no longer where it was.
    var isOfDirectory: Bool { mask & 0x8c00 != 0 }

    /// The events that one read has brought: `struct inotify_event`, and as many bytes of name as it says.
    static func events(in bytes: ArraySlice<UInt8>) -> [InotifyEvent] {
        bytes.withUnsafeBytes { room in
            var events: [InotifyEvent] = []
            var place = 0
            let head = 16
            while place + head <= room.count {
                let length = Int(room.loadUnaligned(fromByteOffset: place + 12, as: UInt32.self))
                guard place + head + length <= room.count else { break }
                let name = room[(place + head)..<(place + head + length)].prefix { $0 != 0 }
                events.append(
                    InotifyEvent(
                        watch: room.loadUnaligned(fromByteOffset: place, as: CInt.self),
                        name: String(decoding: name, as: UTF8.self),
                        mask: room.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)))
                place += head + length
            }
            return events
        }
    }
}
