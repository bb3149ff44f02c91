import Signage
import SystemCalls
import TestSupport
import Testing

@testable import Display

/// A display that is switched off and on, whatever happens meanwhile.
@Suite struct KMSPowerTests {
    /// A sign that shows a frame.
    private func playing(_ prepare: (FakeCard, FakeCards) -> Void = { _, _ in }) throws -> Rig {
        let rig = try Rig(prepare: prepare)
        rig.color = .white
        rig.run(1)
        #expect(rig.amiss == nil)
        return rig
    }

    private func isLit(_ rig: Rig) -> Bool { rig.cards.cards.contains { $0.card.isLit } }

    /// On again: the newest frame is on the glass.
    private func expectLight(_ rig: Rig, _ what: String = "") {
        rig.color = Color(red: 3, green: 99, blue: 7)
        rig.screen.setPower(.on, at: rig.now)
        #expect(rig.settle(within: 40) != nil, "\(what): \(rig.amiss ?? "")")
        #expect(rig.complaints() == [], "\(what)")
        rig.run(60)
        #expect(rig.amiss == nil, "\(what): after")
        rig.close()
        #expect(rig.leftovers() == [], "\(what)")
    }

    @Test func offHasNoSignalAndTakesNoFrames() throws {
        let rig = try playing()
        rig.screen.setPower(.off, at: rig.now)
        rig.run(1)
        #expect(!isLit(rig) && !rig.screen.isReady && rig.screen.output != nil)
        #expect(rig.screen.isShowingLastFrame())
        // The mode is kept.
        #expect(rig.card.state.crtcs[0].mode != nil)
        let commits = rig.card.commits.count
        rig.run(3600)
        #expect(rig.card.commits.count == commits && rig.screen.nextDeadline == nil)
        expectLight(rig)
    }

    @Test func offFromTheStartGoesDarkWithoutAFrame() throws {
        let rig = try Rig()
        rig.screen.setPower(.off, at: rig.now)
        rig.color = .white
        rig.run(10)
        #expect(!isLit(rig) && rig.screen.counts.presented == 0)
        expectLight(rig)
    }

    @Test func aFrameOnItsWayArrivesBeforeItGoesDark() throws {
        let rig = try playing()
        rig.card.kernel?.flipDelay = .seconds(3)
        rig.color = .black
        rig.run(0.1)
        rig.screen.setPower(.off, at: rig.now)
        rig.run(1)
        #expect(isLit(rig))
        rig.run(5)
        #expect(!isLit(rig))
        rig.card.kernel?.flipDelay = .milliseconds(10)
        expectLight(rig)
    }

    @Test func aFlipThatIsLostDoesNotLightIt() throws {
        let rig = try playing()
        rig.card.kernel?.flipDelay = nil
        rig.color = .black
        rig.run(0.1)
        rig.screen.setPower(.off, at: rig.now)
        rig.run(60)
        #expect(!isLit(rig))
        rig.card.kernel?.flipDelay = .milliseconds(10)
        expectLight(rig)
    }

    @Test func aDisplayThatGoesAndComesStaysDark() throws {
        for change in [CardChange.hotplugged("card0"), .changed("card0"), .lost] {
            let rig = try playing()
            rig.screen.setPower(.off, at: rig.now)
            rig.run(1)
            let connector = rig.card.state.connectors[0]
            for _ in 0..<3 {
                rig.tell(change)
                rig.run(2)
                rig.card.unplug()
                rig.tell(change)
                rig.run(40)
                #expect(rig.screen.output == nil)
                rig.card.plug(connector)
                rig.tell(change)
                rig.run(2)
                #expect(rig.screen.output != nil && !isLit(rig), "\(change)")
            }
            expectLight(rig, "\(change)")
        }
    }

    @Test func aDisplayThatCameUnseenIsFoundWhenItIsSwitchedOn() throws {
        let rig = try playing()
        let connector = rig.card.state.connectors[0]
        rig.card.unplug()
        rig.tell(.hotplugged("card0"))
        rig.run(1)
        rig.screen.setPower(.off, at: rig.now)
        rig.card.plug(connector)
        expectLight(rig)
    }

    @Test func quickChangesEndAsTheLastOneSays() throws {
        let rig = try playing()
        for number in 0..<40 {
            rig.color = Color(red: UInt8(number), green: 0, blue: 0)
            rig.screen.setPower(number % 2 == 0 ? .off : .on, at: rig.now)
            rig.run(number % 3 == 0 ? 0 : 0.007)
        }
        rig.screen.setPower(.off, at: rig.now)
        rig.run(1)
        #expect(!isLit(rig))
        expectLight(rig)
    }

    @Test func whatIsNotThereAfterSwitchingOnIsPutOnceMore() throws {
        let rig = try playing()
        rig.screen.setPower(.off, at: rig.now)
        rig.run(1)
        rig.screen.setPower(.on, at: rig.now)
        let commits = rig.card.commits.count
        rig.color = .black
        rig.run(2)
        #expect(rig.amiss == nil)
        // A test, a refusal without leave to set modes, and one commit that is enough.
        #expect(rig.card.commits.count - commits <= 2)
        rig.close()
    }

    @Test func thePanelsLightGoesWithIt() throws {
        let folder = try TemporaryFolder()
        try folder.write("bl_power", "0\n")
        #expect(Backlight.find(for: "HDMI-A-1", below: folder.path) == nil)
        let rig = try playing()
        rig.screen.backlights = folder.path
        rig.screen.setPower(.off, at: rig.now)
        rig.run(1)
        #expect(try readFile(folder.path + "/bl_power", limit: 9) == Array("0\n".utf8))
        rig.close()
    }
}
