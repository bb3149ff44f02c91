internal import Arguments
internal import Control
internal import Glibc
internal import SystemCalls

/// How a command ends, sysexits.h.
public enum ExitCode: Int32, Hashable, Sendable {
    case success = 0
    case failure = 1
    /// The command line is wrong.
    case usage = 64
    /// The daemon cannot be reached.
    case unavailable = 69
    /// As `unavailable`, and certainly not done: what one of several says to the `signagectl` that started it.
    case undone = 75
    /// A playlist or configuration cannot be used.
    case badContent = 78
}

/// Why a command did not do what was asked.
enum CommandError: Error {
    /// The command line is wrong; the verb, when one was recognised.
    case usage(ArgumentError, verb: String?)
    /// The daemon did not answer.
    case daemon(ControlClient.Failure, socket: String)
    /// A system call failed here, not in the daemon.
    case system(SystemError)
    /// Any other reason, a sentence, and how to end.
    case failed(String, ExitCode)
    /// Standard output takes nothing any more.
    case outputFailed
    /// The reason why the daemon has certainly done nothing of what was asked: it may be asked again.
    indirect case undone(CommandError)

    var exitCode: ExitCode {
        switch self {
        case .usage: .usage
        case .daemon(.refused(.playlistRefused), _), .daemon(.refused(.configurationRefused), _): .badContent
        case .daemon(.refused(.tooManyClients), _): .unavailable
        case .daemon(.refused, _), .daemon(.malformed, _): .failure
        case .daemon: .unavailable
        case .failed(_, let code): code
        case .undone(let cause): cause.exitCode
        case .system, .outputFailed: .failure
        }
    }

    /// What to tell, a line each; the first one is said after the program's name.
    var lines: [String] {
        switch self {
        case .usage(let error, let verb):
            [printable("\(error)"), "try 'signagectl \(verb.map { $0 + " " } ?? "")--help'"]
        case .daemon(let failure, let socket): Self.lines(failure, printable(socket))
        case .system(let error): [printable("\(error)")]
        case .failed(let reason, _): [reason]
        case .undone(let cause): cause.lines
        case .outputFailed: ["standard output cannot be written"]
        }
    }

    private static func lines(_ failure: ControlClient.Failure, _ socket: String) -> [String] {
        let ask = "see 'systemctl status signaged' and 'journalctl -u signaged'"
        switch failure {
        case .unreachable(let error):
            switch error.errno {
            case ENOENT, ENOTDIR:
                return [
                    "cannot reach the daemon: there is no socket at '\(socket)'",
                    "is signaged running? \(ask)",
                    "does it listen elsewhere? use --socket PATH or set SIGNAGED_SOCKET",
                ]
            case ECONNREFUSED:
                return [
                    "cannot reach the daemon: nobody listens at '\(socket)'", "signaged has stopped: \(ask)",
                ]
            case EACCES, EPERM:
                return [
                    "cannot reach the daemon: permission denied for '\(socket)'",
                    "be root, or a member of the socket's group (by default: 'sudo usermod -aG signage $USER', "
                        + "then log in again)",
                ]
            default:
                return ["cannot reach the daemon at '\(socket)': \(error.reason)", ask]
            }
        case .timedOut(let seconds):
            return ["the daemon at '\(socket)' did not answer within \(seconds) s", ask]
        case .closed:
            return ["the daemon at '\(socket)' closed the connection", ask]
        case .malformed:
            return [
                "the answer of '\(socket)' makes no sense",
                "is it signaged, and of the same version as signagectl?",
            ]
        case .refused(let error):
            return [printable("\(error)")]
        }
    }
}
