/// How long to wait before the next try: 0.25 s, then twice as long each time, at most 5 s.
struct RetryDelay {
    private static let first = Duration.milliseconds(250)
    private static let longest = Duration.seconds(5)
    private var upcoming = first

    /// The wait before the next try.
    mutating func next() -> Duration {
        defer { upcoming = min(Self.longest, upcoming * 2) }
        return upcoming
    }

    /// It worked: the next wait is short again.
    mutating func reset() {
        upcoming = Self.first
    }
}
