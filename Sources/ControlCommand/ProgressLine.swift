/// Tells how far a long job is: on a terminal one line that is written over, elsewhere a line now and then.
///
/// Nothing is told of a job that takes less than a second.
struct ProgressLine {
    private static let second: Int64 = 1_000_000_000

    private let console: Console
    private let isPlain: Bool
    private var last: Int64
    private var isWritten = false

    /// - Parameters:
    ///   - console: where to tell it.
    ///   - plain: whether to tell it, line by line, where there is no terminal.
    init(_ console: Console, plain: Bool) {
        self.console = console
        isPlain = plain
        last = console.now()
    }

    /// Tells it, if the last time is long enough ago.
    mutating func tell(_ text: @autoclosure () -> String) {
        let now = console.now()
        let pause = isWritten && console.rewrite != nil ? Self.second / 10 : Self.second
        guard now - last >= pause else { return }
        if let rewrite = console.rewrite {
            rewrite(text())
        } else if isPlain {
            console.complain(text())
        } else {
            return
        }
        isWritten = true
        last = now
    }

    /// Takes the line off the terminal, so that others may be written.
    mutating func clear() {
        if isWritten { console.rewrite?("") }
        isWritten = false
    }
}
