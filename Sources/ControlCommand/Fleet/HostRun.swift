internal import Glibc
internal import SystemCalls

/// `signagectl` at work for one machine of several: a child, and what it says.
final class HostRun {
    /// The most that is kept of its standard output, bytes; one that says more is ended.
    static let mostOutput = 8 << 20
    /// The same of its standard error.
    static let mostErrors = 65536

    /// How it went.
    struct Outcome: Equatable {
        /// Never `.undone`.
        var code: ExitCode
        /// Whether certainly nothing was done, as it could not be reached.
        var isUndone = false
        var output: [UInt8] = []
        /// Lines of standard error, without the program's name.
        var complaints: [String] = []

        /// The last line of the output that is no detail of another, or the first complaint: what a table has room for.
        var summary: String {
            let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
            if code != .success, let complaint = complaints.first { return complaint }
            return lines.last { $0.first != " " }.map(String.init)
                ?? (code == .success ? "done" : "ended with \(code.rawValue)")
        }
    }

    private let child: ChildProcess
    private let output: Descriptor
    private let errors: Descriptor
    private var said: [UInt8] = []
    private var complained: [UInt8] = []
    private var isOutputOpen = true
    private var areErrorsOpen = true
    private var limit: String?
    private var room = [UInt8](repeating: 0, count: 65536)

    /// Starts it.
    ///
    /// - Parameters:
    ///   - command: `signagectl` and its arguments.
    ///   - environment: all of its environment.
    /// - Throws: the errno of what could not be made.
    init(running command: [String], environment: [String: String]) throws(SystemError) {
        let nothing = try Descriptor(opening: "/dev/null", O_RDONLY)
        let (output, childsOutput) = try Descriptor.pipe()
        let (errors, childsErrors) = try Descriptor.pipe()
        try output.setNonBlocking()
        try errors.setNonBlocking()
        child = try ChildProcess(
            running: command, environment: environment, input: nothing, output: childsOutput,
            errors: childsErrors, inOwnGroup: true)
        (self.output, self.errors) = (output, errors)
    }

    /// What to wait for.
    var waits: [(descriptor: Descriptor, interest: Poller.Interest)] {
        var waits = [(child.descriptor, Poller.Interest.readable)]
        if isOutputOpen { waits.append((output, .readable)) }
        if areErrorsOpen { waits.append((errors, .readable)) }
        return waits
    }

    /// Takes what it has said; how it went, once it has ended.
    func advance() -> Outcome? {
        // Looked at first: what was said before the end is there then.
        let ending = child.ending()
        isOutputOpen = isOutputOpen && take(output, &said, Self.mostOutput)
        areErrorsOpen = areErrorsOpen && take(errors, &complained, Self.mostErrors)
        guard let ending else { return nil }
        var outcome = Outcome(code: .failure, output: said, complaints: complaints)
        switch ending {
        case .exited(let status):
            outcome.code = ExitCode(rawValue: Int32(status)) ?? .failure
            outcome.isUndone = outcome.code == .undone
            if outcome.isUndone { outcome.code = .unavailable }
        case .killed: outcome.complaints.insert(limit ?? "signagectl \(ending)", at: 0)
        }
        return outcome
    }

    /// The lines that are whole so far, taken from the output; with the last one, ended or not.
    func takeLines(last: Bool) -> [[UInt8]] {
        let newline = UInt8(ascii: "\n")
        guard let end = last ? said.endIndex : said.lastIndex(of: newline) else { return [] }
        let lines = said[..<end].split(separator: newline).map(Array.init)
        said.removeFirst(last ? end : end + 1)
        return lines
    }

    /// Asks it and what it has started to end.
    func terminate() { child.signal(SIGTERM) }

    /// Has them end, and waits for that.
    func end() { child.end() }

    private var complaints: [String] {
        let own = "signagectl: "
        return complained.split(separator: UInt8(ascii: "\n")).map { line in
            let text = String(decoding: line, as: UTF8.self)
            return text.hasPrefix(own) ? String(text.dropFirst(own.count)) : text
        }
    }

    /// Takes all that is there; false when no more will come.
    private func take(_ source: Descriptor, _ text: inout [UInt8], _ most: Int) -> Bool {
        while true {
            let result = room.withUnsafeMutableBytes { bytes -> Int? in
                do throws(SystemError) { return try source.read(into: bytes) } catch { return 0 }
            }
            guard let count = result else { return true }
            if count == 0 { return false }
            text += room[..<count]
            if text.count > most {
                limit = "it said more than \(most) bytes"
                text.removeLast(text.count - most)
                child.signal(SIGKILL)
                return false
            }
        }
    }
}
