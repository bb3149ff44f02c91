import Control
import ControlCommand
import Glibc
import Synchronization
import SystemCalls

/// A daemon that answers by a rule, while a command runs on a thread of its own.
final class FakeDaemon {
    let path = "/tmp/signaged-fake-\(getpid())-\(UInt64.random(in: 0 ... .max)).socket"
    private var server: ControlServer?
    /// What was asked, in order.
    private(set) var requests: [ControlRequest] = []

    init() throws {
        server = try ControlServer(listening: ControlServer.listen(path: path, group: nil), version: "1.2.3")
    }

    deinit { unlink(path) }

    /// Runs a command against this daemon.
    ///
    /// - Parameters:
    ///   - arguments: without `--socket`.
    ///   - isTerminal: whether the command writes to one.
    ///   - events: told once somebody monitors; then the daemon ends.
    ///   - answer: the reply to each request; nil: the daemon ends.
    /// - Returns: what the command left behind.
    func run(
        _ arguments: [String], isTerminal: Bool = false, events: [MonitorEvent] = [],
        answer: (ControlRequest) -> ControlReply? = { _ in .done(waitedMilliseconds: 0) }
    ) -> CommandResult {
        let command = CommandThread {
            ControlCommandTests.run(
                arguments, environment: ["SIGNAGED_SOCKET": self.path], isTerminal: isTerminal)
        }
        while let server, !command.isFinished {
            _ = try? server.descriptor.wait(for: .readable, milliseconds: 2)
            let now = monotonicNanoseconds()
            for call in server.dispatch(at: now) {
                requests.append(call.request)
                if let reply = answer(call.request) {
                    server.reply(to: call.id, reply, at: now)
                } else {
                    self.server = nil
                }
            }
            if server.hasMonitors && !events.isEmpty {
                for event in events { server.publish(event, at: now) }
                self.server = nil
            }
        }
        return command.result()
    }
}

/// What a command left behind.
struct CommandResult {
    var code: ExitCode
    var output: [UInt8]
    var complaints: [String]
    var text: String { String(decoding: output, as: UTF8.self) }
}

/// Runs a command without a daemon.
func run(
    _ arguments: [String], environment: [String: String] = [:], isTerminal: Bool = false,
    failsToWrite: Bool = false,
    painter: String? = nil
) -> CommandResult {
    var result = CommandResult(code: .success, output: [], complaints: [])
    let console = Console(
        environment: environment, isTerminal: isTerminal,
        write: { bytes in
            result.output += bytes
            return !failsToWrite
        }, complain: { result.complaints.append($0) })
    result.code = Signagectl(console: console, painter: painter).run(arguments)
    return result
}

/// A command on a thread of its own.
private final class CommandThread {
    private let body: () -> CommandResult
    private let finished = Atomic<Bool>(false)
    private var thread = pthread_t()
    private var outcome: CommandResult?

    init(_ body: @escaping () -> CommandResult) {
        self.body = body
        let context = Unmanaged.passRetained(self).toOpaque()
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                let command = Unmanaged<CommandThread>.fromOpaque(context).takeRetainedValue()
                command.outcome = command.body()
                command.finished.store(true, ordering: .releasing)
                return nil
            }, context)
        precondition(code == 0)
    }

    var isFinished: Bool { finished.load(ordering: .acquiring) }

    func result() -> CommandResult {
        pthread_join(thread, nil)
        return outcome ?? CommandResult(code: .failure, output: [], complaints: ["it did not run"])
    }
}
