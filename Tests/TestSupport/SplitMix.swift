/// A small reproducible generator of random numbers, SplitMix64.
public struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    /// The same seed gives the same numbers.
    public init(state: UInt64) {
        self.state = state
    }

    /// Any 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }

    /// A number from 0 up to, not including, a positive limit.
    public mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
