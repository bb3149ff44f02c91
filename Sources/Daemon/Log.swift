internal import Glibc

/// Lines for the journal: one write(2) each, with syslog's priority in front where a machine reads them.
struct Log {
    enum Priority: Int {
        case error = 3
        case warning = 4
        case notice = 5
        case info = 6
    }

    /// Whether lines begin with `<3>` and the like; a person at a terminal does not want them.
    var marksPriority: Bool

    /// To standard error.
    init() {
        marksPriority = isatty(STDERR_FILENO) == 0
    }

    func callAsFunction(_ priority: Priority, _ text: String) {
        let oneLine = text.split(separator: "\n").joined(separator: " | ")
        let line = Array(((marksPriority ? "<\(priority.rawValue)>" : "signaged: ") + oneLine + "\n").utf8)
        // A log that cannot be written has nowhere to say so.
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
