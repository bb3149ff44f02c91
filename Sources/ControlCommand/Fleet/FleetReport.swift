internal import Control
internal import FoundationEssentials

/// What several machines said, for a person or for a program.
enum FleetReport {
    /// A host and how it went there.
    typealias Line = (host: RemoteHost, outcome: HostRun.Outcome)

    // MARK: For a person

    /// A line per screen; a status has more to tell, and `isStatus` says that the outputs are some, as JSON.
    static func table(_ lines: [Line], isStatus: Bool) -> [String] {
        guard isStatus else {
            return aligned(lines.map { ([$0.host.name], $0.outcome.summary) })
        }
        let header = (["HOST", "NAME", "STATE", "SLIDE", "GENERATION", "LAST FLIP"], "PROBLEMS")
        return aligned(
            [header]
                + lines.map { line in
                    guard line.outcome.code == .success, let status = status(line.outcome) else {
                        return ([line.host.name], line.outcome.summary)
                    }
                    return ([line.host.name] + cells(status), problems(status))
                })
    }

    private static func status(_ outcome: HostRun.Outcome) -> StatusReport? {
        try? JSONDecoder().decode(StatusReport.self, from: Data(outcome.output))
    }

    private static func cells(_ status: StatusReport) -> [String] {
        let slide = status.slide.map { "\($0.number)/\(status.slides) '\($0.id)'" }
        let age = status.outputs.first?.frames.lastFlipAge.map {
            $0 < 60 ? StatusText.short($0) + " s" : StatusText.length($0)
        }
        return [
            status.name, status.state, slide ?? "-", status.playlist.generation.map(String.init) ?? "-",
            age ?? "-",
        ]
    }

    /// The first problem, and how many more there are.
    private static func problems(_ status: StatusReport) -> String {
        var all = status.problems
        all += status.painter.skipped.map { "'\($0.id)': \($0.reason)" }
        all += status.playlist.problems.map(\.description)
        guard let first = all.first else { return "-" }
        return first + (all.count > 1 ? ", and \(all.count - 1) more" : "")
    }

    /// Columns below each other; the last one is as long as it is. A row with fewer columns goes on after its last.
    private static func aligned(_ rows: [(cells: [String], rest: String)]) -> [String] {
        let most = rows.map(\.cells.count).max() ?? 0
        let widths = (0..<most).map { column in
            rows.compactMap { column < $0.cells.count ? printable($0.cells[column]).count : nil }.max() ?? 0
        }
        return rows.map { row in
            let cells = zip(row.cells.map(printable), widths).map { cell, width in
                cell + String(repeating: " ", count: max(0, width - cell.count)) + "  "
            }
            return cells.joined() + printable(row.rest)
        }
    }

    // MARK: For a program

    /// One JSON array with an object per screen; `isJSON` says that their outputs are JSON, too.
    static func json(_ lines: [Line], isJSON: Bool) -> String {
        let objects = lines.map { line in
            let outcome = line.outcome
            let text = String(decoding: outcome.output, as: UTF8.self)
            let result =
                isJSON && isWhole(outcome.output) ? text.trimmed : quoted(text.isEmpty ? nil : text.trimmed)
            let error = outcome.complaints.isEmpty ? nil : outcome.complaints.joined(separator: "\n")
            return "{\"host\":\(quoted(line.host.name)),\"exit\":\(outcome.code.rawValue),"
                + "\"result\":\(result),\"error\":\(quoted(error))}"
        }
        return "[\n" + objects.joined(separator: ",\n") + "\n]"
    }

    /// A line of events with the host's name in front.
    static func event(_ line: [UInt8], of host: RemoteHost, asJSON: Bool) -> [UInt8] {
        let newline = [UInt8(ascii: "\n")]
        guard asJSON, line.first == UInt8(ascii: "{"), isWhole(line) else {
            return Array((host.name + ": ").utf8) + line + newline
        }
        return Array("{\"host\":\(quoted(host.name)),".utf8) + line.dropFirst() + newline
    }

    /// A text in JSON; nil is null.
    private static func quoted(_ text: String?) -> String { jsonText(of: text, pretty: false) ?? "null" }

    /// Whether bytes are one JSON value.
    private static func isWhole(_ bytes: [UInt8]) -> Bool {
        struct Anything: Decodable {
            init(from decoder: any Decoder) {}
        }
        return (try? JSONDecoder().decode(Anything.self, from: Data(bytes))) != nil
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}

/// What is told while several machines are at work.
struct FleetProgress {
    /// Nanoseconds between two lines where there is no terminal.
    static let interval: Int64 = 10_000_000_000
    /// Characters that fit a terminal's line.
    private static let width = 79

    private let isTerminal: Bool
    private var next: Int64
    private var last = ""

    init(isTerminal: Bool, at now: Int64) {
        self.isTerminal = isTerminal
        next = now + Self.interval
    }

    /// When there is something to tell by itself; nil: not.
    var deadline: Int64? { isTerminal ? nil : next }

    /// What to show now; nil: nothing new.
    mutating func text(_ open: [RemoteHost], of count: Int, at now: Int64) -> String? {
        let line = Self.line(open, of: count)
        if isTerminal {
            guard line != last else { return nil }
            last = line
            return String(line.prefix(Self.width))
        }
        guard now >= next else { return nil }
        next = now + Self.interval
        return line
    }

    /// "12 of 20 done, waiting for entrance, bar, lounge and 5 more".
    static func line(_ open: [RemoteHost], of count: Int) -> String {
        var text = "\(count - open.count) of \(count) done"
        guard !open.isEmpty else { return text }
        text += ", waiting for " + open.prefix(3).map(\.name).joined(separator: ", ")
        return open.count > 3 ? text + " and \(open.count - 3) more" : text
    }
}
