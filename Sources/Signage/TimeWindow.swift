/// When something is to be seen, by the clock on the wall: days of the week, from a time of day to another.
public struct TimeWindow: Hashable, Sendable {
    /// On which it begins.
    public var days: Set<Weekday>
    /// Seconds after the midnight with which its day begins, 0 … 86,400.
    public var from: Int
    /// The first second that is outside, 0 … 86,400. Not after `from`: it is of the next day.
    public var to: Int
    /// The first day on which it begins; nil: it always has.
    public var since: CalendarDay?
    /// The last day on which it begins; nil: it always will.
    public var until: CalendarDay?

    public init(
        days: Set<Weekday> = Set(Weekday.allCases), from: Int = 0, to: Int = 86_400,
        since: CalendarDay? = nil, until: CalendarDay? = nil
    ) {
        self.days = days
        self.from = from
        self.to = to
        self.since = since
        self.until = until
    }

    /// Whether the clock reads inside it. What runs past midnight belongs to the day on which it began.
    public func isOpen(at reading: WallReading) -> Bool {
        let today = reading.day.number
        return (today - 1...today).contains { opening(on: $0)?.contains(reading.seconds) ?? false }
    }

    /// When it next opens or closes, on a clock that shows every second once.
    ///
    /// - Returns: nil: never again.
    public func nextBoundary(after reading: WallReading) -> WallReading? {
        let first = max(reading.day.number - 1, since?.number ?? .min)
        // A week has every day that there can be, and yesterday's may have ended.
        let openings = (first...first + 8).lazy.compactMap { opening(on: $0) }
        let boundaries = openings.flatMap { [$0.lowerBound, $0.upperBound] }
        return boundaries.filter { $0 > reading.seconds }.min().map { WallReading(seconds: $0) }
    }

    /// The seconds of the wall clock for which it is open because it begins on a day.
    private func opening(on day: Int) -> Range<Int64>? {
        let calendarDay = CalendarDay(number: day)
        guard days.contains(calendarDay.weekday), calendarDay >= since ?? calendarDay,
            calendarDay <= until ?? calendarDay
        else { return nil }
        let start = WallReading(calendarDay, second: from).seconds
        let length = Int64(to > from ? to - from : to + 86_400 - from)
        return start..<start + length
    }
}
