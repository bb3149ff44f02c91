import Signage
import Testing

/// A slide with windows over some hours: whether it is shown at first, and when that changes; all moments are UTC.
struct SlideCase: CustomTestStringConvertible {
    var testDescription: String
    var windows: [TimeWindow]
    var zone: ZoneRules
    var start: Int64
    var end: Int64
    var isShown: Bool
    var changes: [Int64]

    init(
        _ name: String, _ windows: TimeWindow..., in zone: ZoneRules = .utc, from start: String,
        hours: Int64 = 24, _ isShown: Bool = false, changes: String...
    ) {
        testDescription = name
        self.windows = windows
        self.zone = zone
        self.start = seconds(start)
        end = self.start + hours * 3600
        self.isShown = isShown
        self.changes = changes.map(seconds)
    }
}

/// What somebody does to the clock, and what becomes of the slide: seconds since the start, UTC.
struct StepCase: CustomTestStringConvertible {
    var testDescription: String
    var start: Int64
    var steps: [Step]
    var changes: [Double]

    struct Step {
        var after: Double
        /// nil: it goes on.
        var time: String?
        var zone = ZoneRules.utc
        var isTrusted = true
    }

    init(_ name: String, from start: String, _ steps: Step..., changes: Double...) {
        testDescription = name
        self.start = seconds(start)
        self.steps = steps
        self.changes = changes
    }
}

private let everyDay = Weekday.allCases
private let breakfast = window(everyDay, "07:00", "11:00")
private let night = window(everyDay, "22:00", "02:00")

/// A slide comes and goes exactly at its boundaries.
@Suite struct SlideScheduleTests {
    static let plain = [
        SlideCase(
            "breakfast", breakfast, from: "2026-12-02 06:00", changes: "2026-12-02 07:00", "2026-12-02 11:00"),
        SlideCase(
            "a second before", breakfast, from: "2026-12-02 06:59:59", changes: "2026-12-02 07:00",
            "2026-12-02 11:00"),
        SlideCase("its first second", breakfast, from: "2026-12-02 07:00", true, changes: "2026-12-02 11:00"),
        SlideCase(
            "its last second", breakfast, from: "2026-12-02 10:59:59", true, changes: "2026-12-02 11:00",
            "2026-12-03 07:00"),
        SlideCase("its end is outside", breakfast, from: "2026-12-02 11:00", changes: "2026-12-03 07:00"),
        SlideCase(
            "overnight", night, from: "2026-12-02 21:00", changes: "2026-12-02 22:00", "2026-12-03 02:00"),
        SlideCase(
            "one night", window([.friday], "22:00", "02:00"), from: "2026-12-04 12:00", hours: 48,
            changes: "2026-12-04 22:00", "2026-12-05 02:00"),
        SlideCase(
            "the early hours are of the day before", window([.friday], "22:00", "02:00"),
            from: "2026-12-04 00:00", changes: "2026-12-04 22:00"),
        SlideCase(
            "until midnight", window(everyDay, "18:00", "24:00"), from: "2026-12-02 17:00",
            changes: "2026-12-02 18:00", "2026-12-03 00:00"),
        SlideCase(
            "from midnight", window(everyDay, "00:00", "06:00"), from: "2026-12-02 23:00",
            changes: "2026-12-03 00:00", "2026-12-03 06:00"),
        SlideCase(
            "from the midnight after", window([.tuesday], "24:00", "06:00"), from: "2026-12-01 12:00",
            changes: "2026-12-02 00:00", "2026-12-02 06:00"),
        SlideCase(
            "two that meet at midnight", window(everyDay, "18:00", "24:00"),
            window(everyDay, "00:00", "06:00"), from: "2026-12-02 17:00", changes: "2026-12-02 18:00",
            "2026-12-03 06:00"),
        SlideCase(
            "overlapping", window(everyDay, "08:00", "13:00"), window(everyDay, "12:00", "18:00"),
            from: "2026-12-02 07:00", changes: "2026-12-02 08:00", "2026-12-02 18:00"),
        SlideCase(
            "one in the other", window(everyDay, "08:00", "18:00"), window(everyDay, "10:00", "11:00"),
            from: "2026-12-02 07:00", changes: "2026-12-02 08:00", "2026-12-02 18:00"),
        SlideCase(
            "twice a day", window(everyDay, "08:00", "12:00"), window(everyDay, "14:00", "18:00"),
            from: "2026-12-02 07:00", changes: "2026-12-02 08:00", "2026-12-02 12:00", "2026-12-02 14:00",
            "2026-12-02 18:00"),
        SlideCase(
            "to is from", window([.wednesday], "08:00", "08:00"), from: "2026-12-02 07:00", hours: 30,
            changes: "2026-12-02 08:00", "2026-12-03 08:00"),
        SlideCase(
            "a whole day", window([.wednesday]), from: "2026-12-01 12:00", hours: 48,
            changes: "2026-12-02 00:00", "2026-12-03 00:00"),
        SlideCase(
            "the weekend", window([.saturday, .sunday]), from: "2026-12-04 12:00", hours: 84,
            changes: "2026-12-05 00:00", "2026-12-07 00:00"),
        SlideCase(
            "over the end of the week", window([.sunday], "20:00", "04:00"), from: "2026-12-06 12:00",
            changes: "2026-12-06 20:00", "2026-12-07 04:00"),
        SlideCase("always", window(), from: "2026-12-02 12:00", hours: 2400, true),
        SlideCase("on no day", window([]), from: "2026-12-02 12:00", hours: 2400),
        SlideCase("no time", window(everyDay, "24:00", "00:00"), from: "2026-12-02 12:00", hours: 2400),
        SlideCase(
            "a minute", window(everyDay, "12:00", "12:01"), from: "2026-12-02 11:59",
            changes: "2026-12-02 12:00", "2026-12-02 12:01"),
    ]

