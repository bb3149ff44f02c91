internal import Signage

extension Canvas {
    /// Takes four pictures, one below the other, from one that is four times as wide: each pixel is the mean of four
    /// columns, and each picture begins a column before the one above it.
    ///
    /// - Parameters:
    ///   - wide: the pixels, with four columns more on either side; a quarter as high as this canvas.
    ///   - towardsLeft: the pictures move to the left from one to the next, and not to the right.
    func takePhases(of wide: Canvas, towardsLeft: Bool) {
        let phases = TickerTile.phases
        precondition(wide.size.width == (size.width + 2) * phases && wide.size.height * phases == size.height)
        // Two channels at a time, 16 bits each: room for the sum of four.
        let mask: UInt32 = 0x00ff_00ff
        let half: UInt32 = 0x0002_0002
        for y in 0..<wide.size.height {
            let source = wide.row(y)
            let rows = (0..<phases).map { row((towardsLeft ? $0 : phases - 1 - $0) * wide.size.height + y) }
            var next = towardsLeft ? phases : 1
            var evens: UInt32 = 0
            var odds: UInt32 = 0
            for column in next..<next + phases {
                evens &+= source[column] & mask
                odds &+= source[column] >> 8 & mask
            }
            for column in 0..<size.width {
                for row in rows {
                    row[column] = (evens &+ half) >> 2 & mask | ((odds &+ half) >> 2 & mask) << 8
                    let leaving = source[next]
                    let coming = source[next + phases]
                    evens = evens &+ (coming & mask) &- (leaving & mask)
                    odds = odds &+ (coming >> 8 & mask) &- (leaving >> 8 & mask)
                    next += 1
                }
            }
        }
    }
}
