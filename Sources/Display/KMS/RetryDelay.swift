/// How long to wait before the next try: twice as long each time, up to a limit.
struct RetryDelay {
    private let first: Duration
    private let longest: Duration
    private var upcoming: Duration

    /// For what is wanted at once: 0.25 s at first, at most 5 s.
    init(from first: Duration = .milliseconds(250), upTo longest: Duration = .seconds(5)) {
        self.first = first
        self.longest = longest
        upcoming = first
    }

    /// The wait before the next try.
    mutating func next() -> Duration {
        defer { upcoming = min(longest, upcoming * 2) }
        return upcoming
    }

    /// It worked: the next wait is short again.
    mutating func reset() {
        upcoming = first
    }
}
