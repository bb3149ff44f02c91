import Control
import ControlCommand
import FoundationEssentials
import Glibc
import Signage
import SystemCalls
import TestSupport
import Testing

/// What shows when: as the daemon says, and of a file.
@Suite struct ScheduleVerbTests {
    static let report = ScheduleReport(
        name: "shop-12", timeZone: "Europe/Berlin", until: "2026-12-09T06:59:30+01:00", trusted: true,
        intent: "auto",
        changes: [
            .init(
                time: "2026-12-02T06:59:30+01:00", display: false, slides: 12,
                joins: (1...10).map { "s\($0)" }, leaves: [], others: 2),
            .init(
                time: "2026-12-02T07:00:00+01:00", display: true, slides: 12, joins: ["breakfast"],
                leaves: ["night\u{1b}"], others: 0),
            .init(
                time: "2026-12-03T22:00:00+01:00", display: false, slides: 1, joins: [], leaves: [], others: 0
            ),
        ])

    @Test func whatTheDaemonSaysIsATable() throws {
        let daemon = try FakeDaemon()
        let result = daemon.run(["schedule", "--at", "2026-12-02 06:59:30", "--days", "7"]) { _ in
            .schedule(Self.report)
        }
        #expect(daemon.requests == [.schedule(at: "2026-12-02 06:59:30", days: 7)])
        #expect(result.code == .success && result.complaints.isEmpty)
        #expect(
            result.text == """
                shop-12, time zone Europe/Berlin
                Wed 2026-12-02
                  06:59:30  display off  12 slides  's1' 's2' 's3' 's4' 's5' 's6' 's7' 's8' 4 others
                  07:00     display on   12 slides  +'breakfast' -'night\u{fffd}'
                Thu 2026-12-03
                  22:00     display off  1 slide
                until 2026-12-09 06:59:30

                """)
    }

    /// As of a file, and of a sign without hours.
    @Test func aDisplayThatIsAlwaysOnIsNotMentioned() throws {
        var report = Self.report
        report.changes = [report.changes[1]]
        report.until = "2026-12-03T07:00:00+01:00"
        let result = try FakeDaemon().run(["schedule"]) { _ in .schedule(report) }
        #expect(
            result.text == """
                shop-12, time zone Europe/Berlin
                Wed 2026-12-02
                  07:00     12 slides  'breakfast' -'night\u{fffd}'
                until 2026-12-03 07:00

                """)
    }

    @Test func thatItEndsEarlyIsSaid() throws {
        var report = Self.report
        report.changes = Array(repeating: report.changes[1], count: 1000)
        let result = try FakeDaemon().run(["schedule"]) { _ in .schedule(report) }
        #expect(result.text.hasSuffix("until 2026-12-09 06:59:30, after 1000 changes; '--at' looks beyond\n"))
    }

    @Test func whatMattersBesidesIsSaidFirst() throws {
        var report = Self.report
        (report.trusted, report.intent, report.changes) = (false, "off", [])
        let result = try FakeDaemon().run(["schedule"]) { _ in .schedule(report) }
        #expect(
            result.text == """
                shop-12, time zone Europe/Berlin
                The clock cannot be trusted yet: until it can, slides that have times wait.
                The display is off by command, whatever its hours are.
                until 2026-12-09 06:59:30

                """)
    }

    @Test func asJSONItIsWhatTheDaemonSaid() throws {
        let result = try FakeDaemon().run(["schedule", "--json"]) { _ in .schedule(Self.report) }
        #expect(try JSONDecoder().decode(ScheduleReport.self, from: Data(result.output)) == Self.report)
    }

    /// A night in which the clocks of a place are set, by the rules as a value; the C library's come from its data.
    struct Place: CustomTestStringConvertible {
        var name: String
        var zone: ZoneRules
        /// By the wall, the day before.
        var start: String
        var testDescription: String { "\(name) from \(start)" }
    }

    static func change(_ moment: String, _ offset: Int) -> ZoneRules.Change {
        let parts = moment.split(whereSeparator: { "- :".contains($0) }).compactMap { Int($0) }
        let day = CalendarDay(year: parts[0], month: parts[1], day: parts[2]) ?? CalendarDay(number: 0)
        return .init(
            moment: WallReading(day, second: parts[3] * 3600 + parts[4] * 60).seconds, offset: offset)
    }

    static let berlin = ZoneRules(
        offset: 3600, changes: [change("2026-03-29 01:00", 7200), change("2026-10-25 01:00", 3600)])
    static let newYork = ZoneRules(
        offset: -18_000, changes: [change("2026-03-08 07:00", -14_400), change("2026-11-01 06:00", -18_000)])
    static let stJohns = ZoneRules(
        offset: -12_600, changes: [change("2026-03-08 05:30", -9000), change("2026-11-01 04:30", -12_600)])
    static let adelaide = ZoneRules(
        offset: 37_800, changes: [change("2026-04-04 16:30", 34_200), change("2026-10-03 16:30", 37_800)])
    static let lordHowe = ZoneRules(
        offset: 39_600, changes: [change("2026-04-04 15:00", 37_800), change("2026-10-03 15:30", 39_600)])
    static let chatham = ZoneRules(
        offset: 49_500, changes: [change("2026-04-04 14:00", 45_900), change("2026-09-26 14:00", 49_500)])

    @Test(arguments: [
        Place(name: "Europe/Berlin", zone: berlin, start: "2026-03-28"),
        Place(name: "Europe/Berlin", zone: berlin, start: "2026-10-24"),
        Place(name: "America/New_York", zone: newYork, start: "2026-03-07"),
        Place(name: "America/New_York", zone: newYork, start: "2026-10-31"),
        Place(name: "America/St_Johns", zone: stJohns, start: "2026-03-07"),
        Place(name: "America/St_Johns", zone: stJohns, start: "2026-10-31"),
        Place(name: "Australia/Adelaide", zone: adelaide, start: "2026-04-04"),
        Place(name: "Australia/Adelaide", zone: adelaide, start: "2026-10-03"),
        Place(name: "Australia/Lord_Howe", zone: lordHowe, start: "2026-04-04"),
        Place(name: "Australia/Lord_Howe", zone: lordHowe, start: "2026-10-03"),
        Place(name: "Pacific/Chatham", zone: chatham, start: "2026-04-04"),
        Place(name: "Pacific/Chatham", zone: chatham, start: "2026-09-26"),
        Place(name: "Asia/Kolkata", zone: ZoneRules(offset: 19_800), start: "2026-03-28"),
        Place(name: "Asia/Kathmandu", zone: ZoneRules(offset: 20_700), start: "2026-03-28"),
        Place(name: "Pacific/Marquesas", zone: ZoneRules(offset: -34_200), start: "2026-03-28"),
        Place(name: "UTC", zone: ZoneRules(), start: "2026-03-28"),
    ])
    func zonesOfTheCLibraryAreTheRulesOfTheTests(place: Place) throws {
        // Windows on both sides of every hour in which clocks are set, and within it.
        let windows = ["01:30-01:45", "02:05-02:25", "02:30-03:15", "00:00-04:00", "03:00-05:30"]
        let folder = try TemporaryFolder()
        let text = windows.enumerated().map { index, window in
            let ends = window.split(separator: "-")
            return "- {color: red, id: s\(index), when: {from: \"\(ends[0])\", to: \"\(ends[1])\"}}\n"
        }
        let file = try folder.write("playlist.yaml", "slides:\n" + text.joined())
        let report = try Self.schedule(file, from: place.start, in: place.name, folder)
        let slides = windows.enumerated().map { index, window in
            let times = window.split(separator: "-").map { end -> Int in
                let parts = end.split(separator: ":").compactMap { Int($0) }
                return parts[0] * 3600 + parts[1] * 60
            }
            return Slide(
                content: .color(.white), id: "s\(index)",
                schedule: Schedule([TimeWindow(from: times[0], to: times[1])]))
        }
        let start = try #require(WallReading(place.start, today: CalendarDay(number: 0)))
        let expected = Programme(
            of: slides, hours: Schedule(), zone: place.zone, from: place.zone.moment(of: start),
            until: place.zone.moment(of: start.later(byDays: 3)))
        #expect(report.timeZone == place.name && report.until == expected.until)
        #expect(report.changes.map(\.time) == expected.changes.map(\.time))
        #expect(report.changes.map(\.joins) == expected.changes.map(\.joins))
        #expect(report.changes.map(\.leaves) == expected.changes.map(\.leaves))
        #expect(report.changes.count > 20)
    }

    /// What `signagectl schedule` says on a machine in another zone.
    private static func schedule(
        _ playlist: String, from start: String, in zone: String, _ folder: TemporaryFolder
    ) throws -> ScheduleReport {
        let answer = try folder.write("answer.json", "")
        let nothing = try Descriptor(opening: "/dev/null", O_RDWR)
        let child = try ChildProcess(
            running: [
                siblingProgram("signagectl"), "schedule", playlist, "--at", start, "--days", "3", "--json",
            ],
            environment: ["TZ": zone], input: nothing, output: Descriptor(opening: answer, O_WRONLY),
            errors: nothing, inOwnGroup: true)
        #expect(child.ending(within: 60_000) == .exited(0))
        return try JSONDecoder().decode(
            ScheduleReport.self, from: Data(try readFile(answer, limit: 1 << 20)))
    }
}
