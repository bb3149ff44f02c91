import Glibc
import Signage
import SystemCalls
import Testing

@testable import Display

@Suite struct KMSRecoveryTests {
    static let isOver = ScreenEvent.mended("frames reach 'HDMI-A-1'")

    /// A screen that has shown one frame.
    func playing(_ snapshot: CardSnapshot = .fake()) throws -> KMSBench {
        let bench = try KMSBench(snapshot)
        bench.present()
        bench.flip()
        return bench
    }

    @Test func busyMeansWaiting() throws {
        let bench = try playing()
        bench.card.refuse = { _ in EBUSY }
        bench.present(.white)
        #expect(bench.card.commits.count == 1)
        #expect(!bench.screen.isReady)
        for _ in 0..<20 { #expect(bench.wait(0.01) == []) }
        bench.card.refuse = { _ in nil }
        #expect(bench.wait(0.01) == [])
        // The frame that was drawn, not another; as a flip, not with a modeset.
        #expect(bench.card.commits.count == 2)
        #expect(bench.card.commits[1].flags == [.nonblocking, .flipEvent])
        #expect(bench.flip() == [.flipped(at: bench.now)])
        #expect(bench.screen.isReady)
    }

    @Test func busyForLongStartsAnew() throws {
        let bench = try playing()
        bench.card.refuse = { $0.flags.contains(.allowModeset) ? nil : EBUSY }
        bench.present(.white)
        var said: [String] = []
        for _ in 0..<130 { said += troubles(bench.wait(0.1)) }
        #expect(said == ["'HDMI-A-1' stays busy; stopping its signal and starting anew"])
        #expect(bench.card.commits[1].value("crtc 41 ACTIVE") == 0)
        #expect(bench.card.commits[2].flags.contains(.allowModeset))
        #expect(bench.flip() == [.flipped(at: bench.now), Self.isOver])
    }

    @Test func aLostMasterIsWaitedForWithLongerAndLongerPauses() throws {
        let bench = try playing()
        var attempts: [Double] = []
        bench.card.refuse = { _ in EACCES }
        bench.present(.white)
        let start = bench.now.seconds
        bench.card.masterErrno = EBUSY
        #expect(
            troubles(bench.wait(0)) == [
                "another program took the card (drmModeAtomicCommit: Permission denied); waiting to get it back"
            ])
        // Every try is a deadline of the screen's timer.
        for step in 1...200 {
            bench.card.masterErrno = EBUSY
            let before = bench.card.masterTries
            #expect(bench.wait(0.1) == [])
            if bench.card.masterTries > before { attempts.append(Double(step) / 10) }
        }
        #expect(start == 100.01)
        #expect(attempts == [0.3, 0.8, 1.8, 3.8, 7.8, 12.8, 17.8])
        #expect(bench.screen.output != nil)
        #expect(!bench.screen.isReady)
        #expect(bench.screen.isHeld)
        #expect(bench.screen.connectors.first?.reason == "waiting for another program to let go of the card")

        bench.card.masterErrno = nil
        bench.card.refuse = { _ in nil }
        bench.card.isModesetNeeded = true
        #expect(bench.wait(5) == [])
        #expect(!bench.screen.isHeld)
        let whole = try #require(bench.card.commits.last)
        #expect(whole.value("connector 52 CRTC_ID") == 0)
        #expect(whole.value("crtc 41 ACTIVE") == 1)
        #expect(bench.flip() == [.flipped(at: bench.now), Self.isOver])
        #expect(bench.screen.isShowingLastFrame())
    }

