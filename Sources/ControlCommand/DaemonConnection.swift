internal import Control

/// A connection to the daemon, of this machine or of another.
final class DaemonConnection {
    private let client: ControlClient
    /// The socket's path, or the machine, for messages.
    private let place: String
    /// What carries the connection to another machine.
    private let bridge: SSHBridge?
    /// Whether the other machine's daemon has said a word yet.
    private var isReached = false

    /// Connects to a socket of this machine.
    ///
    /// - Throws: `.daemon(.unreachable)`.
    init(to path: String) throws(CommandError) {
        do throws(ControlClient.Failure) {
            client = try ControlClient(path: path)
        } catch {
            throw .daemon(error, socket: path)
        }
        (place, bridge) = (path, nil)
    }

    /// Connects to the daemon of another machine; whether that can be reached, the first answer tells.
    ///
    /// - Throws: as `SSHBridge`.
    init(to host: RemoteHost, environment: [String: String]) throws(CommandError) {
        let bridge = try SSHBridge(to: host, environment: environment)
        client = ControlClient(over: bridge.socket, extraPatience: SSHBridge.extraPatience)
        (place, self.bridge) = (host.address, bridge)
    }

    /// Asks the daemon; that of another machine only when it is certainly there.
    ///
    /// - Throws: `explanation` of why there is no answer; `.undone` with it if nothing was asked yet.
    func ask<Answer>(
        _ body: (ControlClient) throws(ControlClient.Failure) -> Answer
    ) throws(CommandError) -> Answer {
        if bridge != nil, !isReached {
            do throws(ControlClient.Failure) {
                try client.greet()
            } catch {
                throw .undone(explanation(of: error))
            }
            isReached = true
        }
        do throws(ControlClient.Failure) {
            return try body(client)
        } catch {
            if case .refused(.tooManyClients) = error { throw .undone(explanation(of: error)) }
            throw explanation(of: error)
        }
    }

    /// What to tell of a failure; the connection is of no more use.
    func explanation(of failure: ControlClient.Failure) -> CommandError {
        bridge?.explanation(of: failure) ?? .daemon(failure, socket: place)
    }

    /// Ends it after all was said.
    func leave() { bridge?.leave() }
}
