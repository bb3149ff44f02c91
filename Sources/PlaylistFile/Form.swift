/// What may stand for a value, for those who do not read it: editors and documents.
///
/// It says of reading what can be said without doing it. Scalars are as YAML 1.2 takes them, so that a number may
/// stand where text belongs.
indirect enum Form: Sendable {
    /// Only reading it tells.
    case unknown
    case flag
    /// So many characters.
    case text(ClosedRange<Int>)
    /// Both ends included.
    case number(ClosedRange<Double>)
    case whole(ClosedRange<Int>)
    /// A number above 0, up to the other end.
    case above(Double)
    case words([String])
    /// A text that an expression of ECMA-262 matches.
    case pattern(String)
    /// So many items.
    case list(Form, ClosedRange<Int>)
    case mapping(MappingForm)
    case either([Form])
    /// One that documents have a name for.
    case called(String, Form)

    /// A list of any length.
    static func list(_ element: Form) -> Form { .list(element, 0 ... .max) }

    /// A word as a file has it: one that is a number is a number.
    static func word(_ word: String) -> JSONValue { Decimal.number(word).map { .number($0) } ?? .text(word) }
}

/// The keys of a kind of mapping.
struct MappingForm: Sendable {
    struct Entry: Sendable {
        var name: String
        /// One line of Markdown.
        var about: String
        var form: Form
        /// What counts when the key is not there; nil: see `otherwise`.
        var normal: JSONValue?
        /// The same in words, where it is no value.
        var otherwise: String
        /// A link to where documents say more; may be empty.
        var more: String
    }

    var entries: [Entry]
    /// Keys of which a mapping has exactly one; may be empty.
    var oneOf: [String]
    /// Keys that a mapping has in any case.
    var required: [String]
}

// MARK: - In documents

extension Form {
    /// As a cell of a table in Markdown.
    var words: String {
        switch self {
        case .unknown: "as described"
        case .flag: "`true`, `false`"
        case .text(let length):
            length.upperBound == .max ? "text" : "text, at most \(Self.grouped(length.upperBound)) characters"
        case .number(let range): "\(Self.grouped(range.lowerBound)) … \(Self.grouped(range.upperBound))"
        case .whole(let range): "\(Self.grouped(range.lowerBound)) … \(Self.grouped(range.upperBound))"
        case .above(let most): "above 0, at most \(Self.grouped(most))"
        case .words(let words): words.map { "`\($0)`" }.joined(separator: ", ")
        case .pattern: "text"
        case .list(.mapping, let count):
            count.upperBound == .max ? "a list of mappings" : "a list of mappings, \(Self.counted(count))"
        case .list(let element, let count):
            count.upperBound == .max
                ? "a list: \(element.words)" : "a list of \(Self.counted(count)): \(element.words)"
        case .mapping(let mapping): mapping.entries.map { "`\($0.name)`" }.joined(separator: ", ")
        case .either(let forms) where forms.contains(where: \.isMapping): "a mapping, or a list of them"
        case .either(let forms): forms.map(\.words).joined(separator: ", or ")
        case .called(let name, _): name
        }
    }

    /// Whether it has keys of its own.
    var isMapping: Bool {
        if case .mapping = self { true } else { false }
    }

    private static func counted(_ count: ClosedRange<Int>) -> String {
        count.lowerBound == count.upperBound
            ? grouped(count.upperBound) : "at most \(grouped(count.upperBound))"
    }

    private static func grouped(_ number: Double) -> String {
        Int(exactly: number).map { grouped($0) } ?? Decimal.written(number)
    }

    /// "100,000".
    private static func grouped(_ number: Int) -> String {
        let digits = Array(String(number.magnitude))
        var result = number < 0 ? "−" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { result.append(",") }
            result.append(digit)
        }
        return result
    }
}
