/// Days and times as people write them.
extension CalendarDay {
    /// "2026-12-24".
    public var text: String {
        let (year, month, day) = parts
        let digits = String(year)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "-" + twoDigits(month) + "-"
            + twoDigits(day)
    }

    /// Reads "2026-12-24"; nil for anything else, and for what is no date.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let year = wholeNumber(parts[0], digits: 4),
            let month = wholeNumber(parts[1], digits: 2),
            let day = wholeNumber(parts[2], digits: 2)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }
}

extension Weekday {
    /// "Mon".
    public var text: String { ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][rawValue] }
}

extension WallReading {
    /// "07:00:00".
    public var timeText: String { minuteText + ":" + twoDigits(secondOfDay % 60) }

    /// "07:00".
    public var minuteText: String {
        twoDigits(secondOfDay / 3600) + ":" + twoDigits(secondOfDay / 60 % 60)
    }

    /// Reads "07:00", "2026-12-24", or both with a space or a `T` between them; a time may have seconds.
    ///
    /// - Parameters:
    ///   - text: as people write it.
    ///   - today: the day of a time alone; a date alone is its midnight.
    public init?(_ text: String, today: CalendarDay) {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == " " || $0 == "T" }
        switch parts.count {
        case 1:
            if let day = CalendarDay(parts[0]) {
                self.init(day)
            } else if let second = Self.second(parts[0]) {
                self.init(today, second: second)
            } else {
                return nil
            }
        case 2:
            guard let day = CalendarDay(parts[0]), let second = Self.second(parts[1]) else { return nil }
            self.init(day, second: second)
        default: return nil
        }
    }

    /// Since midnight.
    private static func second(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3, let hour = wholeNumber(parts[0], digits: 2),
            let minute = wholeNumber(parts[1], digits: 2),
            let second = parts.count == 3 ? wholeNumber(parts[2], digits: 2) : 0,
            hour < 24, minute < 60, second < 60
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }
}

/// A number below 100.
func twoDigits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }

private func wholeNumber(_ text: some StringProtocol, digits: Int) -> Int? {
    guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
}
