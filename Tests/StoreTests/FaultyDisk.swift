import Glibc
import SystemCalls
import TestSupport

@testable import Store

/// A disk on which calls fail, or on which the power goes after some of them.
final class FaultyDisk: DiskCalls {
    /// What happens at a call.
    enum Fault {
        /// This call fails with this errno, the later ones do not.
        case fails(CInt)
        /// Neither this call nor any later one is done.
        case powerGoes
    }

    private let disk = SystemDisk()
    /// Calls that change the disk, so far: "rename current".
    private(set) var calls: [String] = []
    /// What goes wrong at which of them; by a rule for each call: its number, from 0, and its name.
    var fault: (_ number: Int, _ call: String) -> Fault? = { _, _ in nil }
    /// What a full disk says.
    var free: Int?
    private var isDead = false

    /// Files whose bytes are not on the disk yet, by their present paths.
    private var unsynced: Set<String> = []
    /// How to undo what is not in a directory yet, the newest last.
    private var unsyncedNames: [(directory: String, undo: () -> Void)] = []
    private var spare = 0
    private let attic: TemporaryFolder

    init() throws {
        attic = try TemporaryFolder()
    }

    /// What the disk has when the power comes back: nothing that was not synced.
    func loseWhatWasNotSynced() {
        for path in unsynced { truncate(path, ((try? fileStatus(path)?.st_size) ?? 0) / 2) }
        for (_, undo) in unsyncedNames.reversed() { undo() }
    }

    private func step(_ call: String, _ path: String) throws(SystemError) {
        if isDead { throw SystemError(call, path, errno: EIO) }
        let number = calls.count
        calls.append(call + " " + (path.split(separator: "/").last ?? ""))
        switch fault(number, call) {
        case nil: break
        case .fails(let code): throw SystemError(call, path, errno: code)
        case .powerGoes:
            isDead = true
            throw SystemError(call, path, errno: EIO)
        }
    }

    /// Remembers how a name is taken back.
    private func remember(_ path: String, undo: @escaping () -> Void) {
        unsyncedNames.append((directory(of: path), undo))
    }

    /// Another name for a file, from which it can be brought back.
    private func keepSpare(of path: String) -> String? {
        spare += 1
        let copy = "\(attic.path)/\(spare)"
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        if status.st_mode & S_IFMT == S_IFLNK {
            var room = [CChar](repeating: 0, count: 4096)
            readlink(path, &room, room.count - 1)
            symlink(room, copy)
        } else {
            link(path, copy)
        }
        return copy
    }

    func makeDirectory(_ path: String) throws(SystemError) {
        try step("mkdir", path)
        let isNew = try fileStatus(path) == nil
        try disk.makeDirectory(path)
        if isNew { remember(path) { rmdir(path) } }
    }

    func create(_ path: String) throws(SystemError) -> Descriptor {
        try step("create", path)
        let file = try disk.create(path)
        unsynced.insert(path)
        remember(path) { unlink(path) }
        return file
    }

    func openToAppend(_ path: String) throws(SystemError) -> Descriptor {
        try step("append", path)
        return try disk.openToAppend(path)
    }

    func write(_ bytes: UnsafeRawBufferPointer, to file: Descriptor, _ path: String) throws(SystemError) {
        try step("write", path)
        unsynced.insert(path)
        try disk.write(bytes, to: file, path)
    }

    func makeReadOnly(_ file: Descriptor, _ path: String) throws(SystemError) {
        try step("chmod", path)
        try disk.makeReadOnly(file, path)
    }

    func sync(_ file: Descriptor, _ path: String) throws(SystemError) {
        try step("sync", path)
        // What would be lost is known here: the disk itself need not be waited for.
        unsynced.remove(path)
    }

    func syncDirectory(_ path: String) throws(SystemError) {
        try step("sync directory", path)
        _ = try Descriptor(opening: path, O_RDONLY | O_DIRECTORY)
        unsyncedNames.removeAll { $0.directory == path }
    }

    func rename(_ path: String, to new: String) throws(SystemError) {
        try step("rename", new)
        let old = keepSpare(of: new)
        try disk.rename(path, to: new)
        if unsynced.remove(path) != nil { unsynced.insert(new) }
        remember(new) {
            Glibc.rename(new, path)
            if let old { Glibc.rename(old, new) }
        }
    }

    func makeLink(_ path: String, to target: String) throws(SystemError) {
        try step("symlink", path)
        try disk.makeLink(path, to: target)
        remember(path) { unlink(path) }
    }

    func remove(_ path: String) throws(SystemError) {
        try step("remove", path)
        let old = keepSpare(of: path)
        try disk.remove(path)
        remember(path) { if let old { Glibc.rename(old, path) } }
    }

    func freeBytes(at path: String) throws(SystemError) -> Int {
        if let free { return free }
        return try disk.freeBytes(at: path)
    }
}
