/// When the page turns by itself.
struct RotationTimer: Hashable, Sendable {
    /// After a release that turned no page, the interval begins this much later.
    static let pauseAfterRelease = Duration.milliseconds(500)

    /// nil: stopped.
    private(set) var deadline: Instant?

    /// A full interval from a moment.
    mutating func start(_ interval: Duration, from time: Instant) {
        deadline = time + interval
    }

    mutating func stop() {
        deadline = nil
    }

    /// Goes on to the next deadline, counted from this one; from now when it is met late by more than a tenth.
    mutating func proceed(_ interval: Duration, at now: Instant) {
        guard let deadline else { return }
        self.deadline = (now - deadline > interval / 10 ? now : deadline) + interval
    }
}

extension Duration {
    /// Kept to what an interval can be: 100 ms to ten years.
    var asInterval: Duration { min(.seconds(315_360_000), max(.milliseconds(100), self)) }

    /// Kept to what a transition or a wait can be: nothing to ten years.
    var asWait: Duration { min(.seconds(315_360_000), max(.zero, self)) }
}
