internal import Signage

/// Decides when the slide on the screen is written to disk: hourly at most, and only where it is another one.
struct PlaceSaving {
    /// From one writing to the next: an SD card bears that for decades.
    static let interval = Duration.seconds(3600)

    private var shown: String?
    /// What the disk has.
    private var saved: String?
    private var upcoming: Instant

    /// - Parameters:
    ///   - saved: what the disk has; nil: nothing.
    ///   - now: the present.
    init(saved: String?, at now: Instant) {
        self.saved = saved
        upcoming = now + Self.interval
    }

    /// Another slide is on the screen.
    mutating func show(_ id: String) { shown = id }

    /// When `due` has something; nil: not before another slide is shown.
    var nextDeadline: Instant? { isDirty ? upcoming : nil }

    /// The slide to be written now; nil: none.
    mutating func due(at now: Instant) -> String? {
        guard upcoming <= now, isDirty else { return nil }
        upcoming = now + Self.interval
        return take()
    }

    /// The slide to be written because the sign leaves; nil: the disk has it.
    mutating func last() -> String? { isDirty ? take() : nil }

    private var isDirty: Bool { shown != nil && shown != saved }

    private mutating func take() -> String? {
        saved = shown
        return shown
    }
}
