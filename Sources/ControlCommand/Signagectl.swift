internal import Arguments
internal import Control
internal import SystemCalls

/// The operator's tool: `signagectl [-H HOSTS] [--socket PATH] COMMAND …`.
public struct Signagectl {
    /// Where the daemon listens when nothing else is said.
    static let defaultSocket = "/run/signaged/control.sock"

    static let socketFlag = Flag(
        "socket", value: "PATH", "where the daemon listens (else $SIGNAGED_SOCKET, else \(defaultSocket))")

    static let hostFlag = Flag(
        "host", short: "H", value: "HOSTS",
        "signs on other machines, by ssh: [user@]host, names and @groups of hosts.yaml")
    static let parallelFlag = Flag(
        "parallel", value: "N", "with several HOSTS: how many at once (default: \(FleetRun.usualParallel))")
    static let retryFlag = Flag(
        "retry-for", value: "TIME", "with HOSTS: try again those that cannot be reached, 24h for example")
    static let jsonFlag = Flag("json", "with several HOSTS: one JSON array, an object for each")

    /// How it is run for one of several machines: no flag for people. It ends with 75 in place of 69 when nothing was
    /// done for certain.
    static let oneOfSeveralFlag = Flag("one-of-several", "for one of several HOSTS")

    private let console: Console
    private let painter: String
    private let player: String
    private let program: String

    /// - Parameters:
    ///   - console: the surroundings.
    ///   - painter: path of `signage-painter`; nil: the one beside this program.
    ///   - player: path of `signaged`, for previews; nil: the one beside this program.
    ///   - program: path of `signagectl`, run once for each of several machines; nil: this program.
    public init(
        console: Console = .process, painter: String? = nil, player: String? = nil, program: String? = nil
    ) {
        self.console = console
        self.painter = painter ?? siblingProgram("signage-painter")
        self.player = player ?? siblingProgram("signaged")
        self.program = program ?? siblingProgram("signagectl")
    }

    /// Does what a command line says.
    ///
    /// - Parameter arguments: without the program's name.
    /// - Returns: the exit status; what went wrong has been said on standard error.
    public func run(_ arguments: [String]) -> ExitCode {
        do throws(CommandError) {
            return try perform(arguments)
        } catch {
            for (index, line) in error.lines.enumerated() {
                console.complain(index == 0 ? "signagectl: \(line)" : "  \(line)")
            }
            // It comes first, if at all.
            if arguments.first == "--" + Self.oneOfSeveralFlag.name, error.exitCode == .unavailable,
                case .undone = error
            {
                return .undone
            }
            return error.exitCode
        }
    }

    private func perform(_ arguments: [String]) throws(CommandError) -> ExitCode {
        let reach = [Self.socketFlag, Self.hostFlag, Self.parallelFlag, Self.retryFlag]
        let globals = reach + [Self.jsonFlag, Self.oneOfSeveralFlag, Flag("version", "the version")]
        let parsed = try parse(arguments, globals, verb: nil, stopsAtOperand: true)
        if parsed.wantsHelp || parsed.operands == ["help"] && parsed.rest.isEmpty {
            try console.say(Help.overall)
            return .success
        }
        if parsed.has("version") {
            try console.say("signagectl \(productVersion)")
            return .success
        }
        guard let name = parsed.operands.first else { throw .usage(.missingOperand("COMMAND"), verb: nil) }
        if name == "help", let subject = parsed.rest.first {
            try console.say(Help.text(try verb(subject)))
            return .success
        }
        let verb = try verb(name)
        let given = verb.flags + reach + (verb.hasJSON ? [] : [Self.jsonFlag])
        let own = try parse(parsed.rest, given, verb: verb.name, stopsAtOperand: false)
        if own.wantsHelp {
            try console.say(Help.text(verb))
            return .success
        }
        let reached = try Reach(verb: verb, global: parsed, own: own, environment: console.environment) {
            console.complain($0)
        }
        var invocation = Invocation(
            verb: verb.name, arguments: own, console: console, socket: reached.socket, painter: painter,
            player: player)
        switch reached.place {
        case .here: break
        case .host(let host): invocation.host = host
        case .fleet(let hosts, let parallel, let retryTime):
            let job = FleetRun.Job(
                verb: verb, arguments: own, hosts: hosts, asJSON: reached.asJSON, parallel: parallel,
                retryTime: retryTime, program: program)
            return try FleetRun(job, console: console).run()
        }
        return try verb.run(invocation)
    }

    private func parse(
        _ arguments: [String], _ flags: [Flag], verb: String?, stopsAtOperand: Bool
    ) throws(CommandError) -> ParsedArguments {
        do throws(ArgumentError) {
            return try ParsedArguments(arguments, flags: flags, stopsAtOperand: stopsAtOperand)
        } catch {
            throw .usage(error, verb: verb)
        }
    }

    private func verb(_ name: String) throws(CommandError) -> Verb {
        if let verb = Verb.all.first(where: { $0.name == name }) { return verb }
        throw .usage(
            .unknownVerb(name, suggestion: nearest(to: name, among: Verb.all.map(\.name))), verb: nil)
    }
}
