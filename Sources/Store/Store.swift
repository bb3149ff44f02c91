internal import Glibc
internal import PushProtocol
public import SystemCalls

/// Playlists and pictures on disk: contents by their hash, numbered generations that name them, and one link that says
/// which is current.
///
/// Whatever moment the power goes, there is the old state or the new one: everything is written under another name,
/// synced and renamed. Every call waits for the disk.
public final class Store {
    /// Seconds to wait for another command that is changing the store.
    static let patience = 30
    /// Bytes of the disk that a push leaves free, for the system and its journal.
    public static let reserve = 64 << 20
    /// Nanoseconds after which a part of an object is garbage.
    static let partialAge: Int64 = 24 * 3600 * 1_000_000_000

    public let layout: StoreLayout
    let disk: any DiskCalls

    /// - Parameters:
    ///   - root: the state directory; made when something is written.
    ///   - disk: how it is written.
    public init(at root: String, disk: any DiskCalls = SystemDisk()) {
        layout = StoreLayout(root: root)
        self.disk = disk
    }

    /// Makes the directories that are missing.
    ///
    /// - Throws: `.system`.
    public func prepare() throws(StoreFailure) {
        try calling { () throws(SystemError) in
            for path in [layout.objects, layout.incoming, layout.generations] { try make(path) }
        }
    }

    private func make(_ path: String) throws(SystemError) {
        if try fileStatus(path) != nil { return }
        let parent = directory(of: path)
        if parent != path { try make(parent) }
        try disk.makeDirectory(path)
    }

    // MARK: - Objects

    /// Whether an object is there in its full length; its bytes are looked at when it is opened.
    func has(_ id: ObjectID, size: Int) throws(StoreFailure) -> Bool {
        let status = try calling { () throws(SystemError) in try fileStatus(layout.object(id)) }
        return status.map { $0.isRegular && Int($0.st_size) == size } ?? false
    }

    /// Opens a picture's file, and makes sure of an object's bytes before.
    ///
    /// An object that is damaged is removed, so that the next push brings it again.
    ///
    /// - Parameter path: of an object; any other regular file is opened as it is.
    /// - Returns: the file at its beginning.
    /// - Throws: `.damaged`, `.missing`, `.system`.
    public func openVerified(_ path: String) throws(StoreFailure) -> Descriptor {
        guard let id = layout.object(at: path) else {
            return try calling { () throws(SystemError) in try Descriptor.regularFile(path).0 }
        }
        let file: Descriptor
        let status: stat
        do throws(SystemError) {
            (file, status) = try Descriptor.regularFile(path)
        } catch  where error.errno == ENOENT {
            throw .missing(id)
        } catch {
            throw .system(error)
        }
        let found = try calling { () throws(SystemError) in try ContentHash.id(of: file).id }
        guard found == id else {
            // Only the file that was read: it may have been replaced by a whole one meanwhile.
            if let there = try? fileStatus(path), there.st_ino == status.st_ino { try? disk.remove(path) }
            throw .damaged(id)
        }
        try calling { () throws(SystemError) in
            _ = try checked("lseek", path) { lseek(file.number, 0, SEEK_SET) }
        }
        return file
    }

    // MARK: - Which source plays

    /// What an operator may choose to play.
    public enum Source: String, Hashable, Sendable {
        /// The playlist file.
        case file
        /// The store's current generation.
        case store
    }

    /// What was chosen by `choose`; nil: nothing was, or it cannot be read.
    public var chosenSource: Source? {
        guard let bytes = try? readFile(layout.source, limit: 64) else { return nil }
        let word = bytes.prefix { $0 != UInt8(ascii: "\n") }
        return Source(rawValue: String(decoding: word, as: UTF8.self))
    }

    /// Remembers what is to play.
    ///
    /// - Throws: `.system`; the earlier choice holds.
    public func choose(_ source: Source) throws(StoreFailure) {
        try prepare()
        try calling { () throws(SystemError) in
            try disk.replace(layout.source, with: Array((source.rawValue + "\n").utf8))
        }
    }
}
