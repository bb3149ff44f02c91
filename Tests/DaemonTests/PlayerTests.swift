import Compositor
import Display
import PaintJobs
import Signage
import SystemCalls
import Testing

@testable import Daemon

/// A player on a virtual screen of 64 × 48 at 50 Hz, from 0 s on.
private final class Stage {
    let painter = FakePainter()
    let screen: HeadlessScreen
    let player: Player
    private(set) var now = Instant(seconds: 0)
    private(set) var effects: [(at: Double, SignEffect)] = []
    private(set) var troubles: [String] = []

    init(
        _ playlist: Playlist, spareBudget: Int = 0,
        settings: SignSettings = SignSettings(name: "test", scale: .fixed(1)),
        intent: DisplayIntent = .auto, wallClock: WallClock? = nil
    ) throws {
        screen = try HeadlessScreen(
            size: PixelSize(width: 64, height: 48), refreshMillihertz: 50_000, clock: .virtual, at: now)
        player = Player(
            playlist: playlist, settings: settings, screen: screen, painter: PictureSupply(painter: painter),
            spareBudget: spareBudget, intent: intent, wallClock: wallClock, at: now)
    }

    /// Lets the time pass, as the loop does: from deadline to deadline.
    func play(until seconds: Double) {
        let end = Instant(seconds: seconds)
        var turns = 0
        while true {
            let outcome = player.turn(at: now)
            effects += outcome.effects.map { (now.seconds, $0) }
            troubles += outcome.troubles
            turns += 1
            let next = [player.nextDeadline(), screen.nextDeadline()].compactMap { $0 }.min()
            if painter.isBusy {
                guard case .hang = painter.manner(painter.pictures[painter.pictures.count - 1]) else {
                    continue
                }
            }
            guard let next, next <= end, turns < 100_000 else { break }
            now = max(now, next)
        }
        now = end
    }

    /// "0 a start" for each slide shown.
    var shown: [String] {
        effects.compactMap { moment, effect in
            guard case .slideShown(_, let id, let cause) = effect else { return nil }
            return "\(moment) \(id) \(cause.rawValue)"
        }
    }
}

private func slides(_ names: String...) -> [Slide] {
    names.map { Slide(content: .text($0), id: $0) }
}

struct PlayerTests {
    /// The display off from 10 s to 20 s, by the clock.
    private func hours(_ whenOff: DisplaySettings.WhenOff) throws -> Stage {
        var settings = SignSettings(name: "test", scale: .fixed(1))
        settings.display.hours = Schedule([TimeWindow(from: 60, to: 0)])
        settings.display.whenOff = whenOff
        let clock = WallClock(zone: ZoneRules(), ahead: .seconds(86_400 - 10), isTrusted: true)
        let slides = [Slide(content: .color(.white), id: "a"), Slide(content: .color(.white), id: "b")]
        return try Stage(Playlist(slides: slides), settings: settings, wallClock: clock)
    }

    @Test func offTheDisplayTakesNoFramesAndComesBackWithARightOne() throws {
        let stage = try hours(.powerOff)
        stage.play(until: 9.9)
        #expect(stage.screen.shownPixels()?.contains(0xFF_FFFF) == true)
        stage.play(until: 10.5)
        let presented = stage.screen.counts.presented
        #expect(stage.player.power == .off && !stage.player.expectsFlips)
        #expect(stage.screen.shownPixels()?.allSatisfy { $0 == 0 } == true)
        #expect(stage.player.shown?.frame.scene.layers == [])
        #expect(stage.player.nextDeadline() == Instant(seconds: 70))
        stage.play(until: 69)
        #expect(stage.screen.counts.presented == presented)
        stage.play(until: 70.1)
        #expect(stage.player.power == .on && stage.screen.counts.presented > presented)
        #expect(stage.screen.shownPixels()?.contains(0xFF_FFFF) == true)
        stage.play(until: 73.5)
        #expect(stage.shown.last?.hasPrefix("73.0 ") == true)
    }

    @Test func offAsABlackFrameIsOneFrame() throws {
        let stage = try hours(.black)
        stage.play(until: 9.9)
        let before = stage.screen.counts.presented
        stage.play(until: 60)
        #expect(stage.player.power == .black && stage.screen.counts.presented - before < 5)
        #expect(stage.screen.isReady && stage.screen.shownPixels()?.allSatisfy { $0 == 0 } == true)
    }

