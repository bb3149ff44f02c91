internal import CLinux
internal import Glibc

extension Descriptor {
    /// A pipe, pipe2(2): what is written to the second is read from the first.
    ///
    /// - Throws: pipe2's errno.
    public static func pipe() throws(SystemError) -> (reading: Descriptor, writing: Descriptor) {
        var numbers: [CInt] = [-1, -1]
        try checked("pipe") { signage_pipe(&numbers) }
        return (Descriptor(owning: numbers[0]), Descriptor(owning: numbers[1]))
    }

    /// Two connected stream sockets, socketpair(2), blocking.
    ///
    /// - Throws: socketpair's errno.
    public static func streamPair() throws(SystemError) -> (Descriptor, Descriptor) {
        var numbers: [CInt] = [-1, -1]
        let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try checked("socketpair") { socketpair(AF_UNIX, kind, 0, &numbers) }
        return (Descriptor(owning: numbers[0]), Descriptor(owning: numbers[1]))
    }
}

/// Waits for any of some descriptors, poll(2): also for files and terminals, which a `Poller` does not take.
///
/// - Parameters:
///   - requests: which and what for; an empty interest still tells `closed`.
///   - milliseconds: how long at most; -1 for ever.
/// - Returns: for each of them what it is ready for; all empty when the time was up, or a signal came first.
/// - Throws: poll's errno.
public func readiness(
    of requests: [(descriptor: Descriptor, interest: Poller.Interest)], milliseconds: CInt
) throws(SystemError) -> [Poller.Interest] {
    var entries = requests.map { descriptor, interest in
        var events: CInt = 0
        if interest.contains(.readable) { events |= CInt(POLLIN) }
        if interest.contains(.writable) { events |= CInt(POLLOUT) }
        return pollfd(fd: descriptor.number, events: Int16(truncatingIfNeeded: events), revents: 0)
    }
    let count = poll(&entries, nfds_t(entries.count), milliseconds)
    if count < 0 && errno != EINTR { throw SystemError("poll", errno: errno) }
    guard count > 0 else { return requests.map { _ in [] } }
    return entries.map { entry in
        let events = CInt(entry.revents)
        var ready: Poller.Interest = []
        if events & CInt(POLLIN) != 0 { ready.insert(.readable) }
        if events & CInt(POLLOUT) != 0 { ready.insert(.writable) }
        if events & CInt(POLLHUP | POLLERR | POLLNVAL) != 0 { ready.insert(.closed) }
        return ready
    }
}
