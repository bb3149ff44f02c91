import Signage
import Testing

/// What an operator puts over everything for a while.
@Suite struct SignNoticeTests {
    private static let notice = Notice(title: "shop-12", lines: ["192.0.2.7"])

    private static func identify(_ seconds: Int64 = 30) -> Command {
        .notice(notice, for: .seconds(seconds))
    }

    private static func withTicker() -> Playlist {
        var playlist = Playlist.three()
        var ticker = TickerSettings(text: .plain("a text"))
        ticker.scroll = .always
        playlist.ticker = ticker
        return playlist
    }

    /// The notice's page as it is wanted for a screen; nil: it is not.
    private static func page(_ play: SignPlay) -> (id: PictureID, page: IdlePage)? {
        for request in play.sign.wantedPictures(at: play.now) {
            if case .idle(let page) = request.picture, page.title == notice.title {
                return (request.id, page)
            }
        }
        return nil
    }

    private static func covers(_ play: SignPlay, at seconds: Double) -> Bool {
        guard let (id, page) = page(play) else { return false }
        let layers = play.sign.scene(at: Instant(seconds: seconds)).layers
        let screen = PixelRect(x: 0, y: 0, width: page.size.width, height: page.size.height)
        return layers == [Layer(.picture(id), frame: screen, clip: screen)]
    }

    @Test func itCoversEverythingForItsTimeAndNothingStops() {
        var play = SignPlay(Self.withTicker())
        play.command(Self.identify(), at: 1)
        #expect(play.answers == [.done(waited: .zero)])
        #expect(Self.page(play)?.page.size == PixelSize(width: 800, height: 600))
        #expect(Self.covers(play, at: 1) && Self.covers(play, at: 30.99))
        play.run(to: 31)
        // As without it: a page every 3 s, and everything where it would be.
        #expect(play.changes == (0...10).map { Change(Double($0) * 3, $0 % 3) })
        var other = SignPlay(Self.withTicker())
        other.run(to: 31)
        let frames = other.sign.scene(at: other.now).layers.map(\.frame)
        #expect(frames.count > 2 && play.sign.scene(at: play.now).layers.map(\.frame) == frames)
        #expect(play.log.first { $0.effect == .noticeShown(title: "shop-12") }?.time == 1)
        #expect(play.log.first { $0.effect == .noticeEnded }?.time == 31)
        #expect(Self.page(play) == nil)
    }

    @Test func nothingMovesWhileItCovers() {
        var play = SignPlay(Self.withTicker())
        play.run(to: 1)
        func isMoving(at seconds: Double) -> Bool { play.sign.isMoving(at: Instant(seconds: seconds)) }
        let before = isMoving(at: 1)
        play.command(Self.identify(), at: 1)
        // Neither the ticker nor the turn at 3 s.
        play.run(to: 3)
        let meanwhile = isMoving(at: 3.1)
        let after = isMoving(at: 31)
        #expect(before && !meanwhile && after)
    }

    @Test func itsEndIsADeadlineAndLeavesNone() {
        var play = SignPlay(.slides(["a"]))
        #expect(play.sign.nextDeadline() == nil)
        play.command(Self.identify(), at: 1)
        #expect(play.sign.nextDeadline() == Instant(seconds: 31))
        play.run(to: 31)
        #expect(play.sign.nextDeadline() == nil)
    }

    @Test func aSecondOneStartsTheTimeAgain() {
        var play = SignPlay()
        play.command(Self.identify(), at: 1)
        play.command(Self.identify(), at: 20)
        #expect(play.answers == [.done(waited: .zero), .done(waited: .zero)])
        play.run(to: 49)
        #expect(Self.covers(play, at: 49))
        play.run(to: 50)
        #expect(play.effects.count { $0 == .noticeEnded } == 1)
        #expect(play.log.last { $0.effect == .noticeEnded }?.time == 50)
    }

    @Test func itStaysOverAReloadAndAnEmptyPlaylist() {
        var play = SignPlay(Self.withTicker())
        play.command(Self.identify(), at: 1)
        play.handle(.reload(.slides(["x"])), at: 2)
        #expect(Self.covers(play, at: 2))
        play.handle(.reload(Playlist()), at: 3)
        #expect(Self.covers(play, at: 3))
        play.run(to: 31)
        #expect(!Self.covers(play, at: 31) && play.effects.contains(.noticeEnded))
    }

    @Test func itIsPaintedAgainForAnotherScreen() {
        var play = SignPlay()
        play.command(Self.identify(), at: 1)
        play.handle(.output(OutputGeometry(size: PixelSize(width: 300, height: 500))), at: 2)
        #expect(Self.page(play)?.page.size == PixelSize(width: 300, height: 500))
        #expect(Self.covers(play, at: 2))
        // A screen that goes and comes back within the time shows it again.
        play.handle(.output(nil), at: 5)
        #expect(play.sign.scene(at: Instant(seconds: 5)).layers.isEmpty)
        play.handle(.output(.wide), at: 15)
        #expect(Self.covers(play, at: 15))
        play.run(to: 31)
        #expect(!Self.covers(play, at: 31))
    }

