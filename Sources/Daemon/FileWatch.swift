internal import CLinux
internal import SystemCalls

/// Watches files, inotify(7) on their directories: those of slides that cannot be shown, so that a repaired file comes
/// back without a reload, and the ticker's.
final class FileWatch {
    /// Directories watched at the same time; files elsewhere wait for a reload.
    static let mostDirectories = 64

    /// What has happened since it was asked last.
    struct Changes {
        /// Every watched file, if anything happened at all: which one changed does not matter to the sign.
        var watched: [String] = []
        /// The files that are whole and may hold something else. One that was only made is still to be written.
        var settled: Set<String> = []
    }

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

    /// The files to watch from now on, the most important first.
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
    func changes() -> Changes {
        var changes = Changes(watched: paths)
        var room = [UInt8](repeating: 0, count: 16_384)
        while let count = try? room.withUnsafeMutableBytes({ try descriptor.read(into: $0) }), count > 0 {
            for event in InotifyEvent.events(in: room[..<count]) {
                if event.isOverflow { changes.settled.formUnion(paths) }
                guard event.isSettled,
                    let directory = watches.first(where: { $0.value == event.watch })?.key
                else { continue }
                changes.settled.formUnion(
                    paths.filter {
                        $0.utf8.elementsEqual(((directory == "/" ? "" : directory) + "/" + event.name).utf8)
                    })
            }
        }
        return changes
    }

    /// Takes the events.
    ///
    /// - Returns: every watched file.
    func dispatch() -> [String] { changes().watched }
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
