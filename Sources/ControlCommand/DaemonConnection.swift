internal import Control

/// A connection to the daemon, of this machine or of another.
final class DaemonConnection {
    private let client: ControlClient
    /// The socket's path, or the machine, for messages.
    private let place: String
    /// What carries the connection to another machine.
    private let bridge: SSHBridge?

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

    /// Asks the daemon.
    ///
    /// - Throws: `explanation` of why there is no answer.
    func ask<Answer>(
        _ body: (ControlClient) throws(ControlClient.Failure) -> Answer
    ) throws(CommandError) -> Answer {
        do throws(ControlClient.Failure) {
            return try body(client)
        } catch {
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
