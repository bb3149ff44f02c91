internal import CRawCall
internal import Glibc
internal import Sandbox

/// A program that is confined as the painter is and does what it must not, one attempt to a process.
///
/// Prints a line for each: `ok NAME: what came of it`, `not ok …` when that is not what must come of it, or `skip …`
/// where this kernel cannot refuse it. Ends with 1 after a `not ok`.
enum Probe {
    static func run() {
        let isConfined = outcome(of: confinesFiles) == .succeeded
        say(isConfined ? "files are confined" : "files are not confined: this kernel has no Landlock")
        var status: CInt = 0
        for attempt in Attempt.all {
            let outcome = outcome(of: attempt.name)
            let verdict: String
            if outcome == .doesNotExist || (attempt.expectation == .failsByLandlock && !isConfined) {
                verdict = "skip"
            } else {
                verdict = outcome.satisfies(attempt.expectation) ? "ok" : "not ok"
            }
            if verdict == "not ok" { status = 1 }
            say("\(verdict) \(attempt.name): \(outcome.words)")
        }
        exit(status)
    }

    /// The name of the attempt that only tells whether there is Landlock.
    private static let confinesFiles = "files"

    private enum Outcome: Hashable {
        case succeeded
        case failed(CInt)
        case killed(CInt)
        case doesNotExist

        var words: String {
            switch self {
            case .succeeded: "it worked"
            case .failed(let code): "refused, \(String(cString: strerror(code)))"
            case .killed(SIGSYS): "stopped for a forbidden system call"
            case .killed(let signal): "ended by signal \(signal)"
            case .doesNotExist: "not on this machine"
            }
        }

        func satisfies(_ expectation: Attempt.Expectation) -> Bool {
            switch expectation {
            case .works: self == .succeeded
            case .fails(let code): self == .failed(code)
            case .failsByLandlock: self == .failed(EACCES)
            case .ends(let signal): self == .killed(signal)
            }
        }
    }

    /// More than any errno.
    private static let absent: CInt = 200
    private static let unusable: CInt = 201

    /// Confines this process and tries: 0, the errno, or `absent`.
    private static func attempt(_ name: String) -> CInt {
        guard let isConfined = try? Confinement.painter().enter() else { return unusable }
        if name == confinesFiles { return isConfined ? 0 : 1 }
        guard let attempt = Attempt.all.first(where: { $0.name == name }) else { return unusable }
        guard let result = attempt.body() else { return absent }
        return result < 0 ? CInt(-result) : 0
    }

    /// Makes an attempt in a process of its own.
    private static func outcome(of name: String) -> Outcome {
        let process = raw_fork()
        if process == 0 { _exit(attempt(name)) }
        if process < 0 { return .failed(errno) }
        var status: CInt = 0
        waitpid(process, &status, 0)
        let signal = status & 0x7f
        if signal != 0 { return .killed(signal) }
        switch status >> 8 & 0xff {
        case 0: return .succeeded
        case absent: return .doesNotExist
        case let code: return .failed(code)
        }
    }

    private static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(1, bytes, bytes.count)
    }
}
