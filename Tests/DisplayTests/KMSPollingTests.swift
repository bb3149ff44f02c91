import Glibc
import Signage
import Testing

@testable import Display

@Suite struct KMSPollingTests {
    /// Moments at which the card was probed, in seconds from now.
    func probes(_ bench: KMSBench, for seconds: Int) -> [Double] {
        let start = bench.now
        var moments: [Double] = []
        while let due = bench.screen.nextDeadline, due <= start + .seconds(seconds) {
            let before = bench.card.probes
            bench.now = max(bench.now, due)
            _ = bench.screen.dispatch(at: bench.now)
            if bench.card.probes > before {
                moments.append(((bench.now - start).inSeconds * 10).rounded() / 10)
            }
        }
        return moments
    }

    @Test func aLitSignDoesNotWakeUp() throws {
        let bench = try KMSBench()
        bench.present()
        bench.flip()
        #expect(bench.screen.nextDeadline == nil)
    }

    @Test func inTheDarkTheConnectorsAreAskedEveryHalfMinute() throws {
        let bench = try KMSBench { card, _ in card.unplug() }
        #expect(probes(bench, for: 100) == [30, 60, 90])
        bench.card.state.connectors[0].status = .connected
        bench.card.state.connectors[0].modes = [.fake(32, 32, 60)]
        #expect(bench.wait(30) == [.outputChanged(bench.screen.output)])
        #expect(bench.screen.output != nil)
    }

    @Test func anEventIsNotPutOffByThePoll() throws {
        let bench = try KMSBench { card, _ in card.unplug() }
        bench.card.state.connectors[0].status = .connected
        bench.card.state.connectors[0].modes = [.fake(32, 32, 60)]
        #expect(bench.replug() == [.outputChanged(bench.screen.output)])
        #expect(bench.screen.output != nil)
    }

    @Test func anEndlessStreamOfEventsPutsNothingOff() throws {
        let bench = try KMSBench { card, _ in card.unplug() }
        bench.card.state.connectors[0].status = .connected
        bench.card.state.connectors[0].modes = [.fake(32, 32, 60)]
        var steps = 0
        while bench.screen.output == nil, steps < 100 {
            bench.cards.tell(.hotplugged("card0"))
            _ = bench.wait(0.01)
            steps += 1
        }
        #expect(steps <= 26)
    }

    @Test func withoutACardItIsLookedForEveryHalfMinute() throws {
        let cards = try FakeCards()
        let screen = try KMSScreen(.init(), source: cards, at: Instant(seconds: 0))
        cards.add(try FakeCard(.fake()))
        #expect(screen.dispatch(at: Instant(seconds: 29)) == [])
        #expect(screen.dispatch(at: Instant(seconds: 30)) == [.outputChanged(screen.output)])
        #expect(screen.output != nil)
    }

