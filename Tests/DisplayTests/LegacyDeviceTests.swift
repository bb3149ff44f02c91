import Glibc
import Signage
import Testing

@testable import Display

/// A screen on a card without atomic commits.
private final class LegacyBench {
    let card: FakeLegacyCard
    let cards: FakeLegacyCards
    let screen: KMSScreen
    var now = Instant(seconds: 100)

    init(_ wishes: OutputPlan.Wishes = .init(), prepare: (FakeLegacyCard) -> Void = { _ in }) throws {
        card = try FakeLegacyCard()
        prepare(card)
        cards = try FakeLegacyCards(card)
        screen = try KMSScreen(wishes, source: cards, at: now)
    }

    func wait(_ seconds: Double) -> [ScreenEvent] {
        now = Instant(seconds: now.seconds + seconds)
        return screen.dispatch(at: now)
    }

    func present(_ color: Color = .black) {
        screen.present(
            testFrame(screen.output?.geometry.size ?? .init(width: 64, height: 32), color), at: now)
    }

    @discardableResult
    func flip() -> [ScreenEvent] {
        now = Instant(seconds: now.seconds + 0.01)
        card.flip(at: now)
        return screen.dispatch(at: now)
    }

    /// Runs at the preferred mode already, showing the text console's framebuffer.
    static func lit(_ card: FakeLegacyCard) {
        card.scanouts[41] = Scanout(mode: FakeLegacyCard.modes[0].timings, framebuffer: 9)
        card.drivers[51] = 41
    }
}

@Suite struct LegacyDeviceTests {
    /// The number of what the fake's "left margin" is.
    private var margin: UInt32 { PropertyTable.fake(["left margin": 7])["left margin"]?.id ?? 0 }

