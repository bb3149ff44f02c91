internal import Signage

/// Evenly spaced vblanks, counted from an anchor: number 0 is at the anchor.
struct VblankGrid {
    var anchor: Instant
    /// mHz, at least 1.
    let refreshMillihertz: Int

    init(anchor: Instant, refreshMillihertz: Int) {
        self.anchor = anchor
        self.refreshMillihertz = max(1, refreshMillihertz)
    }

    /// From one vblank to the next, rounded to a nanosecond.
    var period: Duration { .nanoseconds(Self.nanosecondsTimesMillihertz / Int64(refreshMillihertz)) }

    /// The number of the last vblank not after a moment.
    func index(at moment: Instant) -> Int64 {
        let product = Int128((moment - anchor).nanoseconds) * Int128(refreshMillihertz)
        let (quotient, remainder) = product.quotientAndRemainder(
            dividingBy: Int128(Self.nanosecondsTimesMillihertz))
        return Int64(clamping: remainder < 0 ? quotient - 1 : quotient)
    }

    /// When a vblank is; rounded up, so that `index(at:)` of it gives the same number.
    func time(of index: Int64) -> Instant {
        let product = Int128(index) * Int128(Self.nanosecondsTimesMillihertz)
        let (quotient, remainder) = product.quotientAndRemainder(dividingBy: Int128(refreshMillihertz))
        return anchor + .nanoseconds(Int64(clamping: remainder > 0 ? quotient + 1 : quotient))
    }

    /// The first vblank after a moment.
    func next(after moment: Instant) -> Instant {
        time(of: index(at: moment) + 1)
    }

    private static let nanosecondsTimesMillihertz: Int64 = 1_000_000_000_000
}