    @Test func aDisplayThatWakesUpIsAskedAgainLessAndLessOften() throws {
        let bench = try KMSBench { card, _ in card.state.connectors[0].modes = [] }
        #expect(
            bench.screen.connectors.first?.reason == "no modes: the display did not answer; it is asked again"
        )
        #expect(probes(bench, for: 130) == [1, 3, 7, 15, 31, 61, 91, 121])
        bench.card.state.connectors[0].modes = [.fake(32, 32, 60)]
        #expect(bench.wait(30) == [.outputChanged(bench.screen.output)])
    }

    @Test func modesOfTheKernelsOwnAreUsedUntilTheDisplayAnswers() throws {
        let bench = try KMSBench { card, _ in
            card.state.connectors[0].modes = [.fake(32, 32, 60)]
            card.state.connectors[0].properties = .fake(["CRTC_ID": 41, "link-status": 0, "EDID": 0])
        }
        #expect(bench.screen.output?.geometry.size.width == 32)
        bench.present()
        bench.flip()
        #expect(probes(bench, for: 10).count == 3)
        bench.card.state.connectors[0].modes = [.fake(64, 32, 100, isPreferred: true), .fake(32, 32, 60)]
        bench.card.state.connectors[0].properties = .fake(["CRTC_ID": 41, "link-status": 0, "EDID": 77])
        _ = probes(bench, for: 10)
        #expect(bench.screen.output?.geometry.size.width == 64)
        bench.present()
        bench.flip()
        #expect(bench.screen.nextDeadline == nil)
    }

    @Test func aDisplayThatNeverAnswersIsLeftAlone() throws {
        let bench = try KMSBench { card, _ in
            card.state.connectors[0].properties = .fake(["CRTC_ID": 41, "link-status": 0, "EDID": 0])
        }
        bench.present()
        bench.flip()
        #expect(probes(bench, for: 1000).count == KMSScreen.mostSilentTries)
        #expect(bench.screen.nextDeadline == nil)
    }

    @Test func aRefusedModeIsTriedAgainWithoutABlink() throws {
        let bench = try KMSBench { card, _ in
            card.refuse = { $0.value("plane 31 CRTC_W") == 64 ? ENOSPC : nil }
        }
        #expect(bench.screen.output?.geometry.size.width == 32)
        bench.present()
        bench.flip()
        let commits = bench.card.commits.count
        #expect(probes(bench, for: 300) == [30, 90, 210])
        #expect(bench.card.commits.count == commits)
        #expect(bench.card.liveBuffers.count == 2)
        bench.card.refuse = { _ in nil }
        _ = probes(bench, for: 300)
        #expect(bench.screen.output?.geometry.size.width == 64)
        bench.present()
        bench.flip()
        #expect(bench.screen.nextDeadline == nil)
    }

    @Test func aCardThatComesBackIsNotHeldToWhatItRefused() throws {
        let bench = try KMSBench { card, _ in
            card.refuse = { $0.value("plane 31 CRTC_W") == 64 ? ENOSPC : nil }
        }
        bench.present()
        bench.flip()
        #expect(bench.screen.output?.geometry.size.width == 32)
        bench.card.refuse = { _ in nil }
        _ = bench.replug(.removed("card0"))
        #expect(bench.screen.output?.geometry.size.width == 64)
    }

    @Test func aModeThatFailsThoughItsTestPassedMakesWay() throws {
        let bench = try KMSBench { card, _ in
            card.refuse = {
                $0.value("plane 31 CRTC_W") == 64 && !$0.flags.contains(.testOnly) ? EINVAL : nil
            }
        }
        #expect(bench.screen.output?.geometry.size.width == 64)
        bench.present()
        #expect(bench.wait(0).contains(.outputChanged(bench.screen.output)))
        #expect(bench.screen.output?.geometry.size.width == 32)
        bench.present()
        #expect(bench.flip().contains(.flipped(at: bench.now)))
    }
}

@Suite struct KMSProbeTests {
    @Test(arguments: [EBUSY, EACCES, EINVAL, ENOMEM, ETIMEDOUT])
    func aProbeThatFailsIsMadeAgain(errno: CInt) throws {
        let bench = try KMSBench()
        bench.present()
        bench.flip()
        bench.card.snapshotErrno = errno
        bench.card.state.connectors[0].modes.insert(.fake(80, 40, 100, isPreferred: true), at: 0)
        #expect(troubles(bench.replug()).count == 1)
        // What is shown stays.
        #expect(bench.screen.output?.geometry.size == KMSBench.size)
        #expect(bench.wait(0.25) + bench.wait(0.5) == [])
        bench.card.snapshotErrno = nil
        #expect(bench.wait(1) == [.outputChanged(bench.screen.output)])
        #expect(bench.screen.output?.geometry.size.width == 80)
    }

    @Test func aSplashThatStaysIsReplacedWithoutABlink() throws {
        let rig = try Rig { card, _ in card.kernel?.hasRival = true }
        rig.run(10)
        #expect(rig.screen.output == nil)
        #expect(rig.card.kernel?.calls ?? 0 < 10)
        rig.card.kernel?.hasRival = false
        rig.color = .white
        let seconds = try #require(rig.settle(within: 5.2))
        #expect(seconds > 0)
        #expect(!rig.card.commits.contains { $0.flags.contains(.allowModeset) })
        let told = rig.events.filter { if case .trouble = $0 { true } else { false } }
        #expect(told.count == 1)
        #expect(rig.events.contains(.mended("frames reach 'HDMI-A-1'")))
    }
}

