internal import Glibc
public import PlaylistFile
internal import PushProtocol
public import Signage
internal import SystemCalls

/// A generation that can be played.
public struct LoadedGeneration: Sendable {
    public var generation: Generation
    /// Pictures are objects, by their paths; one that is missing is its slide's `fault`.
    public var playlist: Playlist
    /// Warnings of the playlist, and pictures that are missing.
    public var diagnostics: [Diagnostic]
}

/// A generation as the history has it.
public struct HistoryEntry: Hashable, Sendable {
    public var number: Int
    /// nil when it cannot be read.
    public var generation: Generation?
    public var isCurrent: Bool
    /// What is wrong with it; nil: nothing.
    public var problem: String?
}

extension Store {
    /// What `current` says.
    enum Choice: Hashable {
        /// There is no such link.
        case none
        /// Something was pushed, but nothing chosen yet.
        case nothing
        case number(Int)
        /// What is there instead.
        case damaged(String)
    }

    /// The generation to play.
    ///
    /// When the current one cannot be played it is the newest before it that can; when there is no telling which is
    /// current, the newest of all.
    ///
    /// - Returns: nil when there is none; and what went wrong, a line each.
    public func current() -> (loaded: LoadedGeneration?, notes: [String]) {
        var notes: [String] = []
        let all: [Int]
        let choice: Choice
        do throws(StoreFailure) {
            choice = try self.choice()
            all = try numbers()
        } catch {
            return (nil, ["the store cannot be read: \(error)"])
        }
        var candidates: [Int]
        switch choice {
        case .nothing: return (nil, [])
        case .number(let number):
            let before = all.filter { $0 < number }.reversed()
            candidates = [number] + before + all.filter { $0 > number }.reversed()
        case .none:
            candidates = all.reversed()
            if !all.isEmpty {
                notes.append("no generation is the current one: the link 'current' is missing")
            }
        case .damaged(let what):
            candidates = all.reversed()
            notes.append("no generation is the current one: 'current' is \(what)")
        }
        for number in candidates {
            do throws(StoreFailure) {
                let loaded = try load(number)
                if !notes.isEmpty { notes.append("generation \(number) plays instead") }
                return (loaded, notes)
            } catch {
                notes.append("\(error)")
            }
        }
        return (nil, notes)
    }

    /// A generation and its playlist.
    ///
    /// - Throws: `.noGeneration`, `.unusable`.
    public func load(_ number: Int) throws(StoreFailure) -> LoadedGeneration {
        let generation = try read(number)
        let reading: Reading<Playlist>
        do throws(StoreFailure) {
            reading = try playlist(generation.playlist, generation.files, named: "generation \(number)")
        } catch {
            throw .unusable(number, reason: "its playlist: \(error)")
        }
        guard let playlist = reading.value else {
            let first = reading.diagnostics.first { $0.severity == .error }
            throw .unusable(
                number, reason: "its playlist is not understood: \(first?.message ?? "it has errors")")
        }
        return LoadedGeneration(generation: generation, playlist: playlist, diagnostics: reading.diagnostics)
    }

    /// All generations, the newest first.
    ///
    /// - Throws: `.system`.
    public func history() throws(StoreFailure) -> [HistoryEntry] {
        let choice = try self.choice()
        return try numbers().reversed().map { number in
            var entry = HistoryEntry(
                number: number, generation: nil, isCurrent: choice == .number(number), problem: nil)
            do throws(StoreFailure) {
                let generation = try read(number)
                entry.generation = generation
                let objects = generation.objects
                let missing = objects.count { id, size in ((try? has(id, size: size)) ?? false) == false }
                if missing > 0 {
                    entry.problem = "\(missing) of \(objects.count) files are missing or damaged"
                }
            } catch {
                entry.problem = "\(error)"
            }
            return entry
        }
    }

    // MARK: - Parts

    /// The numbers of all generations, readable or not, the oldest first.
    func numbers() throws(StoreFailure) -> [Int] {
        do throws(SystemError) {
            return try directoryListing(layout.generations).compactMap(StoreLayout.number).sorted()
        } catch  where error.errno == ENOENT {
            return []
        } catch {
            throw .system(error)
        }
    }

    /// Which generation is chosen.
    func choice() throws(StoreFailure) -> Choice {
        guard let status = try calling({ () throws(SystemError) in try fileStatus(layout.current) }) else {
            return .none
        }
        guard status.st_mode & S_IFMT == S_IFLNK else { return .damaged("not a link") }
        var room = [CChar](repeating: 0, count: 4096)
        let length = try calling { () throws(SystemError) in
            try checked("readlink", layout.current) { readlink(layout.current, &room, room.count) }
        }
        let target = String(decoding: room.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
        if target == layout.link(to: 0) { return .nothing }
        let name = target.split(separator: "/").last ?? ""
        guard let number = StoreLayout.number(of: name), target == layout.link(to: number) else {
            return .damaged("a link to '\(target)'")
        }
        return .number(number)
    }

    /// A generation from its file.
    ///
    /// - Throws: `.noGeneration`; `.unusable` when its file is damaged; `.system` when it may be whole, but cannot be
    ///   read now.
    func read(_ number: Int) throws(StoreFailure) -> Generation {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try readFile(layout.generation(number), limit: Generation.mostBytes)
        } catch  where error.errno == ENOENT || error.errno == ENOTDIR {
            throw .noGeneration(number, kept: (try? numbers()) ?? [])
        } catch  where error.errno == EISDIR || error.errno == EINVAL || error.errno == EFBIG {
            throw .unusable(number, reason: "its file is none of a generation")
        } catch  where error.errno == EIO {
            // A bad block stays bad: no push could ever be taken if that were waited for.
            throw .unusable(number, reason: "its file cannot be read: \(error.reason)")
        } catch {
            throw .system(error)
        }
        do throws(Generation.Damage) {
            return try Generation(sealed: bytes, number: number)
        } catch {
            throw .unusable(number, reason: error.reason)
        }
    }

    /// Reads a playlist that is an object, with the files that are here.
    func playlist(
        _ entry: FileEntry, _ files: [FileEntry], named name: String
    ) throws(StoreFailure) -> Reading<Playlist> {
        let probe = GenerationFiles(files) { [layout] entry in
            switch DiskFiles().status(of: layout.object(entry.object)) {
            case .regular(let stamp) where stamp.size == entry.size: .regular(stamp)
            case .regular(let stamp):
                .fault("is damaged on this device (\(stamp.size) of \(entry.size) bytes); push it again")
            case .fault(let reason), .refused(let reason):
                .fault("is missing on this device (\(reason)); push it again")
            }
        } read: { [self] entry in
            try? bytes(of: entry)
        }
        return probe.playlist(try bytes(of: entry), file: name, in: layout)
    }

    /// The bytes of a playlist, or of another small file.
    func bytes(of entry: FileEntry) throws(StoreFailure) -> [UInt8] {
        let file = try openVerified(layout.object(entry.object))
        return try calling { () throws(SystemError) in try file.readAll(limit: entry.size) }
    }
}
