internal import Control
internal import Glibc
internal import SystemCalls

/// The way to the daemon of another machine: the system's ssh, which runs `signagectl bridge` there.
///
/// Nothing is asked of a person, and nothing but plain words reaches the shell of the other machine.
final class SSHBridge {
    /// Seconds until ssh must have reached the other machine.
    static let connectSeconds = 10
    /// Seconds that an answer may take longer than from the daemon of this machine: connecting, logging in.
    static let extraPatience = 30
    /// The environment's variable with another ssh and its arguments, split at spaces.
    static let programVariable = "SIGNAGECTL_SSH"
    /// Of what ssh says on standard error, bytes.
    private static let mostErrors = 65536

    let host: RemoteHost
    /// Speaks to the daemon, as a connection to its socket does.
    let socket: Descriptor
    private let ssh: ChildProcess
    private let errors: Descriptor

    /// Starts ssh, and does not wait for it.
    ///
    /// - Throws: `.failed` when there is no such program.
    init(to host: RemoteHost, environment: [String: String]) throws(CommandError) {
        let command = Self.command(to: host, environment: environment)
        do throws(SystemError) {
            let (own, other) = try Descriptor.streamPair()
            let (reading, writing) = try Descriptor.pipe()
            try own.setNonBlocking()
            try reading.setNonBlocking()
            ssh = try ChildProcess(
                running: command, environment: environment, input: other, output: other, errors: writing,
                inOwnGroup: false)
            (self.host, socket, errors) = (host, own, reading)
        } catch {
            throw .failed(printable("'\(command[0])' cannot be run: \(error.reason)"), .failure)
        }
    }

    /// What is run: ssh with its arguments.
    static func command(to host: RemoteHost, environment: [String: String]) -> [String] {
        let words = environment[programVariable]?.split(separator: " ").map(String.init) ?? []
        return (words.isEmpty ? ["ssh"] : words) + [
            "-o", "BatchMode=yes", "-o", "ConnectTimeout=\(connectSeconds)", host.address, "signagectl",
            "bridge",
        ] + (host.socket.map { ["--socket", $0] } ?? [])
    }

    /// Ends the connection after all was said; the other machine's part ends by itself.
    func leave() {
        shutdown(socket.number, CInt(SHUT_RDWR))
        if ssh.ending(within: 2000) == nil { ssh.end() }
    }

    /// Why there is no answer, as far as ssh knows better; ends the connection.
    func explanation(of failure: ControlClient.Failure) -> CommandError {
        if case .refused = failure {
            leave()
            return .daemon(failure, socket: host.address)
        }
        // Whoever closed the connection is about to end.
        let ending = failure == .closed ? ssh.ending(within: 2000) : ssh.ending()
        shutdown(socket.number, CInt(SHUT_RDWR))
        if ending == nil { ssh.end() }
        guard let ending, ending != .exited(0) else { return .daemon(failure, socket: host.address) }
        return .failed(
            printable("cannot reach \(host.address): \(reason(ending, complaints()))"), .unavailable)
    }

    /// What to tell of ssh's or the bridge's end.
    private func reason(_ ending: ProcessEnding, _ complaints: [String]) -> String {
        // The bridge there says first what is wrong, and then what to do.
        let own = "signagectl: "
        if ending != .exited(255), let said = complaints.first(where: { $0.hasPrefix(own) }) {
            return String(said.dropFirst(own.count))
        }
        return complaints.last ?? "ssh \(ending)"
    }

    /// The lines that ssh has said on standard error.
    private func complaints() -> [String] {
        var text: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 4096)
        while text.count < Self.mostErrors {
            let count = room.withUnsafeMutableBytes { bytes in (try? errors.read(into: bytes)) ?? 0 }
            if count == 0 { break }
            text += room[..<count]
        }
        return text.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
            .map { String(decoding: $0, as: UTF8.self) }
            .filter { !$0.allSatisfy(\.isWhitespace) }
    }

    deinit {
        if ssh.ending() == nil { ssh.end() }
    }
}