@Suite struct KMSBlipTests {
    func playing() throws -> KMSBench {
        let bench = try KMSBench()
        bench.present()
        bench.flip()
        return bench
    }

    /// Times that the signal was stopped.
    func stops(_ bench: KMSBench) -> Int {
        bench.card.commits.filter { $0.request.assignments.map(\.name) == ["crtc 41 ACTIVE"] }.count
    }

    @Test func aDisplayThatWasAwayForAMomentGetsItsSignalAnew() throws {
        let bench = try playing()
        // Away and back within the debounce: all is as it was, but the kernel said that something happened.
        bench.cards.tell(.hotplugged("card0"))
        #expect(bench.replug(.hotplugged("card0")) == [])
        #expect(stops(bench) == 1)
        #expect(bench.flip() == [.flipped(at: bench.now)])
        #expect(bench.screen.isShowingLastFrame())
        // Others than the kernel's hot-plugs do not blank a display.
        #expect(bench.replug(.changed("card0")) == [])
        #expect(stops(bench) == 1)
    }

    @Test func aDisplayThatAnswersWithAnotherBlipDoesNotGoOnForEver() throws {
        let bench = try playing()
        for _ in 0..<100 {
            _ = bench.replug(.hotplugged("card0"))
            _ = bench.flip()
            _ = bench.wait(1)
            _ = bench.flip()
        }
        #expect(stops(bench) == SignalRestarts.most)
        #expect(bench.screen.isShowingLastFrame())
    }

    @Test func anotherConnectorsChangeIsNoBlip() throws {
        let bench = try playing()
        bench.card.state.connectors[1].status = .connected
        #expect(bench.replug(.hotplugged("card0")) == [])
        #expect(stops(bench) == 0)
    }

    @Test func aBlipDuringAFlipWaitsForIt() throws {
        let bench = try playing()
        bench.present(.white)
        #expect(bench.replug(.hotplugged("card0")) == [])
        #expect(bench.card.commits.count == 2)
        #expect(bench.flip() == [.flipped(at: bench.now)])
        #expect(stops(bench) == 1)
        #expect(bench.flip() == [.flipped(at: bench.now)])
        #expect(bench.screen.isReady)
    }

    @Test func aDisplayThatCouldNotBeTurnedOffGetsItsSignalAnewWhenItIsBack() throws {
        let bench = try playing()
        let connector = bench.card.state.connectors[0]
        bench.card.unplug()
        bench.card.refuse = { _ in EBUSY }
        #expect(bench.replug() == [.outputChanged(nil)])
        bench.card.refuse = { _ in nil }
        bench.card.state.connectors[0] = connector
        #expect(bench.replug() == [.outputChanged(bench.screen.output)])
        bench.present()
        #expect(stops(bench) == 1)
        #expect(bench.flip() == [.flipped(at: bench.now)])
    }

    @Test func anotherCardIsUsedOnlyWhereThePresentOneHasNothingToShowOn() throws {
        let bench = try playing()
        let other = try FakeCard(.fake())
        bench.cards.add(other, isBootDisplay: true)
        #expect(bench.replug(.added("card1")) == [])
        #expect(bench.screen.connectors.filter { $0.mode != nil }.count == 1)
        #expect(bench.screen.connectors.contains { $0.reason == "another card is used" })
        bench.card.unplug()
        _ = bench.replug(.hotplugged("card0"))
        #expect(bench.wait(0.25).contains(.outputChanged(bench.screen.output)))
        bench.present()
        #expect(other.commits.count == 1)
    }

    @Test func eventsThatWereLostAreLookedFor() throws {
        let bench = try playing()
        bench.card.unplug()
        #expect(bench.replug(.lost).contains(.outputChanged(nil)))
    }
}
