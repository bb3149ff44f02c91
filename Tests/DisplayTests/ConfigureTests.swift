import Signage
import Testing

@testable import Display

/// Another configuration for a screen that shows frames.
@Suite struct ConfigureTests {
    private func playing(_ wishes: OutputPlan.Wishes = .init()) throws -> KMSBench {
        let bench = try KMSBench(.fake(), wishes)
        bench.present(.white)
        bench.flip()
        return bench
    }

    private func configure(_ bench: KMSBench, _ wishes: ScreenWishes) -> [ScreenEvent] {
        bench.screen.configure(wishes, at: bench.now)
        return bench.wait(0)
    }

    private let small = ScreenWishes(
        mode: .size(PixelSize(width: 32, height: 32), refreshMillihertz: nil))

    @Test func anotherModeIsSetWithItsFirstFrame() throws {
        let bench = try playing()
        let before = bench.card.commits.count
        let events = configure(bench, small)
        #expect(events == [.outputChanged(bench.screen.output)])
        #expect(bench.screen.output?.geometry.size == PixelSize(width: 32, height: 32))
        // Until then the old frame stays.
        #expect(bench.card.commits.count == before)
        bench.present(.black)
        #expect(bench.card.commits.last?.value("plane 31 CRTC_W") == 32)
        bench.flip()
        #expect(bench.screen.isShowingLastFrame())
        #expect(configure(bench, ScreenWishes()) == [.outputChanged(bench.screen.output)])
        #expect(bench.screen.output?.geometry.size == KMSBench.size)
    }

    @Test func theSameAgainChangesNothingAndAsksNoDisplay() throws {
        let bench = try playing()
        let probes = bench.card.probes
        #expect(configure(bench, ScreenWishes()) == [] && bench.card.probes == probes)
    }

    @Test(arguments: [
        ScreenWishes(mode: .size(PixelSize(width: 64, height: 32), refreshMillihertz: 100_000)),
        ScreenWishes(mode: .size(PixelSize(width: 65, height: 33), refreshMillihertz: nil)),
        ScreenWishes(output: .connector("HDMI-A-1")),
    ])
    func whatComesToTheSameDoesNotBlink(wishes: ScreenWishes) throws {
        let bench = try playing()
        let before = bench.card.commits.count
        #expect(configure(bench, wishes) == [])
        #expect(bench.card.commits.count == before && bench.screen.isShowingLastFrame())
    }

    @Test func anotherConnectorIsUsed() throws {
        let bench = try playing()
        bench.card.state.connectors[1].status = .connected
        bench.card.state.connectors[1].modes = [.fake(32, 32, 60)]
        #expect(
            configure(bench, ScreenWishes(output: .connector("HDMI-A-2")))
                == [.outputChanged(bench.screen.output)])
        #expect(bench.screen.output?.name == "HDMI-A-2")
    }

    @Test func aConnectorOfAnotherCardIsUsed() throws {
        let bench = try playing()
        let other = try FakeCard(.fake())
        other.state.connectors[0].name = "DP-1"
        bench.cards.add(other)
        bench.screen.configure(ScreenWishes(output: .connector("DP-1")), at: bench.now)
        _ = bench.wait(0)
        _ = bench.wait(0.25)
        #expect(bench.screen.output?.name == "DP-1")
    }

    @Test func inTheDarkTheWishIsKept() throws {
        let bench = try KMSBench { card, _ in card.state.connectors[0].status = .disconnected }
        #expect(bench.screen.output == nil)
        #expect(configure(bench, small) == [])
        bench.card.state.connectors[0].status = .connected
        _ = bench.replug()
        #expect(bench.screen.output?.geometry.size == PixelSize(width: 32, height: 32))
    }
}
