/// How long the other side may still be waited for: as long as it keeps up a least rate, and a while beside.
///
/// A side that gives a byte now and then could hold a push, and keep others out, for hours.
struct Pace {
    /// Nanoseconds that a byte is worth.
    private static let worth: Int64 = 1_000_000_000 / Int64(PushConnection.leastRate)

    /// Nanoseconds at most, and at first.
    private let grace: Int64
    /// Nanoseconds that may still be waited.
    private(set) var left: Int64

    /// - Parameter seconds: that it may fall behind the least rate.
    init(grace seconds: Int) {
        grace = Int64(seconds) * 1_000_000_000
        left = grace
    }

    /// Bytes have come or gone.
    mutating func move(_ bytes: Int) {
        left = min(grace, left + Int64(min(bytes, 1 << 30)) * Self.worth)
    }

    /// So many nanoseconds were waited.
    mutating func wait(_ nanoseconds: Int64) {
        left = max(0, left - nanoseconds)
    }
}
