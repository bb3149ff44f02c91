import Glibc
import Signage
import SystemCalls
import Testing

@testable import Display

/// A screen on a fake card, and the time of its test.
final class KMSBench {
    static let size = PixelSize(width: 64, height: 32)

    let card: FakeCard
    let cards: FakeCards
    let screen: KMSScreen
    var now = Instant(seconds: 100)
    private var sequence: UInt32 = 5000

    init(
        _ snapshot: CardSnapshot = .fake(), _ wishes: OutputPlan.Wishes = .init(),
        prepare: (FakeCard, FakeCards) -> Void = { _, _ in }
    ) throws {
        card = try FakeCard(snapshot)
        cards = try FakeCards([card])
        prepare(card, cards)
        screen = try KMSScreen(wishes, source: cards, at: now)
    }

    func wait(_ seconds: Double) -> [ScreenEvent] {
        now = Instant(seconds: now.seconds + seconds)
        return screen.dispatch(at: now)
    }

    func present(_ color: Color = .black, square: Color? = nil, at x: Int = 0) {
        screen.present(
            testFrame(screen.output?.geometry.size ?? Self.size, color, square: square, at: x), at: now)
    }

    /// The pending commit flips at the next vblank.
    @discardableResult
    func flip() -> [ScreenEvent] {
        now = Instant(seconds: now.seconds + 0.01)
        sequence += 1
        card.flip(at: now, sequence: sequence)
        return screen.dispatch(at: now)
    }

    /// Something happened to the card; its events are over and looked at.
    func replug(_ change: CardChange = .changed("card0")) -> [ScreenEvent] {
        cards.tell(change)
        return wait(0.001) + wait(0.25)
    }

    var frameCommits: [FakeCard.Commit] { card.commits.filter { $0.flags.contains(.flipEvent) } }
}

func troubles(_ events: [ScreenEvent]) -> [String] {
    events.compactMap { if case .trouble(let text) = $0 { text } else { nil } }
}

@Suite struct KMSScreenTests {
    @Test func theFirstCommitNamesEverythingOnTheCard() throws {
        let bench = try KMSBench()
        #expect(bench.screen.output?.name == "HDMI-A-1")
        #expect(bench.card.commits.isEmpty)
        bench.present(.white)
        let first = try #require(bench.card.commits.first)
        #expect(first.flags == [.nonblocking, .flipEvent, .allowModeset])
        #expect(bench.card.commits.count == 1)
        // Ours.
        #expect(first.value("connector 51 CRTC_ID") == 41)
        #expect(first.value("crtc 41 ACTIVE") == 1)
        #expect(bench.card.liveBlobs.contains(UInt32(first.value("crtc 41 MODE_ID") ?? 0)))
        #expect(bench.card.liveBuffers.contains(UInt32(first.value("plane 31 FB_ID") ?? 0)))
        #expect(first.value("plane 31 CRTC_ID") == 41)
        #expect(first.value("plane 31 SRC_W") == 64 << 16)
        #expect(first.value("plane 31 SRC_H") == 32 << 16)
        #expect(first.value("plane 31 CRTC_W") == 64)
        #expect(first.value("plane 31 CRTC_H") == 32)
        // What earlier programs left behind.
        #expect(first.value("plane 31 rotation") == 1)
        #expect(first.value("plane 31 alpha") == 255)
        #expect(first.value("plane 31 zpos") == 3)
        #expect(first.value("plane 31 pixel blend mode") == 7)
        #expect(first.value("crtc 41 GAMMA_LUT") == 0)
        #expect(first.value("crtc 41 VRR_ENABLED") == 0)
        #expect(first.value("connector 51 left margin") == 0)
        // The others.
        #expect(first.value("connector 52 CRTC_ID") == 0)
        for plane in [32, 33] {
            #expect(first.value("plane \(plane) FB_ID") == 0)
            #expect(first.value("plane \(plane) CRTC_ID") == 0)
        }
        // It is off: named, it would make the kernel refuse the flip event.
        #expect(first.value("crtc 42 ACTIVE") == nil)
    }

    @Test func anotherCRTCThatIsOnIsTurnedOff() throws {
        var snapshot = CardSnapshot.fake()
        snapshot.crtcs[1].properties = .fake(["ACTIVE": 1, "MODE_ID": 701])
        let bench = try KMSBench(snapshot)
        bench.present()
        #expect(bench.card.commits.first?.value("crtc 42 ACTIVE") == 0)
        #expect(bench.card.commits.first?.value("crtc 42 MODE_ID") == 0)
        // Its event is not ours.
        bench.card.send(key: bench.card.commits[0].key, at: bench.now, sequence: 1, crtc: 42)
        #expect(bench.wait(0.001) == [])
        #expect(bench.flip() == [.flipped(at: bench.now)])
    }

