internal import Signage

/// A time window in a file: `{days: mon-fri, from: "07:00", to: "11:00"}`.
enum TimeWindowTable {
    /// The windows of a slide.
    static let ofSlide = Mapping<TimeWindow>(
        ofDisplay.keys + [
            Key("since", .date, \.since, about: "the first day on which it begins"),
            Key("until", .date, \.until, about: "the last day on which it begins"),
        ],
        finish: { window, found, document in
            if reportEmpty(window, found, document) { return }
            guard let since = window.since, let until = window.until, let end = found["until"] else { return }
            if until < since {
                document.report(.warning, end, "before 'since': this window never opens", at: .key("until"))
            } else if window.neverOpens {
                document.report(
                    .warning, found["days"] ?? end,
                    "none of them is between 'since' and 'until': this window never opens", at: .key("days"))
            }
        })

    /// The windows in which the display is on.
    static let ofDisplay = Mapping<TimeWindow>(
        [
            Key(
                "days", .days, \.days,
                about:
                    "on which it begins: `mon-fri`, `sat, sun`, or a list; `fri-mon` goes over the weekend",
                otherwise: "every day"),
            Key(
                "from", .timeOfDay, \.from,
                about: "when it begins, by the wall clock in the zone of the device"),
            Key("to", .timeOfDay, \.to, about: "when it ends; not after `from`: on the next day"),
        ],
        finish: { window, found, document in _ = reportEmpty(window, found, document) })

    /// Names a window from 24:00 to 00:00, which is the same midnight.
    ///
    /// - Returns: whether it is one.
    private static func reportEmpty(_ window: TimeWindow, _ found: Found, _ document: Document) -> Bool {
        guard window.from == 86_400, window.to == 0, let mark = found["to"] ?? found["from"] else {
            return false
        }
        document.report(
            .warning, mark, "from 24:00 to 00:00 is no time: this window never opens", at: .key("to"))
        return true
    }
}

/// Windows of one slide, or of the display.
private let mostWindows = 100

extension Shape where Value == [TimeWindow] {
    /// The windows of a slide.
    static var windows: Shape {
        let expected = "a time window such as {days: mon-fri}, or a list of them"
        return .oneOrMore(
            of: TimeWindowTable.ofSlide.shape(expected) { TimeWindow() }, expected: expected,
            limit: mostWindows)
    }

    /// The windows of the display; there may be none.
    static var displayHours: Shape {
        let window = TimeWindowTable.ofDisplay.shape("a time window such as {days: mon-sat}") { TimeWindow() }
        let list = Shape.list(of: window, expected: "a list of time windows") { _ in mostWindows }
        return Shape(list.kind, list.expected) { (document, node) throws(Stop) in
            let errors = document.errors
            let windows = try list.read(document, node)
            // Some of the hours, and the sign is dark in the others: then rather always on.
            return document.errors == errors ? windows : nil
        }.described(.list(window.form, 0...100)) { $0.isEmpty ? .list([]) : nil }
    }
}

extension Shape where Value == Set<Weekday> {
    /// `mon-fri`, `mon, wed`, or a list of these; `fri-mon` goes over the weekend.
    static var days: Shape {
        let expected = "days such as mon-fri or [sat, sun]"
        let one = Shape<Set<Weekday>>(scalar: expected) { (text) throws(Unfit) in
            var days: Set<Weekday> = []
            for part in text.lowercased().split(separator: ",", omittingEmptySubsequences: false) {
                let names = part.filter { $0 != " " }.split(separator: "-", omittingEmptySubsequences: false)
                guard (1...2).contains(names.count), let first = Weekday(named: names[0]),
                    let last = Weekday(named: names[names.count - 1])
                else { throw .different }
                let length = (last.rawValue - first.rawValue + 7) % 7
                days.formUnion((0...length).compactMap { Weekday(rawValue: (first.rawValue + $0) % 7) })
            }
            return days
        }
        let all = Shape<[Set<Weekday>]>.oneOrMore(of: one, expected: expected)
        return Shape(.collection, expected) { (document, node) throws(Stop) in
            let errors = document.errors
            guard let parts = try all.read(document, node), document.errors == errors else { return nil }
            if !parts.isEmpty { return parts.reduce([]) { $0.union($1) } }
            document.report(.error, node.mark, "expected \(expected), found an empty list")
            return nil
        }.described(.called("days", .either([Form.days, .list(Form.days, 1 ... .max)])))
    }
}

extension Form {
    /// In one text.
    fileprivate static var days: Form {
        let day = "([Mm]on|[Tt]ue|[Ww]ed|[Tt]hu|[Ff]ri|[Ss]at|[Ss]un)"
        let range = " *\(day) *(- *\(day) *)?"
        return .pattern("^\(range)(,\(range))*$")
    }
}

extension Weekday {
    /// `mon` … `sun`.
    fileprivate init?(named name: Substring) {
        guard let number = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].firstIndex(of: name) else {
            return nil
        }
        self.init(rawValue: number)
    }
}

extension Shape where Value == Int {
    /// `HH:MM` of the wall clock, as seconds after midnight; `24:00` is the next one.
    static var timeOfDay: Shape {
        Shape(scalar: "a time such as \"07:00\"") { (text) throws(Unfit) in
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, let hour = digits(parts[0], 1...2), let minute = digits(parts[1], 2...2),
                minute < 60, hour < 24 || hour == 24 && minute == 0
            else { throw .different }
            return hour * 3600 + minute * 60
        }.described(.called("time", .pattern("^([01]?[0-9]|2[0-3]):[0-5][0-9]$|^24:00$"))) { seconds in
            func digits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
            return .text(digits(seconds / 3600) + ":" + digits(seconds / 60 % 60))
        }
    }
}

extension Shape where Value == CalendarDay {
    /// `YYYY-MM-DD`.
    static var date: Shape {
        Shape(scalar: "a date such as 2026-12-24") { (text) throws(Unfit) in
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 3, let year = digits(parts[0], 4...4), let month = digits(parts[1], 2...2),
                let day = digits(parts[2], 2...2), (1...12).contains(month), year > 0
            else { throw .different }
            guard let date = CalendarDay(year: year, month: month, day: day) else {
                throw .because("\(quoted(text)) is no date")
            }
            return date
        }.described(.called("date", .pattern("^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$")))
    }
}

private func digits(_ text: Substring, _ length: ClosedRange<Int>) -> Int? {
    guard length.contains(text.utf8.count), text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int(text)
}
