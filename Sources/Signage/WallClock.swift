/// How far the clocks of a place are from UTC, and when that changes: the C library's knowledge as a value.
public struct ZoneRules: Hashable, Sendable {
    /// The clocks are set forward or back.
    public struct Change: Hashable, Sendable {
        /// UTC, seconds since 1970: the first second of the new offset.
        public var moment: Int64
        /// Seconds east of UTC from then on.
        public var offset: Int

        public init(moment: Int64, offset: Int) {
            self.moment = moment
            self.offset = offset
        }
    }

    /// Seconds east of UTC before the first change.
    public var offset: Int
    /// In the order of time.
    public var changes: [Change]

    /// - Parameters:
    ///   - offset: seconds east of UTC before the first change.
    ///   - changes: in the order of time.
    public init(offset: Int = 0, changes: [Change] = []) {
        self.offset = offset
        self.changes = changes
    }

    /// Seconds east of UTC.
    public func offset(at moment: Int64) -> Int {
        changes.last { $0.moment <= moment }?.offset ?? offset
    }

    /// What a clock on the wall shows, at a moment of UTC in seconds since 1970.
    public func reading(at moment: Int64) -> WallReading {
        WallReading(seconds: moment + Int64(offset(at: moment)))
    }

    /// The moment of UTC, seconds since 1970, at which a clock on the wall shows a time.
    ///
    /// - Returns: of two the first; where the clocks are set over it, the moment at which that is done.
    public func moment(of reading: WallReading) -> Int64 {
        var start = Int64.min
        var offset = offset
        for change in changes {
            let moment = max(start, reading.seconds - Int64(offset))
            if moment < change.moment { return moment }
            start = change.moment
            offset = change.offset
        }
        return max(start, reading.seconds - Int64(offset))
    }

    /// What a clock on the wall shows, in writing: "2026-12-02T11:00:00+01:00", RFC 3339.
    public func time(at moment: Int64) -> String {
        let offset = offset(at: moment)
        let minutes = abs(offset) / 60
        let reading = reading(at: moment)
        return reading.day.text + "T" + reading.timeText + (offset < 0 ? "-" : "+")
            + twoDigits(minutes / 60) + ":" + twoDigits(minutes % 60)
    }

    /// When the clocks are set next; nil: not as far as is known.
    public func nextChange(after moment: Int64) -> Int64? {
        changes.first { $0.moment > moment }?.moment
    }
}

/// The wall clock as the rules see it: until it is set, it goes as the monotonic clock does.
public struct WallClock: Hashable, Sendable {
    public var zone: ZoneRules
    /// What it is ahead of the monotonic clock: CLOCK_REALTIME less CLOCK_MONOTONIC.
    public var ahead: Duration
    /// Whether it can be right: it was synchronised, or set by a hardware clock.
    public var isTrusted: Bool

    public init(zone: ZoneRules, ahead: Duration, isTrusted: Bool) {
        self.zone = zone
        self.ahead = ahead
        self.isTrusted = isTrusted
    }

    /// UTC, whole seconds since 1970, at a moment.
    public func seconds(at moment: Instant) -> Int64 {
        let nanoseconds = (moment + ahead).nanoseconds
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return rest < 0 ? seconds - 1 : seconds
    }

    /// The moment at which a second of UTC begins.
    public func moment(of seconds: Int64) -> Instant {
        Instant(nanoseconds: seconds * 1_000_000_000) - ahead
    }
}
