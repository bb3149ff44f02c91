/// Reading cannot go on: the reason is among the diagnostics.
struct Stop: Error {}

/// A value of the file before it is known what it should be.
struct Node {
    enum Kind {
        case scalar(Scalar)
        /// The items follow, up to an `end`.
        case sequence
        /// Keys and values follow in turn, up to an `end`.
        case mapping
        case end
        /// Something that has been complained about already.
        case unusable
    }

    var kind: Kind
    var mark: Mark

    /// Whether nothing was written where a value belongs.
    var isEmpty: Bool {
        guard case .scalar(let scalar) = kind else { return false }
        return scalar.isPlain && scalar.text.isEmpty
    }

    /// Whether the file says that there is no value.
    var isNull: Bool {
        guard case .scalar(let scalar) = kind, scalar.isPlain else { return false }
        return ["null", "~"].contains(scalar.text)
    }

    /// The value as it reads in "found …".
    var found: String {
        switch kind {
        case .scalar(let scalar): isEmpty ? "nothing" : quoted(scalar.text)
        case .sequence: "a list"
        case .mapping: "a mapping"
        case .end, .unusable: "nothing"
        }
    }
}

/// One file while it is read: its values in order, where reading stands, and the problems so far.
///
/// Values are handed out one by one and never collected, so a file costs no more memory than what it says.
final class Document {
    struct Limits: Sendable {
        /// Of lists and mappings within each other.
        var depth = 32
        var slides = 100_000
        /// Diagnostics of one severity; the rest is counted.
        var diagnostics = 500
    }

    enum Step {
        case key(String)
        case index(Int)
    }

    let limits: Limits
    private let file: String
    private let stream: EventStream
    private let hasSurrogates: Bool
    private var depth = 0
    private var path: [Step] = []
    private var diagnostics: [Diagnostic] = []
    private(set) var errors = 0
    /// Of the idle picture's path in a configuration, which is looked for at the end.
    var idleImageMark = Mark()
    private var warnings = 0

    init(_ bytes: [UInt8], file: String, limits: Limits = Limits()) {
        self.file = file
        self.limits = limits
        let marked = SurrogateEscapes.mark(bytes)
        hasSurrogates = marked != nil
        stream = EventStream(marked ?? bytes)
    }

    // MARK: - Values

    /// The value that the file holds; nil when it holds none.
    func root() throws(Stop) -> Node? {
        _ = try event()
        let start = try event()
        guard case .documentStart = start.kind else { return nil }
        return try next()
    }

    /// After the root's end: nothing may follow.
    func finish() throws(Stop) {
        _ = try event()
        let following = try event()
        guard case .streamEnd = following.kind else {
            report(.error, following.mark, "a second document begins here; a file holds one")
            throw Stop()
        }
    }

    /// The next value, or the end of the list or mapping that is being read.
    func next() throws(Stop) -> Node {
        let event = try event()
        if event.hasAnchor { report(.error, event.mark, "anchors (&) and aliases (*) are not allowed") }
        if event.hasTag {
            report(.error, event.mark, "tags (!) are not allowed; a value's type is the key's")
        }
        switch event.kind {
        case .scalar(let scalar): return Node(kind: try joined(scalar, event.mark), mark: event.mark)
        case .sequenceStart, .mappingStart:
            depth += 1
            guard depth <= limits.depth else {
                report(.error, event.mark, "more than \(limits.depth) lists and mappings within each other")
                throw Stop()
            }
            if case .sequenceStart = event.kind { return Node(kind: .sequence, mark: event.mark) }
            return Node(kind: .mapping, mark: event.mark)
        case .end:
            depth -= 1
            return Node(kind: .end, mark: event.mark)
        case .alias:
            report(.error, event.mark, "anchors (&) and aliases (*) are not allowed")
            return Node(kind: .unusable, mark: event.mark)
        case .streamStart, .streamEnd, .documentStart, .documentEnd:
            return Node(kind: .unusable, mark: event.mark)
        }
    }

    /// Passes over a value with all that is in it.
    func skip(_ node: Node) throws(Stop) {
        let outside = depth - 1
        switch node.kind {
        case .sequence, .mapping: while depth > outside { _ = try next() }
        case .scalar, .end, .unusable: break
        }
    }

    private func event() throws(Stop) -> Event {
        guard errors <= limits.diagnostics else { throw Stop() }
        do throws(SyntaxError) {
            return try stream.next()
        } catch {
            let place = path
            path = []
            report(.error, error.mark, error.message)
            path = place
            throw Stop()
        }
    }

    private func joined(_ scalar: Scalar, _ mark: Mark) throws(Stop) -> Node.Kind {
        guard hasSurrogates else { return .scalar(scalar) }
        var scalar = scalar
        do throws(SurrogateEscapes.Lone) {
            scalar.text = try SurrogateEscapes.restore(scalar.text, joining: scalar.isDoubleQuoted)
            return .scalar(scalar)
        } catch {
            report(.error, mark, "'\(error.escape)' is half of a character: the other half is missing")
            return .unusable
        }
    }

    // MARK: - Where reading stands

    func enter(_ step: Step) {
        path.append(step)
    }

    func leave() {
        path.removeLast()
    }

    // MARK: - Problems

    /// Notes a problem of the value that is being read.
    ///
    /// - Parameters:
    ///   - severity: whether it refuses the file.
    ///   - mark: its place.
    ///   - message: one line.
    ///   - step: further down the path than reading stands.
    func report(_ severity: Diagnostic.Severity, _ mark: Mark, _ message: String, at step: Step? = nil) {
        if severity == .error { errors += 1 } else { warnings += 1 }
        let count = severity == .error ? errors : warnings
        guard count <= limits.diagnostics else {
            if severity == .error {
                add(.error, mark, "", "too many errors; the rest of the file is not read")
            }
            return
        }
        add(severity, mark, Self.written(path + (step.map { [$0] } ?? [])), message)
    }

    /// Notes a problem of a value that was read before.
    func report(_ severity: Diagnostic.Severity, _ mark: Mark, path: [Step], _ message: String) {
        let place = self.path
        self.path = path
        report(severity, mark, message)
        self.path = place
    }

    var hasErrors: Bool { errors > 0 }

    /// All problems in the order of the file; how many are left out is the last.
    func allDiagnostics() -> [Diagnostic] {
        var sorted = diagnostics.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
        if warnings > limits.diagnostics, let last = sorted.last {
            let rest = "\(warnings - limits.diagnostics) more warnings are left out"
            sorted.append(
                Diagnostic(
                    severity: .warning, file: file, line: last.line, column: last.column, message: rest))
        }
        return sorted
    }

    private func add(_ severity: Diagnostic.Severity, _ mark: Mark, _ path: String, _ message: String) {
        diagnostics.append(
            Diagnostic(
                severity: severity, file: file, line: mark.line, column: mark.column, path: path,
                message: message))
    }

    private static func written(_ path: [Step]) -> String {
        path.reduce(into: "") { text, step in
            switch step {
            case .key(let name): text += (text.isEmpty ? "" : ".") + name
            case .index(let index): text += "[\(index)]"
            }
        }
    }
}
