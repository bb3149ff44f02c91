internal import Signage

/// Decides when systemd's watchdog is fed: only when frames reach the glass, or stillness is meant and proven.
struct Watchdog {
    /// What is seen at a tick.
    struct Observation {
        /// There is something to show frames on.
        var hasOutput: Bool
        /// Another program has the display for now.
        var isHeld = false
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
    /// The last tick that fed.
    private var healthyTick: Instant
    /// Steps of mending that were fed since then.
    private var fedSteps = 0

    /// More steps than any mending has: what goes on longer is to be ended.
    private static let mostSteps = 8

    init(limit: Duration, at now: Instant) {
        interval = limit / 2
        healthyTick = now
        nextTick = now + interval
    }

    /// Meets a tick. After one that does not feed the next comes sooner, while there is still time.
    ///
    /// - Returns: whether to feed.
    mutating func tick(at now: Instant, _ seen: Observation) -> Bool {
        let isHealthy = isHealthy(seen)
        if isHealthy {
            healthyTick = now
            fedSteps = 0
        }
        nextTick = now + (isHealthy ? interval : interval / 4)
        return isHealthy
    }

    /// The display takes a step of mending, which may block for 10 s; the next will be as long in coming.
    ///
    /// - Returns: whether to feed.
    mutating func recovering() -> Bool {
        fedSteps += 1
        return fedSteps <= Self.mostSteps
    }

    private func isHealthy(_ seen: Observation) -> Bool {
        if !seen.hasOutput || seen.isHeld { return true }
        if let lastFlip = seen.lastFlip, lastFlip >= healthyTick { return true }
        return !seen.expectsFlips && seen.showsLastFrame()
    }
}
