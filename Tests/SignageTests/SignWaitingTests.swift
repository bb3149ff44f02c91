import Signage
import Testing

/// Pages that are not painted, and slides that cannot be.
@Suite struct SignWaitingTests {
    @Test func nothingIsShownBeforeItIsPainted() {
        var play = SignPlay(
            .three { $0.background = Color(red: 1, green: 2, blue: 3) }, unpainted: ["a"])
        #expect(play.changes.isEmpty)
        #expect(
            play.sign.scene(at: play.now).layers == [
                Layer(
                    .color(Color(red: 1, green: 2, blue: 3)), frame: PixelRect(OutputGeometry.wide.size),
                    clip: PixelRect(OutputGeometry.wide.size))
            ])
        play.run(to: 2)
        play.unpainted = []
        play.work()
        play.run(to: 6)
        #expect(play.changes == [Change(2, 0), Change(5, 1)])
        #expect(play.effects.contains(.slideShown(index: 0, id: "a", cause: .start)))
    }

    @Test func aFirstSlideThatTakesTooLongGivesItsTurnToTheNext() {
        var play = SignPlay(unpainted: ["a"])
        play.run(to: 9)
        #expect(play.changes == [Change(5, 1), Change(8, 2)])
        #expect(play.effects.contains { if case .abandon = $0 { true } else { false } })
    }

    @Test func theCurrentPageStaysUntilTheNextIsPainted() throws {
        var play = SignPlay(unpainted: ["b"])
        play.run(to: 5)
        #expect(play.restingIndex == 0)
        #expect(!play.sign.isMoving(at: play.now))
        play.unpainted = []
        play.work()
        // Its own interval starts when it is shown.
        play.run(to: 9)
        #expect(play.changes == [Change(0, 0), Change(5, 1), Change(8, 2)])
    }

    @Test func aSlideNotPaintedFiveSecondsAfterItsTurnIsSkippedThisRound() throws {
        var play = SignPlay(unpainted: ["b"])
        let b = try #require(play.id(of: "b"))
        play.run(to: 11.9)
        #expect(play.changes == [Change(0, 0), Change(8, 2), Change(11, 0)])
        #expect(play.log.filter { $0.effect == .abandon(b) }.map(\.time) == [8])
        // It does not slide through the page that is not there.
        #expect(play.sign.status(at: play.now).slideCount == 3)
        play.unpainted = []
        play.work()
        play.run(to: 14)
        #expect(play.changes.last == Change(14, 1))
    }

    @Test func aSkippedPageIsNotSlidThrough() {
        var play = SignPlay(.slides(["a", "b", "c", "d"]), unpainted: ["b"])
        play.run(to: 8)
        #expect(play.layers(at: 8.2).map(\.opacity) == [255, 128])
    }

    @Test func whenNothingElseIsPaintedTheCurrentPageKeepsItsPlace() {
        var play = SignPlay(unpainted: ["b", "c"])
        play.run(to: 60)
        #expect(play.changes == [Change(0, 0)])
        play.unpainted = []
        play.work()
        play.run(to: 70)
        #expect(play.changes.count > 2)
    }

    @Test func aFingerFeelsResistanceTowardsAPageThatIsNotPainted() {
        var play = SignPlay(unpainted: ["b"])
        play.down(400, at: 1)
        play.move(from: (400, 300), to: (284, 300), from: 1, until: 1.5)
        #expect(play.frame(of: "a", at: 2)?.x == -55)
        // Painted meanwhile: nothing jumps, and from there on it follows.
        play.run(to: 2)
        play.unpainted = []
        play.work()
        #expect(play.frame(of: "a", at: 2)?.x == -55)
        play.move(from: (284, 300), to: (274, 300), from: 2, until: 2.2)
        #expect(play.frame(of: "a", at: 3)?.x == -65)
        #expect(play.frame(of: "b", at: 3)?.x == 735)
    }

    @Test func aFingerEndsTheWaitOfTheTimer() {
        var play = SignPlay(unpainted: ["b"])
        play.down(400, at: 4)
        play.run(to: 5)
        play.unpainted = []
        play.work()
        play.up(at: 6)
        play.run(to: 10)
        #expect(play.changes == [Change(0, 0), Change(9.5, 1)])
    }

    @Test func aFingersTurnWaitsForASecond() {
        var play = SignPlay(unpainted: ["b"])
        play.drag(-60, down: 0.5, up: 1)
        play.run(to: 1.8)
        #expect(play.changes == [Change(0, 0)])
        #expect(play.effects.contains(.touchEnded(index: 0, turned: false)))
        play.unpainted = []
        play.work()
        play.run(to: 5)
        #expect(play.changes == [Change(0, 0), Change(1.8, 1), Change(4.8, 2)])
        #expect(play.effects.contains(.slideShown(index: 1, id: "b", cause: .swipe)))
    }

    @Test func aFingersTurnIsGivenUpAfterASecond() {
        var play = SignPlay(unpainted: ["b"])
        play.drag(-60, down: 0.5, up: 1)
        play.run(to: 2.1)
        play.unpainted = []
        play.work()
        play.run(to: 5)
        // As a release that turned no page.
        #expect(play.changes == [Change(0, 0), Change(4.5, 1)])
    }

    @Test func aCommandWaitsAndTellsHowLong() {
        var play = SignPlay(.slides(["a", "b", "c", "d", "e"]), unpainted: ["c"])
        play.command(.show(id: "c", for: nil), at: 1)
        #expect(play.answers.isEmpty)
        // It is painted before all others.
        #expect(play.sign.wantedPictures(at: play.now).prefix(2).map(\.slideID) == ["a", "c"])
        play.run(to: 3.25)
        play.unpainted = []
        play.work()
        #expect(play.answers == [.done(waited: .milliseconds(2250))])
        play.run(to: 7)
        #expect(play.changes == [Change(0, 0), Change(3.25, 2), Change(6.25, 3)])
    }

    @Test func twoStepsThatWaitAreTwoPages() {
        var play = SignPlay(.slides(["a", "b", "c", "d", "e"]), unpainted: ["b", "c"])
        play.command(.next, at: 1)
        play.command(.next, at: 1.1)
        play.unpainted = []
        play.work()
        #expect(play.changes == [Change(0, 0), Change(1.1, 2)])
        #expect(
            play.answers == [
                .refused("overtaken: another page was asked for"), .done(waited: .zero),
            ])
    }

    @Test func stepsThatLeadAllTheWayRoundLeaveThePage() {
        var play = SignPlay(.slides(["a", "b"]), unpainted: ["b"])
        play.command(.next, at: 1)
        play.command(.next, at: 1.1)
        #expect(play.answers.last == .done(waited: .zero))
        #expect(play.changes == [Change(0, 0)])
        #expect(!play.sign.isMoving(at: play.now))
    }

    @Test func anotherTurnOvertakesACommandThatWaits() {
        var play = SignPlay(unpainted: ["b"])
        play.command(.next, at: 1)
        play.drag(60, down: 1.5, up: 2)
        #expect(play.answers == [.refused("overtaken: another page was asked for")])
        #expect(play.changes == [Change(0, 0), Change(2, 2)])
    }

    @Test func aCommandThatWaitsForEverIsRefusedAndTheTimerComesBack() {
        var play = SignPlay(unpainted: ["b"])
        play.command(.show(id: "b", for: nil), at: 1)
        play.run(to: 40)
        #expect(play.answers == [.refused("not painted within 30 s")])
        #expect(play.changes.count > 1)
    }

    // MARK: Slides that cannot be shown

    @Test func aFailedSlideLeavesTheRing() throws {
        var play = SignPlay(unpainted: ["b"])
        let b = try #require(play.id(of: "b"))
        play.handle(.unpaintable(b, reason: "truncated"), at: 1)
        #expect(play.effects.contains(.slideSkipped(id: "b", reason: "truncated")))
        play.run(to: 7)
        #expect(play.changes == [Change(0, 0), Change(3, 1), Change(6, 0)])
        let status = play.sign.status(at: play.now)
        #expect(status.slideCount == 2)
        #expect(status.skipped == [SignStatus.Skipped(id: "b", reason: "truncated")])
        #expect(play.sign.faultyPaths == ["/pictures/b.jpg"])
        play.command(.show(id: "b", for: nil), at: 7)
        play.command(.show(id: "x", for: nil), at: 7)
        play.command(.showNumber(3, for: nil), at: 7)
        #expect(
            play.answers == [
                .refused("slide 'b' cannot be shown: truncated"), .refused("there is no slide 'x'"),
                .refused("there is no slide number 3: 2 are shown"),
            ])
    }

    /// It is asked for with every frame, so however many there are it is not made anew.
    @Test func theListOfItsFilesIsKept() throws {
        let missing = (0..<1000).map {
            Slide(content: .image(path: "/pictures/\($0).jpg"), id: "\($0)", fault: "no such file")
        }
        let play = SignPlay(Playlist(slides: Playlist.three().slides + missing))
        let (first, second) = (play.sign.faultyPaths, play.sign.faultyPaths)
        let isOne = first.withUnsafeBufferPointer { place in
            second.withUnsafeBufferPointer { $0.baseAddress == place.baseAddress }
        }
        #expect(first.count == 1000 && isOne)
    }

    @Test func itComesBackWhenItsFileChanges() throws {
        var play = SignPlay(unpainted: ["b"])
        let b = try #require(play.id(of: "b"))
        play.handle(.unpaintable(b, reason: "truncated"), at: 1)
        play.handle(.fileChanged(path: "/pictures/b.jpg", nil))
        #expect(play.sign.status(at: play.now).skipped.first?.reason == "the file is gone")
        play.handle(
            .fileChanged(path: "/pictures/a.jpg", FileStamp(device: 9, inode: 9, size: 9, modified: 9)))
        #expect(!play.effects.contains(.slideRestored(id: "a")))
        play.unpainted = []
        play.handle(
            .fileChanged(path: "/pictures/b.jpg", FileStamp(device: 1, inode: 2, size: 3, modified: 4)), at: 2
        )
        #expect(play.effects.contains(.slideRestored(id: "b")))
        #expect(play.sign.status(at: play.now).slideCount == 3)
        #expect(play.sign.faultyPaths.isEmpty)
        play.run(to: 3.5)
        #expect(play.selected?.id == "b")
        #expect(play.changes == [Change(0, 0), Change(3, 1)])
    }

    @Test func aFailureElsewhereDoesNotDisturbAMotion() throws {
        var play = SignPlay(.slides(["a", "b", "c", "d", "e"]), unpainted: ["c"])
        play.run(to: 3.2)
        let c = try #require(play.id(of: "c"))
        #expect(play.frame(of: "b", at: 3.2)?.x == 400)
        play.handle(.unpaintable(c, reason: "bad"))
        #expect(play.frame(of: "b", at: 3.2)?.x == 400)
        #expect(play.frame(of: "a", at: 3.2)?.x == -400)
        play.run(to: 6.4)
        #expect(play.selected?.id == "d")
    }

    @Test func theSlideThatWasWaitedForFails() throws {
        var play = SignPlay(.slides(["a", "b", "c", "d"]), unpainted: ["b"])
        play.run(to: 4)
        let b = try #require(play.id(of: "b"))
        play.handle(.unpaintable(b, reason: "bad"))
        // Its turn is the next one's.
        #expect(play.changes.last == Change(4, 1))
        #expect(play.selected?.id == "c")

        var shown = SignPlay(.slides(["a", "b", "c", "d"]), unpainted: ["c"])
        shown.command(.show(id: "c", for: nil), at: 1)
        let c = try #require(shown.id(of: "c"))
        shown.handle(.unpaintable(c, reason: "bad"))
        #expect(shown.answers == [.refused("the slide is no longer there")])
        shown.run(to: 4.1)
        #expect(shown.changes == [Change(0, 0), Change(4, 1)])
    }

    @Test func theFirstSlideFails() throws {
        var play = SignPlay(unpainted: ["a"])
        let a = try #require(play.id(of: "a"))
        play.handle(.unpaintable(a, reason: "bad"), at: 0.1)
        play.run(to: 4)
        #expect(play.changes == [Change(0.1, 0), Change(3.1, 1)])
    }

    @Test func ifAllFailTheLastGoodFrameStays() throws {
        var play = SignPlay(.slides(["a", "b"]), unpainted: ["b"])
        let a = try #require(play.id(of: "a"))
        let good = play.layers(at: 0)
        #expect(good.map(\.content) == [.picture(a)])
        let b = try #require(play.id(of: "b"))
        play.handle(.unpaintable(b, reason: "bad"), at: 1)
        #expect(play.sign.status(at: play.now).slideCount == 1)
        play.handle(.unpaintable(a, reason: "gone"), at: 2)
        #expect(play.sign.status(at: play.now).state == .idle)
        play.run(to: 10)
        #expect(play.layers(at: 10) == good)
        #expect(play.sign.nextDeadline() == nil)
        // Let go in the dark, it cannot come back: then the idle page says what is wrong.
        play.handle(.output(nil))
        play.run(to: 20)
        play.handle(.output(.wide))
        #expect(play.layers(at: 20).count == 1)
        #expect(play.layers(at: 20) != good)
    }

    @Test func aPlaylistOfMissingFilesKeepsTheLastGoodFrame() throws {
        var play = SignPlay()
        let good = play.layers(at: 0)
        var missing = Playlist.slides(["x", "y"])
        for place in missing.slides.indices { missing.slides[place].fault = "no such file" }
        play.handle(.reload(missing), at: 1)
        #expect(play.layers(at: 1) == good)
        #expect(play.effects.contains(.slideSkipped(id: "x", reason: "no such file")))
        #expect(play.sign.status(at: play.now).state == .idle)
        #expect(play.sign.status(at: play.now).slideCount == 0)
        play.run(to: 100)
        #expect(play.layers(at: 100) == good)
        // It is all there is to wait for where the display is turned.
        #expect(!play.sign.isIncomplete(at: play.now))
        // A file comes: its slide is shown as soon as it is painted.
        play.handle(
            .fileChanged(path: "/pictures/y.jpg", FileStamp(device: 1, inode: 2, size: 3, modified: 4)),
            at: 101)
        #expect(play.selected?.id == "y")
        play.run(to: 102)
        #expect(play.frame(of: "y", at: 102)?.x == 0)
    }

    @Test func failuresAtTheStartEndInTheIdlePage() throws {
        var play = SignPlay(.slides(["a"]), unpainted: ["a"])
        let a = try #require(play.id(of: "a"))
        play.handle(.unpaintable(a, reason: "bad"), at: 1)
        let idle = try #require(play.sign.wantedPictures(at: play.now).first)
        guard case .idle(let page) = idle.picture else {
            Issue.record("no idle page")
            return
        }
        #expect(page.title == "test")
        #expect(play.layers(at: 1).map(\.content) == [.picture(idle.id)])
    }

    @Test func notesAreToldOnce() throws {
        var play = SignPlay(unpainted: ["b"])
        let b = try #require(play.id(of: "b"))
        let result = PaintedPicture(
            size: PixelSize(width: 800, height: 600), isOpaque: true, notes: ["shown as its first frame"])
        for _ in 0..<3 { play.handle(.painted(b, result)) }
        #expect(play.effects.filter { $0 == .note(id: "b", "shown as its first frame") }.count == 1)
    }
}
