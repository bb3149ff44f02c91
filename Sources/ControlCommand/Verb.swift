internal import Arguments

/// A command of `signagectl`.
struct Verb: Sendable {
    var name: String
    /// What follows the name: "ID | --number N [--for TIME]".
    var usage: String
    /// A phrase for the list of all.
    var summary: String
    /// Paragraphs for its own help; may be empty.
    var details: String
    var flags: [Flag] = []
    /// It has to do with this machine only: no `-H`.
    var runsHere = false
    /// It tells what happens until it is interrupted.
    var neverEnds = false
    /// It only looks: asking twice is as good as once.
    var changesNothing = false
    /// With several machines, the operands of one of them by its name; nil: the same for all.
    var operandsOfEach: (@Sendable ([String], String) throws(CommandError) -> [String])?
    var run: @Sendable (Invocation) throws(CommandError) -> ExitCode

    /// All of them, in the order of the help.
    static let all: [Verb] = [
        .status, .next, .previous, .show, .pause, .resume, .ticker, .display, .identify, .notice, .reload,
        .configure,
        .check, .schema,
        .preview, .schedule,
        .push, .history, .rollback, .use, .screenshot, .outputs, .monitor, .bridge,
    ]

    /// Whether it can answer in JSON.
    var hasJSON: Bool { flags.contains { $0.name == "json" } }
}

/// The texts of `--help`.
enum Help {
    static var overall: String {
        let width = Verb.all.map(\.name.count).max() ?? 0
        let verbs = Verb.all.map { verb in
            "  " + verb.name + String(repeating: " ", count: width - verb.name.count + 2) + verb.summary
        }
        let flags = [
            Signagectl.socketFlag, Signagectl.hostFlag, Signagectl.parallelFlag, Signagectl.retryFlag,
            Signagectl.jsonFlag, Flag("version", "the version"),
            Flag("help", "this, or a command's own help"),
        ]
        return """
            Usage: signagectl [-H HOSTS] [--socket PATH] COMMAND …

            Steers the sign that runs on this machine, or with -H those on others.

            Commands:
            \(verbs.joined(separator: "\n"))

            Options:
            \(Flag.helpLines(flags).joined(separator: "\n"))

            Exit status: 0 done, 1 not done, 64 wrong usage, 69 the daemon cannot be reached,
            78 a playlist or configuration cannot be used; with several machines the largest of theirs.
            'signagectl COMMAND --help' tells more about a command.
            """
    }

    static func text(_ verb: Verb) -> String {
        let usage = "Usage: signagectl \(verb.name)" + (verb.usage.isEmpty ? "" : " " + verb.usage)
        let summary = verb.summary.prefix(1).uppercased() + verb.summary.dropFirst() + "."
        let reach = [Signagectl.socketFlag] + (verb.runsHere ? [] : [Signagectl.hostFlag])
        let flags = verb.flags + reach + [Flag("help", "this")]
        let options = "Options:\n" + Flag.helpLines(flags).joined(separator: "\n")
        return [usage, summary, verb.details, options].filter { !$0.isEmpty }.joined(separator: "\n\n")
    }
}
