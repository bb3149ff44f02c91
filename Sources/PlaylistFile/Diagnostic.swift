/// One problem of a file, at its place.
///
/// Its text is a contract with scripts: `file:line:column: severity: path: message`, without the path when the
/// problem belongs to no value.
public struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
    public enum Severity: String, Hashable, Sendable {
        /// The file is refused.
        case error
        /// The file plays; what the warning names is skipped or ignored.
        case warning
    }

    public var severity: Severity
    /// The file's name as it was given.
    public var file: String
    /// From 1.
    public var line: Int
    /// In characters (code points), from 1.
    public var column: Int
    /// Which value: "slides[3].duration"; empty when there is none.
    public var path: String
    /// What was expected and what was found; one line.
    public var message: String

    public init(
        severity: Severity, file: String, line: Int = 1, column: Int = 1, path: String = "", message: String
    ) {
        self.severity = severity
        self.file = file
        self.line = line
        self.column = column
        self.path = path
        self.message = message
    }

    /// `file:line:column: severity: path: message`.
    public var description: String {
        "\(file):\(line):\(column): \(severity.rawValue): " + (path.isEmpty ? "" : "\(path): ") + message
    }
}

/// A place in a file, both from 1.
struct Mark: Hashable, Sendable, Comparable {
    var line = 1
    var column = 1

    static func < (left: Mark, right: Mark) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