    static let dates = [
        SlideCase(
            "since", window(since: day(2026, 12, 24)), from: "2026-12-23 12:00", changes: "2026-12-24 00:00"),
        SlideCase(
            "until", window(until: day(2026, 12, 24)), from: "2026-12-24 12:00", true,
            changes: "2026-12-25 00:00"),
        SlideCase(
            "a campaign of weeks", window(since: day(2026, 11, 1), until: day(2026, 12, 24)),
            from: "2026-10-31 12:00", hours: 24 * 60, changes: "2026-11-01 00:00", "2026-12-25 00:00"),
        SlideCase(
            "the leap day", window(since: day(2028, 2, 29), until: day(2028, 2, 29)),
            from: "2028-02-28 12:00",
            hours: 48, changes: "2028-02-29 00:00", "2028-03-01 00:00"),
        SlideCase(
            "no leap day", window(since: day(2027, 2, 28), until: day(2027, 2, 28)), from: "2027-02-27 12:00",
            hours: 48, changes: "2027-02-28 00:00", "2027-03-01 00:00"),
        SlideCase(
            "the last night", window(everyDay, "22:00", "02:00", until: day(2026, 12, 24)),
            from: "2026-12-24 12:00", hours: 48, changes: "2026-12-24 22:00", "2026-12-25 02:00"),
        SlideCase(
            "the first night", window(everyDay, "22:00", "02:00", since: day(2026, 12, 24)),
            from: "2026-12-23 12:00", hours: 36, changes: "2026-12-24 22:00"),
        SlideCase(
            "into the new year", night, from: "2026-12-31 12:00", changes: "2026-12-31 22:00",
            "2027-01-01 02:00"),
        SlideCase("over", window(until: day(2026, 12, 1)), from: "2026-12-02 00:00", hours: 2400),
        SlideCase(
            "no such day between its dates",
            window([.sunday], since: day(2026, 12, 7), until: day(2026, 12, 12)), from: "2026-12-05 00:00",
            hours: 240),
    ]

