internal import Signage

/// Folds a storm of reloads into few: one at once, what comes soon after it together as one more.
struct ReloadGate {
    /// The least time from the start of one reload to the next.
    static let interval = Duration.milliseconds(100)

    private var last: Instant?
    private var isAsked = false

    /// A reload is asked for.
    mutating func ask() {
        isAsked = true
    }

    /// Whether to reload now; forgets that it was asked.
    mutating func take(at now: Instant) -> Bool {
        guard isAsked, let due = nextDeadline(), due <= now else { return false }
        isAsked = false
        last = now
        return true
    }

    /// When the reload that was asked for is due; nil: none was.
    func nextDeadline() -> Instant? {
        guard isAsked else { return nil }
        return last.map { $0 + Self.interval } ?? Instant(nanoseconds: .min)
    }
}
