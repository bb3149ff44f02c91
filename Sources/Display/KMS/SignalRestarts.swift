internal import Signage

/// How often a display's signal may be stopped and started because the display was away for a moment.
///
/// Some televisions stay dark after such a moment without it, and some answer it by going away for a moment.
struct SignalRestarts {
    enum Answer: Hashable {
        case now
        /// Too soon after the last one.
        case later(Instant)
        /// It has not helped: no more for a while.
        case never
    }

    static let pause = Duration.seconds(5)
    /// So many within `memory`.
    static let most = 3
    static let memory = Duration.seconds(600)

    private var last: [Instant] = []

    /// The display was away for a moment.
    mutating func ask(at now: Instant) -> Answer {
        last.removeAll { now - $0 >= Self.memory }
        if last.count >= Self.most { return .never }
        if let latest = last.last, now - latest < Self.pause { return .later(latest + Self.pause) }
        last.append(now)
        return .now
    }
}
