import Signage
import TestSupport
import Testing

/// A schedule at a moment: whether it is open, and when that changes; all moments are UTC.
struct ScheduleCase: CustomTestStringConvertible {
    var testDescription: String
    var windows: [TimeWindow]
    var zone: ZoneRules
    var moment: Int64
    var isOpen: Bool
    var change: Int64?

    init(
        _ name: String, _ windows: [TimeWindow], in zone: ZoneRules = .utc, at moment: String,
        _ isOpen: Bool, until change: String?
    ) {
        testDescription = name
        self.windows = windows
        self.zone = zone
        self.moment = seconds(moment)
        self.isOpen = isOpen
        self.change = change.map(seconds)
    }
}

private let workdays: [Weekday] = [.monday, .tuesday, .wednesday, .thursday, .friday, .saturday]
private let shop = [window(workdays, "07:00", "22:00")]
private let friday = [window([.friday], "22:00", "02:00")]

@Suite struct ScheduleTests {
    static let plain = [
        ScheduleCase("inside", shop, at: "2026-12-02 12:00", true, until: "2026-12-02 22:00"),
        ScheduleCase("a second before", shop, at: "2026-12-02 06:59:59", false, until: "2026-12-02 07:00"),
        ScheduleCase("its first second", shop, at: "2026-12-02 07:00", true, until: "2026-12-02 22:00"),
        ScheduleCase("its last second", shop, at: "2026-12-02 21:59:59", true, until: "2026-12-02 22:00"),
        ScheduleCase("its end is outside", shop, at: "2026-12-02 22:00", false, until: "2026-12-03 07:00"),
        ScheduleCase("over Sunday", shop, at: "2026-12-05 22:00", false, until: "2026-12-07 07:00"),
        ScheduleCase("before midnight", friday, at: "2026-12-04 23:00", true, until: "2026-12-05 02:00"),
        ScheduleCase("after midnight", friday, at: "2026-12-05 01:59:59", true, until: "2026-12-05 02:00"),
        ScheduleCase("its own early hours", friday, at: "2026-12-04 01:00", false, until: "2026-12-04 22:00"),
        ScheduleCase(
            "24:00", [window(Weekday.allCases, "18:00")], at: "2026-12-02 23:59:59", true,
            until: "2026-12-03 00:00"),
        ScheduleCase(
            "24:00 meets 00:00", [window([.monday], "18:00"), window([.tuesday], "00:00", "06:00")],
            at: "2026-12-07 20:00", true, until: "2026-12-08 06:00"),
        ScheduleCase("all day, every day", [window()], at: "2026-12-02 12:00", true, until: nil),
        ScheduleCase(
            "to is from", [window([.wednesday], "08:00", "08:00")], at: "2026-12-02 09:00", true,
            until: "2026-12-03 08:00"),
        ScheduleCase(
            "over the end of the week", [window([.sunday], "20:00", "04:00")], at: "2026-12-07 03:00", true,
            until: "2026-12-07 04:00"),
        ScheduleCase(
            "once a week", [window([.wednesday], "10:00", "11:00")], at: "2026-12-02 11:00", false,
            until: "2026-12-09 10:00"),
        ScheduleCase(
            "twice a day", [window(workdays, "08:00", "12:00"), window(workdays, "14:00", "18:00")],
            at: "2026-12-02 13:00", false, until: "2026-12-02 14:00"),
        ScheduleCase(
            "overlapping", [window(workdays, "08:00", "13:00"), window(workdays, "12:00", "18:00")],
            at: "2026-12-02 09:00", true, until: "2026-12-02 18:00"),
        ScheduleCase(
            "one in the other", [window(workdays, "08:00", "18:00"), window(workdays, "10:00", "11:00")],
            at: "2026-12-02 10:30", true, until: "2026-12-02 18:00"),
        ScheduleCase("no window", [], at: "2026-12-02 12:00", true, until: nil),
        ScheduleCase("no day", [window([])], at: "2026-12-02 12:00", false, until: nil),
        ScheduleCase(
            "before it begins", [window(Weekday.allCases, "08:00", "10:00", since: day(2026, 12, 24))],
            at: "2026-12-02 09:00", false, until: "2026-12-24 08:00"),
        ScheduleCase(
            "after it ended", [window(until: day(2026, 12, 1))], at: "2026-12-02 00:00", false, until: nil),
        ScheduleCase(
            "the last night", [window(Weekday.allCases, "22:00", "02:00", until: day(2026, 12, 24))],
            at: "2026-12-25 01:00", true, until: "2026-12-25 02:00"),
        ScheduleCase(
            "after the last night", [window(Weekday.allCases, "22:00", "02:00", until: day(2026, 12, 24))],
            at: "2026-12-25 02:00", false, until: nil),
        ScheduleCase(
            "the first night is not the one before",
            [window(Weekday.allCases, "22:00", "02:00", since: day(2026, 12, 24))],
            at: "2026-12-24 01:00", false, until: "2026-12-24 22:00"),
        ScheduleCase(
            "all day until", [window(until: day(2026, 12, 24))], at: "2026-12-02 09:00", true,
            until: "2026-12-25 00:00"),
        ScheduleCase(
            "a leap day", [window(since: day(2028, 2, 29), until: day(2028, 2, 29))], at: "2028-02-28 23:00",
            false, until: "2028-02-29 00:00"),
        ScheduleCase(
            "in the distant future", [window(since: day(2030, 1, 1))], at: "2026-12-02 09:00", false,
            until: nil),
        ScheduleCase(
            "before 1970", [window([.wednesday], "07:00", "09:00")], at: "1969-12-31 08:00", true,
            until: "1969-12-31 09:00"),
    ]

