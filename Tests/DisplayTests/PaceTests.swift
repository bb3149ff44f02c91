import Signage
import Testing

@testable import Display

@Suite struct PaceTests {
    /// 100 Hz: a vblank each 10 ms.
    func makePace() -> Pace { Pace(refreshMillihertz: 100_000, at: Instant(seconds: 0)) }
    func ms(_ milliseconds: Double) -> Instant { Instant(seconds: milliseconds / 1000) }

    @Test func followsTheDriversVblanks() {
        var pace = makePace()
        let first = pace.flipped(at: ms(103), sequence: 700)
        #expect(first == Pace.Flip(time: ms(103), vblank: 700, restUntil: nil))
        #expect(!pace.isOwn)
        #expect(pace.nextVblank(after: ms(104)) == ms(113))
        #expect(pace.nextVblank(after: ms(154)) == ms(163))
        // Half a millisecond before the vblank is too late for it.
        #expect(pace.nextVblank(after: ms(112.5)) == ms(123))
        #expect(pace.flipped(at: ms(133), sequence: 703).vblank == 703)
    }

    @Test(
        arguments: [
            ("wraps around", UInt32.max - 1, UInt32(2), 40.0, 4), ("stands still", 50, 50, 30, 3),
            ("jumps back", 50, 10, 20, 2), ("stands still and comes early", 50, 50, 6, 1),
        ] as [(String, UInt32, UInt32, Double, Int64)])
    func stepsAreSoundWhateverTheNumbersDo(
        name: String, before: UInt32, after: UInt32, later: Double, steps: Int64
    ) {
        var pace = makePace()
        let first = pace.flipped(at: ms(100), sequence: before)
        let second = pace.flipped(at: ms(100 + later), sequence: after)
        #expect(second.vblank - first.vblank == steps)
    }

    @Test func withoutSequenceItKeepsItsOwnPace() {
        var pace = makePace()
        let first = pace.flipped(at: ms(101), sequence: 0)
        #expect(pace.isOwn)
        #expect(first.restUntil == ms(111))
        #expect(pace.nextVblank(after: ms(111)) == ms(121))
        let second = pace.flipped(at: ms(112), sequence: 0)
        #expect(second.vblank == first.vblank + 1)
        #expect(second.restUntil == ms(121))
        let late = pace.flipped(at: ms(153), sequence: 0)
        #expect(late.vblank == first.vblank + 5)
        #expect(late.restUntil == ms(161))
    }

    @Test func neverTwoCommitsInOneVblankOfItsOwn() {
        var pace = makePace()
        var now = ms(100)
        var vblanks: Set<Int64> = []
        for step in 0..<500 {
            // Now and then the flip takes long, as where the frame is sent over a slow bus.
            let time = now + .milliseconds(step % 5 == 0 ? 23 : 1)
            let flip = pace.flipped(at: time, sequence: 0)
            #expect(vblanks.insert(flip.vblank).inserted)
            // Commits as soon as it may, now and then much later.
            now = max(time, flip.restUntil ?? time) + .microseconds(step % 7 == 0 ? 13_700 : 50)
        }
    }

    @Test func flipsFasterThanTheModeTurnToAnOwnPace() {
        var pace = makePace()
        var flip = pace.flipped(at: ms(100), sequence: 1)
        for number in 1...3 {
            #expect(flip.restUntil == nil)
            let last = flip
            flip = pace.flipped(
                at: ms(100 + Double(number) * 2), sequence: UInt32(number + 1))
            #expect(flip.vblank == last.vblank + 1)
        }
        #expect(pace.isOwn)
        #expect(flip.restUntil == ms(116))
    }

    @Test func aFirstSequenceOfZeroIsForgotten() {
        var pace = makePace()
        let first = pace.flipped(at: ms(100), sequence: 0)
        #expect(first.restUntil == ms(110))
        let second = pace.flipped(at: ms(120), sequence: 900)
        #expect(!pace.isOwn)
        #expect(second.vblank == first.vblank + 2)
    }
}
