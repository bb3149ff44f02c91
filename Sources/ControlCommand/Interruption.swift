internal import Glibc

/// Last words of a command that is interrupted: Ctrl-C, or its terminal going.
enum Interruption {
    /// Set once, before the handler is; read by the handler.
    private nonisolated(unsafe) static var words: UnsafeRawBufferPointer?

    /// Has a text written to standard error by SIGINT, SIGTERM and SIGHUP, before the process ends of them.
    static func tell(_ text: StaticString) {
        words = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            // Only what signal-safety(7) allows.
            signal(number) { number in
                if let words = Interruption.words { _ = write(STDERR_FILENO, words.baseAddress, words.count) }
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }
}
