/// A mistake on a command line.
public enum ArgumentError: Error, Hashable, Sendable {
    /// A flag that is not known, as written, and the known one that is nearest to it.
    case unknownFlag(String, suggestion: String?)
    /// A flag that needs a value came last or before another flag.
    case missingValue(String, placeholder: String)
    /// A switch came with a value, `--json=1`.
    case unexpectedValue(String)
    /// A value that cannot be read; `what` is the flag or the operand's name.
    case badValue(what: String, value: String, expected: String)
    /// An operand is missing: its name, "ID".
    case missingOperand(String)
    /// One operand too many.
    case unexpectedOperand(String)
    /// A verb that is not known, and the known one that is nearest to it.
    case unknownVerb(String, suggestion: String?)
    /// Any other mistake, said in full.
    case usage(String)
}

extension ArgumentError: CustomStringConvertible {
    /// What is wrong, for a person; without the program's name.
    public var description: String {
        switch self {
        case .unknownFlag(let flag, let suggestion):
            "unknown option '\(flag)'" + Self.didYouMean(suggestion)
        case .missingValue(let flag, let placeholder):
            "'\(flag)' needs a value: \(flag) \(placeholder)"
        case .unexpectedValue(let flag):
            "'\(flag)' takes no value"
        case .badValue(let what, let value, let expected):
            "'\(value)' cannot be used for \(what): expected \(expected)"
        case .missingOperand(let name):
            "\(name) is missing"
        case .unexpectedOperand(let operand):
            "unexpected argument '\(operand)'"
        case .unknownVerb(let verb, let suggestion):
            "unknown command '\(verb)'" + Self.didYouMean(suggestion)
        case .usage(let message):
            message
        }
    }

    private static func didYouMean(_ suggestion: String?) -> String {
        suggestion.map { "; did you mean '\($0)'?" } ?? ""
    }
}
