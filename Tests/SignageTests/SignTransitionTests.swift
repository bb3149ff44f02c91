import Signage
import Testing

/// How the change to a slide looks and how long it takes: the slide that comes on decides.
@Suite struct SignTransitionTests {
    /// Slides "a", "b" and "c", of which "b" fades in for a second and "c" is there at once.
    private static func mixed(_ change: (inout Playlist) -> Void = { _ in }) -> Playlist {
        var playlist = Playlist.three()
        playlist.slides[1].transition = .fade
        playlist.slides[1].transitionDuration = .seconds(1)
        playlist.slides[2].transition = CarouselSettings.Transition.none
        change(&playlist)
        return playlist
    }

    private func isMoving(_ play: SignPlay, at seconds: Double) -> Bool {
        play.sign.isMoving(at: Instant(seconds: seconds))
    }

    @Test func theSlideThatComesOnDecides() {
        var play = SignPlay(Self.mixed())
        play.run(to: 3)
        // Half of a second is half of 255.
        #expect(play.layers(at: 3.5).map(\.opacity) == [255, 128])
        #expect(isMoving(play, at: 3.999) && !isMoving(play, at: 4))
        play.run(to: 6)
        #expect(play.frame(of: "c", at: 6)?.x == 0 && !isMoving(play, at: 6))
        play.run(to: 9)
        #expect(play.frame(of: "a", at: 9.2)?.x == 400 && !isMoving(play, at: 9.4))
        // The cadence is the same as ever.
        #expect(play.changes == [Change(0, 0), Change(3, 1), Change(6, 2), Change(9, 0)])
    }

    @Test func commandsTakeItToo() {
        var play = SignPlay(Self.mixed { $0.carousel.auto = false })
        play.command(.previous, at: 1)
        #expect(play.frame(of: "c", at: 1)?.x == 0 && !isMoving(play, at: 1))
        play.command(.previous, at: 2)
        #expect(play.layers(at: 2.5).map(\.opacity) == [255, 128])
        play.command(.show(id: "a", for: nil), at: 4)
        #expect(play.frame(of: "a", at: 4.2)?.x == -400)
    }

    @Test func itIsNotLongerThanTheSlide() {
        var play = SignPlay(Self.mixed { $0.slides[1].duration = .milliseconds(200) })
        play.run(to: 3)
        #expect(play.layers(at: 3.1).map(\.opacity) == [255, 128])
        #expect(!isMoving(play, at: 3.2))
    }

    @Test func aLengthAloneIsForTheCarouselsTransition() {
        var play = SignPlay(
            .three {
                $0.transition = .fade
                $0.transitionDuration = .seconds(2)
            })
        play.run(to: 3)
        #expect(isMoving(play, at: 4.999))
        var playlist = Playlist.three()
        playlist.slides[1].transitionDuration = .seconds(2)
        playlist.slides[2].transitionDuration = .zero
        play = SignPlay(playlist)
        play.run(to: 3)
        #expect(play.frame(of: "b", at: 4)?.x == 400)
        play.run(to: 6)
        #expect(play.frame(of: "c", at: 6)?.x == 0 && !isMoving(play, at: 6))
    }

    @Test func aSlideMaySlideWhereOthersFade() {
        var playlist = Playlist.three { $0.transition = .fade }
        playlist.slides[1].transition = .slide
        var play = SignPlay(playlist)
        play.run(to: 3)
        #expect(play.frame(of: "b", at: 3.2)?.x == 400)
        play.run(to: 6)
        #expect(play.layers(at: 6.2).map(\.opacity) == [255, 128])
    }

    @Test func aFingerSlidesItInWhateverItSays() {
        var play = SignPlay(Self.mixed { $0.carousel.auto = false })
        play.down(400, at: 1)
        play.move(from: (400, 300), to: (300, 300), from: 1, until: 1.3)
        play.up(at: 2)
        #expect(play.changes.last == Change(2, 1))
        // 84 px past the slop, and it settles from there.
        #expect(play.frame(of: "b", at: 2)?.x == 800 - 84)
        #expect(isMoving(play, at: 2.1))
    }

    @Test func whatComesOnAfterAReloadTakesItToo() throws {
        for (transition, layers) in [(CarouselSettings.Transition.none, 1), (.fade, 2)] {
            var play = SignPlay(.slides(["a", "b", "c"]))
            var playlist = Playlist.slides(["b", "c"])
            playlist.slides[0].transition = transition
            playlist.slides[0].transitionDuration = .seconds(1)
            play.handle(.reload(playlist), at: 1)
            #expect(play.selected?.id == "b")
            #expect(play.layers(at: 1.9).count == layers)
        }
    }

    @Test func goingBackToTheFirstFadesUnlessThatIsThereAtOnce() {
        for (transition, opacities) in [
            (CarouselSettings.Transition.slide, [255, 128] as [UInt8]), (.none, [255]),
        ] {
            var playlist = Playlist.three { $0.loop = false }
            playlist.slides[0].transition = transition
            var play = SignPlay(playlist)
            play.run(to: 9)
            #expect(play.layers(at: 9.2).map(\.opacity) == opacities)
        }
    }

    // MARK: Reduced motion

    private static func still(_ change: (inout CarouselSettings) -> Void = { _ in }) -> Playlist {
        .slides(["a", "b", "c", "d"]) {
            $0.motion = .reduced
            change(&$0)
        }
    }

    @Test func withReducedMotionPagesFadeWhereTheyWouldSlide() {
        var play = SignPlay(Self.still())
        play.run(to: 3)
        #expect(play.layers(at: 3.2).map(\.opacity) == [255, 128])
        #expect(play.layers(at: 3.2).map(\.frame.x) == [0, 0])
        for (command, moment) in [
            (Command.next, 4.0), (.previous, 5), (.show(id: "a", for: nil), 6), (.showNumber(2, for: nil), 7),
        ] {
            play.command(command, at: moment)
            #expect(play.layers(at: moment + 0.2).map(\.opacity) == [255, 128], "\(command)")
            #expect(play.layers(at: moment + 0.2).map(\.frame.x) == [0, 0], "\(command)")
        }
    }

    @Test func withReducedMotionASlideThatWouldSlideFades() {
        var playlist = Self.still()
        playlist.slides[1].transition = .slide
        playlist.slides[2].transition = CarouselSettings.Transition.none
        var play = SignPlay(playlist)
        play.run(to: 3)
        #expect(play.layers(at: 3.2).map(\.opacity) == [255, 128])
        play.run(to: 6)
        #expect(play.layers(at: 6).count == 1 && !isMoving(play, at: 6))
    }

    @Test func withReducedMotionAFingerMovesThePages() {
        var play = SignPlay(Self.still { $0.auto = false })
        play.down(400, at: 1)
        play.move(from: (400, 300), to: (284, 300), from: 1, until: 1.5)
        #expect(play.frame(of: "a", at: 2)?.x == -100)
        play.up(at: 2)
        #expect(play.frame(of: "b", at: 2)?.x == 700)
        play.run(to: 2.4)
        #expect(play.frame(of: "b", at: 2.4)?.x == 0 && play.restingIndex == 1)
    }
}
