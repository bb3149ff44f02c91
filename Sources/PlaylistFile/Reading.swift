/// What came of reading a file: a value, or why there is none.
public struct Reading<Value: Sendable>: Sendable {
    /// What the file says; nil when there is an error.
    public var value: Value?
    /// What the file says with the default in place of everything that cannot be used.
    ///
    /// For a playlist with errors that is the empty one: a playlist is taken whole or not at all.
    public var fallback: Value
    /// Every problem, in the order of the file.
    public var diagnostics: [Diagnostic]

    public init(value: Value?, fallback: Value, diagnostics: [Diagnostic]) {
        self.value = value
        self.fallback = fallback
        self.diagnostics = diagnostics
    }

    /// Whether the file is refused.
    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

extension Reading: Equatable where Value: Equatable {}