    @Test func aStartInTheDarkShowsNothing() throws {
        let stage = try Stage(Playlist(slides: slides("a")), intent: .off)
        stage.play(until: 30)
        #expect(stage.screen.counts.presented == 0 && stage.painter.pictures.isEmpty)
    }

    @Test func aKernelWithoutLandlockIsToldOf() throws {
        let stage = try Stage(Playlist(slides: slides("a")))
        stage.painter.news = [.filesUnconfined]
        stage.play(until: 1)
        #expect(stage.troubles.count == 1 && stage.troubles[0].hasPrefix("this kernel has no Landlock"))
        #expect(stage.shown == ["0.0 a start"])
    }

    @Test func nothingIsShownBeforeThereIsAPicture() throws {
        let stage = try Stage(Playlist(slides: slides("a", "b")))
        stage.painter.manner = { _ in .hang }
        stage.play(until: 19.9)
        #expect(stage.screen.counts.presented == 0)
        #expect(stage.player.isHoldingBack && !stage.player.expectsFlips)
        // But not for ever.
        stage.play(until: 20.1)
        #expect(stage.screen.counts.presented == 1)
        #expect(!stage.player.isHoldingBack)
    }

    @Test func theFirstFrameShowsTheFirstPicture() throws {
        let stage = try Stage(Playlist(slides: slides("a", "b")))
        stage.play(until: 2)
        #expect(stage.screen.counts.presented == 1)
        #expect(stage.screen.shownPixels()?.first != 0)
    }

    @Test func pagesTurnOnTime() throws {
        let stage = try Stage(Playlist(slides: slides("a", "b", "c")))
        stage.play(until: 9.5)
        #expect(stage.shown == ["0.0 a start", "3.0 b timer", "6.0 c timer", "9.0 a timer"])
    }

    /// 400 ms at 50 Hz: about 20 frames a change, none in between, none missed.
    @Test func framesComeOnlyWhileSomethingMoves() throws {
        let stage = try Stage(Playlist(slides: slides("a", "b")))
        stage.play(until: 2.9)
        let still = stage.screen.counts.presented
        #expect((1...3).contains(still))
        stage.play(until: 3.5)
        let moved = stage.screen.counts.presented
        #expect((20...22).contains(moved - still))
        stage.play(until: 5.9)
        #expect(stage.screen.counts.presented == moved)
        #expect(stage.screen.counts.missed == 0)
    }

    /// What a notice covers goes on without a frame: one when it comes, and all again when it has gone.
    @Test func aNoticeSavesTheFramesThatNobodySees() throws {
        var ticker = TickerSettings(text: .plain("a long text"))
        ticker.height = 8
        let stage = try Stage(Playlist(slides: slides("a", "b"), ticker: ticker))
        stage.play(until: 1)
        stage.player.handle(
            .command(.notice(Notice(title: "shop-12", lines: []), for: .seconds(10)), number: 1),
            at: stage.now)
        let before = stage.screen.counts.presented
        stage.play(until: 10.9)
        #expect((1...2).contains(stage.screen.counts.presented - before))
        stage.play(until: 11.9)
        #expect((44...47).contains(stage.screen.counts.presented - before))
        #expect(stage.screen.counts.missed == 0)
        #expect(stage.shown == ["0.0 a start", "3.0 b timer", "6.0 a timer", "9.0 b timer"])
    }

    /// A ticker moves always: every vblank has its frame, also at a speed that moves a pixel only now and then.
    @Test(arguments: [100.0, 7.0])
    func tickerTakesEveryVblank(speed: Double) throws {
        var ticker = TickerSettings(text: .plain("a long text"))
        ticker.height = 8
        ticker.speed = speed
        let stage = try Stage(Playlist(slides: slides("a"), ticker: ticker))
        stage.play(until: 1)
        let before = stage.screen.counts.presented
        stage.play(until: 3)
        #expect(stage.screen.counts.presented - before == 100)
        #expect(stage.screen.counts.missed == 0)
    }

