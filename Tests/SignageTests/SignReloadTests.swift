import Signage
import Testing

/// A reload keeps its place.
@Suite struct SignReloadTests {
    @Test func theCurrentSlideKeepsItsRemainingTime() {
        var play = SignPlay()
        play.handle(.reload(.slides(["c", "x", "a", "y"]) { $0.duration = .seconds(10) }), at: 2)
        play.run(to: 14)
        #expect(play.changes == [Change(0, 0), Change(3, 3), Change(13, 0)])
    }

    @Test func theNextSurvivorInTheOldOrderFollows() {
        var play = SignPlay(.slides(["a", "b", "c", "d"]))
        play.run(to: 7)
        #expect(play.selected?.id == "c")
        // d goes too; a is the next of the old order.
        play.handle(.reload(.slides(["x", "b", "a"])))
        #expect(play.selected?.id == "a")
        #expect(play.effects.contains(.slideShown(index: 2, id: "a", cause: .reload)))
        #expect(play.layers(at: 7.2).map(\.opacity) == [255, 128])
        play.run(to: 11)
        #expect(play.changes.suffix(2) == [Change(7, 2), Change(10, 0)])
    }

    @Test func withoutSurvivorsTheFirstOfTheNewListComes() {
        var play = SignPlay()
        play.run(to: 3.5)
        play.handle(.reload(.slides(["x", "y"])))
        #expect(play.changes.last == Change(3.5, 0))
        #expect(play.selected?.id == "x")
    }

    @Test func aFadeFromASlideThatLeftMayBeOvertaken() throws {
        var play = SignPlay()
        let a = try #require(play.id(of: "a"))
        play.handle(.reload(.slides(["w", "x", "y", "z"])), at: 1)
        play.command(.show(id: "y", for: nil), at: 1.1)
        #expect(play.layers(at: 1.2).first?.content == .picture(a))
        #expect(play.layers(at: 1.2).count == 2)
    }

    @Test func theOldFrameStaysUntilTheNewSlideIsPainted() throws {
        var play = SignPlay()
        let before = play.layers(at: 1)
        play.unpainted = ["x"]
        play.handle(.reload(.slides(["x", "y"])), at: 1)
        #expect(play.layers(at: 2) == before)
        #expect(play.changes == [Change(0, 0)])
        play.run(to: 3)
        play.unpainted = []
        play.work()
        #expect(play.changes.last == Change(3, 0))
        #expect(play.layers(at: 3.2).map(\.opacity) == [255, 128])
        play.run(to: 6.5)
        #expect(play.changes.last == Change(6, 1))
    }

    @Test func aChangedPictureIsSwappedInOneFrame() throws {
        var play = SignPlay()
        let old = try #require(play.id(of: "a"))
        var changed = Playlist.three()
        changed.slides[0] = .picture("a", version: 2)
        play.unpainted = ["a"]
        play.handle(.reload(changed), at: 1)
        let new = try #require(play.id(of: "a"))
        #expect(new != old)
        #expect(play.layers(at: 1).map(\.content) == [.picture(old)])
        #expect(play.sign.wantedPictures(at: play.now).contains { $0.id == old })
        play.run(to: 2)
        play.unpainted = []
        play.work()
        #expect(play.layers(at: 2).map(\.content) == [.picture(new)])
        #expect(!play.sign.wantedPictures(at: play.now).contains { $0.id == old })
        play.run(to: 3)
        // The time it has left is kept.
        #expect(play.changes == [Change(0, 0), Change(3, 1)])
    }

    @Test func aChangedNeighbourShowsItsOldPictureUntilTheNewOneIsPainted() throws {
        let edges: (inout CarouselSettings) -> Void = { $0.edge = 100 }
        var play = SignPlay(.three(edges))
        let old = try #require(play.id(of: "b"))
        var changed = Playlist.three(edges)
        changed.slides[1] = .picture("b", version: 2)
        play.unpainted = ["b"]
        play.handle(.reload(changed), at: 1)
        #expect(play.layers(at: 1).contains { $0.content == .picture(old) })
        play.unpainted = []
        play.work()
        let new = try #require(play.id(of: "b"))
        #expect(play.layers(at: 1).contains { $0.content == .picture(new) })
        #expect(!play.layers(at: 1).contains { $0.content == .picture(old) })
    }

    @Test func anotherPageSizeIsSwappedInOneFrame() throws {
        var play = SignPlay()
        let before = play.layers(at: 1)
        play.unpainted = ["a", "b", "c"]
        play.handle(.reload(.three { $0.edge = 100 }), at: 1)
        #expect(play.layers(at: 1.5) == before)
        play.run(to: 2)
        play.unpainted = []
        play.work()
        #expect(play.frame(of: "a", at: 2) == PixelRect(x: 100, y: 0, width: 600, height: 600))
        play.run(to: 3)
        #expect(play.changes == [Change(0, 0), Change(3, 1)])
    }

    @Test func pictureNamesStayWhenTheSamePicturesAreWanted() {
        var play = SignPlay()
        let names = play.sign.wantedPictures(at: play.now)
        play.handle(.reload(.three()), at: 1)
        #expect(play.sign.wantedPictures(at: play.now) == names)
    }

    @Test func aMotionEndsAtOnce() {
        var play = SignPlay()
        play.run(to: 3.1)
        play.handle(.reload(.three()))
        #expect(play.frame(of: "b", at: 3.1)?.x == 0)
        #expect(!play.sign.isMoving(at: play.now))
        play.run(to: 6)
        #expect(play.changes == [Change(0, 0), Change(3, 1), Change(6, 2)])
    }