    @Test func aStillPictureThatAnotherProgramTookOffIsPutBack() throws {
        let bench = try playing()
        let picture = try #require(bench.card.commits.last?.value("plane 31 FB_ID"))
        // Another program was master, and has left the CRTC off.
        let active = try #require(bench.card.state.crtcs[0].properties["ACTIVE"])
        bench.card.store(.init(object: 41, property: active.id, value: 0, name: "crtc 41 ACTIVE"))
        bench.card.isModesetNeeded = true
        bench.card.masterErrno = EBUSY
        bench.screen.putBack(at: bench.now)
        #expect(
            bench.wait(0) == [
                .trouble("'HDMI-A-1' does not show the picture any more; putting it back")
            ])
        #expect(bench.screen.isHeld)
        bench.card.masterErrno = nil
        _ = bench.wait(1)
        let whole = try #require(bench.card.commits.last)
        #expect(whole.value("plane 31 FB_ID") == picture && whole.value("crtc 41 ACTIVE") == 1)
        bench.flip()
        #expect(bench.screen.isShowingLastFrame())
    }

    @Test func aCardThatIsNoLongerOursIsOpenedAnew() throws {
        let bench = try playing()
        bench.card.refuse = { _ in EACCES }
        bench.card.masterErrno = EACCES
        bench.present(.white)
        _ = bench.wait(0)
        #expect(bench.wait(0.3).contains(.outputChanged(nil)))
        #expect(bench.cards.opened == ["card0"])
        bench.card.refuse = { _ in nil }
        bench.card.masterErrno = nil
        #expect(bench.wait(0.3) == [.outputChanged(bench.screen.output)])
        #expect(bench.cards.opened == ["card0", "card0"])
        #expect(bench.screen.isReady)
    }

    @Test(arguments: [ENODEV, ENXIO, EIO])
    func aCardThatIsGoneIsClosedAndSearchedAgain(errno: CInt) throws {
        let bench = try playing()
        bench.card.refuse = { _ in errno }
        bench.card.snapshotErrno = errno
        bench.present(.white)
        #expect(bench.wait(0).contains(.outputChanged(nil)))
        #expect(bench.screen.output == nil)
        #expect(bench.card.liveBuffers.isEmpty)
        for _ in 0..<40 { _ = bench.wait(0.25) }
        // 0.25, 0.5, 1, 2, 4 s apart: not a storm.
        #expect((4...6).contains(bench.cards.opened.count))
        bench.card.refuse = { _ in nil }
        bench.card.snapshotErrno = nil
        #expect(bench.wait(5).contains(.outputChanged(bench.screen.output)))
        bench.present(.white)
        #expect(bench.flip() == [.flipped(at: bench.now), Self.isOver])
    }

    @Test func aCardWhoseFlipsCannotBeReadIsOpenedAnew() throws {
        let bench = try playing()
        bench.card.fault = { $0 == .readFlips ? EIO : nil }
        bench.present(.white)
        #expect(troubles(bench.flip()) == ["readFlips: Input/output error; looking for a card"])
        bench.card.fault = { _ in nil }
        #expect(bench.wait(0.3).contains(.outputChanged(bench.screen.output)))
        #expect(bench.cards.opened.count == 2)
    }

    @Test func aRefusedFrameBringsTheWholeState() throws {
        let bench = try playing()
        // The kernel wants a modeset that nobody asked for.
        bench.card.isModesetNeeded = true
        bench.present(.white)
        #expect(bench.card.commits.last?.flags.contains(.allowModeset) == true)
        #expect(troubles(bench.wait(0)).count == 1)
        #expect(bench.flip() == [.flipped(at: bench.now), Self.isOver])
    }

    @Test func leftoversThatADriverRefusesAreLeft() throws {
        let bench = try KMSBench { card, _ in
            card.refuse = { $0.value("plane 31 rotation") != nil ? EINVAL : nil }
        }
        bench.present()
        #expect(bench.card.commits.count == 1)
        #expect(bench.card.commits[0].value("crtc 41 ACTIVE") == 1)
        #expect(troubles(bench.wait(0)).first?.contains("plane 31 rotation=1") == true)
    }

    @Test(arguments: [EINVAL, ENOSPC, ERANGE])
    func aRefusedModeMakesWayForTheNext(errno: CInt) throws {
        let bench = try KMSBench { card, _ in
            card.refuse = { $0.value("plane 31 CRTC_W") == 64 ? errno : nil }
        }
        #expect(bench.screen.output?.geometry.size == PixelSize(width: 32, height: 32))
        #expect(troubles(bench.wait(0)).first?.contains("does not take 64x32@100.00") == true)
        #expect(bench.card.commits.isEmpty)
        #expect(bench.screen.connectors.first?.mode == "32x32@60.00")
        bench.present()
        #expect(bench.flip() == [.flipped(at: bench.now), Self.isOver])
    }

    @Test func shortMemoryMakesWayForASmallerMode() throws {
        let bench = try KMSBench { card, _ in card.memory = 2 * (32 * 4 + 64) * 32 }
        #expect(bench.screen.output?.geometry.size == PixelSize(width: 32, height: 32))
        #expect(troubles(bench.wait(0)).first?.contains("Cannot allocate memory") == true)
    }

    @Test func withEveryModeRefusedItTriesAgainLater() throws {
        let bench = try KMSBench { card, _ in card.memory = 0 }
        #expect(bench.screen.output == nil)
        bench.card.memory = 1 << 20
        #expect(bench.wait(5).contains(.outputChanged(bench.screen.output)))
        #expect(bench.screen.output?.geometry.size == KMSBench.size)
    }

    @Test func memoryShortAtACommitIsTriedAgain() throws {
        let bench = try playing()
        bench.card.refuse = { _ in ENOMEM }
        bench.present(.white)
        #expect(troubles(bench.wait(0)).count == 1)
        bench.card.refuse = { _ in nil }
        #expect(bench.wait(0.3) == [])
        #expect(bench.flip() == [.flipped(at: bench.now), Self.isOver])
    }

    @Test func aLostFlipEndsInAModeset() throws {
        let bench = try playing()
        bench.present(.white)
        let lost = try #require(bench.card.commits.last)
        #expect(bench.wait(10.9) == [])
        bench.card.forgetFlip()
        #expect(
            troubles(bench.wait(0.2)) == [
                "'HDMI-A-1' did not flip within 11 s; stopping its signal and starting anew"
            ])
        #expect(bench.wait(0) == [])
        #expect(bench.card.commits.count == 4)
        #expect(bench.card.commits[2].request.assignments.map(\.name) == ["crtc 41 ACTIVE"])
        #expect(bench.card.commits[2].flags == .allowModeset)
        #expect(bench.card.commits[3].flags == [.nonblocking, .flipEvent, .allowModeset])
        #expect(bench.card.commits[3].value("plane 31 FB_ID") == lost.value("plane 31 FB_ID"))
        #expect(bench.card.commits[1].key == lost.key)
        // The lost one's event comes after all: it is not taken for the new one's.
        bench.card.send(key: lost.key, at: bench.now, sequence: 9)
        #expect(bench.wait(0.001) == [])
        #expect(bench.flip() == [.flipped(at: bench.now), Self.isOver])
        #expect(bench.screen.isReady)
        // The signal is stopped once for each loss.
        bench.card.isModesetNeeded = true
        bench.present()
        #expect(bench.card.commits.count == 5)
    }

    @Test func aSecondLostFlipOpensTheCardAnew() throws {
        let bench = try playing()
        bench.present(.white)
        bench.card.forgetFlip()
        _ = bench.wait(11) + bench.wait(0)
        bench.card.forgetFlip()
        _ = bench.wait(11)
        #expect(bench.wait(0) == [.outputChanged(nil)])
        #expect(bench.wait(0.5) == [.outputChanged(bench.screen.output)])
        #expect(bench.cards.opened.count == 2)
    }
}

