internal import Arguments
internal import Control

/// One run of a verb: its arguments, and the way to the daemon.
struct Invocation {
    let verb: String
    let arguments: ParsedArguments
    let console: Console
    /// `--socket`, when it was given.
    let socket: String?
    /// Path of `signage-painter`.
    let painter: String
    /// Path of `signaged`, for previews.
    let player: String
    /// The machine whose daemon is meant; nil: this one.
    var host: RemoteHost?

    /// Where the daemon listens: `--socket`, else $SIGNAGED_SOCKET, else the default place.
    var socketPath: String {
        if let socket { return socket }
        if let named = console.environment["SIGNAGED_SOCKET"], !named.isEmpty { return named }
        return Signagectl.defaultSocket
    }

    /// A new connection to the daemon that is meant: end it by `leave`.
    ///
    /// - Throws: `.daemon` when it cannot be reached.
    func connected() throws(CommandError) -> DaemonConnection {
        if let host { return try DaemonConnection(to: host, environment: console.environment) }
        return try DaemonConnection(to: socketPath)
    }

    /// Talks to the daemon over a new connection, which ends with the body.
    ///
    /// - Throws: `.daemon`, or what else there is to tell of a daemon that is not reached.
    func withDaemon<Answer>(
        _ body: (ControlClient) throws(ControlClient.Failure) -> Answer
    ) throws(CommandError) -> Answer {
        let connection = try connected()
        defer { connection.leave() }
        return try connection.ask(body)
    }

    /// Asks for something that is answered by being done.
    func perform(_ request: ControlRequest) throws(CommandError) -> ExitCode {
        _ = try withDaemon { client throws(ControlClient.Failure) in try client.perform(request) }
        return .success
    }

    /// Reads from the arguments; a mistake is the verb's.
    func reading<Value>(
        _ body: (ParsedArguments) throws(ArgumentError) -> Value
    ) throws(CommandError) -> Value {
        do throws(ArgumentError) {
            return try body(arguments)
        } catch {
            throw .usage(error, verb: verb)
        }
    }

    /// The operands, which must be as many as there are names.
    func operands(_ names: String...) throws(CommandError) -> [String] {
        let given = arguments.operands
        if given.count > names.count { throw .usage(.unexpectedOperand(given[names.count]), verb: verb) }
        if given.count < names.count { throw .usage(.missingOperand(names[given.count]), verb: verb) }
        return given
    }

    /// `--for`, more than nothing.
    func length() throws(CommandError) -> Duration? {
        try reading { arguments throws(ArgumentError) in
            let length = try arguments.duration("for")
            if length == .zero { throw .badValue(what: "--for", value: "0", expected: "more than no time") }
            return length
        }
    }

    /// The same, and not longer than a limit, which is told in the words given.
    func length(atMost longest: Duration, _ words: String) throws(CommandError) -> Duration? {
        let length = try self.length()
        if let length, length > longest {
            throw .usage(
                .badValue(
                    what: "--for", value: arguments.value("for") ?? "", expected: "at most \(words)"),
                verb: verb)
        }
        return length
    }
}