    static let zones = [
        ScheduleCase("winter", shop, in: .berlin, at: "2026-12-02 05:59", false, until: "2026-12-02 06:00"),
        ScheduleCase("summer", shop, in: .berlin, at: "2026-07-01 04:59", false, until: "2026-07-01 05:00"),
        ScheduleCase(
            "15 minutes", [window(workdays, "09:00", "18:00")], in: .kathmandu, at: "2026-12-02 03:14:59",
            false,
            until: "2026-12-02 03:15"),
        ScheduleCase(
            "a start is skipped", [window([.sunday], "02:30", "05:00")], in: .berlin, at: "2026-03-29 00:30",
            false, until: "2026-03-29 01:00"),
        ScheduleCase(
            "all of it is skipped", [window([.sunday], "02:10", "02:50")], in: .berlin,
            at: "2026-03-29 00:30",
            false, until: "2026-04-05 00:10"),
        ScheduleCase(
            "an end is skipped", [window([.saturday], "22:00", "02:30")], in: .berlin, at: "2026-03-29 00:30",
            true, until: "2026-03-29 01:00"),
        ScheduleCase(
            "an hour is missing", [window(Weekday.allCases, "01:00", "04:00")], in: .berlin,
            at: "2026-03-29 00:30", true, until: "2026-03-29 02:00"),
        ScheduleCase(
            "the hour that comes twice: before", [window([.sunday], "02:10", "02:50")], in: .berlin,
            at: "2026-10-25 00:00", false, until: "2026-10-25 00:10"),
        ScheduleCase(
            "the first time", [window([.sunday], "02:10", "02:50")], in: .berlin, at: "2026-10-25 00:20",
            true,
            until: "2026-10-25 00:50"),
        ScheduleCase(
            "between the two", [window([.sunday], "02:10", "02:50")], in: .berlin, at: "2026-10-25 00:55",
            false,
            until: "2026-10-25 01:10"),
        ScheduleCase(
            "the second time", [window([.sunday], "02:10", "02:50")], in: .berlin, at: "2026-10-25 01:20",
            true,
            until: "2026-10-25 01:50"),
        ScheduleCase(
            "an end comes twice", [window(Weekday.allCases, "01:00", "02:30")], in: .berlin,
            at: "2026-10-25 00:10", true, until: "2026-10-25 00:30"),
        ScheduleCase(
            "opened again by the clock", [window(Weekday.allCases, "01:00", "02:30")], in: .berlin,
            at: "2026-10-25 00:40", false, until: "2026-10-25 01:00"),
        ScheduleCase(
            "and closed again", [window(Weekday.allCases, "01:00", "02:30")], in: .berlin,
            at: "2026-10-25 01:00", true, until: "2026-10-25 01:30"),
        ScheduleCase(
            "the hour that New York skips", [window([.sunday], "02:00", "03:00")], in: .newYork,
            at: "2026-03-08 06:59", false, until: "2026-03-15 06:00"),
        ScheduleCase(
            "the hour that New York repeats", [window([.sunday], "01:00", "02:00")], in: .newYork,
            at: "2026-11-01 05:30", true, until: "2026-11-01 07:00"),
        ScheduleCase(
            "half an hour back", [window([.sunday], "01:30", "01:45")], in: .lordHowe, at: "2026-04-04 14:50",
            false, until: "2026-04-04 15:00"),
        ScheduleCase(
            "half an hour forward", [window([.sunday], "02:15", "03:00")], in: .lordHowe,
            at: "2026-10-03 15:00", false, until: "2026-10-03 15:30"),
        ScheduleCase(
            "midnight is skipped", [window(Weekday.allCases, "00:00", "02:00")], in: .beirut,
            at: "2026-03-28 21:30", false, until: "2026-03-28 22:00"),
        ScheduleCase(
            "until a midnight that is skipped", [window(Weekday.allCases, "22:00")], in: .beirut,
            at: "2026-03-28 21:30", true, until: "2026-03-28 22:00"),
        ScheduleCase(
            "a day that does not come", [window([.friday], "08:00", "20:00")], in: .apia,
            at: "2011-12-30 09:00", false, until: "2012-01-05 18:00"),
        ScheduleCase(
            "the day after it", [window([.saturday], "00:00", "06:00")], in: .apia, at: "2011-12-30 09:00",
            false, until: "2011-12-30 10:00"),
    ]

