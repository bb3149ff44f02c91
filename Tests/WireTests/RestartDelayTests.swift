import Signage
import Testing

@testable import Wire

@Suite struct RestartDelayTests {
    @Test func deathsInARowPutTheStartOffUpToFourSeconds() {
        var delay = RestartDelay()
        let now = Instant(seconds: 100)
        #expect(delay.start(at: now) == nil)
        for expected in [0, 0.5, 1, 2, 4, 4, 4] {
            delay.died(at: now)
            #expect(delay.start(at: now) == (expected == 0 ? nil : now + .seconds(expected)))
            #expect(delay.start(at: now + .seconds(expected)) == nil)
        }
        delay.worked()
        #expect(delay.start(at: now) == nil)
        delay.died(at: now)
        #expect(delay.start(at: now) == nil)
    }
}
