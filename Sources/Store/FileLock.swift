internal import Glibc
internal import SystemCalls

/// A lock between processes, flock(2); given back with its last reference, also when the process ends.
final class FileLock {
    private let file: Descriptor

    /// Takes the lock if nobody holds it.
    ///
    /// - Returns: nil when somebody does.
    /// - Throws: the errno of open or flock.
    static func take(_ path: String) throws(SystemError) -> FileLock? {
        let file = Descriptor(
            owning: try checked("open", path) { open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600) }
        )
        do throws(SystemError) {
            try checked("flock", path) { flock(file.number, LOCK_EX | LOCK_NB) }
        } catch  where error.errno == EWOULDBLOCK {
            return nil
        }
        return FileLock(file)
    }

    /// Takes the lock, and waits for it.
    ///
    /// - Parameters:
    ///   - path: the lock's file.
    ///   - seconds: how long at most.
    /// - Returns: the lock.
    /// - Throws: `.busy` when somebody holds it all that time.
    static func wait(for path: String, seconds: Int) throws(StoreFailure) -> FileLock {
        let end = monotonicNanoseconds() + Int64(seconds) * 1_000_000_000
        while true {
            if let lock = try calling({ () throws(SystemError) in try take(path) }) { return lock }
            guard monotonicNanoseconds() < end else { throw .busy }
            poll(nil, 0, 50)
        }
    }

    private init(_ file: Descriptor) {
        self.file = file
    }

    deinit {
        // Closing alone would leave it to a child that has not come to its program yet.
        flock(file.number, LOCK_UN)
    }
}
