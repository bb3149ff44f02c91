internal import Glibc
public import SystemCalls

/// The calls by which the store changes the disk, so that a test can make each of them fail.
public protocol DiskCalls: AnyObject {
    /// mkdir(2); a directory that is there is fine.
    func makeDirectory(_ path: String) throws(SystemError)
    /// open(2) of a file that must not exist, for writing.
    func create(_ path: String) throws(SystemError) -> Descriptor
    /// open(2) of a regular file that exists, for writing at its end.
    func openToAppend(_ path: String) throws(SystemError) -> Descriptor
    /// write(2) until all is written.
    func write(_ bytes: UnsafeRawBufferPointer, to file: Descriptor, _ path: String) throws(SystemError)
    /// fchmod(2) to 0440.
    func makeReadOnly(_ file: Descriptor, _ path: String) throws(SystemError)
    /// fsync(2). When it fails what was written may be lost, whatever a second call says.
    func sync(_ file: Descriptor, _ path: String) throws(SystemError)
    /// fsync(2) of a directory: the names in it.
    func syncDirectory(_ path: String) throws(SystemError)
    /// rename(2), over what is there.
    func rename(_ path: String, to new: String) throws(SystemError)
    /// symlink(2).
    func makeLink(_ path: String, to target: String) throws(SystemError)
    /// unlink(2); what is gone already is fine.
    func remove(_ path: String) throws(SystemError)
    /// Bytes that an unprivileged program can still write, statvfs(3).
    func freeBytes(at path: String) throws(SystemError) -> Int
}

/// The disk itself.
public final class SystemDisk: DiskCalls {
    public init() {}

    public func makeDirectory(_ path: String) throws(SystemError) {
        if mkdir(path, 0o750) < 0 && errno != EEXIST { throw SystemError("mkdir", path, errno: errno) }
    }

    public func create(_ path: String) throws(SystemError) -> Descriptor {
        Descriptor(
            owning: try checked("open", path) {
                open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o640)
            })
    }

    public func openToAppend(_ path: String) throws(SystemError) -> Descriptor {
        let file = Descriptor(
            owning: try checked("open", path) {
                open(path, O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            })
        var status = stat()
        try checked("fstat", path) { fstat(file.number, &status) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError("open", path, errno: EINVAL) }
        return file
    }

    public func write(
        _ bytes: UnsafeRawBufferPointer, to file: Descriptor, _ path: String
    ) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            written += try checked("write", path) {
                Glibc.write(file.number, bytes.baseAddress.map { $0 + written }, bytes.count - written)
            }
        }
    }

    public func makeReadOnly(_ file: Descriptor, _ path: String) throws(SystemError) {
        try checked("fchmod", path) { fchmod(file.number, 0o440) }
    }

    public func sync(_ file: Descriptor, _ path: String) throws(SystemError) {
        try checked("fsync", path) { fsync(file.number) }
    }

    public func syncDirectory(_ path: String) throws(SystemError) {
        let directory = try Descriptor(opening: path, O_RDONLY | O_DIRECTORY)
        try checked("fsync", path) { fsync(directory.number) }
    }

    public func rename(_ path: String, to new: String) throws(SystemError) {
        try checked("rename", new) { Glibc.rename(path, new) }
    }

    public func makeLink(_ path: String, to target: String) throws(SystemError) {
        try checked("symlink", path) { symlink(target, path) }
    }

    public func remove(_ path: String) throws(SystemError) {
        if unlink(path) < 0 && errno != ENOENT { throw SystemError("unlink", path, errno: errno) }
    }

    public func freeBytes(at path: String) throws(SystemError) -> Int {
        var room = statvfs()
        try checked("statvfs", path) { statvfs(path, &room) }
        return Int(
            clamping: UInt64(room.f_bavail).multipliedReportingOverflow(by: UInt64(room.f_frsize))
                .partialValue)
    }
}

extension DiskCalls {
    /// Writes bytes at hand.
    func write(_ bytes: [UInt8], to file: Descriptor, _ path: String) throws(SystemError) {
        let result = bytes.withUnsafeBytes { bytes -> Result<Void, SystemError> in
            do throws(SystemError) {
                return .success(try write(bytes, to: file, path))
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    /// Puts a file in place of another, whole or not at all: a temporary one, fsync(2), rename(2), fsync(2) of the
    /// directory.
    ///
    /// - Throws: the errno of the call that failed; but for the last one the earlier file is still there.
    func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
        let temporary = temporaryName(in: directory(of: path))
        do throws(SystemError) {
            let file = try create(temporary)
            try write(bytes, to: file, temporary)
            try sync(file, temporary)
            try rename(temporary, to: path)
        } catch {
            try? remove(temporary)
            throw error
        }
        try syncDirectory(directory(of: path))
    }

    /// A name that no other file has.
    func temporaryName(in directory: String) -> String {
        directory + "/" + StoreLayout.temporaryPrefix + String(UInt64.random(in: 0 ... .max), radix: 16)
    }
}
