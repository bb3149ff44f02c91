import Signage
import Testing

@testable import Daemon

struct WatchdogTests {
    struct Case: CustomTestStringConvertible {
        var testDescription: String
        var hasOutput = true
        var expectsFlips = false
        var lastFlip: Double?
        var showsLastFrame = true
        var isFed: Bool
    }

    /// The watchdog allows 20 s: ticks at 10, 20, … s; these are seen at the tick of 20 s.
    @Test(arguments: [
        Case(testDescription: "no output", hasOutput: false, showsLastFrame: false, isFed: true),
        Case(testDescription: "frames flip", expectsFlips: true, lastFlip: 19, isFed: true),
        Case(testDescription: "frames should flip and do not", expectsFlips: true, lastFlip: 9, isFed: false),
        Case(testDescription: "no frame ever flipped", expectsFlips: true, isFed: false),
        Case(testDescription: "still and on the glass", lastFlip: 3, isFed: true),
        Case(
            testDescription: "still, another picture on the glass", lastFlip: 3, showsLastFrame: false,
            isFed: false),
    ])
    func isFedOnlyForFramesOrProvenStillness(_ seen: Case) {
        var watchdog = Watchdog(limit: .seconds(20), at: Instant(seconds: 0))
        #expect(watchdog.nextTick == Instant(seconds: 10))
        _ = watchdog.tick(
            at: Instant(seconds: 10),
            Watchdog.Observation(
                hasOutput: false, expectsFlips: false, lastFlip: nil, showsLastFrame: { false }))
        let fed = watchdog.tick(
            at: Instant(seconds: 20),
            Watchdog.Observation(
                hasOutput: seen.hasOutput, expectsFlips: seen.expectsFlips,
                lastFlip: seen.lastFlip.map { Instant(seconds: $0) }, showsLastFrame: { seen.showsLastFrame })
        )
        #expect(fed == seen.isFed)
        #expect(watchdog.nextTick == Instant(seconds: 30))
    }
}
