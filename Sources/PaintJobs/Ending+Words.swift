internal import Glibc
internal import SystemCalls

extension HelperProcess.Ending {
    /// How a painter ended in the middle of a job, for an operator who knows which slide it was.
    var whilePainting: String {
        switch self {
        case .killed(signal: Int(SIGSYS)):
            "the painter was stopped for a forbidden system call while painting it"
        case .killed(signal: Int(SIGXCPU)):
            "the painter was stopped while painting it: it had used up its time on the processor"
        case .killed(signal: Int(SIGKILL)):
            "the painter was killed while painting it, as happens when the machine is out of memory"
        case .killed(let signal):
            "the painter crashed while painting it"
                + (strsignal(CInt(signal)).map { ": \(String(cString: $0))" } ?? ", signal \(signal)")
        case .exited(let status): "the painter ended with status \(status) while painting it"
        }
    }
}
