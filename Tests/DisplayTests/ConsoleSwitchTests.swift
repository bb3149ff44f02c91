import Glibc
import Signage
import SystemCalls
import Testing

@testable import Display

/// A console whose user switches when the test says so.
private final class FakeConsole: VirtualConsole {
    let descriptor: Descriptor
    private let signal: Descriptor
    private var asked: [ConsoleSwitch] = []
    private(set) var answers: [String] = []
    /// Called when the other console may be shown.
    var onRelease: () -> Void = {}
    var isAsked = true

    init() throws {
        var numbers: [CInt] = [-1, -1]
        try checked("pipe") { pipe(&numbers) }
        descriptor = Descriptor(owning: numbers[0])
        signal = Descriptor(owning: numbers[1])
        try checked("fcntl") { fcntl(numbers[0], F_SETFL, O_NONBLOCK) }
    }

    func ask(_ changes: ConsoleSwitch...) {
        asked += changes
        _ = [UInt8(1)].withUnsafeBytes { try? signal.write($0) }
    }

    func switches() -> [ConsoleSwitch] {
        var room = [UInt8](repeating: 0, count: 64)
        _ = room.withUnsafeMutableBytes { try? descriptor.read(into: $0) }
        defer { asked = [] }
        return asked
    }

    func release() -> Bool {
        answers.append("release")
        onRelease()
        return isAsked
    }

    func acknowledge() { answers.append("acknowledge") }

    func handOver() { answers.append("handOver") }
}

@Suite struct ConsoleSwitchTests {
    /// A screen that has shown one frame, on a console.
    private func playing() throws -> (KMSBench, FakeConsole) {
        let bench = try KMSBench()
        let console = try FakeConsole()
        bench.screen.use(console)
        bench.present()
        bench.flip()
        return (bench, console)
    }

    @Test func aConsoleIsToldThatItsPictureIsHandedOver() throws {
        let (closed, other) = try playing()
        closed.screen.close()
        #expect(other.answers == [])
        let (bench, console) = try playing()
        bench.screen.handOver()
        #expect(console.answers == ["handOver"])
    }

    @Test func theMasterIsDroppedBeforeAnotherConsoleIsShown() throws {
        let (bench, console) = try playing()
        var dropsAtRelease = 0
        var buffersAtRelease = 0
        console.onRelease = {
            dropsAtRelease = bench.card.drops
            buffersAtRelease = bench.card.liveBuffers.count
        }
        let commits = bench.card.commits.count
        console.ask(.leaving)
        #expect(
            bench.wait(0.1) == [
                .trouble("another console is shown; playing on in the dark"), .outputChanged(nil),
            ])
        #expect(console.answers == ["release"])
        #expect(dropsAtRelease == 1)
        // Still scanned out; without them the screen would go black for a moment.
        #expect(buffersAtRelease == 2)
        #expect(bench.screen.output == nil)
        #expect(!bench.screen.isReady)
        #expect(bench.screen.connectors.first?.reason == "another console is shown")
        #expect(bench.card.commits.count == commits)
    }

    @Test func theCardIsLeftAloneWhileAnotherConsoleIsShown() throws {
        let (bench, console) = try playing()
        console.ask(.leaving)
        _ = bench.wait(0.1)
        let (commits, probes, tries) = (bench.card.commits.count, bench.card.probes, bench.card.masterTries)
        bench.cards.tell(.changed("card0"))
        bench.cards.tell(.added("card1"))
        bench.present(.white)
        for _ in 0..<40 { #expect(bench.wait(0.25) == []) }
        #expect(bench.card.commits.count == commits)
        #expect(bench.card.probes == probes)
        #expect(bench.card.masterTries == tries)
        #expect(bench.cards.opened == ["card0"])
        #expect(!bench.screen.isShowingLastFrame())
    }

    @Test func theReturnPutsTheWholeState() throws {
        let (bench, console) = try playing()
        console.ask(.leaving)
        _ = bench.wait(0.1)
        bench.card.isModesetNeeded = true
        console.ask(.returned)
        #expect(bench.wait(10) == [.outputChanged(bench.screen.output)])
        #expect(bench.screen.output != nil)
        #expect(console.answers == ["release", "acknowledge"])
        bench.present(.white)
        #expect(bench.card.commits.last?.value("crtc 41 ACTIVE") == 1)
        #expect(bench.flip() == [.flipped(at: bench.now)])
        #expect(bench.screen.isShowingLastFrame())
        // Those from before are gone with the first flip.
        #expect(bench.card.liveBuffers.count == 2)
    }

    @Test func aFlipThatWasPendingIsForgotten() throws {
        let (bench, console) = try playing()
        bench.present(.white)
        console.ask(.leaving)
        _ = bench.wait(0.001)
        // Its event comes while another console is shown, or never.
        #expect(bench.flip() == [])
        console.ask(.returned)
        _ = bench.wait(0.1)
        bench.present(.white)
        #expect(bench.flip() == [.flipped(at: bench.now)])
    }

    @Test func bothAtOnceEndAway() throws {
        let (bench, console) = try playing()
        console.ask(.leaving)
        _ = bench.wait(0.1)
        console.ask(.returned, .leaving)
        _ = bench.wait(0.1)
        #expect(console.answers == ["release", "acknowledge", "release"])
        #expect(bench.screen.output == nil)
        #expect(bench.card.drops == 2)
    }

    @Test func aSignalOfSomebodyElseChangesNothingForLong() throws {
        let (bench, console) = try playing()
        console.isAsked = false
        console.ask(.leaving)
        #expect(bench.wait(0.1).last == .outputChanged(bench.screen.output))
        bench.present(.white)
        #expect(bench.flip() == [.flipped(at: bench.now)])
        console.ask(.returned)
        #expect(bench.wait(0.1) == [])
    }

    @Test func anotherProgramThatStaysMasterIsWaitedFor() throws {
        let (bench, console) = try playing()
        console.ask(.leaving)
        _ = bench.wait(0.1)
        bench.card.masterErrno = EBUSY
        console.ask(.returned)
        #expect(troubles(bench.wait(1)).count == 1)
        _ = bench.wait(0.3)
        #expect(bench.screen.output == nil)
        bench.card.masterErrno = nil
        #expect(bench.wait(5).contains(.outputChanged(bench.screen.output)))
        bench.present(.white)
        #expect(bench.flip().contains(.flipped(at: bench.now)))
        #expect(bench.screen.isShowingLastFrame())
    }

    @Test func aCardThatIsOnlyInheritedIsClosedInstead() throws {
        let (bench, console) = try playing()
        bench.card.dropErrno = EACCES
        console.ask(.leaving)
        _ = bench.wait(0.1)
        #expect(bench.card.liveBuffers.isEmpty)
        console.ask(.returned)
        #expect(bench.wait(0.1).contains(.outputChanged(bench.screen.output)))
        #expect(bench.cards.opened == ["card0", "card0"])
    }

    @Test func aCardThatGoesMeanwhileIsSearchedAfterTheReturn() throws {
        let (bench, console) = try playing()
        console.ask(.leaving)
        _ = bench.wait(0.1)
        bench.cards.tell(.removed("card0"))
        #expect(troubles(bench.wait(0.1)) == ["'card0' was removed; looking for a card"])
        for _ in 0..<10 { #expect(bench.wait(1) == []) }
        console.ask(.returned)
        #expect(bench.wait(0.1) == [.outputChanged(bench.screen.output)])
        #expect(bench.cards.opened == ["card0", "card0"])
    }
}
