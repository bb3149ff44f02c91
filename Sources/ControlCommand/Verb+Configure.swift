internal import Arguments
internal import Control
internal import Glibc
internal import SystemCalls

extension Verb {
    static let configure = Verb(
        name: "configure", usage: "FILE | --file | --confirm | --revert | --show",
        summary: "try another configuration, which goes back by itself unless it is kept",
        details: """
            FILE is what signaged.yaml may be, '-' standard input. The sign checks it and puts it in force at once,
            the playlist plays on; a mode that the display does not offer is refused. Then it waits to be kept:
            after 60 s it goes back by itself, and it is gone after a restart as well. On a terminal you are asked;
            else 'signagectl configure --confirm' keeps it, also from elsewhere and on several HOSTS.
            What is kept is stored on the sign and counts in place of its file, until another is kept or
            'signagectl configure --file' goes back to the file, in the same way. The exit status is 78 when it
            cannot be used; nothing has changed then.
            """,
        flags: [
            Flag("yes", "keep it as soon as a frame in it is seen to be on the screen"),
            Flag("wait", value: "TIME", "how long it waits to be kept (default: 60s, at most 1h)"),
            Flag("file", "in place of FILE: the configuration file of the sign's machine"),
            Flag("confirm", "keep the one that waits"),
            Flag("revert", "take it back"),
            Flag("show", "print the configuration in force"),
        ],
        operandsOfEach: operandsOfOne(_:of:)
    ) { invocation throws(CommandError) in
        try Configuring(invocation).run()
    }

    @Sendable private static func operandsOfOne(
        _ operands: [String], of host: String
    ) throws(CommandError) -> [String] {
        guard operands.contains("-") else { return operands }
        throw .usage(.usage("standard input can be read once only; name a file"), verb: "configure")
    }
}

/// One run of `configure`.
private struct Configuring {
    private enum Action {
        case send(path: String?)
        case confirm
        case revert
        case show
    }

    private let invocation: Invocation
    private let action: Action
    private let length: Duration?
    private var console: Console { invocation.console }

    init(_ invocation: Invocation) throws(CommandError) {
        self.invocation = invocation
        let arguments = invocation.arguments
        let ends: [(String, Action)] = [
            ("file", .send(path: nil)), ("confirm", .confirm), ("revert", .revert), ("show", .show),
        ]
        let given = ends.filter { arguments.has($0.0) }
        if given.isEmpty {
            action = .send(path: try invocation.operands("FILE, --file, --confirm, --revert or --show")[0])
        } else {
            _ = try invocation.operands()
            guard given.count == 1 else {
                let names = given.map { "--" + $0.0 }.joined(separator: " and ")
                throw .usage(.usage("\(names) do not go together"), verb: invocation.verb)
            }
            action = given[0].1
        }
        length = try invocation.reading { arguments throws(ArgumentError) in
            let length = try arguments.duration("wait")
            if let length, length == .zero || length > .milliseconds(ControlRequest.longestTrial) {
                throw .badValue(
                    what: "--wait", value: arguments.value("wait") ?? "",
                    expected: "more than no time, at most 1h")
            }
            return length
        }
        if case .send = action { return }
        if length != nil || arguments.has("yes") {
            throw .usage(.usage("--yes and --wait belong to FILE or --file"), verb: invocation.verb)
        }
    }

    func run() throws(CommandError) -> ExitCode {
        var text: (text: String, name: String)?
        if case .send(let path?) = action { text = try read(path) }
        let daemon = try invocation.connected()
        defer { daemon.leave() }
        switch action {
        case .send(let path):
            try send(text, to: daemon, mayAsk: path != "-")
        case .confirm:
            try tell(
                try daemon.ask { client throws(ControlClient.Failure) in try client.confirmConfiguration() })
        case .revert:
            try tell(
                try daemon.ask { client throws(ControlClient.Failure) in try client.revertConfiguration() })
        case .show:
            let text = try daemon.ask { client throws(ControlClient.Failure) in try client.configuration() }
            try console.put(Array(text.utf8))
        }
        return .success
    }

