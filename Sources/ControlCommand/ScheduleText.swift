internal import Control
internal import Signage

/// What shows when, as a person reads it.
enum ScheduleText {
    /// So many slides are named in a line.
    private static let mostNames = 8

    static func lines(_ report: ScheduleReport) -> [String] {
        var lines = ["\(report.name), time zone \(report.timeZone)"]
        if !report.trusted {
            lines.append("The clock cannot be trusted yet: until it can, slides that have times wait.")
        }
        if report.intent != "auto" {
            lines.append("The display is \(report.intent) by command, whatever its hours are.")
        }
        // A display that is always on is not worth a word in every line.
        let hasHours = report.changes.contains { !$0.display }
        var day = ""
        for change in report.changes {
            let date = String(change.time.prefix(10))
            if date != day {
                day = date
                lines.append(
                    [CalendarDay(date)?.weekday.text, date].compactMap { $0 }.joined(separator: " "))
            }
            var parts = [padded(time(change.time)), StatusText.count(change.slides, "slide")]
            if hasHours { parts.insert(change.display ? "display on " : "display off", at: 1) }
            let names = names(of: change, isFirst: change == report.changes.first)
            if !names.isEmpty { parts.append(names) }
            lines.append("  " + parts.joined(separator: "  "))
        }
        let isCut = report.changes.count >= Programme.mostChanges
        lines.append(
            "until \(report.until.prefix(10)) \(time(report.until))"
                + (isCut ? ", after \(Programme.mostChanges) changes; '--at' looks beyond" : ""))
        return lines.map(printable)
    }

    /// "07:00", "07:00:30".
    private static func time(_ text: String) -> String {
        let time = text.dropFirst(11).prefix(8)
        return String(time.hasSuffix(":00") ? time.prefix(5) : time)
    }

    private static func padded(_ time: String) -> String {
        time + String(repeating: " ", count: max(0, "07:00:30".count - time.count))
    }

    private static func names(of change: ScheduleReport.Change, isFirst: Bool) -> String {
        var names = change.joins.map { (isFirst ? "'" : "+'") + $0 + "'" } + change.leaves.map { "-'\($0)'" }
        let others = change.others + max(0, names.count - mostNames)
        names = Array(names.prefix(mostNames))
        if others > 0 { names.append(StatusText.count(others, "other")) }
        return names.joined(separator: " ")
    }
}
