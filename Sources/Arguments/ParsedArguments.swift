/// What was given on a command line.
///
/// `--name VALUE` or `--name=VALUE`, for flags that have a letter also `-n VALUE` or `-nVALUE`; `--` ends the flags; `-`
/// and negative numbers are operands. Every program and verb takes `--help` (and `-h`) without naming it.
public struct ParsedArguments: Hashable, Sendable {
    /// The values of flags, by name; the last one given counts.
    public private(set) var values: [String: String] = [:]
    /// The switches given, by name.
    public private(set) var switches: Set<String> = []
    /// What is not a flag, in order.
    public private(set) var operands: [String] = []
    /// Whether `--help` or `-h` was among them.
    public private(set) var wantsHelp = false
    /// With `stopsAtOperand`: what follows the first operand, as it was given.
    public private(set) var rest: [String] = []

    /// Reads a command line.
    ///
    /// - Parameters:
    ///   - arguments: without the program's name.
    ///   - flags: the flags known.
    ///   - stopsAtOperand: the first operand is a verb: what follows it is left in `rest`.
    /// - Throws: the first mistake found, unless `--help` came before it.
    public init(_ arguments: [String], flags: [Flag], stopsAtOperand: Bool = false) throws(ArgumentError) {
        var remaining = arguments[...]
        var flagsEnded = false
        while let argument = remaining.popFirst() {
            if flagsEnded || !Self.looksLikeFlag(argument) {
                operands.append(argument)
                if stopsAtOperand {
                    rest = Array(remaining)
                    return
                }
            } else if argument == "--" {
                flagsEnded = true
            } else if argument == "--help" || argument == "-h" {
                wantsHelp = true
                return
            } else {
                try take(argument, from: &remaining, flags)
            }
        }
    }

    /// The value of a flag, nil when it was not given.
    public func value(_ name: String) -> String? { values[name] }

    /// Whether a switch was given.
    public func has(_ name: String) -> Bool { switches.contains(name) }

    /// A flag's value as a length of time.
    ///
    /// - Returns: nil when the flag was not given.
    /// - Throws: `.badValue` when it is no length of time.
    public func duration(_ name: String) throws(ArgumentError) -> Duration? {
        guard let text = values[name] else { return nil }
        guard let length = Duration(text: text) else {
            throw .badValue(what: "--" + name, value: text, expected: "a time like 90s, 10m or 1h30m")
        }
        return length
    }

    /// A flag's value as a whole number.
    ///
    /// - Returns: nil when the flag was not given.
    /// - Throws: `.badValue` when it is no whole number in the range.
    public func number(_ name: String, in range: ClosedRange<Int>) throws(ArgumentError) -> Int? {
        guard let text = values[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            let most = range.upperBound == .max ? "" : " to \(range.upperBound)"
            throw .badValue(
                what: "--" + name, value: text, expected: "a whole number from \(range.lowerBound)\(most)")
        }
        return number
    }

    /// Whether an argument is a flag by its looks: a dash and a name, but not `-` alone, a negative number, or a text.
    private static func looksLikeFlag(_ argument: String) -> Bool {
        guard argument.first == "-", argument.count > 1 else { return false }
        return Double(argument) == nil && !argument.prefix { $0 != "=" }.contains(where: \.isWhitespace)
    }

    private mutating func take(
        _ argument: String, from remaining: inout ArraySlice<String>, _ flags: [Flag]
    ) throws(ArgumentError) {
        let (flag, written, attached) = try Self.split(argument, flags)
        guard let placeholder = flag.value else {
            if attached != nil { throw .unexpectedValue(written) }
            switches.insert(flag.name)
            return
        }
        if let attached {
            values[flag.name] = attached
        } else if let next = remaining.first, next == "-" || !Self.looksLikeFlag(next) {
            values[flag.name] = next
            remaining.removeFirst()
        } else {
            throw .missingValue(written, placeholder: placeholder)
        }
    }

    /// The flag that an argument names, how it was written, and the value that is part of the same argument.
    private static func split(
        _ argument: String, _ flags: [Flag]
    ) throws(ArgumentError) -> (flag: Flag, written: String, attached: String?) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let written = String(parts[0])
        let name = String(written.drop { $0 == "-" })
        let known = flags.first { $0.name == name }
        if written.hasPrefix("--") {
            if let known { return (known, written, parts.count > 1 ? String(parts[1]) : nil) }
        } else if known == nil, let letter = name.first, let flag = flags.first(where: { $0.short == letter })
        {
            let rest = argument.dropFirst(2)
            return (
                flag, "-\(letter)", rest.isEmpty ? nil : String(rest.first == "=" ? rest.dropFirst() : rest)
            )
        }
        let names = flags.map(\.name) + ["help"]
        throw .unknownFlag(written, suggestion: nearest(to: name, among: names).map { "--" + $0 })
    }
}
