internal import Signage

/// Which troubles are told: each once until frames reach the glass again, and then not at once when it comes back.
struct TroubleLog {
    /// A trouble that comes and goes is told this often at most.
    static let quiet = Duration.seconds(600)
    /// Texts that are kept: more at once are told again.
    private static let most = 32

    private var told: [String: Instant] = [:]
    /// Since the last flip.
    private var current: Set<String> = []
    private var isOpen = false

    /// Whether to tell a trouble.
    ///
    /// - Parameters:
    ///   - text: what it is, the same each time.
    ///   - isOverWithAFlip: frames on the glass are the end of it; `end` then has something to tell.
    ///   - now: the present.
    /// - Returns: false when it is known already.
    mutating func isNews(_ text: String, isOverWithAFlip: Bool, at now: Instant) -> Bool {
        if current.count >= Self.most { current = [] }
        guard current.insert(text).inserted else { return false }
        if let before = told[text], now - before < Self.quiet { return false }
        if told.count >= Self.most, let oldest = told.min(by: { $0.value < $1.value }) {
            told[oldest.key] = nil
        }
        told[text] = now
        if isOverWithAFlip { isOpen = true }
        return true
    }

    /// A frame is on the glass.
    ///
    /// - Returns: whether there was trouble that was told.
    mutating func end() -> Bool {
        defer { isOpen = false }
        if !current.isEmpty { current = [] }
        return isOpen
    }
}
