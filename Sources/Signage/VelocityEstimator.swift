/// How fast a finger moves along one axis.
///
/// A parabola is fitted (least squares) through the samples of the last 100 ms or the last 4, whichever reaches
/// farther back; the velocity is its slope at the last sample. Android and Flutter do the same.
struct VelocityEstimator: Hashable, Sendable {
    private struct Sample: Hashable {
        var time: Instant
        var place: Double
    }

    private static let window = Duration.milliseconds(100)
    private static let fewest = 4
    /// A panel of 1 kHz; more samples in the window tell nothing new.
    private static let most = 128
    private static let shortestRest = Duration.milliseconds(40)
    /// A slow panel's pause is not a finger's, but no panel is slower than this.
    private static let longestRest = Duration.milliseconds(250)

    private var samples: [Sample] = []

    /// Takes where the finger is; times do not go backwards, a second sample of one moment replaces the first.
    mutating func add(_ place: Double, at time: Instant) {
        if let last = samples.last, time <= last.time {
            samples[samples.count - 1].place = place
            return
        }
        samples.append(Sample(time: time, place: place))
        let excess = samples.count - Self.fewest
        if excess > 0 {
            let old = samples.prefix(excess).prefix { $0.time < time - Self.window }.count
            samples.removeFirst(max(old, samples.count - Self.most))
        }
    }

    /// Pixels a second at the last sample; 0 with fewer than three samples.
    var velocity: Double {
        guard samples.count >= 3, let last = samples.last else { return 0 }
        // Normal equations of place = a + b·t + c·t², t in seconds before the last sample, solved for b.
        var t1 = 0.0
        var t2 = 0.0
        var t3 = 0.0
        var t4 = 0.0
        var x0 = 0.0
        var x1 = 0.0
        var x2 = 0.0
        for sample in samples {
            let t = (sample.time - last.time).inSeconds
            let x = sample.place - last.place
            t1 += t
            t2 += t * t
            t3 += t * t * t
            t4 += t * t * t * t
            x0 += x
            x1 += x * t
            x2 += x * t * t
        }
        let n = Double(samples.count)
        let determinant = n * (t2 * t4 - t3 * t3) - t1 * (t1 * t4 - t2 * t3) + t2 * (t1 * t3 - t2 * t2)
        let slope =
            (n * (x1 * t4 - t3 * x2) - x0 * (t1 * t4 - t2 * t3) + t2 * (t1 * x2 - x1 * t2)) / determinant
        return slope.isFinite ? min(100_000, max(-100_000, slope)) : 0
    }

    /// A finger that gives no sample for longer rests: 40 ms and 2½ times the panel's sample spacing.
    ///
    /// The spacing is the middle one of those at hand: a pause in the gesture does not count as the panel's.
    var restAfter: Duration {
        guard samples.count >= 2 else { return Self.shortestRest }
        let spacings = zip(samples.dropFirst(), samples).map { $0.time - $1.time }.sorted()
        return min(Self.longestRest, max(Self.shortestRest, spacings[(spacings.count - 1) / 2] * 5 / 2))
    }

    /// Pixels a second of a finger that is lifted at a moment.
    func velocity(liftedAt time: Instant) -> Double {
        guard let last = samples.last, time - last.time <= restAfter else { return 0 }
        return velocity
    }

    /// Where the finger was last, and where it will be.
    var finger: FingerEstimate? {
        samples.last.map {
            FingerEstimate(place: $0.place, time: $0.time, velocity: velocity, restAfter: restAfter)
        }
    }
}

/// Where a finger is between two samples: panels report 25 to 125 times a second, frames come at their own pace.
struct FingerEstimate: Hashable, Sendable {
    static let farthest = 8.0
    static let longest = Duration.milliseconds(16)
    /// A finger that rests is gone back to within this time.
    static let homecoming = Duration.milliseconds(50)

    /// Pixels along the axis at the last sample.
    var place: Double
    var time: Instant
    var velocity: Double
    var restAfter: Duration

    /// Pixels along the axis: carried on by at most 16 ms and 8 pixels, and where it was when it rests.
    func place(at moment: Instant) -> Double {
        let elapsed = moment - time
        guard elapsed > .zero, velocity != 0 else { return place }
        let carried = velocity * min(elapsed, Self.longest).inSeconds
        let reach = min(Self.farthest, max(-Self.farthest, carried))
        let resting = elapsed - restAfter
        guard resting > .zero else { return place + reach }
        return place + reach * max(0, 1 - resting.inSeconds / Self.homecoming.inSeconds)
    }

    /// Whether the estimate still changes right after a moment.
    func isMoving(at moment: Instant) -> Bool {
        velocity != 0 && moment < time + restAfter + Self.homecoming
    }
}
