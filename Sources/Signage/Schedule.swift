/// Several time windows, of which one has to be open; without any it is open always.
public struct Schedule: Hashable, Sendable {
    /// Farther than this a change is not looked for: look again then.
    public static let horizon = Duration.seconds(400 * 86_400)
    /// Windows that follow each other without a gap and are looked through at once: more is work for a playlist that
    /// wants to do harm.
    static let mostJoined = 64

    public var windows: [TimeWindow]

    public init(_ windows: [TimeWindow] = []) {
        self.windows = windows
    }

    public func isOpen(at reading: WallReading) -> Bool {
        windows.isEmpty || windows.contains { $0.isOpen(at: reading) }
    }

    /// When it opens or closes, on a clock that shows every second once.
    ///
    /// Windows that meet or overlap are one: it neither closes nor opens between them.
    ///
    /// - Parameters:
    ///   - reading: of the clock.
    ///   - limit: of so many windows that follow each other without a gap, the end of the last is answered though the
    ///     next has begun: look again then.
    /// - Returns: nil: not within the horizon.
    public func nextChange(after reading: WallReading, joining limit: Int = .max) -> WallReading? {
        let horizon = reading.seconds + Self.horizon.components.seconds
        guard !windows.isEmpty else { return nil }
        guard isOpen(at: reading) else {
            guard let start = windows.compactMap({ $0.start(after: reading) }).min(), start <= horizon else {
                return nil
            }
            return WallReading(seconds: start)
        }
        var end = reading
        var joined = 0
        while joined < limit, let later = windows.compactMap({ $0.end(at: end) }).max() {
            guard later <= horizon else { return nil }
            end = WallReading(seconds: later)
            joined += 1
        }
        return end
    }

    /// Whether it is closed for good.
    public func isOver(at reading: WallReading) -> Bool {
        !isOpen(at: reading) && windows.allSatisfy { $0.start(after: reading) == nil }
    }

    /// When it opens or closes, where clocks are set forward and back.
    ///
    /// It is open exactly while the wall clock reads inside a window: a start that is skipped opens at the first reading
    /// after it, an hour that comes twice counts twice.
    ///
    /// - Parameters:
    ///   - moment: UTC, seconds since 1970.
    ///   - zone: of the clock.
    ///   - limit: as for a clock that shows every second once.
    /// - Returns: UTC, seconds since 1970; nil: not within the horizon.
    public func nextChange(after moment: Int64, in zone: ZoneRules, joining limit: Int = .max) -> Int64? {
        guard !windows.isEmpty else { return nil }
        let isOpen = isOpen(at: zone.reading(at: moment))
        let horizon = moment + Self.horizon.components.seconds
        var start = moment
        while start <= horizon {
            let clockChange = zone.nextChange(after: start) ?? .max
            if let reading = nextChange(after: zone.reading(at: start), joining: limit) {
                let change = reading.seconds - Int64(zone.offset(at: start))
                if change < clockChange { return change <= horizon ? change : nil }
            }
            guard clockChange <= horizon else { return nil }
            if self.isOpen(at: zone.reading(at: clockChange)) != isOpen { return clockChange }
            start = clockChange
        }
        return nil
    }
}