    @Test(arguments: plain + zones)
    func aScheduleIsOpenWhileTheClockReadsInsideAWindow(test: ScheduleCase) {
        let schedule = Schedule(test.windows)
        #expect(schedule.isOpen(at: test.zone.reading(at: test.moment)) == test.isOpen)
        #expect(schedule.nextChange(after: test.moment, in: test.zone) == test.change)
    }

    /// Against looking at every minute.
    @Test func theNextChangeIsTheFirstThereIs() {
        var random = SplitMix(state: 99)
        func number(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
        let nights: [(ZoneRules, String)] = [
            (.berlin, "2026-03-28 12:00"), (.berlin, "2026-10-24 12:00"), (.lordHowe, "2026-04-04 00:00"),
            (.beirut, "2026-03-28 06:00"), (.apia, "2011-12-29 12:00"), (.newYork, "2026-10-31 12:00"),
        ]
        for round in 0..<24 {
            let (zone, text) = nights[round % nights.count]
            let schedule = Schedule(
                (0...number(2)).map { _ in
                    TimeWindow(
                        days: Set(Weekday.allCases.filter { _ in number(3) > 0 }),
                        from: number(24 * 12) * 300,
                        to: number(24 * 12 + 1) * 300)
                })
            let start = seconds(text) + Int64(number(720)) * 60
            let isOpen = schedule.isOpen(at: zone.reading(at: start))
            let found = schedule.nextChange(after: start, in: zone)
            let first = (1...2880).lazy.map { start + Int64($0) * 60 }
                .first { schedule.isOpen(at: zone.reading(at: $0)) != isOpen }
            if let first {
                #expect(found == first, "round \(round)")
            } else {
                #expect(found.map { $0 > start + 2880 * 60 } ?? true, "round \(round)")
            }
        }
    }

    @Test(arguments: [
        ("1970-01-01", 0, Weekday.thursday), ("1969-12-31", -1, .wednesday), ("2000-02-29", 11_016, .tuesday),
        ("2026-12-02", 20_789, .wednesday), ("1900-03-01", -25_508, .thursday),
        ("2100-02-28", 47_540, .sunday),
    ])
    func daysAreCounted(text: String, number: Int, weekday: Weekday) {
        let parts = text.split(separator: "-").compactMap { Int($0) }
        let day = CalendarDay(year: parts[0], month: parts[1], day: parts[2])
        #expect(day?.number == number && day?.weekday == weekday)
    }

    @Test func daysThatAreNone() {
        for (year, month, number) in [(2026, 2, 29), (1900, 2, 29), (2026, 13, 1), (2026, 4, 31), (0, 1, 1)] {
            #expect(CalendarDay(year: year, month: month, day: number) == nil)
        }
    }
}
