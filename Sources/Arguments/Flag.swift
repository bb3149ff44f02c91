/// A flag that a program or a verb takes: `--socket PATH`, `--json`, `-o FILE`.
public struct Flag: Hashable, Sendable {
    /// Without the dashes: "socket".
    public var name: String
    /// One letter that may stand for it after a single dash: "o" of `-o`; nil: there is none. Not "h", which is help.
    public var short: Character?
    /// What stands for the value in the help: "PATH"; nil: a switch, which takes no value.
    public var value: String?
    /// What it does, a phrase for the help.
    public var help: String

    /// A flag, `--name VALUE`, or a switch, `--name`.
    public init(_ name: String, short: Character? = nil, value: String? = nil, _ help: String) {
        self.name = name
        self.short = short
        self.value = value
        self.help = help
    }

    /// How it is written: "--socket PATH", "-o, --output FILE".
    public var usage: String {
        (short.map { "-\($0), " } ?? "") + "--\(name)" + (value.map { " \($0)" } ?? "")
    }

    /// The lines of a help text that list flags, one a line, two spaces in, the phrases below each other.
    public static func helpLines(_ flags: [Flag]) -> [String] {
        let width = flags.map(\.usage.count).max() ?? 0
        return flags.map { flag in
            let gap = String(repeating: " ", count: width - flag.usage.count + 2)
            return "  " + flag.usage + gap + flag.help
        }
    }
}
