internal import CSystemd
internal import Glibc
internal import Signage
internal import SystemCalls

/// The one loop of the daemon, sd-event(3): descriptors, signals and one timer.
///
/// Callbacks only raise a flag that lives as long as the loop; what a flag means is decided by the caller between
/// two turns, so that no C callback ever runs code of the sign.
final class EventLoop {
    /// A source of the loop; raised when it has something to do.
    struct Source: Hashable {
        fileprivate let index: Int
    }

    private let event: OpaquePointer
    private var sources: [OpaquePointer] = []
    private var flags: [UnsafeMutablePointer<Bool>] = []
    /// Places of sources that are gone.
    private var unused: [Int] = []
    private let timerSource: Source
    private var armed: Instant?

    /// A loop with its timer at rest.
    ///
    /// - Throws: sd_event_new's error.
    init() throws(SystemError) {
        var event: OpaquePointer?
        try Self.checked("sd_event_new") { sd_event_new(&event) }
        guard let event else { throw SystemError("sd_event_new", errno: ENOMEM) }
        self.event = event
        var source: OpaquePointer?
        let flag = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
        flag.initialize(to: false)
        // An accuracy of 0 would mean 250 ms.
        let added = sd_event_add_time(event, &source, CLOCK_MONOTONIC, UInt64.max, 1, Self.timeCame, flag)
        guard added >= 0, let source else {
            flag.deallocate()
            sd_event_unref(event)
            throw SystemError("sd_event_add_time", errno: -min(added, -1))
        }
        sources = [source]
        flags = [flag]
        timerSource = Source(index: 0)
    }

    deinit {
        for (index, source) in sources.enumerated() where !unused.contains(index) {
            sd_event_source_unref(source)
        }
        sd_event_unref(event)
        for flag in flags { flag.deallocate() }
    }

    /// Raised when the descriptor is readable.
    ///
    /// - Throws: sd_event_add_io's error.
    func watch(_ descriptor: Descriptor) throws(SystemError) -> Source {
        try add("sd_event_add_io") { source, flag in
            sd_event_add_io(event, source, descriptor.number, UInt32(POLLIN), Self.descriptorReady, flag)
        }
    }

    /// Forgets a descriptor, before it is closed.
    func unwatch(_ source: Source) {
        sd_event_source_set_enabled(sources[source.index], CInt(SD_EVENT_OFF))
        sd_event_source_unref(sources[source.index])
        flags[source.index].pointee = false
        unused.append(source.index)
    }

    /// Raised when the signal has come; the signal is blocked from now on.
    ///
    /// - Throws: sd_event_add_signal's error.
    func watch(signal: CInt) throws(SystemError) -> Source {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, signal)
        sigprocmask(SIG_BLOCK, &set, nil)
        return try add("sd_event_add_signal") { source, flag in
            sd_event_add_signal(event, source, signal, Self.signalCame, flag)
        }
    }

    /// Sleeps until a source is raised or the deadline has come.
    ///
    /// - Parameter deadline: nil: no limit.
    /// - Throws: sd_event_run's error.
    func wait(until deadline: Instant?) throws(SystemError) {
        if deadline != armed {
            armed = deadline
            // Rounded up: a timer that comes early would find nothing to do.
            let microseconds = deadline.map { UInt64(max(0, $0.nanoseconds + 999) / 1000) } ?? UInt64.max
            try Self.checked("sd_event_source_set_time") {
                sd_event_source_set_time(sources[timerSource.index], microseconds)
            }
            try Self.checked("sd_event_source_set_enabled") {
                sd_event_source_set_enabled(
                    sources[timerSource.index], CInt(deadline == nil ? SD_EVENT_OFF : SD_EVENT_ONESHOT))
            }
        }
        let result = sd_event_run(event, UInt64.max)
        if result < 0 && result != -EINTR { throw SystemError("sd_event_run", errno: -result) }
        if take(timerSource) { armed = nil }
    }

    /// Whether the source was raised since the last call.
    func take(_ source: Source) -> Bool {
        defer { flags[source.index].pointee = false }
        return flags[source.index].pointee
    }

    private func add(
        _ call: String, _ body: (UnsafeMutablePointer<OpaquePointer?>, UnsafeMutablePointer<Bool>) -> CInt
    ) throws(SystemError) -> Source {
        let flag = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
        flag.initialize(to: false)
        var source: OpaquePointer?
        let result = body(&source, flag)
        guard result >= 0, let source else {
            flag.deallocate()
            throw SystemError(call, errno: -min(result, -1))
        }
        guard let index = unused.popLast() else {
            sources.append(source)
            flags.append(flag)
            return Source(index: sources.count - 1)
        }
        flags[index].deallocate()
        (sources[index], flags[index]) = (source, flag)
        return Source(index: index)
    }

    /// libsystemd answers -errno.
    private static func checked(_ call: String, _ body: () -> CInt) throws(SystemError) {
        let result = body()
        if result < 0 { throw SystemError(call, errno: -result) }
    }

    private static let timeCame: sd_event_time_handler_t = { _, _, flag in
        flag?.assumingMemoryBound(to: Bool.self).pointee = true
        return 0
    }

    private static let descriptorReady: sd_event_io_handler_t = { _, _, _, flag in
        flag?.assumingMemoryBound(to: Bool.self).pointee = true
        return 0
    }

    private static let signalCame: sd_event_signal_handler_t = { _, _, flag in
        flag?.assumingMemoryBound(to: Bool.self).pointee = true
        return 0
    }
}