    @Test func theTimeCountsFromWhenItShows() {
        var play = SignPlay()
        // As the daemon does it: the answer comes with the picture.
        var sign = play.sign
        #expect(sign.handle(.command(Self.identify(), number: 7), at: Instant(seconds: 1)) == [])
        play.sign = sign
        #expect(!Self.covers(play, at: 1))
        let id = Self.page(play)?.id
        let picture = PaintedPicture(size: PixelSize(width: 800, height: 600), isOpaque: true)
        let effects = id.map { play.sign.handle(.painted($0, picture), at: Instant(seconds: 2)) }
        #expect(
            effects == [.noticeShown(title: "shop-12"), .answer(number: 7, .done(waited: .seconds(1)))])
        #expect(Self.covers(play, at: 31.9) && !Self.covers(play, at: 32))
    }

    @Test func whatCannotBePaintedIsRefused() {
        var play = SignPlay()
        _ = play.sign.handle(.command(Self.identify(), number: 1), at: Instant(seconds: 1))
        let id = Self.page(play)?.id
        let failed = id.map { play.sign.handle(.unpaintable($0, reason: "no font"), at: Instant(seconds: 1)) }
        #expect(failed == [.answer(number: 1, .refused("no font"))])
        // Neither in time.
        _ = play.sign.handle(.command(Self.identify(), number: 2), at: Instant(seconds: 2))
        let late = play.sign.advance(to: Instant(seconds: 32))
        #expect(late.contains(.answer(number: 2, .refused("not painted within 30 s"))))
        #expect(!late.contains(.noticeEnded))
    }

    @Test func anotherTakesThePlaceOfOneThatWaits() {
        var play = SignPlay()
        _ = play.sign.handle(.command(Self.identify(), number: 1), at: Instant(seconds: 1))
        let other = Command.notice(Notice(title: "other", lines: []), for: .seconds(5))
        #expect(
            play.sign.handle(.command(other, number: 2), at: Instant(seconds: 1)) == [
                .answer(number: 1, .refused("overtaken: another notice was asked for"))
            ])
    }

    @Test func withoutAScreenItIsRefused() {
        var play = SignPlay(output: nil)
        play.command(Self.identify(), at: 1)
        #expect(play.answers == [.refused("there is no screen")])
        #expect(play.sign.nextDeadline() != Instant(seconds: 31))
    }

    @Test func endlessTimesDoNotTrap() {
        var play = SignPlay()
        play.command(.notice(Self.notice, for: .seconds(Int64.max)), at: 1)
        play.command(.notice(Self.notice, for: .seconds(Int64.min)), at: 2)
        play.run(to: 3)
        #expect(play.effects.last == .noticeEnded || play.effects.contains(.noticeEnded))
    }

    // MARK: Fingers

    @Test func fingersDoNothingWhileItCovers() {
        var play = SignPlay(.three { $0.auto = false })
        play.command(Self.identify(), at: 1)
        play.fling(-300, from: 600, down: 2, up: 2.2)
        play.run(to: 3)
        #expect(play.changes == [Change(0, 0)])
        #expect(!play.effects.contains { if case .touchBegan = $0 { true } else { false } })
        // A finger that came down meanwhile counts only after it was lifted.
        play.down(600, at: 30.8)
        play.move(from: (600, 300), to: (200, 300), from: 30.9, until: 31.4)
        play.up(at: 31.5)
        #expect(play.changes == [Change(0, 0)])
        play.drag(-300, from: 600, down: 32, up: 33)
        #expect(play.changes.last == Change(33, 1))
    }

    @Test func aFingerThatIsDownLetsGo() {
        var play = SignPlay()
        play.down(600, at: 1)
        play.move(from: (600, 300), to: (500, 300), from: 1, until: 1.5)
        play.command(Self.identify(2), at: 1.5)
        #expect(play.effects.contains(.touchCancelled))
        play.move(from: (500, 300), to: (100, 300), from: 1.5, until: 4)
        play.up(at: 4)
        // The page rests where it was, and the timer has its full interval again.
        #expect(play.changes.count == 1)
        play.run(to: 4.5)
        #expect(play.changes == [Change(0, 0), Change(4.5, 1)])
    }

    @Test func commandsTurnPagesBelowIt() {
        var play = SignPlay()
        play.command(Self.identify(), at: 1)
        play.command(.show(id: "c", for: nil), at: 2)
        #expect(play.changes.last == Change(2, 2) && Self.covers(play, at: 2.1))
    }
}
