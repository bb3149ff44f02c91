internal import CSystemd
internal import Glibc
internal import Signage
internal import SystemCalls

/// What systemd is told of the service, sd_notify(3), and what it keeps for the next process; without systemd nothing
/// happens.
struct ServiceManager {
    /// How often the watchdog wants to be fed at the latest; nil: it is off.
    let watchdogInterval: Duration?
    /// Whether somebody listens, and so may keep descriptors beyond the life of this process.
    let isThere: Bool

    init() {
        var microseconds: UInt64 = 0
        watchdogInterval =
            sd_watchdog_enabled(0, &microseconds) > 0 && microseconds > 0
            ? .microseconds(Int64(clamping: microseconds)) : nil
        isThere = getenv("NOTIFY_SOCKET") != nil
    }

    /// The loop runs.
    func ready() { notify("READY=1") }

    /// A reload begins; `ready` ends it. systemd wants to know since when.
    func reloading(at now: Instant) {
        notify("RELOADING=1\nMONOTONIC_USEC=\(now.nanoseconds / 1000)")
    }

    func stopping() { notify("STOPPING=1") }

    /// One line for `systemctl status`.
    func status(_ text: String) {
        notify("STATUS=" + text.split(separator: "\n").joined(separator: " "))
    }

    func feedWatchdog() { notify("WATCHDOG=1") }

    /// Has a descriptor kept until the unit is stopped, in place of those of that name that are kept already.
    func keep(_ descriptor: Descriptor, as name: InheritedDescriptors.Name) {
        forget(name)
        var number = descriptor.number
        sd_pid_notify_with_fds(0, 0, "FDSTORE=1\nFDNAME=\(name.rawValue)", &number, 1)
    }

    /// Has the descriptors of that name closed.
    func forget(_ name: InheritedDescriptors.Name) {
        notify("FDSTOREREMOVE=1\nFDNAME=\(name.rawValue)")
    }

    private func notify(_ state: String) {
        sd_notify(0, state)
    }
}
