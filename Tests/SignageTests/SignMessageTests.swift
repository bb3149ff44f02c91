import Signage
import Testing

/// A message to those who look at the sign, over everything for a while.
@Suite struct SignMessageTests {
    private static func message(_ text: String, for seconds: Int64 = 600) -> Command {
        .notice(Notice(.message, title: text), for: .seconds(seconds))
    }

    private static let identify = Command.notice(
        Notice(title: "shop-12", lines: ["192.0.2.7"]), for: .seconds(30))

    /// The text of the page that covers the screen; nil: there is none.
    private static func shown(_ play: SignPlay, at seconds: Double) -> String? {
        let layers = play.sign.scene(at: Instant(seconds: seconds)).layers
        for request in play.sign.wantedPictures(at: play.now) {
            guard case .idle(let page) = request.picture else { continue }
            if layers.count == 1, layers[0].content == .picture(request.id) {
                return page.title.isEmpty ? page.lines.joined(separator: "|") : page.title
            }
        }
        return nil
    }

    private static func told(_ play: SignPlay) -> [String] {
        play.log.compactMap { entry in
            switch entry.effect {
            case .noticeShown(let title): "\(entry.time) \(title)"
            case .noticeEnded: "\(entry.time) ended"
            default: nil
            }
        }
    }

    @Test func itCoversEverythingAndGoesByItself() {
        var play = SignPlay()
        play.command(Self.message("Back at 3"), at: 1)
        #expect(play.answers == [.done(waited: .zero)])
        #expect(Self.shown(play, at: 1) == "Back at 3" && Self.shown(play, at: 600.9) == "Back at 3")
        #expect(!play.sign.isMoving(at: Instant(seconds: 3.1)))
        play.run(to: 601)
        #expect(Self.shown(play, at: 601) == nil)
        #expect(Self.told(play) == ["1.0 Back at 3", "601.0 ended"])
        // Pages turned below it, at their own pace.
        #expect(play.changes == (0...200).map { Change(Double($0) * 3, $0 % 3) })
    }

    @Test func itIsWhiteOnACalmColourAndAsLargeAsItFits() throws {
        var play = SignPlay(output: OutputGeometry(size: PixelSize(width: 1920, height: 1080)))
        play.command(Self.message("Zu"), at: 1)
        let page = try #require(
            play.sign.wantedPictures(at: play.now).lazy.compactMap { request -> IdlePage? in
                if case .idle(let page) = request.picture { page } else { nil }
            }.first)
        #expect(page.size == PixelSize(width: 1920, height: 1080))
        // A quarter of the shorter side; the painter makes smaller what would not fit.
        #expect(page.scale * IdlePage.lineSize == 270)
        #expect(page.title.isEmpty && page.lines == ["Zu"])
        #expect(page.color == Color(red: 0x1D, green: 0x35, blue: 0x57))
    }

    @Test func statusTellsIt() {
        var play = SignPlay()
        #expect(play.sign.status(at: play.now).notice == nil)
        play.command(Self.message("Back at 3"), at: 1)
        let status = play.sign.status(at: play.now)
        #expect(
            status.notice == SignStatus.Covering(title: "Back at 3", until: Instant(seconds: 601)))
        #expect(status.state == .playing)
    }

    @Test func clearEndsItAndIsDoneWhenThereIsNone() {
        var play = SignPlay()
        play.command(.clearNotice, at: 0.5)
        play.command(Self.message("Back at 3"), at: 1)
        play.command(Self.identify, at: 2)
        play.command(.clearNotice, at: 2.5)
        #expect(play.answers == [CommandAnswer](repeating: .done(waited: .zero), count: 4))
        #expect(Self.shown(play, at: 2.5) == nil && play.sign.status(at: play.now).notice == nil)
        #expect(Self.told(play) == ["1.0 Back at 3", "2.0 shop-12", "2.5 ended"])
    }

    @Test func anIdentityGivesItBack() {
        var play = SignPlay()
        play.command(Self.message("Back at 3"), at: 1)
        play.command(Self.identify, at: 10)
        #expect(Self.shown(play, at: 10) == "shop-12")
        play.run(to: 40)
        #expect(Self.shown(play, at: 40) == "Back at 3")
        play.run(to: 601)
        #expect(Self.told(play) == ["1.0 Back at 3", "10.0 shop-12", "40.0 Back at 3", "601.0 ended"])
    }

    @Test func itEndsBelowAnIdentity() {
        var play = SignPlay()
        play.command(Self.message("Back at 3", for: 20), at: 1)
        play.command(Self.identify, at: 10)
        play.run(to: 40)
        #expect(Self.shown(play, at: 40) == nil)
        #expect(Self.told(play) == ["1.0 Back at 3", "10.0 shop-12", "40.0 ended"])
    }

    @Test func theOldOneStaysUntilTheNewOneIsPainted() {
        var play = SignPlay()
        play.command(Self.message("one"), at: 1)
        #expect(play.sign.handle(.command(Self.message("two"), number: 9), at: Instant(seconds: 2)) == [])
        #expect(Self.shown(play, at: 2) == "one")
        play.work()
        #expect(Self.shown(play, at: 2) == "two")
        play.command(.clearNotice, at: 3)
        #expect(Self.shown(play, at: 3) == nil)
    }

    @Test func clearingRefusesOneThatIsStillPainted() {
        var play = SignPlay()
        _ = play.sign.handle(.command(Self.message("one"), number: 1), at: Instant(seconds: 1))
        #expect(
            play.sign.handle(.command(.clearNotice, number: 2), at: Instant(seconds: 1)) == [
                .answer(number: 1, .refused("overtaken: notices were cleared")),
                .answer(number: 2, .done(waited: .zero)),
            ])
    }

    @Test func itsTimeGoesOnOverReloadsAndInTheDark() {
        var play = SignPlay()
        play.command(Self.message("Back at 3", for: 100), at: 1)
        play.handle(.reload(.slides(["x", "y"])), at: 2)
        #expect(Self.shown(play, at: 2) == "Back at 3")
        play.handle(.display(.off), at: 50)
        #expect(play.sign.scene(at: Instant(seconds: 50)).layers.isEmpty)
        play.handle(.display(.on), at: 60)
        #expect(Self.shown(play, at: 60) == "Back at 3")
        play.handle(.display(.off), at: 70)
        play.run(to: 101)
        play.handle(.display(.on), at: 102)
        #expect(Self.shown(play, at: 102) == nil)
        #expect(Self.told(play) == ["1.0 Back at 3", "101.0 ended"])
    }

    @Test func inTheDarkItIsRefused() {
        var play = SignPlay(intent: .off)
        play.command(Self.message("Back at 3"), at: 1)
        #expect(play.answers == [.refused("the display is off: 'signagectl display on' switches it on")])
        #expect(play.sign.status(at: play.now).notice == nil)
    }

    @Test func touchesDoNothingMeanwhile() {
        var play = SignPlay(.three { $0.tap = .pause })
        play.command(Self.message("Back at 3", for: 2), at: 1)
        play.fling(-300, from: 600, down: 1.2, up: 1.4)
        play.down(400, at: 1.6)
        play.up(at: 1.7)
        play.run(to: 3)
        #expect(play.changes == [Change(0, 0), Change(3, 1)])
        #expect(play.sign.status(at: play.now).state == .playing)
    }
}
