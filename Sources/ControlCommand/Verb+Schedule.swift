internal import Arguments
internal import Control
internal import PlaylistFile
internal import Signage
internal import SystemCalls

extension Verb {
    static let schedule = Verb(
        name: "schedule", usage: "[PATH] [--at TIME] [--days N] [--json]",
        summary: "what shows when: slides that come and go by the clock, and the display's hours",
        details: """
            Looks ahead in what the sign plays, by the clock and the zone of its machine. With PATH (a playlist
            file, a folder with playlist.yaml, or a folder of pictures) in that, by the clock of this machine and
            without display hours; this needs no running daemon. Slides that cannot be shown are left out.
            TIME is "2026-12-24", "07:00" (today) or "2026-12-24 07:00".
            """,
        flags: [
            Flag("at", value: "TIME", "begin then (default: now)"),
            Flag(
                "days", value: "N",
                "look so far ahead, 1 to \(ControlRequest.mostDays) (default: \(ControlRequest.usualDays))"),
            Flag("json", "for programs: one JSON object"),
        ],
        changesNothing: true
    ) { invocation throws(CommandError) in
        let days = try invocation.reading { arguments throws(ArgumentError) in
            try arguments.number("days", in: 1...ControlRequest.mostDays)
        }
        let time = invocation.arguments.value("at")
        let start = try invocation.scheduleStart()
        let report: ScheduleReport
        if invocation.arguments.operands.isEmpty {
            report = try invocation.withDaemon { client throws(ControlClient.Failure) in
                try client.schedule(at: time, days: days)
            }
        } else {
            let path = try invocation.operands("PATH")[0]
            if invocation.host != nil {
                throw .usage(.usage("a PATH is of this machine: without -H"), verb: "schedule")
            }
            report = try localSchedule(path, from: start, days: days ?? ControlRequest.usualDays)
        }
        if invocation.arguments.has("json") {
            try invocation.console.say(try json(report, pretty: true))
        } else {
            for line in ScheduleText.lines(report) { try invocation.console.say(line) }
        }
        return .success
    }

    /// Looks ahead in a playlist of this machine.
    private static func localSchedule(
        _ path: String, from start: WallReading?, days: Int
    ) throws(CommandError) -> ScheduleReport {
        let source = try PlaylistSource(path)
        let playlist = try source.playlist()
        let zone = LocalClock.zone(around: start?.seconds ?? LocalClock.seconds)
        let moment = start.map { zone.moment(of: $0) } ?? LocalClock.seconds
        let programme = Programme(
            of: playlist.slides.filter { $0.isEnabled && $0.fault == nil }, hours: Schedule(), zone: zone,
            from: moment, until: zone.moment(of: zone.reading(at: moment).later(byDays: days)))
        return ScheduleReport(
            name: source.file, timeZone: timeZoneName(), until: programme.until, trusted: true,
            intent: "auto",
            changes: programme.changes.map {
                ScheduleReport.Change(
                    time: $0.time, display: $0.isDisplayOn, slides: $0.count, joins: $0.joins,
                    leaves: $0.leaves, others: $0.others)
            })
    }
}

extension Invocation {
    /// `--at`, of which another machine may have another today; nil: it was not given.
    func scheduleStart() throws(CommandError) -> WallReading? {
        guard let text = arguments.value("at") else { return nil }
        return try reading { _ throws(ArgumentError) in
            guard let start = WallReading(text, today: LocalClock.reading.day) else {
                throw .badValue(
                    what: "--at", value: text, expected: "2026-12-24, 07:00, or 2026-12-24 07:00")
            }
            return start
        }
    }
}