    @Test func aDarkCardGetsAModeAndAFlipThatBringsTheEvent() throws {
        let bench = try LegacyBench()
        #expect(
            troubles(bench.wait(0)) == [
                "'/dev/dri/card0' has no atomic mode setting; using the older calls"
            ])
        #expect(bench.screen.output?.name == "VGA-1")
        #expect(bench.screen.connectors.first?.reason == "preferred; by the older calls")
        #expect(bench.screen.connectors.last?.reason == "nothing is connected")
        bench.present()
        let shown = try #require(bench.card.buffers.first)
        // The leftover margin first, once.
        #expect(
            bench.card.takeCalls() == [
                .property(margin, object: 51, value: 0),
                .set(crtc: 41, framebuffer: shown, connector: 51), .flip(crtc: 41, framebuffer: shown),
            ])
        #expect(!bench.screen.isReady)
        #expect(bench.flip() == [.flipped(at: bench.now)])
        #expect(bench.screen.isShowingLastFrame())
        bench.present(.white)
        #expect(bench.card.takeCalls() == [.flip(crtc: 41, framebuffer: bench.card.buffers[1])])
        #expect(bench.flip() == [.flipped(at: bench.now)])
        #expect(bench.screen.counts.presented == 2)
    }

    @Test func aCardThatIsAskedForTheOlderCallsIsNoTrouble() throws {
        let bench = try LegacyBench(.init(modesetting: .legacy))
        #expect(bench.wait(0) == [])
    }

    @Test func aModeThatRunsAlreadyIsNotSetAgain() throws {
        let bench = try LegacyBench(prepare: LegacyBench.lit)
        #expect(bench.screen.connectors.first?.reason == "preferred, already running; by the older calls")
        bench.present()
        #expect(
            bench.card.takeCalls() == [
                .property(margin, object: 51, value: 0),
                .flip(crtc: 41, framebuffer: bench.card.buffers[0]),
            ])
        #expect(troubles(bench.flip()).count == 1)
        #expect(bench.screen.isShowingLastFrame())
    }

    @Test func aFramebufferOfAnotherLayoutIsSet() throws {
        let bench = try LegacyBench {
            LegacyBench.lit($0)
            $0.isLayoutChanged = true
        }
        bench.present()
        let shown = bench.card.buffers[0]
        #expect(
            bench.card.takeCalls().dropFirst() == [
                .set(crtc: 41, framebuffer: shown, connector: 51), .flip(crtc: 41, framebuffer: shown),
            ])
        #expect(bench.flip().contains(.flipped(at: bench.now)))
    }

    @Test(arguments: [EINVAL, ENODEV])
    func aDriverWithoutFlipsIsSetForEachFrame(errno: CInt) throws {
        let bench = try LegacyBench { $0.flipErrno = errno }
        bench.present()
        let first = bench.card.buffers[0]
        #expect(
            Array(bench.card.takeCalls().dropFirst()) == [
                .set(crtc: 41, framebuffer: first, connector: 51),
                .set(crtc: 41, framebuffer: first, connector: 51), .dirty(first),
            ])
        // The event is the device's own.
        #expect(bench.wait(0.001).contains(.flipped(at: bench.now)))
        _ = bench.wait(0.02)
        bench.present(.white)
        let second = bench.card.buffers[1]
        #expect(
            bench.card.takeCalls() == [
                .set(crtc: 41, framebuffer: second, connector: 51), .dirty(second),
            ])
        #expect(bench.wait(0.001) == [.flipped(at: bench.now)])
        #expect(bench.screen.isShowingLastFrame())
    }

    @Test func aDisplayThatTheConsoleBlankedIsSwitchedOn() throws {
        let bench = try LegacyBench {
            LegacyBench.lit($0)
            $0.power = 3
        }
        bench.present()
        #expect(bench.card.power == 0)
        #expect(bench.card.takeCalls().contains(.set(crtc: 41, framebuffer: 101, connector: 51)))
        bench.flip()
        #expect(bench.screen.isShowingLastFrame())
        bench.card.power = 3
        #expect(!bench.screen.isShowingLastFrame())
    }

    @Test func anotherCRTCThatIsOnIsTurnedOff() throws {
        let bench = try LegacyBench {
            LegacyBench.lit($0)
            $0.scanouts[42] = Scanout(mode: FakeLegacyCard.modes[1].timings, framebuffer: 8)
        }
        bench.present()
        #expect(bench.card.scanouts[42] == .off)
        #expect(bench.card.takeCalls().first == .off(crtc: 42))
        #expect(bench.flip().contains(.flipped(at: bench.now)))
    }

    @Test func aPictureThatWasTakenAwayIsPutBack() throws {
        let bench = try LegacyBench()
        bench.present()
        bench.flip()
        // Somebody has turned the CRTC off: a flip is busy then, for ever.
        bench.card.scanouts[41] = .off
        #expect(!bench.screen.isShowingLastFrame())
        _ = bench.card.takeCalls()
        bench.present(.white)
        let second = bench.card.buffers[1]
        #expect(
            bench.card.takeCalls() == [
                .set(crtc: 41, framebuffer: second, connector: 51), .flip(crtc: 41, framebuffer: second),
            ])
        #expect(bench.flip().contains(.flipped(at: bench.now)))
        #expect(bench.screen.isShowingLastFrame())
    }

    @Test func aCableThatGoesAndComesLightsUpAgain() throws {
        let bench = try LegacyBench()
        bench.present()
        bench.flip()
        bench.card.isConnected = false
        bench.cards.tell(.changed("card0"))
        #expect((bench.wait(0.001) + bench.wait(0.25)).contains(.outputChanged(nil)))
        #expect(bench.card.scanouts[41] == .off)
        bench.card.isConnected = true
        bench.cards.tell(.changed("card0"))
        #expect((bench.wait(0.001) + bench.wait(0.25)).contains(.outputChanged(bench.screen.output)))
        bench.present()
        #expect(bench.flip() == [.flipped(at: bench.now)])
        #expect(bench.screen.isShowingLastFrame())
    }

    @Test func aModeThatIsRefusedGivesWayToTheNext() throws {
        let bench = try LegacyBench { $0.setErrno = EINVAL }
        bench.present()
        bench.card.setErrno = nil
        #expect(troubles(bench.wait(0)).contains { $0.contains("does not take 64x32@100.00") })
        #expect(bench.screen.output?.geometry.size == PixelSize(width: 32, height: 32))
        bench.present()
        #expect(bench.flip().contains(.flipped(at: bench.now)))
    }

    @Test func theOtherCallsNeedTheCardOpenedAnew() throws {
        let bench = try KMSBench()
        bench.present()
        bench.flip()
        bench.screen.configure(ScreenWishes(modesetting: .legacy), at: bench.now)
        #expect(bench.card.liveBuffers.isEmpty)
        #expect(bench.wait(0) == [.outputChanged(nil), .outputChanged(bench.screen.output)])
        #expect(bench.cards.asked == [.auto, .legacy])
        bench.present(.white)
        #expect(bench.flip() == [.flipped(at: bench.now)])
        // The same wishes again change nothing.
        bench.screen.configure(ScreenWishes(modesetting: .legacy), at: bench.now)
        #expect(bench.wait(0) == [])
        #expect(bench.cards.asked.count == 2)
    }
}
