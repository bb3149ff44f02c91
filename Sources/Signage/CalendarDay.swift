/// A day of the Gregorian calendar, without a zone.
public struct CalendarDay: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01.
    public var number: Int

    public init(number: Int) {
        self.number = number
    }

    /// A date; nil when the calendar has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...Self.length(ofMonth: month, year: year)).contains(day)
        else { return nil }
        // Years begin in March here, so that the leap day is a year's last.
        let shifted = month > 2 ? year : year - 1
        let monthsSinceMarch = (month + 9) % 12
        let dayOfYear = (153 * monthsSinceMarch + 2) / 5 + day - 1
        number = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - Self.daysTo1970
    }

    /// Year, month and day of the month.
    public var parts: (year: Int, month: Int, day: Int) {
        // Eras of 400 years and of the same length, of years that begin in March.
        let days = number + Self.daysTo1970
        let era = floorDivide(days, by: 146_097)
        let dayOfEra = days - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthsSinceMarch = (5 * dayOfYear + 2) / 153
        let month = monthsSinceMarch < 10 ? monthsSinceMarch + 3 : monthsSinceMarch - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
            dayOfYear - (153 * monthsSinceMarch + 2) / 5 + 1
        )
    }

    /// 1970-01-01 was a Thursday.
    public var weekday: Weekday {
        Weekday(rawValue: (((number + 3) % 7) + 7) % 7) ?? .monday
    }

    public static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.number < right.number }

    /// From March 1 of the year 0 to 1970-01-01.
    private static let daysTo1970 = 719_468

    private static func length(ofMonth month: Int, year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }
}

/// A day of the week; weeks begin on Monday.
public enum Weekday: Int, CaseIterable, Hashable, Sendable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday
}

/// What a clock on the wall shows: a day and a time of day, without a zone.
public struct WallReading: Hashable, Comparable, Sendable {
    static let secondsOfDay: Int64 = 86_400

    /// Seconds since 1970-01-01 00:00 on the same wall.
    public var seconds: Int64

    public init(seconds: Int64) {
        self.seconds = seconds
    }

    /// - Parameters:
    ///   - day: of the calendar.
    ///   - second: since its midnight; beyond 86,399 it lies on a later day.
    public init(_ day: CalendarDay, second: Int = 0) {
        seconds = Int64(day.number) * Self.secondsOfDay + Int64(second)
    }

    public var day: CalendarDay {
        CalendarDay(number: Int((seconds - Int64(secondOfDay)) / Self.secondsOfDay))
    }

    /// Since midnight, 0 … 86,399.
    public var secondOfDay: Int {
        let rest = seconds % Self.secondsOfDay
        return Int(rest < 0 ? rest + Self.secondsOfDay : rest)
    }

    /// The same time of day some days later.
    public func later(byDays days: Int) -> WallReading {
        WallReading(seconds: seconds + Int64(days) * Self.secondsOfDay)
    }

    public static func < (left: WallReading, right: WallReading) -> Bool { left.seconds < right.seconds }
}