    @Test func aPictureThatNeedsNoModesetDoesNotBlink() throws {
        let bench = try KMSBench { card, _ in card.isModesetNeeded = false }
        bench.present()
        #expect(bench.card.commits.map(\.flags) == [[.nonblocking, .flipEvent]])
        // Whether the mode can be had at all, then whether without a blink.
        #expect(bench.card.tests.map(\.flags) == [[.testOnly, .allowModeset], [.testOnly]])
    }

    @Test func oneCommitIsInFlight() throws {
        let bench = try KMSBench()
        for number in 0..<20 {
            #expect(bench.screen.isReady)
            bench.present(square: .white, at: number)
            #expect(!bench.screen.isReady)
            bench.present(.white)
            #expect(bench.card.commits.count == number + 1)
            #expect(bench.flip() == [.flipped(at: bench.now)])
        }
        #expect(bench.screen.counts.presented == 20)
        #expect(bench.card.commits.dropFirst().allSatisfy { $0.flags == [.nonblocking, .flipEvent] })
        #expect(
            bench.card.commits.dropFirst().allSatisfy {
                $0.request.assignments.map(\.name) == ["plane 31 FB_ID"]
            })
        #expect(Set(bench.card.commits.map(\.key)).count == 20)
    }

    @Test func aBufferIsNotDrawnIntoBeforeTheFlipThatReplacesIt() throws {
        let bench = try KMSBench()
        var last: UInt64 = 0
        for number in 0..<10 {
            bench.present(square: .white, at: number)
            let shown = try #require(bench.card.commits.last?.value("plane 31 FB_ID"))
            #expect(shown != last)
            #expect(UInt32(last) == bench.card.scannedOut)
            last = shown
            bench.flip()
        }
        #expect(bench.card.liveBuffers.count == 2)
    }

    @Test func missedVblanksAreCountedByTheirNumbersWhileThePictureMoves() throws {
        let bench = try KMSBench()
        bench.screen.setMoving(true, at: bench.now)
        bench.present()
        bench.flip()
        let first = bench.screen.counts.lastSequence
        for number: UInt32 in [2, 3, 4, 8, 9] {
            bench.present()
            bench.now = Instant(seconds: 100 + 0.01 * Double(number))
            bench.card.flip(at: bench.now, sequence: 5000 + number)
            _ = bench.screen.dispatch(at: bench.now)
        }
        let counts = bench.screen.counts
        #expect(counts.missed == 3)
        #expect(counts.presented == 6)
        #expect(counts.presented + counts.missed == Int(counts.lastSequence - first) + 1)
        bench.screen.setMoving(false, at: bench.now)
        bench.now = bench.now + .seconds(9)
        bench.present()
        bench.flip()
        #expect(bench.screen.counts.missed == 3)
    }

    @Test func flipsAtOnceAreHeldToTheModesRate() throws {
        let bench = try KMSBench()
        bench.screen.setMoving(true, at: bench.now)
        bench.present()
        bench.card.flip(at: bench.now + .milliseconds(1), sequence: 0)
        #expect(bench.wait(0.001) == [.flipped(at: bench.now)])
        #expect(!bench.screen.isReady)
        #expect(bench.wait(0.0095) == [])
        #expect(bench.wait(0.001) == [.ready])
        #expect(bench.screen.isReady)
    }

    @Test func damageIsToldWhereThePlaneTakesIt() throws {
        let bench = try KMSBench(.fake(hasDamage: true))
        bench.present(square: .white, at: 4)
        #expect(bench.card.commits.last?.value("plane 31 FB_DAMAGE_CLIPS") == nil)
        bench.flip()
        let before = bench.card.liveBlobs
        bench.present(square: .white, at: 9)
        #expect(bench.card.commits.last?.value("plane 31 FB_DAMAGE_CLIPS") != nil)
        #expect(bench.card.liveBlobs == before)
    }

    @Test func asksTheKernelWhatIsOnTheGlass() throws {
        let bench = try KMSBench()
        #expect(!bench.screen.isShowingLastFrame())
        bench.present()
        #expect(!bench.screen.isShowingLastFrame())
        bench.flip()
        #expect(bench.screen.isShowingLastFrame())
        bench.card.state.planes[0].properties = .fake(["FB_ID": 12, "CRTC_ID": 41])
        #expect(!bench.screen.isShowingLastFrame())
    }

    @Test func closingGivesEverythingBack() throws {
        let bench = try KMSBench()
        bench.present()
        bench.flip()
        bench.screen.close()
        #expect(bench.card.liveBuffers.isEmpty)
        #expect(bench.card.liveBlobs.isEmpty)
        #expect(bench.screen.output == nil)
        #expect(!bench.screen.isReady)
        #expect(bench.wait(30) == [])
    }
}
