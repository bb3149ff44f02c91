internal import Arguments
internal import Control

/// The verbs that only look.
extension Verb {
    static let status = Verb(
        name: "status", usage: "[--json]", summary: "what is on the screen, and how the sign fares",
        details: "The names in the JSON are described in the control interface's documentation and stay.",
        flags: [Flag("json", "for programs: one JSON object")], changesNothing: true
    ) { invocation throws(CommandError) in
        _ = try invocation.operands()
        let report = try invocation.withDaemon { client throws(ControlClient.Failure) in try client.status() }
        if invocation.arguments.has("json") {
            try invocation.console.say(try json(report, pretty: true))
        } else {
            try invocation.console.say(StatusText.lines(report).joined(separator: "\n"))
        }
        return .success
    }

    static let outputs = Verb(
        name: "outputs", usage: "[--json]", summary: "the connectors, their modes, which one is used and why",
        details: "", flags: [Flag("json", "for programs: one JSON array")], changesNothing: true
    ) { invocation throws(CommandError) in
        _ = try invocation.operands()
        let reports = try invocation.withDaemon { client throws(ControlClient.Failure) in try client.outputs()
        }
        if invocation.arguments.has("json") {
            try invocation.console.say(try json(reports, pretty: true))
        } else if reports.isEmpty {
            try invocation.console.say("no connector: no card was found")
        }
        for report in reports where !invocation.arguments.has("json") {
            try invocation.console.say(OutputText.lines(report).joined(separator: "\n"))
        }
        return .success
    }

    static let monitor = Verb(
        name: "monitor", usage: "[--json]", summary: "a line per event: slide, pause, touch, reload, display",
        details: "Runs until it is interrupted or the daemon ends.",
        flags: [Flag("json", "for programs: one JSON object a line")], neverEnds: true,
        changesNothing: true
    ) { invocation throws(CommandError) in
        _ = try invocation.operands()
        let asJSON = invocation.arguments.has("json")
        var failure: CommandError?
        try invocation.withDaemon { client throws(ControlClient.Failure) in
            try client.monitor { event in
                do throws(CommandError) {
                    try invocation.console.say(
                        asJSON ? try json(event, pretty: false) : EventText.line(event))
                    return true
                } catch {
                    failure = error
                    return false
                }
            }
        }
        if let failure { throw failure }
        return .success
    }

    /// A value as JSON with its names sorted.
    static func json(_ value: some Encodable, pretty: Bool) throws(CommandError) -> String {
        guard let text = jsonText(of: value, pretty: pretty) else {
            throw .failed("the daemon's answer has a value that JSON cannot hold", .failure)
        }
        return text
    }
}