    static let zones = [
        SlideCase(
            "Berlin, winter", breakfast, in: .berlin, from: "2026-12-02 05:00", changes: "2026-12-02 06:00",
            "2026-12-02 10:00"),
        SlideCase(
            "Berlin, summer", breakfast, in: .berlin, from: "2026-07-01 04:00", changes: "2026-07-01 05:00",
            "2026-07-01 09:00"),
        SlideCase(
            "London, winter", breakfast, in: .london, from: "2026-12-02 06:00", changes: "2026-12-02 07:00",
            "2026-12-02 11:00"),
        SlideCase(
            "London, summer", breakfast, in: .london, from: "2026-07-01 05:00", changes: "2026-07-01 06:00",
            "2026-07-01 10:00"),
        SlideCase(
            "New York", window(everyDay, "09:00", "17:00"), in: .newYork, from: "2026-12-02 12:00",
            changes: "2026-12-02 14:00", "2026-12-02 22:00"),
        SlideCase(
            "Los Angeles, overnight", window([.wednesday], "22:00", "02:00"), in: .losAngeles,
            from: "2026-12-03 00:00", changes: "2026-12-03 06:00", "2026-12-03 10:00"),
        SlideCase(
            "Kolkata", window(everyDay, "09:00", "18:00"), in: .kolkata, from: "2026-12-02 03:00",
            changes: "2026-12-02 03:30", "2026-12-02 12:30"),
        SlideCase(
            "Kathmandu", window(everyDay, "09:00", "18:00"), in: .kathmandu, from: "2026-12-02 03:00",
            changes: "2026-12-02 03:15", "2026-12-02 12:15"),
        SlideCase(
            "Adelaide, summer", window(everyDay, "08:30", "09:00"), in: .adelaide, from: "2026-12-01 21:00",
            changes: "2026-12-01 22:00", "2026-12-01 22:30"),
        SlideCase(
            "Adelaide, winter", window(everyDay, "08:30", "09:00"), in: .adelaide, from: "2026-07-01 22:00",
            changes: "2026-07-01 23:00", "2026-07-01 23:30"),
        SlideCase(
            "Marquesas", window(everyDay, "08:00", "09:00"), in: .marquesas, from: "2026-12-02 17:00",
            changes: "2026-12-02 17:30", "2026-12-02 18:30"),
        SlideCase(
            "Chatham", window(everyDay, "09:00", "10:00"), in: .chatham, from: "2026-12-01 19:00",
            changes: "2026-12-01 19:15", "2026-12-01 20:15"),
        SlideCase(
            "St. John's", window(everyDay, "09:00", "10:00"), in: .stJohns, from: "2026-12-02 12:00",
            changes: "2026-12-02 12:30", "2026-12-02 13:30"),
        SlideCase(
            "Wednesday in Kolkata", window([.wednesday]), in: .kolkata, from: "2026-12-01 12:00", hours: 36,
            changes: "2026-12-01 18:30", "2026-12-02 18:30"),
        SlideCase(
            "Wednesday in Los Angeles", window([.wednesday]), in: .losAngeles, from: "2026-12-02 00:00",
            hours: 36, changes: "2026-12-02 08:00", "2026-12-03 08:00"),
        SlideCase(
            "a date in Chatham", window(since: day(2026, 12, 25), until: day(2026, 12, 25)), in: .chatham,
            from: "2026-12-24 00:00", hours: 48, changes: "2026-12-24 10:15", "2026-12-25 10:15"),
        SlideCase(
            "a day that does not come", window([.friday], "08:00", "20:00"), in: .apia,
            from: "2011-12-29 12:00", hours: 48),
        SlideCase(
            "the day after it", window([.saturday], "00:00", "06:00"), in: .apia, from: "2011-12-30 09:00",
            changes: "2011-12-30 10:00", "2011-12-30 16:00"),
    ]

