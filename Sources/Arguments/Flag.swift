/// A flag that a program or a verb takes: `--socket PATH`, `--json`.
public struct Flag: Hashable, Sendable {
    /// Without the dashes: "socket".
    public var name: String
    /// What stands for the value in the help: "PATH"; nil: a switch, which takes no value.
    public var value: String?
    /// What it does, a phrase for the help.
    public var help: String

    /// A flag, `--name VALUE`, or a switch, `--name`.
    public init(_ name: String, value: String? = nil, _ help: String) {
        self.name = name
        self.value = value
        self.help = help
    }

    /// How it is written: "--socket PATH".
    public var usage: String {
        value.map { "--\(name) \($0)" } ?? "--\(name)"
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
