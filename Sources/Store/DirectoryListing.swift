internal import Glibc
internal import SystemCalls

/// The names in a directory but `.` and `..`, in no order, readdir(3).
///
/// - Throws: the errno of opendir or readdir.
func directoryListing(_ path: String) throws(SystemError) -> [String] {
    guard let directory = opendir(path) else { throw SystemError("opendir", path, errno: errno) }
    defer { closedir(directory) }
    var names: [String] = []
    while true {
        errno = 0
        guard let entry = readdir(directory) else {
            if errno != 0 { throw SystemError("readdir", path, errno: errno) }
            return names
        }
        let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
            name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != "." && name != ".." { names.append(name) }
    }
}

/// What lstat(2) says of a path; nil when there is nothing.
///
/// - Throws: another errno.
func fileStatus(_ path: String) throws(SystemError) -> stat? {
    var status = stat()
    if lstat(path, &status) == 0 { return status }
    let code = errno
    if code == ENOENT || code == ENOTDIR { return nil }
    throw SystemError("lstat", path, errno: code)
}

extension stat {
    var isRegular: Bool { st_mode & S_IFMT == S_IFREG }
    /// Nanoseconds of the wall clock.
    var modified: Int64 { Int64(st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(st_mtim.tv_nsec) }
}
