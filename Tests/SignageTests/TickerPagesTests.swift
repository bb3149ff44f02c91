import Signage
import Testing

/// With reduced motion a text that would scroll is shown bandful by bandful.
@Suite struct TickerPagesTests {
    /// 1,400 characters of 10 px in a band of 800: bandfuls begin 800 − 4 · 32 = 672 px apart, 6.72 s at 100 px/s.
    private static func playlist(
        _ motion: CarouselSettings.Motion = .reduced, text: String = String(repeating: "a word ", count: 200),
        _ change: (inout TickerSettings) -> Void = { _ in }
    ) -> Playlist {
        var playlist = Playlist.slides(["a"]) { $0.motion = motion }
        var ticker = TickerSettings(text: .plain(text))
        change(&ticker)
        playlist.ticker = ticker
        return playlist
    }

    /// Where the text's beginning lies in a frame; nil: it is not there.
    private static func beginning(_ play: SignPlay, at seconds: Double) -> Int? {
        let tiles = play.sign.wantedPictures(at: play.now).filter {
            if case .tickerTile(let tile) = $0.picture { tile.index == 0 } else { false }
        }
        let names = Set(tiles.map(\.id))
        return play.sign.scene(at: Instant(seconds: seconds)).layers.lazy.compactMap { layer -> Int? in
            guard case .picture(let id) = layer.content, names.contains(id) else { return nil }
            return layer.frame.x
        }.first
    }

    @Test func theTextStandsStillAndIsReplacedInOneFrame() {
        var play = SignPlay(Self.playlist())
        play.run(to: 1)
        #expect(!play.sign.isMoving(at: Instant(seconds: 1)))
        #expect(Self.beginning(play, at: 0) == 0 && Self.beginning(play, at: 6.719) == 0)
        // A frame is due then, and the second bandful begins within the first.
        #expect(play.sign.nextDeadline() == Instant(seconds: 6.72))
        play.run(to: 6.72)
        #expect(Self.beginning(play, at: 6.72) == -672 && Self.beginning(play, at: 13.43) == -672)
        play.run(to: 13.44)
        #expect(Self.beginning(play, at: 13.44) == -1344)
        #expect(!play.sign.isMoving(at: Instant(seconds: 13.44)))
    }

    @Test func withFullMotionItScrolls() {
        var play = SignPlay(Self.playlist(.full))
        play.run(to: 1)
        #expect(play.sign.isMoving(at: Instant(seconds: 1)))
        #expect(Self.beginning(play, at: 2) == -200)
    }

    @Test func whatShowsIsPaintedAllTheTime() {
        // 14,000 px: more tiles than are kept whole.
        var play = SignPlay(Self.playlist(text: String(repeating: "a word ", count: 2000)))
        for step in 0..<400 {
            let moment = Double(step) * 1.7
            play.run(to: moment)
            #expect(!play.sign.isIncomplete(at: play.now), "at \(moment)")
            let band = play.sign.scene(at: play.now).layers.filter { $0.frame.y >= 536 }
            // The band's ground and the text from edge to edge, but for the gap of 80.
            let ends = band.dropFirst().map(\.frame.maxX)
            #expect(band.count > 1 && (ends.max() ?? 0) >= 720, "at \(moment)")
        }
    }

    @Test func anotherSpeedTakesAnotherTime() {
        var play = SignPlay(Self.playlist { $0.speed = 200 })
        play.run(to: 1)
        #expect(play.sign.nextDeadline() == Instant(seconds: 3.36))
        play.command(.tickerSpeed(0), at: 2)
        #expect(play.sign.nextDeadline() == nil && !play.sign.isMoving(at: play.now))
    }

    @Test func textThatFitsOrIsStoppedStandsStill() {
        var play = SignPlay(Self.playlist(text: "short"))
        play.run(to: 1)
        #expect(Self.beginning(play, at: 1) == 0 && play.sign.nextDeadline() == nil)
        play = SignPlay(Self.playlist())
        play.run(to: 10)
        play.command(.tickerStop, at: 10)
        #expect(Self.beginning(play, at: 30) == 0 && play.sign.nextDeadline() == nil)
    }

    @Test func anotherTextComesOnBandfulByBandful() {
        // 1,190 px: the copy that shows has gone before 60 s.
        var play = SignPlay(Self.playlist(text: String(repeating: "a word ", count: 17)))
        play.command(.tickerText("another text", now: false), at: 1)
        let before = play.sign.scene(at: Instant(seconds: 1)).layers
        #expect(play.sign.scene(at: Instant(seconds: 6)).layers == before)
        #expect(!play.sign.isMoving(at: Instant(seconds: 6)))
        // It follows the old one, and then it rests at the start edge.
        play.run(to: 60)
        #expect(play.sign.nextDeadline() == nil)
        #expect(Self.beginning(play, at: 60) == 0)
    }
}
