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

    /// When it closes, on a clock that shows every second once; days that follow each other without a gap are one.
    ///
    /// - Returns: seconds as in `WallReading`; `.max`: never; nil: it is not open.
    func end(at reading: WallReading) -> Int64? {
        let today = reading.day.number
        for day in today - 1...today {
            guard var end = opening(on: day), end.contains(reading.seconds) else { continue }
            guard length == Int(WallReading.secondsOfDay) else { return end.upperBound }
            if days.count == Weekday.allCases.count {
                return until.map { opening(on: $0.number)?.upperBound ?? .max } ?? .max
            }
            // A weekday is missing, so this comes to an end.
            var next = day + 1
            while let following = opening(on: next) {
                end = following
                next += 1
            }
            return end.upperBound
        }
        return nil
    }

    /// When it opens next, on a clock that shows every second once.
    ///
    /// - Returns: seconds as in `WallReading`, after the reading; nil: never again.
    func start(after reading: WallReading) -> Int64? {
        let first = max(reading.day.number - 1, since?.number ?? .min)
        // A week has every day that there can be.
        return (first...first + 8).lazy.compactMap { opening(on: $0)?.lowerBound }
            .first { $0 > reading.seconds }
    }

    /// Whether it opens on no day at all.
    public var neverOpens: Bool {
        start(after: WallReading(CalendarDay(number: -Self.ages))) == nil
    }

    /// When it closes for good; nil: it does not, or it never opens.
    public var lastEnd: WallReading? {
        guard let until else { return nil }
        let ends = (until.number - 7...until.number).reversed().lazy.compactMap {
            opening(on: $0)?.upperBound
        }
        return ends.first.map { WallReading(seconds: $0) }
    }

    /// Days from before every date that can be written to 1970.
    private static let ages = 800_000

    /// How long it is open, seconds.
    private var length: Int { to > from ? to - from : to + 86_400 - from }

    /// The seconds of the wall clock for which it is open because it begins on a day.
    private func opening(on day: Int) -> Range<Int64>? {
        let calendarDay = CalendarDay(number: day)
        guard days.contains(calendarDay.weekday), calendarDay >= since ?? calendarDay,
            calendarDay <= until ?? calendarDay
        else { return nil }
        let start = WallReading(calendarDay, second: from).seconds
        return start..<start + Int64(length)
    }
}
