public import Signage

/// How long to wait before a helper that keeps dying is started again.
///
/// After one death it is started at once, so that one bad job holds nobody up; then the wait doubles from half a
/// second to four, so that a broken installation does not eat the board. A job that comes to its end clears the count.
public struct RestartDelay {
    private var deathsInARow = 0
    private var notBefore: Instant?

    public init() {}

    public mutating func died(at now: Instant) {
        deathsInARow += 1
        notBefore = now + length
    }

    public mutating func worked() {
        deathsInARow = 0
        notBefore = nil
    }

    /// When to start, if that is not now.
    public func start(at now: Instant) -> Instant? {
        guard let notBefore, notBefore > now else { return nil }
        return notBefore
    }

    private var length: Duration {
        switch deathsInARow {
        case ...1: .zero
        case let count: .milliseconds(500 << min(count - 2, 3))
        }
    }
}
