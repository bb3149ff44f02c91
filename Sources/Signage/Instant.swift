/// A moment of the monotonic clock.
///
/// The rules never read a clock: every moment comes in as an argument.
public struct Instant: Hashable, Comparable, Sendable {
    /// Nanoseconds of CLOCK_MONOTONIC.
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// A moment some seconds after zero: for tests and virtual time.
    public init(seconds: Double) {
        nanoseconds = Int64((seconds * 1e9).rounded())
    }

    public var seconds: Double { Double(nanoseconds) / 1e9 }

    public static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }
    public static func + (moment: Instant, length: Duration) -> Instant {
        Instant(nanoseconds: moment.nanoseconds + length.nanoseconds)
    }
    public static func - (moment: Instant, length: Duration) -> Instant {
        Instant(nanoseconds: moment.nanoseconds - length.nanoseconds)
    }
    public static func - (later: Instant, earlier: Instant) -> Duration {
        .nanoseconds(later.nanoseconds - earlier.nanoseconds)
    }
}

extension Duration {
    /// The length in whole nanoseconds.
    public var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }

    /// The length in seconds.
    public var inSeconds: Double { Double(nanoseconds) / 1e9 }
}
