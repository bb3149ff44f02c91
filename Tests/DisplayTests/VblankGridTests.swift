import Signage
import Testing

@testable import Display

@Suite struct VblankGridTests {
    @Test(arguments: [1, 23_976, 50_000, 59_940, 60_000, 143_856])
    func numbersAndTimesAgree(refreshMillihertz: Int) {
        let grid = VblankGrid(anchor: Instant(nanoseconds: 123_456_789), refreshMillihertz: refreshMillihertz)
        for index: Int64 in [-3, -1, 0, 1, 2, 59, 60, 1_000_003, 5_000_000] {
            let time = grid.time(of: index)
            #expect(grid.index(at: time) == index)
            #expect(grid.index(at: time - .nanoseconds(1)) == index - 1)
            #expect(grid.next(after: time) == grid.time(of: index + 1))
        }
    }

    @Test func doesNotDriftOverAYear() {
        let grid = VblankGrid(anchor: Instant(nanoseconds: 0), refreshMillihertz: 60_000)
        let frames: Int64 = 60 * 86_400 * 365
        #expect(grid.time(of: frames) == Instant(nanoseconds: 86_400 * 365 * 1_000_000_000))
    }
}
