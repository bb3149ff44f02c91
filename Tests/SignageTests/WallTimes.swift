import Signage
import Testing

/// "2026-12-02 07:00" or "2026-12-02 07:00:30" as seconds since 1970.
func seconds(_ text: String) -> Int64 {
    let parts = text.split(whereSeparator: { "- :".contains($0) }).compactMap { Int($0) }
    guard parts.count >= 5, let day = CalendarDay(year: parts[0], month: parts[1], day: parts[2]) else {
        Issue.record("no time: \(text)")
        return 0
    }
    return WallReading(day, second: parts[3] * 3600 + parts[4] * 60 + (parts.count > 5 ? parts[5] : 0))
        .seconds
}

func day(_ year: Int, _ month: Int, _ day: Int) -> CalendarDay? {
    CalendarDay(year: year, month: month, day: day)
}

/// A window on some days of the week; times as "07:00".
func window(
    _ days: [Weekday] = Weekday.allCases, _ from: String = "00:00", _ to: String = "24:00",
    since: CalendarDay? = nil, until: CalendarDay? = nil
) -> TimeWindow {
    func time(_ text: String) -> Int {
        let parts = text.split(separator: ":").compactMap { Int($0) }
        return parts[0] * 3600 + parts[1] * 60
    }
    return TimeWindow(days: Set(days), from: time(from), to: time(to), since: since, until: until)
}

extension ZoneRules {
    static let utc = ZoneRules()
    static let kathmandu = ZoneRules(offset: 20_700)
    static let berlin = ZoneRules(
        offset: 3600,
        changes: [
            Change(moment: seconds("2026-03-29 01:00"), offset: 7200),
            Change(moment: seconds("2026-10-25 01:00"), offset: 3600),
        ])
    static let newYork = ZoneRules(
        offset: -18_000,
        changes: [
            Change(moment: seconds("2026-03-08 07:00"), offset: -14_400),
            Change(moment: seconds("2026-11-01 06:00"), offset: -18_000),
        ])
    /// Half an hour.
    static let lordHowe = ZoneRules(
        offset: 39_600,
        changes: [
            Change(moment: seconds("2026-04-04 15:00"), offset: 37_800),
            Change(moment: seconds("2026-10-03 15:30"), offset: 39_600),
        ])
    /// At midnight.
    static let beirut = ZoneRules(
        offset: 7200,
        changes: [
            Change(moment: seconds("2026-03-28 22:00"), offset: 10_800),
            Change(moment: seconds("2026-10-24 21:00"), offset: 7200),
        ])
    static let london = ZoneRules(
        changes: [
            Change(moment: seconds("2026-03-29 01:00"), offset: 3600),
            Change(moment: seconds("2026-10-25 01:00"), offset: 0),
        ])
    static let losAngeles = ZoneRules(
        offset: -28_800,
        changes: [
            Change(moment: seconds("2026-03-08 10:00"), offset: -25_200),
            Change(moment: seconds("2026-11-01 09:00"), offset: -28_800),
        ])
    static let stJohns = ZoneRules(
        offset: -12_600,
        changes: [
            Change(moment: seconds("2026-03-08 05:30"), offset: -9000),
            Change(moment: seconds("2026-11-01 04:30"), offset: -12_600),
        ])
    static let adelaide = ZoneRules(
        offset: 37_800,
        changes: [
            Change(moment: seconds("2026-04-04 16:30"), offset: 34_200),
            Change(moment: seconds("2026-10-03 16:30"), offset: 37_800),
        ])
    static let chatham = ZoneRules(
        offset: 49_500,
        changes: [
            Change(moment: seconds("2026-04-04 14:00"), offset: 45_900),
            Change(moment: seconds("2026-09-26 14:00"), offset: 49_500),
        ])
    static let kolkata = ZoneRules(offset: 19_800)
    static let marquesas = ZoneRules(offset: -34_200)
    /// Across the date line: there was no 30th of December.
    static let apia = ZoneRules(
        offset: -36_000, changes: [Change(moment: seconds("2011-12-30 10:00"), offset: 50_400)])
}
