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
