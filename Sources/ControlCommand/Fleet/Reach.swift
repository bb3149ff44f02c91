internal import Arguments
internal import PlaylistFile

/// Which machines a command line means, and how they are reached.
struct Reach {
    enum Place {
        /// The daemon of this machine.
        case here
        /// One other, whose answer reads as this machine's would.
        case host(RemoteHost)
        /// Several, or one that may be off: a line for each.
        case fleet([RemoteHost], parallel: Int, retryTime: Duration)
    }

    private(set) var place = Place.here
    /// `--socket`, when it was given.
    let socket: String?
    /// Whether the answer of several is to be JSON.
    let asJSON: Bool

    /// Reads `--host` and what goes with it; a flag may stand before the verb or after it.
    ///
    /// - Parameters:
    ///   - verb: what is to be done.
    ///   - global: the flags before the verb.
    ///   - own: those after it.
    ///   - environment: tells where `hosts.yaml` is.
    ///   - complain: gets the problems of that file, a line each.
    /// - Throws: what is wrong with them, or with `hosts.yaml`.
    init(
        verb: Verb, global: ParsedArguments, own: ParsedArguments, environment: [String: String],
        complain: (String) -> Void
    ) throws(CommandError) {
        socket = own.value("socket") ?? global.value("socket")
        asJSON = own.has("json") || global.has("json")
        var parallel: Int?
        var retryTime: Duration?
        do throws(ArgumentError) {
            // What stands after the verb counts.
            for arguments in [global, own] {
                parallel = try arguments.number("parallel", in: 1...FleetRun.mostParallel) ?? parallel
                retryTime = try arguments.duration("retry-for") ?? retryTime
            }
        } catch {
            throw .usage(error, verb: verb.name)
        }
        guard let text = own.value("host") ?? global.value("host") else {
            if parallel != nil || retryTime != nil {
                throw .usage(.usage("--parallel and --retry-for need -H"), verb: verb.name)
            }
            try Self.refuseJSON(global, own, verb)
            return
        }
        guard !verb.runsHere else {
            throw .usage(
                .usage("'\(verb.name)' has to do with this machine only: no -H"), verb: verb.name)
        }
        let selection = try Self.selection(text, verb, socket, environment, complain)
        if selection.hosts.count == 1, !selection.hasGroup, retryTime == nil {
            try Self.refuseJSON(global, own, verb)
            place = .host(selection.hosts[0])
        } else {
            place = .fleet(
                selection.hosts, parallel: parallel ?? FleetRun.usualParallel,
                retryTime: retryTime ?? .zero)
        }
    }

    /// One daemon's answer is JSON only where the verb says so, and then by the verb's own flag.
    private static func refuseJSON(
        _ global: ParsedArguments, _ own: ParsedArguments, _ verb: Verb
    ) throws(CommandError) {
        guard global.has("json") || own.has("json") && !verb.hasJSON else { return }
        throw .usage(.unknownFlag("--json", suggestion: nil), verb: verb.name)
    }

    private static func selection(
        _ text: String, _ verb: Verb, _ socket: String?, _ environment: [String: String],
        _ complain: (String) -> Void
    ) throws(CommandError) -> HostSelection {
        let file = hostsFile(environment)
        let reading = HostsReader.read(path: file)
        for diagnostic in reading.diagnostics { complain(printable("\(diagnostic)")) }
        guard let known = reading.value else {
            throw .failed(printable("'\(file)' cannot be used"), .badContent)
        }
        do throws(ArgumentError) {
            return try HostSelection(text, known: known, file: file, socket: socket)
        } catch {
            throw .usage(error, verb: verb.name)
        }
    }

    /// Where hosts have names: in the user's configuration folder.
    static func hostsFile(_ environment: [String: String]) -> String {
        // A relative path there is to be ignored: XDG Base Directory Specification.
        let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (folder ?? (environment["HOME"] ?? "") + "/.config") + "/signagectl/hosts.yaml"
    }
}
