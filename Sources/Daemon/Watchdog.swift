internal import Signage

/// Decides when systemd's watchdog is fed: only when frames reach the glass, or stillness is meant and proven.
struct Watchdog {
    /// What is seen at a tick.
    struct Observation {
        /// There is something to show frames on.
        var hasOutput: Bool
        /// The picture changes by itself, or a frame waits for its flip.
        var expectsFlips: Bool
        /// When the last flip was.
        var lastFlip: Instant?
        /// Asked of the kernel: the glass holds our last frame.
        var showsLastFrame: () -> Bool
    }

    /// From one tick to the next: half of what systemd allows.
    let interval: Duration
    private(set) var nextTick: Instant
    private var previousTick: Instant

    init(limit: Duration, at now: Instant) {
        interval = limit / 2
        previousTick = now
        nextTick = now + interval
    }

    /// Meets a tick.
    ///
    /// - Returns: whether to feed.
    mutating func tick(at now: Instant, _ seen: Observation) -> Bool {
        defer {
            previousTick = now
            nextTick = now + interval
        }
        guard seen.hasOutput else { return true }
        if let lastFlip = seen.lastFlip, lastFlip >= previousTick { return true }
        return !seen.expectsFlips && seen.showsLastFrame()
    }
}
