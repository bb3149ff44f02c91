internal import CLinux
public import Glibc

/// A file descriptor that is closed with its last reference, close(2).
public final class Descriptor {
    /// The kernel's number, valid as long as this object lives.
    public let number: CInt

    /// Takes a descriptor over; the caller must not close it.
    public init(owning number: CInt) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// open(2) with O_CLOEXEC.
    ///
    /// - Throws: open's errno, with the path.
    public convenience init(opening path: String, _ flags: CInt) throws(SystemError) {
        self.init(owning: try checked("open", path) { signage_open(path, flags) })
    }

    /// Opens a file that a user named: `O_RDONLY|O_NOFOLLOW|O_NONBLOCK|O_CLOEXEC`, and only a regular file.
    ///
    /// - Throws: open's errno; ELOOP for a link, EISDIR for a directory, EINVAL for anything else.
    public static func regularFile(_ path: String) throws(SystemError) -> (Descriptor, stat) {
        let descriptor = try Descriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        var status = stat()
        try checked("fstat", path) { fstat(descriptor.number, &status) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return (descriptor, status)
        case S_IFDIR: throw SystemError("open", path, errno: EISDIR)
        default: throw SystemError("open", path, errno: EINVAL)
        }
    }

    /// read(2) once.
    ///
    /// - Returns: how many bytes came; 0 at the end, nil when none is there yet (EAGAIN).
    /// - Throws: read's errno.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int? {
        do throws(SystemError) {
            return try checked("read") { Glibc.read(number, buffer.baseAddress, buffer.count) }
        } catch  where error.errno == EAGAIN {
            return nil
        }
    }

    /// write(2) once.
    ///
    /// - Returns: how many bytes went; nil when there is no room now (EAGAIN).
    /// - Throws: write's errno.
    public func write(_ buffer: UnsafeRawBufferPointer) throws(SystemError) -> Int? {
        do throws(SystemError) {
            return try checked("write") { Glibc.write(number, buffer.baseAddress, buffer.count) }
        } catch  where error.errno == EAGAIN {
            return nil
        }
    }
}
