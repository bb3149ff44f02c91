import Glibc
import Signage
import Testing

@testable import Display

@Suite struct KMSLadderTests {
    /// Lets the pending flip be lost.
    func lose(_ bench: KMSBench) -> [ScreenEvent] {
        bench.card.forgetFlip()
        return bench.wait(11)
    }

    @Test func eachStepIsAnnouncedBeforeItIsTaken() throws {
        let bench = try KMSBench()
        bench.present()
        bench.flip()
        bench.present(.white)
        #expect(
            lose(bench) == [
                .trouble("'HDMI-A-1' did not flip within 11 s; stopping its signal and starting anew"),
                .recovering,
            ])
        // Nothing yet: it may block.
        #expect(bench.card.commits.count == 2)
        #expect(bench.screen.counts.recoveries == 0)
        #expect(bench.screen.nextDeadline == Instant(nanoseconds: 0))
        #expect(bench.wait(0) == [])
        #expect(bench.card.commits.count == 4)
        #expect(bench.screen.counts.recoveries == 1)

        #expect(
            lose(bench) == [
                .trouble("'HDMI-A-1' did not flip within 11 s after that either; opening the card anew"),
                .recovering,
            ])
        #expect(bench.wait(0) == [.outputChanged(nil)])
        #expect(bench.wait(0.3) == [.outputChanged(bench.screen.output)])
        #expect(bench.cards.opened.count == 2)

        for opened in 3...4 {
            bench.present(.white)
            #expect(lose(bench) == [.recovering])
            _ = bench.wait(0)
            _ = bench.wait(5)
            #expect(bench.cards.opened.count == opened)
        }
        bench.present(.white)
        #expect(
            lose(bench) == [
                .hopeless("'HDMI-A-1' did not flip within 11 s, though the card was opened anew 3 times"),
                .recovering,
            ])
        // An owner that stays all the same: the card is opened for ever, and works in the end.
        _ = bench.wait(0)
        _ = bench.wait(5)
        bench.present(.white)
        #expect(bench.flip() == [.flipped(at: bench.now), .mended("frames reach 'HDMI-A-1'")])
        #expect(bench.screen.counts.recoveries == 5)
    }

    @Test func aFlipInBetweenEndsTheLadder() throws {
        let bench = try KMSBench()
        for _ in 0..<20 {
            bench.present(.white)
            #expect(lose(bench).contains(.recovering))
            _ = bench.wait(0)
            #expect(bench.flip().contains(.flipped(at: bench.now)))
        }
        #expect(bench.cards.opened.count == 1)
    }

    @Test func aFlipThatIsOnlyLateCallsTheStepOff() throws {
        let bench = try KMSBench()
        bench.present()
        bench.flip()
        bench.present(.white)
        #expect(bench.wait(11).contains(.recovering))
        #expect(bench.flip().contains(.flipped(at: bench.now)))
        #expect(bench.wait(0) == [])
        #expect(bench.card.commits.count == 2)
        #expect(bench.screen.counts.recoveries == 0)
    }

    @Test func aTimeOutOfTheHardwareIsALostFlip() throws {
        let bench = try KMSBench()
        bench.present()
        bench.flip()
        bench.card.refuse = { _ in ETIMEDOUT }
        bench.present(.white)
        #expect(
            bench.wait(0) == [
                .trouble(
                    "'HDMI-A-1' does not answer (drmModeAtomicCommit: Connection timed out); "
                        + "stopping its signal and starting anew"), .recovering,
            ])
        bench.card.refuse = { _ in nil }
        _ = bench.wait(0)
        #expect(bench.card.commits.count == 3)
        #expect(bench.flip().contains(.flipped(at: bench.now)))
    }

    @Test func theSameTroubleIsToldOnceInTenMinutes() throws {
        let bench = try KMSBench()
        bench.present()
        bench.flip()
        var told: [ScreenEvent] = []
        // The kernel wants a modeset for every frame.
        for number in 0..<900 {
            bench.card.isModesetNeeded = true
            bench.present(number % 2 == 0 ? .white : .black)
            told += bench.flip().filter { if case .flipped = $0 { false } else { true } }
            bench.now = bench.now + .seconds(1)
        }
        let trouble = ScreenEvent.trouble(
            "'HDMI-A-1' refused a frame (drmModeAtomicCommit: Invalid argument); putting the whole state")
        #expect(
            told == [
                trouble, .mended("frames reach 'HDMI-A-1'"), trouble, .mended("frames reach 'HDMI-A-1'"),
            ])
    }
}

@Suite struct SignalRestartsTests {
    @Test func restartsAreFewAndFarBetween() {
        var restarts = SignalRestarts()
        let answers = [0, 2, 5, 11, 17, 599, 600].map { restarts.ask(at: Instant(seconds: $0)) }
        #expect(answers == [.now, .later(Instant(seconds: 5)), .now, .now, .never, .never, .now])
    }
}
