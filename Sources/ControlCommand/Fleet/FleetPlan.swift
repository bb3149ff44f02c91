/// Which machine's turn it is: so many at a time, and those that could not be reached again later.
///
/// Times are CLOCK_MONOTONIC in nanoseconds.
struct FleetPlan {
    /// The longest pause between two tries; the first is a second, each one after it twice the one before.
    static let longestPause: Int64 = 60_000_000_000
    private static let firstPause: Int64 = 1_000_000_000

    private enum State: Equatable {
        case due(at: Int64)
        case running
        case over
    }

    private let mostAtOnce: Int
    private let lastTry: Int64
    private var states: [State]
    private var pauses: [Int64]
    private var runningCount = 0

    /// - Parameters:
    ///   - count: how many machines, by number from 0 on.
    ///   - mostAtOnce: at least 1.
    ///   - retryTime: nanoseconds from now on in which a machine is tried again.
    ///   - now: the present.
    init(count: Int, mostAtOnce: Int, retryTime: Int64, at now: Int64) {
        self.mostAtOnce = max(1, mostAtOnce)
        lastTry = now + retryTime
        states = Array(repeating: .due(at: now), count: count)
        pauses = Array(repeating: Self.firstPause, count: count)
    }

    /// The next machine to begin with; nil: none now.
    mutating func next(at now: Int64) -> Int? {
        guard runningCount < mostAtOnce else { return nil }
        let due = states.indices.first { index in
            if case .due(let time) = states[index] { time <= now } else { false }
        }
        if let due {
            states[due] = .running
            runningCount += 1
        }
        return due
    }

    /// One has ended.
    ///
    /// - Parameters:
    ///   - index: which.
    ///   - mayRepeat: it is tried again while there is time.
    ///   - now: the present.
    /// - Returns: when it is tried again; nil: never.
    mutating func end(_ index: Int, mayRepeat: Bool, at now: Int64) -> Int64? {
        runningCount -= 1
        guard mayRepeat, now < lastTry else {
            states[index] = .over
            return nil
        }
        let time = min(lastTry, now + pauses[index])
        pauses[index] = min(Self.longestPause, pauses[index] * 2)
        states[index] = .due(at: time)
        return time
    }

    /// None begins any more, and those at work are over.
    mutating func endAll() {
        states = states.map { _ in .over }
        runningCount = 0
    }

    /// When `next` has another one, unless one ends before; nil: not by itself.
    var nextDeadline: Int64? {
        guard runningCount < mostAtOnce else { return nil }
        return states.compactMap { if case .due(let time) = $0 { time } else { nil } }.min()
    }

    /// Those that are not over.
    var open: [Int] { states.indices.filter { states[$0] != .over } }
}
