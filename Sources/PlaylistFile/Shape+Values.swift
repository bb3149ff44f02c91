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
        }.described(.duration(from: least, to: most)) { TimeSpan.written($0) }
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

    /// As one unit, without a unit where there is no need of one; nil for what is finer than that.
    static func written(_ duration: Duration) -> JSONValue? {
        let (seconds, attoseconds) = duration.components
        if attoseconds == 0 { return seconds == 0 ? .number(0) : .text("\(seconds)s") }
        let millisecond: Int64 = 1_000_000_000_000_000
        guard attoseconds.isMultiple(of: millisecond) else { return nil }
        return .text("\(seconds * 1000 + attoseconds / millisecond)ms")
    }

    private static func duration(milliseconds: Double) -> Duration? {
        guard milliseconds.magnitude < 1e15 else { return nil }
        return .microseconds(Int64((milliseconds * 1000).rounded()))
    }
}

extension Form {
    /// A duration with its limits.
    fileprivate static func duration(from least: Duration, to most: Duration) -> Form {
        let name = least == .zero ? "duration" : "duration, at least 100ms"
        let units = ["d", "h", "m", "s", "ms"].map { "([0-9]+(\\.[0-9]+)?\($0))?" }.joined()
        return .called(
            name,
            .either([.number(least.inSeconds...most.inSeconds), .pattern("^(?=[0-9])\(units)$")]))
    }

    fileprivate static var color: Form {
        .called(
            "colour", .either([.words(Color.names), .pattern("^#([0-9a-fA-F]{3}){1,2}$|^#[0-9a-fA-F]{8}$")]))
    }
}

extension Shape where Value == Color {
    /// `#rgb`, `#rrggbb`, `#rrggbbaa`, or a name of CSS.
    static var color: Shape {
        Shape<NamedColor>.namedColor.map { $0.color }.described(.color) { .text($0.css) }
    }
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
        }.described(.color) { .text($0.name) }
    }

    private static func advice(_ node: Node, _ scalar: Scalar) -> String {
        if node.isEmpty { return "; a colour that begins with # needs quotes" }
        guard let near = Spelling.nearest(to: scalar.text, among: Color.names) else { return "" }
        return "; did you mean '\(near)'?"
    }
}

extension Form {
    fileprivate static func length(aboveZero: Bool) -> Form {
        let share = "(100(\\.0+)?|[0-9]{1,2}(\\.[0-9]+)?)%$"
        return aboveZero
            ? .called("length above 0", .either([.above(100_000), .pattern("^(?![0.]+%)" + share)]))
            : .called("length", .either([.number(0...100_000), .pattern("^" + share)]))
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
        }.described(.length(aboveZero: aboveZero)) { length in
            switch length {
            case .points(let points): .number(points)
            case .percent(let share): .text(Decimal.written(share) + "%")
            }
        }
    }
}
