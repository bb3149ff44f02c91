internal import CLinux
internal import Glibc

/// How a process ended.
public enum ProcessEnding: Hashable, Sendable, CustomStringConvertible {
    case exited(Int)
    case killed(signal: Int)

    /// "was killed by signal 9 (Killed)", "ended with status 1".
    public var description: String {
        switch self {
        case .exited(let status): "ended with status \(status)"
        case .killed(let signal):
            "was killed by signal \(signal)"
                + (strsignal(CInt(signal)).map { " (\(String(cString: $0)))" } ?? "")
        }
    }

    /// How a child ended, waitpid(2); nil while it runs.
    init?(ofChild number: Int32) {
        var value: CInt = 0
        switch signage_reap(number, &value) {
        case 0: return nil
        case 2: self = .killed(signal: Int(value))
        // Nobody else waits for it; should waitpid fail all the same, it is gone.
        default: self = .exited(Int(value))
        }
    }
}
