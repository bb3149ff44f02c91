internal import CLinux
internal import Glibc

/// Who is at the other end of a local socket, SO_PEERCRED: as it was when the connection was made.
public struct Peer: Hashable, Sendable {
    public var pid: Int32
    public var uid: UInt32
    public var gid: UInt32

    public init(pid: Int32, uid: UInt32, gid: UInt32) {
        self.pid = pid
        self.uid = uid
        self.gid = gid
    }
}

/// Local stream sockets: AF_UNIX, SOCK_STREAM, non-blocking, closed on exec.
extension Descriptor {
    /// Connects to a socket's path, connect(2).
    ///
    /// - Parameters:
    ///   - path: the socket's.
    ///   - seconds: how long to wait in line while its queue is full. Who only tries again and again comes behind all
    ///     who wait.
    /// - Returns: the connection.
    /// - Throws: connect's errno: ENOENT nothing there, ECONNREFUSED nobody listens, EACCES, EAGAIN its queue is full.
    public static func connecting(
        to path: String, waiting seconds: Int = 0
    ) throws(SystemError) -> Descriptor {
        let socket = try Descriptor(owning: checked("socket") { signage_stream_socket() })
        if seconds > 0 { try checked("setsockopt") { signage_wait_to_connect(socket.number, seconds) } }
        try checked("connect", path) { signage_connect_path(socket.number, path) }
        if seconds > 0 { try socket.setNonBlocking() }
        return socket
    }

    /// Makes a socket at a path and listens, bind(2) and listen(2).
    ///
    /// - Parameters:
    ///   - path: must not exist.
    ///   - mode: permission bits from the first moment on.
    ///   - backlog: connections that may wait.
    /// - Returns: the socket; the file at `path` stays when it is closed.
    /// - Throws: EADDRINUSE when the path exists, ENAMETOOLONG, or what else bind and listen answer.
    public static func listening(
        at path: String, mode: UInt32, backlog: CInt = 64
    ) throws(SystemError) -> Descriptor {
        let socket = try Descriptor(owning: checked("socket") { signage_stream_socket() })
        let before = umask(mode_t(~mode & 0o777))
        defer { umask(before) }
        try checked("bind", path) { signage_bind_path(socket.number, path) }
        try checked("listen", path) { listen(socket.number, backlog) }
        return socket
    }

    /// Takes a waiting connection, accept4(2).
    ///
    /// - Returns: nil when none waits.
    /// - Throws: accept4's errno; ECONNABORTED counts as none waiting.
    public func accepted() throws(SystemError) -> Descriptor? {
        do throws(SystemError) {
            return try Descriptor(owning: checked("accept") { signage_accept(number) })
        } catch  where error.errno == EAGAIN || error.errno == ECONNABORTED {
            return nil
        }
    }

    /// Who is at the other end.
    ///
    /// - Throws: getsockopt's errno.
    public func peer() throws(SystemError) -> Peer {
        var peer = Peer(pid: 0, uid: 0, gid: 0)
        try checked("getsockopt") { signage_peer_credentials(number, &peer.pid, &peer.uid, &peer.gid) }
        return peer
    }

    /// Sends what fits, send(2) without SIGPIPE.
    ///
    /// - Parameters:
    ///   - bytes: of which to send.
    ///   - first: the index of the first byte to send.
    /// - Returns: how many bytes went; nil when there is no room now.
    /// - Throws: send's errno; EPIPE when the other side is gone.
    public func sendSome(_ bytes: [UInt8], from first: Int) throws(SystemError) -> Int? {
        precondition((0...bytes.count).contains(first))
        do throws(SystemError) {
            return try checked("send") {
                bytes.withUnsafeBytes { all in
                    let rest = UnsafeRawBufferPointer(rebasing: all[first...])
                    return send(number, rest.baseAddress, rest.count, CInt(truncatingIfNeeded: MSG_NOSIGNAL))
                }
            }
        } catch  where error.errno == EAGAIN {
            return nil
        }
    }

    /// Sets O_NONBLOCK on a descriptor that came from elsewhere.
    ///
    /// - Throws: fcntl's errno.
    public func setNonBlocking() throws(SystemError) {
        let flags = try checked("fcntl") { fcntl(number, F_GETFL) }
        try checked("fcntl") { fcntl(number, F_SETFL, flags | O_NONBLOCK) }
    }

    /// Waits until the descriptor is readable or writable, poll(2).
    ///
    /// - Parameters:
    ///   - interest: readable, writable or both; a closed other side counts as ready.
    ///   - milliseconds: how long at most; -1 for ever.
    /// - Returns: false when the time was up, or a signal came first.
    /// - Throws: poll's errno.
    public func wait(for interest: Poller.Interest, milliseconds: CInt) throws(SystemError) -> Bool {
        var events: CInt = 0
        if interest.contains(.readable) { events |= CInt(POLLIN) }
        if interest.contains(.writable) { events |= CInt(POLLOUT) }
        var request = pollfd(fd: number, events: Int16(truncatingIfNeeded: events), revents: 0)
        let count = poll(&request, 1, milliseconds)
        if count < 0 && errno != EINTR { throw SystemError("poll", errno: errno) }
        return count > 0
    }
}
