import Signage
import Testing

@testable import Display

/// A history of motion and flips in vblanks of 10 ms, and how many it must count as missed.
struct LedgerCase: CustomTestStringConvertible {
    enum Step {
        /// Milliseconds.
        case moving(Double)
        case still(Double, flipPending: Bool = false)
        case flip(Int64)
        case interrupt
    }
    var testDescription: String
    var steps: [Step]
    var missed: Int

    init(_ name: String, missed: Int, _ steps: [Step]) {
        testDescription = name
        self.steps = steps
        self.missed = missed
    }

    static let all = [
        LedgerCase(
            "a frame at every vblank", missed: 0, [.moving(1), .flip(1), .flip(2), .flip(3), .still(31)]),
        LedgerCase(
            "vblanks without a frame in motion", missed: 3, [.moving(1), .flip(1), .flip(3), .flip(6)]),
        LedgerCase("stillness counts nothing", missed: 0, [.flip(1), .flip(50), .moving(995), .flip(100)]),
        LedgerCase("the first frame of a motion is late", missed: 2, [.flip(1), .moving(503), .flip(53)]),
        LedgerCase(
            "motion begins right before a vblank that cannot be met", missed: 0,
            [.flip(1), .moving(499.5), .flip(51)]),
        LedgerCase("motion ends without a frame on its way", missed: 2, [.moving(1), .flip(1), .still(35)]),
        LedgerCase(
            "motion ends with a frame on its way, which is late", missed: 2,
            [.moving(1), .flip(1), .still(35, flipPending: true), .flip(6)]),
        LedgerCase(
            "motion ends with a frame on its way, which is in time", missed: 0,
            [.moving(1), .flip(1), .still(15, flipPending: true), .flip(2)]),
        LedgerCase(
            "motion goes on while a frame is on its way", missed: 1,
            [.moving(1), .flip(1), .still(15, flipPending: true), .moving(16), .flip(3)]),
        LedgerCase("told twice that it moves", missed: 1, [.moving(1), .flip(1), .moving(25), .flip(3)]),
        LedgerCase(
            "no output for a while", missed: 1, [.moving(1), .flip(1), .flip(3), .interrupt, .flip(100)]),
        LedgerCase(
            "vblanks are counted again after the first flip", missed: 2,
            [.moving(1), .interrupt, .flip(100), .flip(103)]),
        LedgerCase(
            "motion began and ended in the dark", missed: 0,
            [.interrupt, .moving(1), .still(500), .flip(100)]),
        LedgerCase(
            "motion ends while the first flip is awaited", missed: 0,
            [.interrupt, .moving(1), .still(500, flipPending: true), .flip(100), .flip(200)]),
        LedgerCase("never moved", missed: 0, [.still(500), .flip(60), .flip(70)]),
    ]
}

@Suite struct FrameLedgerTests {
    @Test(arguments: LedgerCase.all)
    func countsMissedVblanksOnlyInMotion(_ history: LedgerCase) {
        var ledger = FrameLedger()
        let period = Duration.milliseconds(10)
        func moment(_ milliseconds: Double) -> Instant { Instant(seconds: milliseconds / 1000) }
        var flips = 0
        for step in history.steps {
            switch step {
            case .moving(let at): ledger.setMoving(true, at: moment(at), flipPending: false, period: period)
            case .still(let at, let pending):
                ledger.setMoving(false, at: moment(at), flipPending: pending, period: period)
            case .flip(let vblank):
                flips += 1
                ledger.flipped(
                    at: moment(Double(vblank) * 10), vblank: vblank, sequence: UInt32(vblank), period: period)
                #expect(ledger.counts.lastFlip == moment(Double(vblank) * 10))
                #expect(ledger.counts.lastSequence == UInt32(vblank))
            case .interrupt: ledger.interrupt()
            }
        }
        #expect(ledger.counts.missed == history.missed)
        #expect(ledger.counts.presented == flips)
    }
}
