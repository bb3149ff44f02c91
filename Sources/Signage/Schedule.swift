/// Several time windows, of which one has to be open; without any it is open always.
public struct Schedule: Hashable, Sendable {
    /// Farther than this a change is not looked for: look again then.
    public static let horizon = Duration.seconds(400 * 86_400)

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
    /// - Returns: nil: not within the horizon.
    public func nextChange(after reading: WallReading) -> WallReading? {
        let isOpen = isOpen(at: reading)
        let limit = reading.seconds + Self.horizon.components.seconds
        var boundary = reading
        while let next = windows.compactMap({ $0.nextBoundary(after: boundary) }).min(),
            next.seconds <= limit
        {
            if self.isOpen(at: next) != isOpen { return next }
            boundary = next
        }
        return nil
    }

    /// When it opens or closes, where clocks are set forward and back.
    ///
    /// It is open exactly while the wall clock reads inside a window: a start that is skipped opens at the first reading
    /// after it, an hour that comes twice counts twice.
    ///
    /// - Parameters:
    ///   - moment: UTC, seconds since 1970.
    ///   - zone: of the clock.
    /// - Returns: UTC, seconds since 1970; nil: not within the horizon.
    public func nextChange(after moment: Int64, in zone: ZoneRules) -> Int64? {
        guard !windows.isEmpty else { return nil }
        let isOpen = isOpen(at: zone.reading(at: moment))
        let limit = moment + Self.horizon.components.seconds
        var start = moment
        while start <= limit {
            let clockChange = zone.nextChange(after: start) ?? .max
            if let reading = nextChange(after: zone.reading(at: start)) {
                let change = reading.seconds - Int64(zone.offset(at: start))
                if change < clockChange { return change <= limit ? change : nil }
            }
            guard clockChange <= limit else { return nil }
            if self.isOpen(at: zone.reading(at: clockChange)) != isOpen { return clockChange }
            start = clockChange
        }
        return nil
    }
}
