internal import Glibc
public import SystemCalls

extension ControlServer {
    /// Makes the socket that clients connect to.
    ///
    /// A socket that nobody serves is replaced; one that a daemon serves is left alone.
    ///
    /// - Parameters:
    ///   - path: where; the directory must exist.
    ///   - mode: permission bits.
    ///   - group: gets the socket if it exists and we may give it away; otherwise it keeps our own group.
    /// - Returns: the socket, listening.
    /// - Throws: EADDRINUSE when another daemon serves the path or it is no socket; bind's errno.
    public static func listen(path: String, mode: UInt32 = 0o660, group: String?) throws(SystemError)
        -> Descriptor
    {
        do throws(SystemError) {
            _ = try Descriptor.connecting(to: path)
            throw SystemError("bind", path, errno: EADDRINUSE)
        } catch {
            switch error.errno {
            case ENOENT: break
            case ECONNREFUSED: try removeStale(path)
            // Its queue is full: somebody is behind it.
            case EAGAIN: throw SystemError("bind", path, errno: EADDRINUSE)
            default: throw error
            }
        }
        let socket = try Descriptor.listening(at: path, mode: mode)
        if let group, let number = groupNumber(group) { _ = lchown(path, uid_t.max, number) }
        return socket
    }

    /// Removes a socket file without a server behind it; anything else that lies there is somebody's.
    private static func removeStale(_ path: String) throws(SystemError) {
        var status = stat()
        try checked("stat", path) { lstat(path, &status) }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw SystemError("bind", path, errno: EADDRINUSE) }
        try checked("unlink", path) { unlink(path) }
    }

    private static func groupNumber(_ name: String) -> gid_t? {
        var entry = group()
        var found: UnsafeMutablePointer<group>?
        var room = [CChar](repeating: 0, count: 16384)
        guard getgrnam_r(name, &entry, &room, room.count, &found) == 0, found != nil else { return nil }
        return entry.gr_gid
    }
}