    @Test func aDragGoesOnIfItsPageSurvives() {
        var play = SignPlay()
        play.down(400, at: 1)
        play.move(from: (400, 300), to: (284, 300), from: 1, until: 1.5)
        play.run(to: 2)
        play.handle(.reload(.slides(["x", "y", "a", "z"])))
        #expect(play.frame(of: "a", at: 2)?.x == -100)
        #expect(play.frame(of: "z", at: 2)?.x == 700)
        play.move(from: (284, 300), to: (274, 300), from: 2, until: 2.2)
        #expect(play.frame(of: "a", at: 3)?.x == -110)
        play.up(at: 3)
        #expect(play.changes.last == Change(3, 3))
        #expect(play.selected?.id == "z")
    }

    @Test func aDragIsCancelledIfItsPageIsGone() {
        var play = SignPlay()
        play.down(400, at: 1)
        play.move(from: (400, 300), to: (284, 300), from: 1, until: 1.5)
        play.handle(.reload(.slides(["b", "c"])), at: 2)
        #expect(play.effects.contains(.touchCancelled))
        #expect(play.selected?.id == "b")
        play.move(from: (284, 300), to: (84, 300), from: 2, until: 2.2)
        play.up(at: 2.3)
        play.run(to: 6)
        #expect(play.changes == [Change(0, 0), Change(2, 0), Change(5, 1)])
    }

    @Test func pauseStays() {
        var play = SignPlay()
        play.command(.pause(for: nil), at: 1)
        play.handle(.reload(.slides(["b", "c"])))
        play.run(to: 100)
        #expect(play.sign.status(at: play.now).state == .paused)
        #expect(play.changes.count == 2)
    }

    @Test func aFailureIsRememberedAsLongAsNothingChanged() throws {
        var play = SignPlay(unpainted: ["b"])
        let b = try #require(play.id(of: "b"))
        play.handle(.unpaintable(b, reason: "bad"), at: 1)
        play.handle(.reload(.three()))
        #expect(play.sign.status(at: play.now).skipped.map(\.id) == ["b"])
        #expect(play.effects.filter { $0 == .slideSkipped(id: "b", reason: "bad") }.count == 1)
        var changed = Playlist.three()
        changed.slides[1] = .picture("b", version: 2)
        play.handle(.reload(changed))
        #expect(play.sign.status(at: play.now).skipped.isEmpty)
    }

    @Test func anEmptyPlaylistBringsTheIdlePageWithoutBlack() throws {
        var play = SignPlay()
        let before = play.layers(at: 1)
        play.run(to: 1)
        _ = play.sign.handle(.reload(Playlist()), at: play.now)
        #expect(play.layers(at: 1) == before)
        play.work()
        let idle = try #require(play.sign.wantedPictures(at: play.now).first { $0.slideID == nil })
        #expect(play.layers(at: 1).map(\.content) == [.picture(idle.id)])
        #expect(play.sign.status(at: play.now).state == .idle)
        #expect(play.sign.status(at: play.now).selected == nil)
        play.command(.next, at: 2)
        #expect(play.answers == [.refused("there is no slide to show")])
        play.down(400, at: 3)
        play.up(at: 3.1)
        play.run(to: 100)
        play.handle(.reload(.three()))
        play.run(to: 104)
        #expect(play.changes == [Change(0, 0), Change(100, 0), Change(103, 1)])
    }

    @Test func anotherIdlePageFollowsTheOldOne() throws {
        var play = SignPlay(Playlist())
        let old = try #require(play.sign.wantedPictures(at: play.now).first?.id)
        #expect(play.layers(at: 0).map(\.content) == [.picture(old)])
        _ = play.sign.handle(
            .configure(SignSettings(name: "test", scale: .fixed(1), idleLines: ["playlist.yaml:3:1: error"])),
            at: play.now)
        #expect(play.layers(at: 0).map(\.content) == [.picture(old)])
        play.work()
        let new = try #require(play.sign.wantedPictures(at: play.now).first?.id)
        #expect(new != old)
        #expect(play.layers(at: 0).map(\.content) == [.picture(new)])
    }

    @Test func oneSlideLeftDoesNotRotateAndComesBack() {
        var play = SignPlay()
        play.handle(.reload(.slides(["a"])), at: 1)
        play.run(to: 50)
        #expect(play.sign.nextDeadline() == nil)
        play.handle(.reload(.slides(["a", "b"])), at: 50)
        play.run(to: 54)
        #expect(play.changes == [Change(0, 0), Change(53, 1)])
    }

    @Test func settingsApplyAtOnce() {
        var play = SignPlay()
        play.handle(.reload(.three { $0.auto = false }), at: 1)
        #expect(play.sign.nextDeadline() == nil)
        play.handle(.reload(.three { $0.transition = .none }), at: 2)
        play.run(to: 5)
        #expect(play.changes.last == Change(5, 1))
        #expect(!play.sign.isMoving(at: play.now))
    }

    @Test func anotherScaleLaysEverythingOutAnew() {
        var play = SignPlay(.three { $0.edge = 50 })
        play.handle(.configure(SignSettings(name: "test", scale: .fixed(2))), at: 1)
        #expect(play.sign.status(at: play.now).scale == 2)
        #expect(play.frame(of: "a", at: 1) == PixelRect(x: 100, y: 0, width: 600, height: 600))
        play.run(to: 3)
        #expect(play.changes == [Change(0, 0), Change(3, 1)])
    }
}
