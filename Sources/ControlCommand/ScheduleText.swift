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
        var day = ""
        for change in report.changes {
            let date = String(change.time.prefix(10))
            if date != day {
                day = date
                lines.append(
                    [CalendarDay(date)?.weekday.text, date].compactMap { $0 }.joined(separator: " "))
            }
            lines.append(
                "  " + time(change.time) + "  " + line(change, isFirst: change == report.changes.first))
        }
        lines.append("until \(report.until.prefix(10)) \(time(report.until))")
        return lines.map(printable)
    }

    /// "07:00   ", "07:00:30".
    private static func time(_ text: String) -> String {
        let time = text.dropFirst(11).prefix(8)
        return time.hasSuffix(":00") ? time.prefix(5) + "   " : String(time)
    }

    private static func line(_ change: ScheduleReport.Change, isFirst: Bool) -> String {
        var parts = [
            change.display ? "display on " : "display off", StatusText.count(change.slides, "slide"),
        ]
        var names = change.joins.map { (isFirst ? "'" : "+'") + $0 + "'" } + change.leaves.map { "-'\($0)'" }
        let others = change.others + max(0, names.count - mostNames)
        names = Array(names.prefix(mostNames))
        if others > 0 { names.append(StatusText.count(others, "other")) }
        if !names.isEmpty { parts.append(names.joined(separator: " ")) }
        return parts.joined(separator: "  ")
    }
}
