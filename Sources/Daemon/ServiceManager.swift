internal import CSystemd
internal import Glibc
internal import Signage
internal import SystemCalls

/// What systemd is told of the service, sd_notify(3), and what it hands over; without systemd nothing happens.
struct ServiceManager {
    /// How often the watchdog wants to be fed at the latest; nil: it is off.
    let watchdogInterval: Duration?

    init() {
        var microseconds: UInt64 = 0
        watchdogInterval =
            sd_watchdog_enabled(0, &microseconds) > 0 && microseconds > 0
            ? .microseconds(Int64(clamping: microseconds)) : nil
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

    /// A listening socket that systemd has opened for us, sd_listen_fds(3).
    func inheritedSocket() -> Descriptor? {
        let count = sd_listen_fds(1)
        guard count > 0 else { return nil }
        let first = signage_first_inherited_descriptor
        for extra in 1..<max(1, count) { close(first + extra) }
        guard sd_is_socket(first, AF_UNIX, CInt(SOCK_STREAM.rawValue), 1) > 0 else {
            close(first)
            return nil
        }
        let flags = fcntl(first, F_GETFL, 0)
        _ = fcntl(first, F_SETFL, flags | O_NONBLOCK)
        return Descriptor(owning: first)
    }

    private func notify(_ state: String) {
        sd_notify(0, state)
    }
}
