/// A time window as the file writes it: `{days: mon-fri, from: "07:00", to: "11:00"}`.
///
/// Windows are not supported yet; their values are checked, so that a file that plays today is right then.
struct WrittenWindow: Hashable, Sendable {
    var days: [String] = []
    var from: String?
    var to: String?
    var since: String?
    var until: String?

    /// The windows of a slide.
    static let ofSlide = Mapping<WrittenWindow>([
        Key("days", .days, \.days),
        Key("from", .timeOfDay, \.from),
        Key("to", .timeOfDay, \.to),
        Key("since", .date, \.since),
        Key("until", .date, \.until),
    ])

    /// The windows in which the display is on.
    static let ofDisplay = Mapping<WrittenWindow>([
        Key("days", .days, \.days),
        Key("from", .timeOfDay, \.from),
        Key("to", .timeOfDay, \.to),
    ])
}

extension Shape where Value == [String] {
    /// `mon-fri`, `mon, wed`, or a list of these.
    static var days: Shape {
        let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
        let expected = "days such as mon-fri or [sat, sun]"
        let one = Shape<[String]>(scalar: expected) { (text) throws(Unfit) in
            let parts = text.lowercased().split(separator: ",", omittingEmptySubsequences: false)
            return try parts.map { (part) throws(Unfit) in
                let part = part.filter { $0 != " " }
                let ends = part.split(separator: "-", omittingEmptySubsequences: false)
                guard (1...2).contains(ends.count), ends.allSatisfy({ names.contains(String($0)) }) else {
                    throw .different
                }
                return part
            }
        }
        return Shape<[[String]]>.oneOrMore(of: one, expected: expected).map { $0.flatMap(\.self) }
    }
}

extension Shape where Value == String {
    /// `HH:MM` of the wall clock.
    static var timeOfDay: Shape {
        Shape(scalar: "a time such as \"07:00\"") { (text) throws(Unfit) in
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, let hour = digits(parts[0], 1...2), let minute = digits(parts[1], 2...2),
                minute < 60, hour < 24 || hour == 24 && minute == 0
            else { throw .different }
            return text
        }
    }

    /// `YYYY-MM-DD`.
    static var date: Shape {
        Shape(scalar: "a date such as 2026-12-24") { (text) throws(Unfit) in
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 3, let year = digits(parts[0], 4...4), let month = digits(parts[1], 2...2),
                let day = digits(parts[2], 2...2), (1...12).contains(month), year > 0
            else { throw .different }
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            guard (1...lengths[month - 1]).contains(day) else { throw .because("\(quoted(text)) is no date") }
            return text
        }
    }
}

private func digits(_ text: Substring, _ length: ClosedRange<Int>) -> Int? {
    guard length.contains(text.utf8.count), text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int(text)
}
