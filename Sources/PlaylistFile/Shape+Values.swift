internal import Signage

extension Shape where Value == Duration {
    /// `250ms`, `5s`, `1m30s`, `2h`, or a number of seconds; at most 366 days.
    static func duration(atLeast least: Duration = .zero) -> Shape {
        let most = Duration.seconds(366 * 86_400)
        let expected = "a duration such as 250ms, 5s, 1m30s or a number of seconds"
        return Shape(scalar: expected) { (text) throws(Unfit) in
            guard let duration = TimeSpan.parse(text) else { throw .different }
            guard duration >= least else {
                throw .because("\(quoted(text)) is shorter than \(least == .zero ? "0" : "100ms"), the least")
            }
            guard duration <= most else {
                throw .because("\(quoted(text)) is longer than 366 days, the limit")
            }
            return duration
        }
    }
}

/// How long something lasts, as people write it.
enum TimeSpan {
    private static let units: [(name: Substring, milliseconds: Double)] = [
        ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
    ]

    /// A number of seconds, or numbers with their units, the longest unit first; nil for anything else.
    static func parse(_ text: String) -> Duration? {
        if let seconds = Decimal.number(text) { return duration(milliseconds: seconds * 1000) }
        var rest = text[...]
        var milliseconds = 0.0
        var allowed = units[...]
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
            rest = rest.dropFirst(digits.count)
            let name = rest.prefix { $0.isASCII && $0.isLetter }
            rest = rest.dropFirst(name.count)
            guard let number = Decimal.number(digits),
                let unit = allowed.firstIndex(where: { $0.name == name })
            else { return nil }
            milliseconds += number * allowed[unit].milliseconds
            allowed = allowed[(unit + 1)...]
        }
        return text.isEmpty ? nil : duration(milliseconds: milliseconds)
    }

    private static func duration(milliseconds: Double) -> Duration? {
        guard milliseconds.magnitude < 1e15 else { return nil }
        return .microseconds(Int64((milliseconds * 1000).rounded()))
    }
}

extension Shape where Value == Color {
    /// `#rgb`, `#rrggbb`, `#rrggbbaa`, or a name of CSS.
    static var color: Shape { Shape<NamedColor>.namedColor.map { $0.color } }
}

/// A colour and how the file calls it.
struct NamedColor: Hashable, Sendable {
    var name: String
    var color: Color
}

extension Shape where Value == NamedColor {
    static var namedColor: Shape {
        let expected = "a colour such as \"#ff9500\" or white"
        return Shape(.scalar, expected) { (document, node) throws(Stop) in
            guard case .scalar(let scalar) = node.kind else {
                return try document.refuse(node, expected: expected)
            }
            if let color = Color(css: scalar.text) { return NamedColor(name: scalar.text, color: color) }
            document.report(
                .error, node.mark, "expected \(expected), found \(node.found)" + advice(node, scalar))
            return nil
        }
    }

    private static func advice(_ node: Node, _ scalar: Scalar) -> String {
        if node.isEmpty { return "; a colour that begins with # needs quotes" }
        guard let near = Spelling.nearest(to: scalar.text, among: Color.names) else { return "" }
        return "; did you mean '\(near)'?"
    }
}

extension Shape where Value == Length {
    /// A number of points from 0, or a percentage of what it is measured in.
    static func length(aboveZero: Bool = false) -> Shape {
        let expected =
            aboveZero
            ? "a number of points above 0, or up to 100%" : "a number of points from 0, or from 0% to 100%"
        return Shape(scalar: expected) { (text) throws(Unfit) in
            let isShare = text.hasSuffix("%")
            guard let number = Decimal.number(isShare ? text.dropLast() : text[...]),
                number <= (isShare ? 100 : 100_000), aboveZero ? number > 0 : number >= 0
            else { throw .different }
            return isShare ? .percent(number) : .points(number)
        }
    }
}