    static let forward = [
        SlideCase(
            "Berlin: a start is skipped", window([.sunday], "02:30", "05:00"), in: .berlin,
            from: "2026-03-28 20:00", changes: "2026-03-29 01:00", "2026-03-29 03:00"),
        SlideCase(
            "Berlin: all of it is skipped", window(everyDay, "02:10", "02:50"), in: .berlin,
            from: "2026-03-28 20:00"),
        SlideCase(
            "Berlin: an end is skipped", window([.saturday], "22:00", "02:30"), in: .berlin,
            from: "2026-03-28 20:00", changes: "2026-03-28 21:00", "2026-03-29 01:00"),
        SlideCase(
            "Berlin: an hour is missing", window(everyDay, "01:00", "04:00"), in: .berlin,
            from: "2026-03-28 20:00", changes: "2026-03-29 00:00", "2026-03-29 02:00"),
        SlideCase(
            "New York: a start is skipped", window(everyDay, "02:30", "04:00"), in: .newYork,
            from: "2026-03-08 00:00", changes: "2026-03-08 07:00", "2026-03-08 08:00"),
        SlideCase(
            "Lord Howe: half an hour", window([.sunday], "02:15", "03:00"), in: .lordHowe,
            from: "2026-10-03 12:00", changes: "2026-10-03 15:30", "2026-10-03 16:00"),
        SlideCase(
            "Lord Howe: all of it in the half hour", window(everyDay, "02:05", "02:25"), in: .lordHowe,
            from: "2026-10-03 12:00"),
        SlideCase(
            "Adelaide", window([.sunday], "02:30", "03:30"), in: .adelaide, from: "2026-10-03 12:00",
            changes: "2026-10-03 16:30", "2026-10-03 17:00"),
        SlideCase(
            "Chatham: from 02:45 to 03:45", window([.sunday], "03:00", "04:00"), in: .chatham,
            from: "2026-09-26 12:00", changes: "2026-09-26 14:00", "2026-09-26 14:15"),
        SlideCase(
            "Beirut: there is no midnight", window(everyDay, "00:00", "02:00"), in: .beirut,
            from: "2026-03-28 12:00", changes: "2026-03-28 22:00", "2026-03-28 23:00"),
        SlideCase(
            "St. John's: an hour is missing", window(everyDay, "01:30", "03:30"), in: .stJohns,
            from: "2026-03-08 00:00",
            changes: "2026-03-08 05:00", "2026-03-08 06:00"),
    ]

    static let back = [
        SlideCase(
            "Berlin: twice", window([.sunday], "02:10", "02:50"), in: .berlin, from: "2026-10-24 20:00",
            changes: "2026-10-25 00:10", "2026-10-25 00:50", "2026-10-25 01:10", "2026-10-25 01:50"),
        SlideCase(
            "Berlin: an end comes twice", window(everyDay, "01:00", "02:30"), in: .berlin,
            from: "2026-10-24 20:00", changes: "2026-10-24 23:00", "2026-10-25 00:30", "2026-10-25 01:00",
            "2026-10-25 01:30"),
        SlideCase(
            "Berlin: all through it", window(everyDay, "01:00", "04:00"), in: .berlin,
            from: "2026-10-24 20:00", changes: "2026-10-24 23:00", "2026-10-25 03:00"),
        SlideCase(
            "New York: two hours that are one", window([.sunday], "01:00", "02:00"), in: .newYork,
            from: "2026-11-01 00:00", changes: "2026-11-01 05:00", "2026-11-01 07:00"),
        SlideCase(
            "Lord Howe: a quarter twice", window([.sunday], "01:30", "01:45"), in: .lordHowe,
            from: "2026-04-04 12:00", changes: "2026-04-04 14:30", "2026-04-04 14:45", "2026-04-04 15:00",
            "2026-04-04 15:15"),
        SlideCase(
            "Adelaide: a quarter twice", window([.sunday], "02:30", "02:45"), in: .adelaide,
            from: "2026-04-04 12:00", changes: "2026-04-04 16:00", "2026-04-04 16:15", "2026-04-04 17:00",
            "2026-04-04 17:15"),
        SlideCase(
            "Chatham: half an hour twice", window([.sunday], "03:00", "03:30"), in: .chatham,
            from: "2026-04-04 12:00", changes: "2026-04-04 13:15", "2026-04-04 13:45", "2026-04-04 14:15",
            "2026-04-04 14:45"),
        SlideCase(
            "St. John's: half an hour twice", window(everyDay, "01:00", "01:30"), in: .stJohns,
            from: "2026-11-01 00:00", changes: "2026-11-01 03:30", "2026-11-01 04:00", "2026-11-01 04:30",
            "2026-11-01 05:00"),
        SlideCase(
            "Beirut: the hour before midnight twice", window([.saturday], "23:00", "24:00"), in: .beirut,
            from: "2026-10-24 12:00", changes: "2026-10-24 20:00", "2026-10-24 22:00"),
    ]

    /// Slides "always" and "timed" that nothing else moves.
    private func play(_ windows: [TimeWindow], _ zone: ZoneRules, from start: Int64) -> SignPlay {
        var playlist = Playlist.slides(["always", "timed"]) { $0.auto = false }
        playlist.slides[1].schedule = Schedule(windows)
        return SignPlay(
            playlist, wallClock: WallClock(zone: zone, ahead: .seconds(start), isTrusted: true))
    }

