internal import Glibc
internal import SystemCalls

/// Where a command finds its surroundings and puts its words.
public struct Console {
    /// The environment's variables.
    public var environment: [String: String]
    /// Whether standard output is a person's terminal.
    public var isTerminal: Bool
    /// Writes to standard output at once; false when that is not possible (any more).
    public var write: ([UInt8]) -> Bool
    /// Writes a line to standard error.
    public var complain: (String) -> Void
    /// Writes over the last line of standard error that was so written; nil where that is no person's terminal.
    public var rewrite: ((String) -> Void)?
    /// Has a text written to standard error when the process is interrupted from now on, before it ends of that.
    public var onInterruption: (StaticString) -> Void = { _ in }
    /// Reads all of standard input, up to so many bytes; nil when it cannot be read.
    public var readInput: (Int) -> [UInt8]? = { _ in nil }
    /// Waits up to so many milliseconds for what a person types; nil where nobody can be asked.
    public var answer: ((Int) -> Answer)?
    /// Nanoseconds of a clock that only goes forward.
    public var now: () -> Int64

    /// What a person typed.
    public enum Answer: Hashable, Sendable {
        /// Without its end.
        case line(String)
        case nothing
        /// No more will come.
        case ended
    }

    public init(
        environment: [String: String], isTerminal: Bool, write: @escaping ([UInt8]) -> Bool,
        complain: @escaping (String) -> Void, rewrite: ((String) -> Void)? = nil,
        now: (() -> Int64)? = nil
    ) {
        self.environment = environment
        self.isTerminal = isTerminal
        self.write = write
        self.complain = complain
        self.rewrite = rewrite
        self.now = now ?? { monotonicNanoseconds() }
    }

    /// The process's own.
    public static var process: Console {
        var console = Console(
            environment: ChildProcess.ownEnvironment, isTerminal: isatty(STDOUT_FILENO) == 1,
            write: { writeAll($0, to: STDOUT_FILENO) },
            complain: { _ = writeAll(Array(($0 + "\n").utf8), to: STDERR_FILENO) },
            rewrite: isatty(STDERR_FILENO) == 1
                ? { _ = writeAll(Array("\r\($0)\u{1b}[K".utf8), to: STDERR_FILENO) } : nil)
        console.onInterruption = Interruption.tell
        console.readInput = StandardInput.all
        if isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 { console.answer = StandardInput.line }
        return console
    }

    /// Writes a line to standard output.
    ///
    /// - Throws: `CommandError.outputFailed`.
    func say(_ line: String) throws(CommandError) {
        try put(Array((line + "\n").utf8))
    }

    /// Writes bytes to standard output.
    ///
    /// - Throws: `CommandError.outputFailed`.
    func put(_ bytes: [UInt8]) throws(CommandError) {
        if !write(bytes) { throw .outputFailed }
    }
}

/// write(2) until all is written; false when that fails.
func writeAll(_ bytes: [UInt8], to number: CInt) -> Bool {
    var done = 0
    while done < bytes.count {
        let count = bytes.withUnsafeBytes { all in
            try? checked("write") { write(number, all.baseAddress.map { $0 + done }, all.count - done) }
        }
        guard let count else { return false }
        done += count
    }
    return true
}

/// Text of others made safe for a terminal: characters that steer it are shown as U+FFFD.
func printable(_ text: String) -> String {
    var safe = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
        let isControl = scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
        safe.append(isControl ? "\u{fffd}" : scalar)
    }
    return String(safe)
}
