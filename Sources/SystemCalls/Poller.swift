internal import CLinux
internal import Glibc

/// A set of descriptors that is itself one descriptor, epoll(7): nest it in a loop that knows nothing of them.
public final class Poller {
    /// Becomes readable when one of the watched descriptors is ready.
    public let descriptor: Descriptor

    /// What to wait for.
    public struct Interest: OptionSet, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        public static let readable = Interest(rawValue: UInt32(SIGNAGE_EPOLLIN))
        public static let writable = Interest(rawValue: UInt32(SIGNAGE_EPOLLOUT))
        /// Always watched: the other side is gone, or the descriptor has failed.
        public static let closed = Interest(rawValue: UInt32(SIGNAGE_EPOLLHUP | SIGNAGE_EPOLLERR))
    }

    /// An empty set, epoll_create1(2).
    ///
    /// - Throws: epoll_create1's errno.
    public init() throws(SystemError) {
        descriptor = Descriptor(owning: try checked("epoll_create1") { signage_epoll_create() })
    }

    /// Watches a descriptor, or changes what it is watched for; an empty interest forgets it.
    ///
    /// - Parameters:
    ///   - number: the descriptor.
    ///   - interest: what to watch it for.
    ///   - key: comes back from `ready`.
    /// - Throws: epoll_ctl's errno.
    public func watch(_ number: CInt, for interest: Interest, key: UInt64) throws(SystemError) {
        try checked("epoll_ctl") { signage_epoll_set(descriptor.number, number, interest.rawValue, key) }
    }

    /// What is ready now, or within the time-out; at most 32 at once.
    ///
    /// - Parameter milliseconds: how long to wait; 0 not at all, -1 for ever.
    /// - Returns: the keys of the descriptors that are ready, and what for.
    /// - Throws: epoll_wait's errno.
    public func ready(within milliseconds: CInt = 0) throws(SystemError) -> [(key: UInt64, events: Interest)]
    {
        var events = [UInt32](repeating: 0, count: 32)
        var keys = [UInt64](repeating: 0, count: 32)
        let count = try checked("epoll_wait") {
            signage_epoll_wait(descriptor.number, &events, &keys, 32, milliseconds)
        }
        return (0..<Int(count)).map { (keys[$0], Interest(rawValue: events[$0])) }
    }
}