    @Test func badSlideIsSkippedAndTheOthersGoOn() throws {
        let stage = try Stage(Playlist(slides: slides("a", "bad", "c")))
        stage.painter.manner = { picture in
            if case .slide(let slide) = picture, slide.content == .text("bad") {
                .fail("is broken")
            } else {
                .paint
            }
        }
        stage.play(until: 6.5)
        #expect(stage.shown == ["0.0 a start", "3.0 c timer", "6.0 a timer"])
        #expect(
            stage.player.sign.status(at: Instant(seconds: 6.5)).skipped == [
                .init(id: "bad", reason: "is broken")
            ])
        // It was tried once, not again and again.
        #expect(
            stage.painter.pictures.filter {
                if case .slide(let s) = $0 { s.content == .text("bad") } else { false }
            }.count == 1)
    }

    @Test func pictureThatIsMissingIsSkipped() throws {
        let missing = Slide(content: .image(path: "/nowhere/at/all.jpg"), id: "gone")
        let stage = try Stage(Playlist(slides: slides("a") + [missing] + slides("c")))
        stage.play(until: 3.5)
        #expect(stage.shown == ["0.0 a start", "3.0 c timer"])
        #expect(
            stage.player.sign.status(at: Instant(seconds: 3.5)).skipped == [
                .init(id: "gone", reason: "no such file")
            ])
    }

    /// The painter hangs on one slide: five seconds after its turn it is skipped and its job ended.
    /// A painter that was killed once, for want of memory say, gets another chance.
    @Test func pictureThatEndedThePainterIsTriedAgain() throws {
        let stage = try Stage(Playlist(slides: slides("a", "b")))
        let painter = stage.painter
        painter.manner = { [unowned painter] picture in
            func isSecond(_ picture: Picture) -> Bool {
                if case .slide(let slide) = picture { slide.content == .text("b") } else { false }
            }
            return isSecond(picture) && painter.pictures.count(where: isSecond) == 1
                ? .crash("killed") : .paint
        }
        stage.play(until: 4)
        #expect(stage.shown == ["0.0 a start", "3.0 b timer"])
        #expect(stage.troubles == ["slide 'b': killed"])
    }

    /// What is wrong with the machine passes: no slide is skipped for it.
    @Test func pictureThatCouldNotBeTriedIsTriedAgain() throws {
        let stage = try Stage(Playlist(slides: slides("a", "b")))
        let painter = stage.painter
        painter.manner = { [unowned painter] _ in
            painter.pictures.count <= 4 ? .postpone("no memory to paint it") : .paint
        }
        stage.play(until: 4)
        #expect(stage.player.impediment == "no memory to paint it")
        #expect(stage.troubles == ["no memory to paint it; trying again"])
        // Both at 0 s, again at 5 s, and then they can be.
        #expect(painter.pictures.count == 2)
        stage.play(until: 11)
        #expect(painter.pictures.count == 6)
        #expect(stage.player.impediment == nil)
        #expect(stage.player.sign.status(at: Instant(seconds: 11)).skipped.isEmpty)
        #expect(stage.shown.first == "10.0 a start")
    }

    @Test func painterThatHangsHoldsTheOthersUpOnce() throws {
        let stage = try Stage(Playlist(slides: slides("a", "slow", "c", "d")))
        stage.painter.manner = { picture in
            if case .slide(let slide) = picture, slide.content == .text("slow") { .hang } else { .paint }
        }
        stage.play(until: 12)
        #expect(stage.painter.abandoned >= 1)
        let others = stage.shown.map { $0.split(separator: " ")[1] }
        #expect(others.prefix(3) == ["a", "c", "d"])
        let second = try #require(
            stage.effects.first { if case .slideShown(_, "c", _) = $0.1 { true } else { false } })
        #expect(second.at <= 8.1)
    }

    @Test func thousandReloadsKeepNothing() throws {
        let playlist = Playlist(slides: slides("a", "b", "c", "d"))
        let stage = try Stage(playlist)
        stage.play(until: 1)
        let bytes = stage.player.surfaces.byteCount
        for number in 0..<1000 {
            var other = playlist
            if number % 2 == 0 { other.slides.append(Slide(content: .text("\(number)"), id: "new\(number)")) }
            stage.player.handle(.reload(other), at: stage.now)
            stage.play(until: 1 + Double(number) * 0.001)
        }
        stage.player.handle(.reload(playlist), at: stage.now)
        stage.play(until: 2.5)
        #expect(stage.player.surfaces.byteCount == bytes)
        #expect(stage.shown == ["0.0 a start"])
    }
}
