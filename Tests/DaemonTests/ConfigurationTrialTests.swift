import Signage
import StoreJobs
import Testing

@testable import Daemon

@Suite struct ConfigurationTrialTests {
    private let start = Instant(seconds: 1000)

    private func trial(
        wasLit: Bool = true, concernsDisplay: Bool = true, length: Duration = .seconds(60)
    ) -> ConfigurationTrial {
        ConfigurationTrial(
            ConfigurationTrial.Draft(text: nil, call: 7, user: 1000, length: length), before: Setup(),
            wasLit: wasLit, concernsDisplay: concernsDisplay, at: start)
    }

    private typealias Seen = ConfigurationTrial.Observation
    private let dark = Seen(output: nil, isAsWanted: false, isOnGlass: false, isPainting: true)
    private let lit = Seen(output: "'A'", isAsWanted: true, isOnGlass: true, isPainting: false)

    @Test func itWaitsForItsConfirmationFromItsFirstFrameOn() {
        var trial = trial()
        #expect(trial.advance(to: start, { dark }) == nil)
        #expect(trial.remaining(at: start) == .seconds(60))
        let shown = start + .seconds(3)
        #expect(trial.advance(to: shown, { lit }) == .shown(proven: true))
        #expect(trial.takeCall() == 7 && trial.takeCall() == nil)
        #expect(trial.nextDeadline(at: shown) == shown + .seconds(60))
        #expect(trial.remaining(at: shown + .seconds(20)) == .seconds(40))
        #expect(trial.advance(to: shown + .milliseconds(59_999), { dark }) == nil)
        #expect(trial.advance(to: shown + .seconds(60), { lit }) == .expired)
    }

    @Test func aFrameMustBeSeenInTime() {
        var trial = trial()
        var seen = lit
        seen.isOnGlass = false
        #expect(trial.nextDeadline(at: start + .seconds(2)) == start + ConfigurationTrial.paintLimit)
        let late = start + ConfigurationTrial.showLimit
        #expect(trial.nextDeadline(at: start + .seconds(6)) == late)
        #expect(trial.advance(to: late + .nanoseconds(-1), { seen }) == nil)
        #expect(
            trial.advance(to: late, { seen }) == .failed("no frame was on the screen within 15 s"))
        var gone = self.trial()
        #expect(gone.advance(to: late, { dark }) == .failed("no frame was on the screen within 15 s"))
    }

    @Test func anotherModeThanTheWantedOneIsFoundOut() {
        var trial = trial()
        var seen = lit
        seen.isAsWanted = false
        #expect(trial.advance(to: start, { seen }) == nil)
        let end = start + ConfigurationTrial.wrongLimit
        #expect(trial.nextDeadline(at: start) == end)
        #expect(trial.advance(to: end, { seen }) == .failed("it would play on 'A' instead"))
    }

    @Test func picturesArePaintedFirstIfThatIsSoon() {
        var trial = trial()
        var seen = lit
        seen.isPainting = true
        #expect(trial.advance(to: start + .seconds(4), { seen }) == nil)
        #expect(
            trial.advance(to: start + ConfigurationTrial.paintLimit, { seen }) == .shown(proven: true))
    }

    @Test func withoutADisplayNothingIsProvenUnlessItIsNotConcerned() {
        var trial = trial(wasLit: false)
        #expect(trial.advance(to: start, { dark }) == .shown(proven: false))
        #expect(trial.advance(to: start + .seconds(60), { dark }) == .expired)
        var off = lit
        (off.isOnGlass, off.isOff) = (false, true)
        var dimmed = self.trial()
        #expect(dimmed.advance(to: start, { off }) == .shown(proven: false))
        var other = self.trial(wasLit: false, concernsDisplay: false)
        #expect(other.advance(to: start, { dark }) == .shown(proven: true))
    }

    @Test func whileItIsBeingKeptNothingTakesItBack() {
        var trial = trial()
        _ = trial.advance(to: start, { lit })
        trial.keep()
        #expect(trial.isBeingKept && trial.remaining(at: start) == nil)
        #expect(trial.nextDeadline(at: start) == nil)
        #expect(trial.advance(to: start + .seconds(600), { dark }) == nil)
        trial.keepNot()
        #expect(trial.advance(to: start + .seconds(59), { dark }) == nil)
        #expect(trial.advance(to: start + .seconds(600), { dark }) == .expired)
    }
}