@Suite struct KMSHotplugTests {
    @Test func aDisplayThatGoesAndComesIsLitAgain() throws {
        let bench = try KMSBench()
        bench.present()
        bench.flip()
        let connector = bench.card.state.connectors[0]
        bench.card.unplug()
        #expect(bench.replug() == [.outputChanged(nil)])
        #expect(!bench.screen.isReady)
        #expect(bench.screen.connectors.first?.reason == "nothing is connected")
        // The signal stops, and the buffers go.
        #expect(bench.card.commits.last?.value("crtc 41 ACTIVE") == 0)
        #expect(bench.card.liveBuffers.isEmpty)
        #expect(bench.wait(60) == [])

        bench.card.state.connectors[0] = connector
        bench.card.isModesetNeeded = true
        #expect(bench.replug() == [.outputChanged(bench.screen.output)])
        bench.present(.white)
        #expect(bench.card.commits.last?.value("crtc 41 ACTIVE") == 1)
        #expect(bench.flip() == [.flipped(at: bench.now)])
        #expect(bench.screen.counts.missed == 0)
    }

    @Test func aFlipThatWasPendingIsForgottenWithItsDisplay() throws {
        let bench = try KMSBench()
        bench.present()
        let connector = bench.card.state.connectors[0]
        bench.card.unplug()
        #expect(bench.replug() == [.outputChanged(nil)])
        bench.card.forgetFlip()
        bench.card.state.connectors[0] = connector
        #expect(bench.replug() == [.outputChanged(bench.screen.output)])
        #expect(bench.screen.isReady)
        bench.present(.white)
        #expect(bench.flip() == [.flipped(at: bench.now)])
    }

    @Test func aBurstOfEventsIsOneProbe() throws {
        let bench = try KMSBench()
        let before = bench.card.probes
        for _ in 0..<20 {
            bench.cards.tell(.changed("card0"))
            _ = bench.wait(0.01)
        }
        _ = bench.wait(0.25)
        #expect(bench.card.probes == before + 1)
        #expect(bench.wait(10) == [])
        #expect(bench.card.probes == before + 1)
    }

