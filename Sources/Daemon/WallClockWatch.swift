internal import Signage
internal import SystemCalls

/// Knows the wall clock, and notices when it is set, gets another zone, or can be trusted.
final class WallClockWatch {
    /// Before this a clock is wrong, whatever it says of itself: 2026-01-01.
    static let earliest: Int64 = 1_767_225_600
    /// How often a clock is looked at that cannot be trusted.
    static let patience = Duration.seconds(60)
    /// How often the zone's rules are read again, which do not reach for ever.
    static let renewal = Duration.seconds(200 * 86_400)

    /// Readable when `dispatch` has something to do.
    var descriptor: Descriptor { poller.descriptor }
    private(set) var clock: WallClock
    /// Which clock is believed.
    var belief: Configuration.Clock { didSet { if belief != oldValue { isStale = true } } }
    /// Whether anything depends on it: if not, a clock that cannot be trusted is not asked again and again.
    var isNeeded = false

    private let poller: Poller
    private let steps: ClockWatch
    private let zoneFiles: FileWatch
    private let source: Source
    private var wasTrusted = false
    private var isStale = false
    private var lastLook: Instant

    /// What the machine knows of the time.
    struct Source {
        /// CLOCK_REALTIME, nanoseconds.
        var wallTime: () -> Int64 = realtimeNanoseconds
        /// CLOCK_MONOTONIC, nanoseconds.
        var monotonicTime: () -> Int64 = monotonicNanoseconds
        var zone: (Int64) -> ZoneRules = ZoneRules.ofThisMachine(around:)
        /// Whether the kernel or a hardware clock vouches for it.
        var isVouchedFor: () -> Bool = isClockVouchedFor
    }

    private enum Key {
        static let steps: UInt64 = 0
        static let zone: UInt64 = 1
    }

    /// - Throws: the errno of what the kernel could not make.
    init(_ belief: Configuration.Clock, source: Source = Source(), at now: Instant) throws(SystemError) {
        self.belief = belief
        self.source = source
        poller = try Poller()
        steps = try ClockWatch()
        zoneFiles = try FileWatch()
        try poller.watch(steps.descriptor.number, for: .readable, key: Key.steps)
        try poller.watch(zoneFiles.descriptor.number, for: .readable, key: Key.zone)
        zoneFiles.watch(zoneFilePaths())
        clock = WallClock(zone: ZoneRules(), ahead: .zero, isTrusted: false)
        lastLook = now
        look(isZoneNew: true, at: now)
    }

    /// Looks at the clock, if anything has happened.
    ///
    /// - Returns: the clock, when it is another.
    func dispatch(at now: Instant) -> WallClock? {
        var wasSet = isStale
        var isZoneNew = false
        isStale = false
        for ready in (try? poller.ready()) ?? [] {
            if ready.key == Key.steps {
                // Without it the next setting goes unnoticed, but a valid descriptor can be armed.
                try? steps.acknowledge()
                wasSet = true
            } else if !zoneFiles.dispatch().isEmpty {
                zoneFiles.watch(zoneFilePaths())
                isZoneNew = true
            }
        }
        let isDue = nextDeadline().map { $0 <= now } ?? false
        guard wasSet || isZoneNew || isDue else { return nil }
        let before = clock
        // The rules reach only so far from the time that was set.
        look(isZoneNew: isZoneNew || wasSet || now - lastLook >= Self.renewal, at: now)
        let isSame = clock.zone == before.zone && clock.isTrusted == before.isTrusted && !wasSet
        return isSame ? nil : clock
    }

    /// When to look again though nothing has happened.
    func nextDeadline() -> Instant? {
        if isStale { return lastLook }
        return lastLook + (clock.isTrusted || !isNeeded ? Self.renewal : Self.patience)
    }

    private func look(isZoneNew: Bool, at now: Instant) {
        let wall = source.wallTime()
        clock.ahead = .nanoseconds(wall - source.monotonicTime())
        let seconds = wall / 1_000_000_000
        if isZoneNew { clock.zone = source.zone(seconds) }
        let isPossible = seconds >= Self.earliest
        // Without a network the kernel's word lapses after hours; the clock goes on all the same.
        wasTrusted = isPossible && (wasTrusted || source.isVouchedFor())
        clock.isTrusted = belief == .any || wasTrusted
        lastLook = now
    }
}

/// Whether the kernel says that the clock is synchronised, or a hardware clock has set it.
func isClockVouchedFor() -> Bool {
    if (try? isClockSynchronised()) == true { return true }
    return (0..<4).contains { number in
        // 1: the kernel has set the clock from this one. It says of every such file that it has 4096 bytes.
        let set = try? readFile("/sys/class/rtc/rtc\(number)/hctosys", limit: 4096)
        return set?.first == UInt8(ascii: "1")
    }
}
