internal import Arguments
internal import Glibc
internal import SystemCalls

/// A verb carried out on several machines, each by a `signagectl` of its own.
final class FleetRun {
    /// What is to be done, and where.
    struct Job {
        var verb: Verb
        var arguments: ParsedArguments
        var hosts: [RemoteHost]
        var asJSON: Bool
        /// How many at once.
        var parallel: Int
        /// Those that cannot be reached are tried again within this time.
        var retryTime: Duration
        /// Path of `signagectl`.
        var program: String
    }

    /// At once, when nothing else is said.
    static let usualParallel = 16
    static let mostParallel = 256

    private let job: Job
    private let console: Console
    private let commands: [[String]]
    private var plan: FleetPlan
    private var progress: FleetProgress
    private var runs: [Int: HostRun] = [:]
    private var outcomes: [Int: HostRun.Outcome] = [:]
    private var hasProgressLine = false

    /// - Throws: when the verb cannot be carried out on several machines like this.
    init(_ job: Job, console: Console) throws(CommandError) {
        let now = monotonicNanoseconds()
        self.job = job
        self.console = console
        var commands: [[String]] = []
        for host in job.hosts { commands.append(try Self.command(job, host)) }
        self.commands = commands
        // Whoever listens, listens to all of them.
        let parallel = job.verb.neverEnds ? job.hosts.count : job.parallel
        let (seconds, attoseconds) = job.retryTime.components
        plan = FleetPlan(
            count: job.hosts.count, mostAtOnce: parallel,
            retryTime: seconds * 1_000_000_000 + attoseconds / 1_000_000_000, at: now)
        progress = FleetProgress(isTerminal: console.rewrite != nil, at: now)
    }

    /// How one machine's `signagectl` is called.
    private static func command(_ job: Job, _ host: RemoteHost) throws(CommandError) -> [String] {
        let verb = job.verb
        // By the name it was found by: an address may be the name of another.
        var words = [job.program, "--" + Signagectl.oneOfSeveralFlag.name, "--host", host.name]
        if let socket = host.socket { words += ["--socket", socket] }
        words.append(verb.name)
        for flag in verb.flags where flag.name != "json" {
            if let value = job.arguments.value(flag.name) { words.append("--\(flag.name)=\(value)") }
            if job.arguments.has(flag.name) { words.append("--\(flag.name)") }
        }
        if isJSON(job) { words.append("--json") }
        let operands = try verb.operandsOfEach?(job.arguments.operands, host.name)
        return words + ["--"] + (operands ?? job.arguments.operands)
    }

    /// Whether each of them answers in JSON: because it is asked for, or for the table of statuses.
    private static func isJSON(_ job: Job) -> Bool {
        job.verb.hasJSON && (job.asJSON || job.verb.name == Verb.status.name)
    }

    // MARK: - Running

    /// Does it everywhere, prints what came of it, and names those where it was not done.
    ///
    /// - Returns: the largest exit status of all.
    func run() throws(CommandError) -> ExitCode {
        do throws(CommandError) {
            let signals = try Self.attempt { () throws(SystemError) in
                try SignalDescriptor(for: [SIGINT, SIGTERM, SIGHUP])
            }
            while !plan.open.isEmpty {
                start()
                showProgress()
                try Self.attempt { () throws(SystemError) in try wait(for: signals) }
                try takeWhatCame()
                if signals.next() != nil { interrupt() }
            }
        } catch {
            interrupt()
            throw error
        }
        clearProgress()
        return try report()
    }

    private static func attempt<Value>(
        _ body: () throws(SystemError) -> Value
    ) throws(CommandError) -> Value {
        do throws(SystemError) {
            return try body()
        } catch {
            throw .system(error)
        }
    }

    private func start() {
        while let index = plan.next(at: monotonicNanoseconds()) {
            do throws(SystemError) {
                runs[index] = try HostRun(running: commands[index], environment: console.environment)
            } catch {
                finish(index, HostRun.Outcome(code: .failure, complaints: ["\(error)"]))
            }
        }
    }

    private func wait(for signals: SignalDescriptor) throws(SystemError) {
        var waits = [(descriptor: signals.descriptor, interest: Poller.Interest.readable)]
        for run in runs.values { waits += run.waits }
        let now = monotonicNanoseconds()
        let deadline = [plan.nextDeadline, progress.deadline].compactMap { $0 }.min()
        let rest = deadline.map { max(0, ($0 - now + 999_999) / 1_000_000) } ?? -1
        _ = try readiness(of: waits, milliseconds: CInt(clamping: rest))
    }

    private func takeWhatCame() throws(CommandError) {
        for (index, run) in runs.sorted(by: { $0.key < $1.key }) {
            let outcome = run.advance()
            if job.verb.neverEnds {
                for line in run.takeLines(last: outcome != nil) {
                    try console.put(FleetReport.event(line, of: job.hosts[index], asJSON: job.asJSON))
                }
            }
            guard let outcome else { continue }
            runs[index] = nil
            finish(index, outcome)
        }
    }

    private func finish(_ index: Int, _ outcome: HostRun.Outcome) {
        let isFirst = outcomes[index] == nil
        outcomes[index] = outcome
        // Nothing is done twice: a lost answer may be that to something done.
        let mayRepeat = outcome.isUndone || job.verb.changesNothing && outcome.code == .unavailable
        guard plan.end(index, mayRepeat: mayRepeat, at: monotonicNanoseconds()) != nil, isFirst else {
            return
        }
        clearProgress()
        console.complain(printable("\(job.hosts[index].name): \(outcome.summary); trying again"))
    }

    /// Ends all that is at work; what has not begun does not begin.
    private func interrupt() {
        for run in runs.values { run.terminate() }
        for (index, run) in runs {
            run.end()
            outcomes[index] = HostRun.Outcome(code: .failure, complaints: ["interrupted"])
        }
        runs = [:]
        plan.endAll()
    }

    // MARK: - Telling

    private func showProgress() {
        guard !job.verb.neverEnds else { return }
        let open = plan.open.map { job.hosts[$0] }
        guard let text = progress.text(open, of: job.hosts.count, at: monotonicNanoseconds()) else { return }
        if let rewrite = console.rewrite {
            rewrite(printable(text))
            hasProgressLine = true
        } else {
            console.complain(printable(text))
        }
    }

    private func clearProgress() {
        if hasProgressLine { console.rewrite?("") }
        hasProgressLine = false
    }

    private func report() throws(CommandError) -> ExitCode {
        let lines = job.hosts.indices.map { index in
            let outcome = outcomes[index] ?? HostRun.Outcome(code: .failure, complaints: ["not begun"])
            return (host: job.hosts[index], outcome: outcome)
        }
        if job.verb.neverEnds {
            // What they said has been told as it came.
        } else if job.asJSON {
            try console.say(FleetReport.json(lines, isJSON: Self.isJSON(job)))
        } else {
            let isStatus = job.verb.name == Verb.status.name
            for line in FleetReport.table(lines, isStatus: isStatus) { try console.say(line) }
        }
        let rest = lines.filter { $0.outcome.code != .success }
        guard !rest.isEmpty else { return .success }
        console.complain(
            "signagectl: not done on \(rest.count) of \(StatusText.count(lines.count, "screen")):")
        for (host, outcome) in rest { console.complain(printable("  \(host.name): \(outcome.summary)")) }
        return rest.map(\.outcome.code).max { $0.rawValue < $1.rawValue } ?? .failure
    }
}
