internal import Glibc
internal import PushProtocol
internal import SystemCalls

extension Store {
    /// Bytes of an object that have arrived already; 0 when there are none that can be used.
    func partialSize(_ id: ObjectID, size: Int) throws(StoreFailure) -> Int {
        let status = try calling { () throws(SystemError) in try fileStatus(layout.partial(id)) }
        guard let status, status.isRegular, Int(status.st_size) <= size else { return 0 }
        return Int(status.st_size)
    }

    /// Makes sure that objects are found by their names after a power cut, whoever has put them in their places.
    func syncObjects(_ ids: some Sequence<ObjectID>) throws(StoreFailure) {
        try calling { () throws(SystemError) in
            for folder in Set(ids.map { directory(of: layout.object($0)) }) { try disk.syncDirectory(folder) }
            try disk.syncDirectory(layout.objects)
        }
    }
}

/// An object on its way in: a file in `incoming`, which survives an interruption, and is renamed when it is whole.
final class IncomingObject {
    /// Bytes after which the file is synced, so that the last sync is short.
    private static let syncInterval = 32 << 20

    let id: ObjectID
    let size: Int
    /// Bytes that are here.
    private(set) var received: Int
    private let store: Store
    private let path: String
    private let file: Descriptor
    private let hash = ContentHash()
    private var unsynced = 0

    /// Goes on with what has arrived, or begins.
    ///
    /// - Parameters:
    ///   - id: of the whole.
    ///   - size: bytes of the whole.
    ///   - from: bytes that are here, by `partialSize`.
    ///   - store: gets it.
    /// - Throws: `.system`.
    init(_ id: ObjectID, size: Int, from: Int, in store: Store) throws(StoreFailure) {
        self.id = id
        self.size = size
        self.store = store
        received = from
        let path = store.layout.partial(id)
        self.path = path
        let hash = self.hash
        file = try calling { () throws(SystemError) in
            if from == 0 {
                try store.disk.remove(path)
                return try store.disk.create(path)
            }
            let there = try Descriptor.regularFile(path).0
            _ = try hash.update(from: there)
            return try store.disk.openToAppend(path)
        }
    }

    /// Takes further bytes.
    ///
    /// A full disk costs what has arrived of this object: others need the room.
    ///
    /// - Throws: `.system`.
    func write(_ bytes: [UInt8]) throws(StoreFailure) {
        do throws(SystemError) {
            try store.disk.write(bytes, to: file, path)
            hash.update(bytes)
            received += bytes.count
            unsynced += bytes.count
            if unsynced >= Self.syncInterval {
                try sync()
                unsynced = 0
            }
        } catch {
            if error.errno == ENOSPC || error.errno == EDQUOT { try? store.disk.remove(path) }
            throw .system(error)
        }
    }

    /// Puts the whole object in its place; the directory it lies in is still to be synced.
    ///
    /// - Returns: false when its bytes are not those that its name says; it is removed then.
    /// - Throws: `.system`.
    func finish() throws(StoreFailure) -> Bool {
        guard hash.finish() == id else {
            try? store.disk.remove(path)
            return false
        }
        try calling { () throws(SystemError) in
            let disk = store.disk
            try disk.makeReadOnly(file, path)
            try sync()
            let place = store.layout.object(id)
            let folder = directory(of: place)
            if try fileStatus(folder) == nil {
                try disk.makeDirectory(folder)
                try disk.syncDirectory(store.layout.objects)
            }
            try disk.rename(path, to: place)
        }
        return true
    }

    /// What a failed sync leaves may read well now and be gone later: nobody is to go on with it.
    private func sync() throws(SystemError) {
        do throws(SystemError) {
            try store.disk.sync(file, path)
        } catch {
            try? store.disk.remove(path)
            throw error
        }
    }
}
