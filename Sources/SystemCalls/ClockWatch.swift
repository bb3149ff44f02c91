internal import CLinux
internal import Glibc

/// Tells when the wall clock was set, timerfd_create(2) with TFD_TIMER_CANCEL_ON_SET; also after the system slept.
public final class ClockWatch {
    /// Becomes readable when the clock was set.
    public let descriptor: Descriptor

    /// - Throws: the errno of timerfd_create or timerfd_settime.
    public init() throws(SystemError) {
        descriptor = Descriptor(owning: try checked("timerfd_create") { signage_clock_watch() })
    }

    /// Takes what has happened off the descriptor; look at the clock after it, not before.
    ///
    /// - Throws: timerfd_settime's errno.
    public func acknowledge() throws(SystemError) {
        var count: UInt64 = 0
        // ECANCELED is the news.
        _ = withUnsafeMutableBytes(of: &count) { read(descriptor.number, $0.baseAddress, $0.count) }
        try checked("timerfd_settime") { signage_clock_watch_arm(descriptor.number) }
    }
}

/// Whether the kernel says that its clock is synchronised, adjtimex(2).
///
/// - Throws: adjtimex's errno: EPERM where a sandbox refuses it.
public func isClockSynchronised() throws(SystemError) -> Bool {
    try checked("adjtimex") { signage_clock_is_synchronised() } == 1
}
