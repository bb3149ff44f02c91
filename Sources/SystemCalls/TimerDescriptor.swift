internal import CLinux
internal import Glibc

/// A timer on the monotonic clock that is a descriptor, timerfd_create(2).
public final class TimerDescriptor {
    /// Becomes readable when the time has come.
    public let descriptor: Descriptor

    /// A timer at rest.
    ///
    /// - Throws: timerfd_create's errno.
    public init() throws(SystemError) {
        descriptor = Descriptor(owning: try checked("timerfd_create") { signage_timerfd_create() })
    }

    /// Sets the timer to a moment of CLOCK_MONOTONIC; one that has passed fires at once; nil stops it.
    ///
    /// - Throws: timerfd_settime's errno.
    public func arm(atNanoseconds moment: Int64?) throws(SystemError) {
        let value = moment.map { max(1, $0) } ?? 0
        try checked("timerfd_settime") { signage_timerfd_arm(descriptor.number, value) }
    }

    /// Takes the expiration off the descriptor, so that it is no longer readable.
    public func acknowledge() {
        var count: UInt64 = 0
        _ = withUnsafeMutableBytes(of: &count) { read(descriptor.number, $0.baseAddress, $0.count) }
    }
}

/// CLOCK_MONOTONIC in nanoseconds.
public func monotonicNanoseconds() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
}