    private func changes(of play: SignPlay) -> [(time: Double, isShown: Bool)] {
        play.log.compactMap {
            guard case .timesChanged(let shown, _) = $0.effect else { return nil }
            return ($0.time, shown == 2)
        }
    }

    @Test(arguments: plain + dates + zones + forward + back)
    func aSlideIsShownExactlyInItsTime(test: SlideCase) {
        var play = play(test.windows, test.zone, from: test.start)
        #expect(play.sign.status(at: play.now).slideCount == (test.isShown ? 2 : 1))
        play.run(to: Double(test.end - test.start) - 0.5)
        let found = changes(of: play)
        #expect(found.map(\.time) == test.changes.map { Double($0 - test.start) })
        #expect(found.map(\.isShown) == test.changes.indices.map { test.isShown == ($0 % 2 == 1) })
    }

    @Test func thereAreEnoughCases() {
        let all = Self.plain + Self.dates + Self.zones + Self.forward + Self.back
        #expect(all.count >= 60 && Set(all.map(\.testDescription)).count == all.count)
    }

    static let steps = [
        StepCase(
            "forward into it", from: "2026-12-02 06:00", .init(after: 60, time: "2026-12-02 08:00"),
            changes: 60, 10_860, 82_860),
        StepCase(
            "forward over it", from: "2026-12-02 06:00", .init(after: 60, time: "2026-12-02 12:00"),
            changes: 60 + 19 * 3600, 60 + 23 * 3600),
        StepCase(
            "back into it", from: "2026-12-02 12:00", .init(after: 60, time: "2026-12-02 10:00"),
            changes: 60, 3660, 3660 + 20 * 3600),
        StepCase(
            "back over it", from: "2026-12-02 12:00", .init(after: 60, time: "2026-12-02 06:30"),
            changes: 1860, 1860 + 4 * 3600),
        StepCase(
            "to the last second before it", from: "2026-12-02 06:59:50",
            .init(after: 5, time: "2026-12-02 06:59:59"), changes: 6, 6 + 4 * 3600),
        StepCase(
            "back over its beginning", from: "2026-12-02 06:59:55",
            .init(after: 6, time: "2026-12-02 06:59:51"), changes: 5, 6, 15, 15 + 4 * 3600),
        StepCase(
            "within it", from: "2026-12-02 08:00", .init(after: 10, time: "2026-12-02 10:59:00"),
            changes: 70, 70 + 20 * 3600),
        StepCase(
            "by years and back", from: "2026-12-02 08:00", .init(after: 10, time: "2013-01-01 00:00"),
            .init(after: 20, time: "2026-12-02 08:00:20"), changes: 10, 20, 3 * 3600, 23 * 3600),
        StepCase(
            "another zone", from: "2026-12-02 12:00", .init(after: 60, zone: .newYork), changes: 60, 4 * 3600),
        StepCase(
            "another zone and back", from: "2026-12-02 08:00", .init(after: 60, zone: .newYork),
            .init(after: 120), changes: 60, 120, 3 * 3600, 23 * 3600),
        StepCase(
            "it cannot be trusted for a while", from: "2026-12-02 08:00", .init(after: 60, isTrusted: false),
            .init(after: 120), changes: 60, 120, 3 * 3600, 23 * 3600),
        StepCase(
            "its end passes untrusted", from: "2026-12-02 10:59", .init(after: 30, isTrusted: false),
            .init(after: 120), changes: 30, 60 + 20 * 3600),
    ]

    /// The slide is shown from 07:00 to 11:00.
    @Test(arguments: steps) func aClockThatIsSetIsFollowedAtOnce(test: StepCase) {
        var play = play([breakfast], .utc, from: test.start)
        let wasShown = play.sign.status(at: play.now).slideCount == 2
        var ahead = Duration.seconds(test.start)
        for step in test.steps {
            if let time = step.time {
                ahead = .seconds(seconds(time)) - .nanoseconds(Int64(step.after * 1e9))
            }
            play.handle(
                .clock(WallClock(zone: step.zone, ahead: ahead, isTrusted: step.isTrusted)), at: step.after)
        }
        play.run(to: 23.5 * 3600)
        let found = changes(of: play)
        #expect(found.map(\.time) == test.changes)
        #expect(found.map(\.isShown) == test.changes.indices.map { wasShown == ($0 % 2 == 1) })
    }
}
