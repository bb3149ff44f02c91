import Control
import ControlCommand
import Glibc
import PushProtocol
import Synchronization
import SystemCalls
import TestSupport

/// A daemon that answers by a rule, while a command runs on a thread of its own.
final class FakeDaemon {
    let path = "/tmp/signaged-fake-\(getpid())-\(UInt64.random(in: 0 ... .max)).socket"
    private var server: ControlServer?
    /// What was asked, in order.
    private(set) var requests: [ControlRequest] = []
    /// The other side of a push.
    var store: (PushConnection) throws -> Void = { _ in }

    init() throws {
        server = try ControlServer(listening: ControlServer.listen(path: path, group: nil), version: "1.2.3")
    }

    deinit { unlink(path) }

    /// Runs a command against this daemon.
    ///
    /// - Parameters:
    ///   - arguments: without `--socket`.
    ///   - isTerminal: whether the command writes to one.
    ///   - painter: path of the painter that the command uses; nil: the one beside the tests.
    ///   - environment: besides the daemon's socket.
    ///   - progress: gets what is written over on a terminal; nil: there is none.
    ///   - input: what standard input has.
    ///   - answers: of a person who is asked, one after the other, then none; nil: there is no person.
    ///   - events: told once somebody monitors; then the daemon ends.
    ///   - answer: the reply to each request; nil: the daemon ends.
    /// - Returns: what the command left behind.
    func run(
        _ arguments: [String], isTerminal: Bool = false, painter: String? = nil,
        environment: [String: String] = [:], progress: Progress? = nil, input: [UInt8] = [],
        answers: [Console.Answer]? = nil, events: [MonitorEvent] = [],
        answer: (ControlRequest) -> ControlReply? = { _ in .done(waitedMilliseconds: 0) }
    ) -> CommandResult {
        let command = CommandThread {
            ControlCommandTests.run(
                arguments,
                environment: environment.merging(["SIGNAGED_SOCKET": self.path]) { given, _ in given },
                isTerminal: isTerminal, painter: painter, progress: progress, input: input,
                answers: answers)
        }
        var stores: [Worker<Void>] = []
        while let server, !command.isFinished {
            _ = try? server.descriptor.wait(for: .readable, milliseconds: 2)
            let now = monotonicNanoseconds()
            for call in server.dispatch(at: now) {
                requests.append(call.request)
                if call.request == .push, let (socket, read) = server.handOver(call.id, at: now) {
                    stores.append(serve(socket, read))
                    continue
                }
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
        for store in stores { store.result() }
        return command.result()
    }
}

extension FakeDaemon {
    /// Runs the store's script on a connection, which closes at the script's end.
    private func serve(_ socket: Descriptor, _ read: [UInt8]) -> Worker<Void> {
        let connection = Held(try? PushConnection(socket, alreadyRead: read, patience: 30))
        return Worker { [store] in
            guard let connection = connection.take() else { return }
            try? store(connection)
        }
    }
}

/// A value until it is taken.
private final class Held<Value> {
    private var value: Value?
    init(_ value: Value?) { self.value = value }
    func take() -> Value? {
        defer { value = nil }
        return value
    }
}

/// What a terminal showed in its last line, one after the other.
final class Progress {
    var lines: [String] = []
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
    painter: String? = nil,
    program: String? = nil,
    progress: Progress? = nil,
    input: [UInt8] = [],
    answers: [Console.Answer]? = nil
) -> CommandResult {
    var result = CommandResult(code: .success, output: [], complaints: [])
    var console = Console(
        environment: environment, isTerminal: isTerminal,
        write: { bytes in
            result.output += bytes
            return !failsToWrite
        }, complain: { result.complaints.append($0) },
        rewrite: progress.map { progress in { progress.lines.append($0) } })
    console.readInput = { Array(input.prefix($0)) }
    if let answers {
        var rest = answers[...]
        // Whoever is waited for in vain costs all of the time.
        var clock: Int64 = 0
        console.now = { clock }
        console.answer = { milliseconds in
            clock += Int64(milliseconds) * 1_000_000
            return rest.popFirst() ?? .nothing
        }
    }
    result.code = Signagectl(console: console, painter: painter, program: program).run(arguments)
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