    private func read(_ path: String) throws(CommandError) -> (text: String, name: String) {
        let limit = ControlRequest.longestConfiguration
        let name = path == "-" ? "standard input" : path
        let bytes: [UInt8]
        if path == "-" {
            guard let all = console.readInput(limit + 1) else {
                throw .failed("standard input cannot be read", .failure)
            }
            bytes = all
        } else {
            do throws(SystemError) {
                bytes = try readFile(path, limit: limit)
            } catch {
                if error.errno == EFBIG { throw Self.tooLarge(name) }
                throw .system(error)
            }
        }
        if bytes.count > limit { throw Self.tooLarge(name) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .failed(printable("'\(name)' is not UTF-8"), .badContent)
        }
        return (text, name)
    }

    private static func tooLarge(_ name: String) -> CommandError {
        .failed(printable("'\(name)' is larger than 256 KiB, the limit"), .badContent)
    }

    private func send(
        _ text: (text: String, name: String)?, to daemon: DaemonConnection, mayAsk: Bool
    ) throws(CommandError) {
        let report: ConfigureReport
        do throws(CommandError) {
            report = try daemon.ask { client throws(ControlClient.Failure) in
                try client.configure(text: text?.text, name: text?.name ?? "configuration", for: length)
            }
        } catch {
            if case .daemon(.refused(.configurationRefused(_, let diagnostics)), _) = error {
                for diagnostic in diagnostics { try console.say(printable("\(diagnostic)")) }
            }
            throw error
        }
        try tell(report)
        if invocation.arguments.has("yes") {
            try confirmProven(report, daemon)
        } else if mayAsk, let answer = console.answer {
            try ask(answer, report, daemon)
        } else {
            let host = invocation.host.map { " -H \($0.name)" } ?? ""
            let seconds = StatusText.short(report.remaining.rounded(.up))
            try console.say(
                printable("goes back in \(seconds) s unless 'signagectl configure --confirm\(host)' keeps it")
            )
        }
    }

    private func tell(_ report: ConfigureReport) throws(CommandError) {
        for diagnostic in report.diagnostics { try console.say(printable("\(diagnostic)")) }
        try console.say(printable(report.summary))
    }

    private func confirmProven(
        _ report: ConfigureReport, _ daemon: DaemonConnection
    ) throws(CommandError) {
        guard report.shown else {
            _ = try daemon.ask { client throws(ControlClient.Failure) in try client.revertConfiguration() }
            throw .failed(
                "no display shows frames now, so it could not be seen to work: it was taken back; "
                    + "without --yes it can be kept all the same", .failure)
        }
        try tell(try daemon.ask { client throws(ControlClient.Failure) in try client.confirmConfiguration() })
    }

    /// Asks the person at the terminal, for as long as it waits.
    private func ask(
        _ answer: (Int) -> Console.Answer, _ report: ConfigureReport, _ daemon: DaemonConnection
    ) throws(CommandError) {
        console.onInterruption(
            """

            signagectl: interrupted: the configuration goes back by itself, unless
              'signagectl configure --confirm' keeps it

            """)
        let end = console.now() + Int64(report.remaining * 1e9)
        while true {
            let rest = end - console.now()
            guard rest > 0 else {
                console.rewrite?("")
                throw .failed("nobody said that it is to be kept: it has gone back", .failure)
            }
            console.rewrite?("Keep it? [y/N] \((rest + 999_999_999) / 1_000_000_000) s ")
            switch answer(Int((rest - 1) % 1_000_000_000 / 1_000_000 + 1)) {
            case .nothing: continue
            case .line(let line) where ["y", "yes"].contains(line.lowercased()):
                return try tell(
                    try daemon.ask { client throws(ControlClient.Failure) in
                        try client.confirmConfiguration()
                    })
            case .line, .ended:
                try tell(
                    try daemon.ask { client throws(ControlClient.Failure) in
                        try client.revertConfiguration()
                    })
                throw .failed("not kept", .failure)
            }
        }
    }
}
