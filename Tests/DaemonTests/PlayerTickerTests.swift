import Compositor
import Display
import PaintJobs
import Signage
import SystemCalls
import Testing

@testable import Daemon

/// A ticker on a virtual screen of 64 × 48; its band lies at the bottom, 8 high.
private final class Stage {
    let painter = FakePainter()
    let screen: HeadlessScreen
    let player: Player
    private(set) var now = Instant(seconds: 0)
    private(set) var turns = 0
    private(set) var mostBytes = 0

    init(
        width: Int, hertz: Int, mounting: Mounting = Mounting(),
        _ change: (inout TickerSettings) -> Void = { _ in }
    )
        throws
    {
        var ticker = TickerSettings(text: .plain("a text"))
        ticker.height = 8
        change(&ticker)
        painter.tickerWidth = width
        screen = try HeadlessScreen(
            size: PixelSize(width: 64, height: 48).turned(by: mounting.rotation),
            refreshMillihertz: hertz * 1000, clock: .virtual, at: now)
        player = Player(
            playlist: Playlist(slides: [Slide(content: .color(.white), id: "a")], ticker: ticker),
            settings: SignSettings(name: "test", scale: .fixed(1)), screen: screen,
            painter: PictureSupply(painter: painter), mounting: mounting, spareBudget: 0, at: now)
    }

    func play(until seconds: Double) {
        let end = Instant(seconds: seconds)
        while true {
            _ = player.turn(at: now)
            turns += 1
            mostBytes = max(mostBytes, player.surfaces.byteCount)
            if painter.isBusy { continue }
            let next = [player.nextDeadline(), screen.nextDeadline()].compactMap { $0 }.min()
            guard let next, next <= end else { break }
            now = max(now, next)
        }
        now = end
    }

    func touch(_ phase: Touch.Phase, at seconds: Double) {
        play(until: seconds)
        player.handle(.touch(Touch(contact: 1, phase: phase, time: now)), at: now)
        _ = player.turn(at: now)
    }
}

struct PlayerTickerTests {
    /// A finger that holds the text causes no frame, and nobody wakes up for it.
    @Test func aHeldFingerCausesNoFrames() throws {
        let stage = try Stage(width: 1000, hertz: 50) { $0.drag = true }
        stage.touch(.down(x: 30, y: 44), at: 1)
        for step in 1...5 { stage.touch(.motion(x: 30 - Double(step), y: 44), at: 1 + Double(step) / 50) }
        stage.play(until: 2)
        let (frames, turns) = (stage.screen.counts.presented, stage.turns)
        #expect(!stage.player.expectsFlips)
        stage.play(until: 30)
        #expect(stage.screen.counts.presented == frames)
        #expect(stage.turns - turns <= 2)
        #expect(stage.player.sign.status(at: stage.now).ticker?.offset == 105)
        stage.touch(.up, at: 30)
        stage.play(until: 31)
        #expect((49...51).contains(stage.screen.counts.presented - frames))
        #expect(stage.screen.counts.missed == 0)
    }

    /// Ten minutes of scrolling, a frame a second: memory for three or four tiles, whatever the text's length.
    @Test func memoryIsFlatHoweverLongTheText() throws {
        for width in [20_000, 1_300_000] {
            let stage = try Stage(width: width, hertz: 1)
            stage.play(until: 600)
            #expect(stage.mostBytes <= 4 * TickerTile.width * 8 * TickerTile.phases * 4)
            #expect(stage.painter.pictures.count > 25)
        }
    }

    /// Whichever way the display hangs, at every quarter of a pixel: the turned pixels of an upright one.
    @Test(arguments: Rotation.allCases) func quartersOfAPixelAreTurned(_ rotation: Rotation) throws {
        let plain = try Stage(width: 3000, hertz: 5) { $0.speed = 23 }
        let turned = try Stage(width: 3000, hertz: 5, mounting: Mounting(rotation: rotation)) {
            $0.speed = 23
        }
        for stage in [plain, turned] { stage.painter.paintsPatterns = true }
        var phases: Set<Int> = []
        for step in 0..<24 {
            let time = 1 + Double(step) * 3.77
            plain.play(until: time)
            turned.play(until: time)
            let expected = try #require(plain.screen.shownPixels())
            let pixels = try #require(turned.screen.shownPixels())
            let display = try #require(turned.screen.output?.geometry.size)
            var wrong = 0
            for y in 0..<48 {
                for x in 0..<64 {
                    let place = PixelRect(x: x, y: y, width: 1, height: 1)
                        .turned(by: rotation, in: PixelSize(width: 64, height: 48))
                    if pixels[place.y * display.width + place.x] != expected[y * 64 + x] { wrong += 1 }
                }
            }
            #expect(wrong == 0)
            // A pattern's pixel tells its row, and so the phase.
            phases.insert(Int(expected[47 * 64 + 32] & 0xff) / 8)
        }
        #expect(phases == [0, 1, 2, 3])
    }
}