    @Test func nothingHappensWhenNothingChanged() throws {
        let bench = try KMSBench()
        bench.present()
        bench.flip()
        #expect(bench.replug() == [])
        #expect(bench.card.commits.count == 1)
    }

    @Test func anotherPreferredModeIsTaken() throws {
        let bench = try KMSBench()
        bench.present()
        bench.flip()
        bench.card.state.connectors[0].modes.insert(.fake(80, 40, 100, isPreferred: true), at: 0)
        #expect(bench.replug() == [.outputChanged(bench.screen.output)])
        #expect(bench.screen.output?.geometry.size == PixelSize(width: 80, height: 40))
        // The old picture stays until the new one is on the glass.
        #expect(bench.card.liveBuffers.count == 4)
        bench.card.isModesetNeeded = true
        bench.present(.white)
        #expect(bench.card.liveBuffers.count == 4)
        #expect(bench.flip() == [.flipped(at: bench.now)])
        #expect(bench.card.liveBuffers.count == 2)
    }

    @Test func aBadLinkIsMadeGood() throws {
        let bench = try KMSBench()
        bench.present()
        bench.flip()
        bench.card.state.connectors[0].properties = .fake(["CRTC_ID": 41, "link-status": 1])
        bench.card.isModesetNeeded = true
        #expect(bench.replug() == [])
        #expect(bench.card.commits[1].value("crtc 41 ACTIVE") == 0)
        #expect(bench.card.commits[2].value("connector 51 link-status") == 0)
        #expect(bench.flip() == [.flipped(at: bench.now)])
    }

    @Test func withoutACardItWaitsForOne() throws {
        let cards = try FakeCards()
        var now = Instant(seconds: 1)
        let screen = try KMSScreen(.init(), source: cards, at: now)
        #expect(screen.output == nil)
        #expect(screen.connectors.isEmpty)
        now = now + .seconds(30)
        #expect(screen.dispatch(at: now) == [])
        cards.add(try FakeCard(.fake()))
        cards.tell(.added("card0"))
        #expect(screen.dispatch(at: now) == [])
        now = now + .milliseconds(250)
        #expect(screen.dispatch(at: now) == [.outputChanged(screen.output)])
        #expect(screen.isReady)
    }

    @Test func aCardThatIsHeldIsAskedForAgain() throws {
        let bench = try KMSBench { card, _ in card.masterErrno = EBUSY }
        #expect(bench.screen.output == nil)
        #expect(
            troubles(bench.wait(0)) == [
                "'/dev/dri/card0' cannot be used now (drmSetMaster: Device or resource busy); trying again"
            ])
        #expect(bench.wait(0.3) == [])
        bench.card.masterErrno = nil
        #expect(bench.wait(0.6) == [.outputChanged(bench.screen.output)])
    }

    @Test func aRemovedCardIsLetGo() throws {
        let bench = try KMSBench()
        bench.present()
        bench.cards.cards = []
        bench.cards.tell(.removed("card0"))
        #expect(bench.wait(0.001).contains(.outputChanged(nil)))
        #expect(bench.card.liveBuffers.isEmpty)
        #expect(bench.wait(0.5) == [])
    }

    @Test func theCardWithADisplayIsUsedWhateverItsNumber() throws {
        var dark = CardSnapshot.fake()
        dark.connectors[0].status = .disconnected
        let bench = try KMSBench(dark) { _, cards in
            if let lit = try? FakeCard(.fake()) { cards.add(lit) }
        }
        #expect(bench.cards.opened == ["card0", "card1"])
        bench.present()
        #expect(bench.cards.cards[1].card.commits.count == 1)
        #expect(bench.card.commits.isEmpty)
    }

    @Test func theFirmwaresChoiceGoesFirst() throws {
        let bench = try KMSBench { _, cards in
            if let boot = try? FakeCard(.fake()) { cards.add(boot, isBootDisplay: true) }
        }
        bench.present()
        #expect(bench.cards.cards[1].card.commits.count == 1)
    }

    @Test func theConfiguredConnectorIsWaitedFor() throws {
        let bench = try KMSBench(.fake(), .init(output: .connector("HDMI-A-2")))
        #expect(bench.screen.output == nil)
        bench.card.state.connectors[1].status = .connected
        bench.card.state.connectors[1].modes = [.fake(32, 32, 60)]
        #expect(bench.replug() == [.outputChanged(bench.screen.output)])
        #expect(bench.screen.output?.name == "HDMI-A-2")
    }
}
