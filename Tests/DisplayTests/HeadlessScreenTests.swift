import Signage
import SystemCalls
import Testing

@testable import Display

@Suite struct HeadlessScreenTests {
    static let size = PixelSize(width: 16, height: 6)

    /// 100 Hz from 1 s on, on a clock that the test moves.
    func makeScreen() throws -> HeadlessScreen {
        try HeadlessScreen(
            size: Self.size, refreshMillihertz: 100_000, clock: .virtual, at: Instant(seconds: 1))
    }

    @Test func tellsItsOutput() throws {
        let screen = try makeScreen()
        #expect(screen.output?.geometry.size == Self.size)
        #expect(screen.output?.presenter == .headless)
        #expect(screen.connectors.map(\.mode) == ["16x6@100.00"])
    }

    @Test func flipsAtTheNextVblankOfItsGrid() throws {
        let screen = try makeScreen()
        #expect(screen.isReady)
        #expect(screen.nextDeadline() == nil)
        #expect(screen.nextVblank(after: Instant(seconds: 1.013)) == Instant(seconds: 1.02))
        screen.present(testFrame(Self.size, .white), at: Instant(seconds: 1.013))
        #expect(!screen.isReady)
        #expect(screen.nextDeadline() == Instant(seconds: 1.02))
        #expect(screen.dispatch(at: Instant(seconds: 1.0199)) == [])
        #expect(screen.shownPixels() == nil)
        #expect(screen.dispatch(at: Instant(seconds: 1.025)) == [.flipped(at: Instant(seconds: 1.02))])
        #expect(screen.isReady)
        #expect(screen.shownPixels() == Array(repeating: pixel(.white), count: 16 * 6))
        #expect(screen.counts.lastSequence == 2)
    }

    @Test func presentedAndMissedMakeUpTheVblanksOfAMotion() throws {
        let screen = try makeScreen()
        var now = Instant(seconds: 1.001)
        screen.setMoving(true, at: now)
        for number in 0..<50 {
            screen.present(testFrame(Self.size, .black, square: .white, at: number % 14), at: now)
            // Every tenth frame the loop is held up for 35 ms.
            now =
                try #require(screen.nextDeadline())
                + (number % 10 == 9 ? .milliseconds(35) : .milliseconds(0))
            #expect(screen.dispatch(at: now).count == 1)
        }
        #expect(screen.counts.presented == 50)
        // The hold-up after the last frame is not yet counted: the next flip does that, or the end of the motion.
        #expect(screen.counts.missed == 4 * 3)
        #expect(screen.counts.presented + screen.counts.missed == Int(screen.counts.lastSequence))
        screen.setMoving(false, at: now)
        #expect(screen.counts.missed == 5 * 3)
    }

    @Test func aStillPictureMissesNothing() throws {
        let screen = try makeScreen()
        for second in [2.0, 30.0, 31.0] {
            screen.present(testFrame(Self.size), at: Instant(seconds: second))
            #expect(screen.dispatch(at: Instant(seconds: second + 0.5)).count == 1)
        }
        #expect(screen.counts.missed == 0)
        #expect(screen.counts.presented == 3)
    }

    @Test func aPresentWhileAFlipIsPendingIsNotTaken() throws {
        let screen = try makeScreen()
        screen.present(testFrame(Self.size, .white), at: Instant(seconds: 2))
        screen.present(testFrame(Self.size, .black), at: Instant(seconds: 2.001))
        #expect(screen.dispatch(at: Instant(seconds: 3)).count == 1)
        #expect(screen.shownPixels()?.first == pixel(.white))
        #expect(screen.counts.presented == 1)
    }

    @Test func partlyRedrawnBuffersShowTheSamePixelsAsWholeOnes() throws {
        let screen = try makeScreen()
        var now = Instant(seconds: 1)
        // Jumps of different lengths, a change of background, and the same frame twice.
        let red = Color(red: 200, green: 10, blue: 10)
        let frames: [(Color, Int)] = [
            (.black, 0), (.black, 3), (.black, 3), (.black, 13), (red, 13), (red, 1), (red, 2),
        ]
        for (background, x) in frames {
            screen.present(testFrame(Self.size, background, square: .white, at: x), at: now)
            now = try #require(screen.nextDeadline())
            #expect(screen.dispatch(at: now).count == 1)
            let whole = try makeScreen()
            whole.present(testFrame(Self.size, background, square: .white, at: x), at: Instant(seconds: 1))
            #expect(whole.dispatch(at: Instant(seconds: 2)).count == 1)
            #expect(screen.shownPixels() == whole.shownPixels())
        }
    }

    @Test(arguments: [PixelSize(width: 4, height: 40), PixelSize(width: 40, height: 2)])
    func aFrameOfAnotherSizeIsCutOrBlackAtItsSides(size: PixelSize) throws {
        let screen = try makeScreen()
        var now = Instant(seconds: 1)
        // Both buffers hold white.
        for frame in [testFrame(Self.size, .white), testFrame(Self.size, .white), testFrame(size, .white)] {
            screen.present(frame, at: now)
            now = try #require(screen.nextDeadline())
            #expect(screen.dispatch(at: now).count == 1)
        }
        let white = try #require(screen.shownPixels()?.filter { $0 == pixel(.white) }.count)
        #expect(white == min(size.width, Self.size.width) * min(size.height, Self.size.height))
    }

    @Test func theDescriptorWakesAtTheFlip() throws {
        let start = Instant(nanoseconds: monotonicNanoseconds())
        let screen = try HeadlessScreen(size: Self.size, refreshMillihertz: 1_000_000, at: start)
        let poller = try Poller()
        try poller.watch(screen.descriptor.number, for: .readable, key: 7)
        #expect(try poller.ready().isEmpty)
        screen.present(testFrame(Self.size), at: Instant(nanoseconds: monotonicNanoseconds()))
        #expect(try poller.ready(within: 5000).map(\.key) == [7])
        #expect(screen.dispatch(at: Instant(nanoseconds: monotonicNanoseconds())).count == 1)
        #expect(try poller.ready().isEmpty)
    }
}
