import Signage
import Testing

@testable import Daemon

struct WatchdogTests {
    struct Case: CustomTestStringConvertible {
        var testDescription: String
        var hasOutput = true
        var isHeld = false
        var expectsFlips = false
        var lastFlip: Double?
        var showsLastFrame = true
        var isFed: Bool
    }

    /// The watchdog allows 20 s: ticks at 10, 20, … s; these are seen at the tick of 20 s.
    @Test(arguments: [
        Case(testDescription: "no output", hasOutput: false, showsLastFrame: false, isFed: true),
        Case(
            testDescription: "another program has the display", isHeld: true, expectsFlips: true,
            showsLastFrame: false, isFed: true),
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
                hasOutput: seen.hasOutput, isHeld: seen.isHeld, expectsFlips: seen.expectsFlips,
                lastFlip: seen.lastFlip.map { Instant(seconds: $0) }, showsLastFrame: { seen.showsLastFrame })
        )
        #expect(fed == seen.isFed)
        // One that was not fed asks again while there is time.
        #expect(watchdog.nextTick == Instant(seconds: fed ? 30 : 22.5))
    }

    @Test func stepsOfMendingAreFedButNotForEver() {
        var watchdog = Watchdog(limit: .seconds(60), at: Instant(seconds: 0))
        func tick(_ second: Double, lastFlip: Double) -> Bool {
            watchdog.tick(
                at: Instant(seconds: second),
                Watchdog.Observation(
                    hasOutput: true, expectsFlips: true, lastFlip: Instant(seconds: lastFlip),
                    showsLastFrame: { false }))
        }
        let fed = (0..<9).map { _ in watchdog.recovering() }
        #expect(fed == Array(repeating: true, count: 8) + [false])
        #expect(!tick(30, lastFlip: -1))
        let isFedStill = watchdog.recovering()
        #expect(!isFedStill)
        #expect(tick(37.5, lastFlip: 36))
        let isFedAgain = watchdog.recovering()
        #expect(isFedAgain)
    }
}
