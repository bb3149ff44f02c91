import Signage
import Testing

/// What is seen while pages move.
@Suite struct SignMotionTests {
    /// Where a slide lies along the axis, every 10 ms.
    private func places(of slide: String, in play: SignPlay, from: Double, until: Double) -> [Int?] {
        stride(from: from, through: until, by: 0.01).map { play.frame(of: slide, at: $0)?.x }
    }

    @Test func anAutomaticChangeSlidesWithEaseInOutCubic() {
        var play = SignPlay()
        play.run(to: 3)
        // 4·t³ at a quarter is 1/16, and half-way is half.
        #expect(play.frame(of: "a", at: 3)?.x == 0)
        #expect(play.frame(of: "a", at: 3.1)?.x == -50)
        #expect(play.frame(of: "b", at: 3.1)?.x == 750)
        #expect(play.frame(of: "b", at: 3.2)?.x == 400)
        #expect(play.frame(of: "b", at: 3.3)?.x == 50)
        #expect(play.frame(of: "b", at: 3.4)?.x == 0)
        #expect(play.frame(of: "a", at: 3.4) == nil)
        #expect(play.sign.isMoving(at: Instant(seconds: 3.399)))
        #expect(!play.sign.isMoving(at: Instant(seconds: 3.4)))
        #expect(play.selected == SignStatus.Selected(index: 1, id: "b", moving: true))
    }

    @Test func aTransitionIsNotLongerThanItsSlide() {
        var play = SignPlay(.three { $0.duration = .milliseconds(200) })
        play.run(to: 0.2)
        #expect(play.frame(of: "b", at: 0.3)?.x == 400)
        #expect(play.frame(of: "b", at: 0.4)?.x == 0)
    }

    @Test func withoutTransitionTheNextPageIsThereInOneFrame() {
        var play = SignPlay(.three { $0.transition = .none })
        play.run(to: 3)
        #expect(play.frame(of: "b", at: 3)?.x == 0)
        #expect(!play.sign.isMoving(at: play.now))
    }

    @Test func aFadeIsLinearAndJumpsHalfWay() throws {
        var play = SignPlay(.three { $0.transition = .fade })
        play.run(to: 3)
        let a = try #require(play.id(of: "a"))
        let b = try #require(play.id(of: "b"))
        let half = play.layers(at: 3.2)
        #expect(half.map(\.content) == [.picture(a), .picture(b)])
        #expect(half.map(\.opacity) == [255, 128])
        #expect(half.map(\.frame.x) == [0, 0])
        #expect(play.layers(at: 3.1).last?.opacity == 64)
        #expect(play.layers(at: 3.4).map(\.content) == [.picture(b)])
        // The indicator jumps.
        func selected(at seconds: Double) -> Int? {
            guard case .marks(let marks) = play.sign.scene(at: Instant(seconds: seconds)).layers.last?.content
            else { return nil }
            return marks.firstIndex { $0.opacity == 1 }
        }
        #expect(selected(at: 3.19) == 0)
        #expect(selected(at: 3.2) == 1)
    }

    @Test func aFingerCompletesAFade() {
        var play = SignPlay(.three { $0.transition = .fade })
        play.down(400, at: 3.1)
        #expect(play.layers(at: 3.1).count == 1)
        #expect(play.frame(of: "b", at: 3.1)?.x == 0)
        // The gesture began on the target.
        play.move(from: (400, 300), to: (300, 300), from: 3.1, until: 3.4)
        play.up(at: 3.5)
        #expect(play.changes == [Change(0, 0), Change(3, 1), Change(3.5, 2)])
        // A drag slides, whatever the transition.
        #expect(play.frame(of: "c", at: 3.5)?.x == 800 - 84)
    }

    @Test func aFadeOutOfAPageInMotionStartsFromTheNearest() throws {
        var play = SignPlay(.slides(["a", "b", "c", "d"]))
        play.run(to: 3.3)
        let b = try #require(play.id(of: "b"))
        play.command(.show(id: "d", for: nil), at: 3.3)
        #expect(play.layers(at: 3.4).first?.content == .picture(b))
        #expect(play.layers(at: 3.4).first?.frame.x == 0)
    }

    @Test func aFadeOutOfAFadeStartsFromWhatPrevails() throws {
        for (moment, before) in [(3.1, "a"), (3.3, "b")] {
            var play = SignPlay(.slides(["a", "b", "c", "d"]) { $0.transition = .fade })
            play.run(to: moment)
            let id = try #require(play.id(of: before))
            play.command(.show(id: "d", for: nil), at: moment)
            #expect(play.layers(at: moment + 0.1).first?.content == .picture(id))
        }
    }

    @Test func showOfANeighbourSlidesTheShorterWayAndOthersFade() {
        func first(_ id: String, _ ids: [String], loop: Bool = true) -> (x: Int?, opacity: UInt8?) {
            var play = SignPlay(.slides(ids) { $0.loop = loop })
            play.command(.show(id: id, for: nil), at: 1)
            let layer = play.layers(at: 1.1).last { layer in
                play.id(of: id).map { layer.content == .picture($0) } ?? false
            }
            return (layer?.frame.x, layer?.opacity)
        }
        let four = ["a", "b", "c", "d"]
        #expect(first("b", four) == (750, 255))
        #expect(first("d", four) == (-750, 255))
        #expect(first("c", four) == (0, 64))
        #expect(first("d", four, loop: false) == (0, 64))
        // A tie goes forward.
        #expect(first("b", ["a", "b"]) == (750, 255))
    }

    @Test func rewindingCrossFades() {
        for ids in [["a", "b", "c"], ["a", "b"]] {
            var play = SignPlay(.slides(ids) { $0.loop = false })
            play.run(to: Double(ids.count) * 3)
            #expect(play.changes.last?.index == 0)
            #expect(play.layers(at: Double(ids.count) * 3 + 0.2).map(\.opacity) == [255, 128])
        }
    }

    @Test func aDragFollowsTheFingerFromTheSlopOn() {
        var play = SignPlay()
        play.down(400, at: 1)
        play.move(from: (400, 300), to: (384, 300), from: 1, until: 1.2)
        #expect(play.frame(of: "a", at: 1.2)?.x == 0)
        play.move(from: (384, 300), to: (284, 300), from: 1.2, until: 1.5)
        #expect(play.frame(of: "a", at: 2)?.x == -100)
        #expect(play.frame(of: "b", at: 2)?.x == 700)
        play.move(from: (284, 300), to: (534, 300), from: 2, until: 2.5)
        #expect(play.frame(of: "a", at: 3)?.x == 150)
        #expect(play.frame(of: "c", at: 3)?.x == -650)
        // A finger that rests leaves the picture alone.
        #expect(!play.sign.isMoving(at: Instant(seconds: 3)))
        #expect(play.sign.nextDeadline() == Instant(seconds: 61))
    }

    @Test func statusFollowsTheNearestPageDuringADrag() {
        var play = SignPlay()
        play.down(700, at: 1)
        play.move(from: (700, 300), to: (285, 300), from: 1, until: 1.5)
        #expect(play.sign.status(at: Instant(seconds: 2)).selected?.index == 0)
        play.move(from: (285, 300), to: (283, 300), from: 2, until: 2.1)
        #expect(
            play.sign.status(at: Instant(seconds: 3)).selected
                == SignStatus.Selected(index: 1, id: "b", moving: true))
    }

    @Test func aDragGoesOnePageAtMost() {
        var play = SignPlay(
            output: OutputGeometry(size: PixelSize(width: 800, height: 600)))
        var settings = CarouselSettings()
        settings.region.width = .points(100)
        play.handle(
            .reload(
                Playlist(
                    slides: [.picture("a"), .picture("b"), .picture("c"), .picture("d")], carousel: settings)
            ))
        play.down(90, at: 1)
        play.move(from: (90, 300), to: (700, 300), from: 1, until: 1.5)
        #expect(play.frame(of: "d", at: 2)?.x == 0)
    }

    @Test func beyondAnEndItFollowsAt055() {
        var play = SignPlay(.three { $0.loop = false })
        play.down(400, at: 1)
        play.move(from: (400, 300), to: (516, 300), from: 1, until: 1.5)
        #expect(play.frame(of: "a", at: 2)?.x == 55)
        play.up(at: 2)
        #expect(play.changes == [Change(0, 0)])
        #expect(play.sign.isMoving(at: Instant(seconds: 2.1)))
        play.run(to: 2.5)
        #expect(play.frame(of: "a", at: 2.5)?.x == 0)
        #expect(play.restingIndex == 0)
        // The same at the other end.
        play.command(.showNumber(3, for: nil), at: 3)
        play.down(400, at: 4)
        play.move(from: (400, 300), to: (284, 300), from: 4, until: 4.5)
        #expect(play.frame(of: "c", at: 5)?.x == -55)
    }

    @Test func theShiftingFirstPageIsFollowedPixelByPixel() {
        // c = 800 − 200 − 40 = 560; page 0 at 30 + 90·p − 580·p: 490 px a page.
        var play = SignPlay(
            .three {
                $0.loop = false
                $0.edge = 100
                $0.spacing = 20
                $0.padding = 30
            })
        #expect(play.frame(of: "a", at: 0)?.x == 30)
        play.down(600, at: 1)
        play.move(from: (600, 300), to: (384, 300), from: 1, until: 1.5)
        #expect(play.frame(of: "a", at: 2)?.x == 30 - 200)
        #expect(play.frame(of: "b", at: 2)?.x == 610 - 200)
        play.up(at: 2)
        play.run(to: 2.9)
        #expect(play.frame(of: "b", at: 2.9)?.x == 120)
    }

    @Test func aReleaseSettlesWithoutAJumpAndWithoutOvershoot() {
        var play = SignPlay()
        play.fling(-100, down: 1, up: 1.1)
        #expect(play.changes.last == Change(1.1, 1))
        let places = places(of: "b", in: play, from: 1.1, until: 1.5).compactMap { $0 }
        // The finger was 84 px past the slop, and at most 8 px are extrapolated.
        #expect(places.first.map { (708...716).contains($0) } ?? false)
        #expect(zip(places, places.dropFirst()).allSatisfy { $0 >= $1 && $1 >= 0 })
        #expect(places.last == 0)
        #expect(!play.sign.isMoving(at: Instant(seconds: 1.5)))
    }

    @Test func aMovingPageIsCaughtWhereItIs() {
        var play = SignPlay()
        play.down(400, at: 3.1)
        #expect(play.frame(of: "a", at: 3.1)?.x == -50)
        #expect(play.frame(of: "a", at: 5)?.x == -50)
        #expect(!play.sign.isMoving(at: Instant(seconds: 3.2)))
        play.move(from: (400, 300), to: (366, 300), from: 5, until: 5.2)
        #expect(play.frame(of: "a", at: 6)?.x == -68)
        play.up(at: 6)
        play.run(to: 7)
        #expect(play.frame(of: "b", at: 7)?.x == 0)
    }

    @Test(arguments: 1...8) func fastSwipesTurnAsManyPages(_ count: Int) {
        var play = SignPlay(.slides(["a", "b", "c", "d", "e"]))
        for swipe in 0..<count {
            let start = 1 + Double(swipe) * 0.12
            play.fling(-70, down: start, up: start + 0.1)
        }
        play.run(to: 3)
        #expect(play.restingIndex == count % 5)
    }

    @Test func betweenSamplesThePageGoesOn() {
        // 25 samples a second, 1000 px/s.
        var play = SignPlay()
        play.down(700, at: 1)
        for step in 1...5 {
            play.touch(.motion(x: 700 - Double(step) * 40, y: 300), at: 1 + Double(step) * 0.04)
        }
        #expect(play.frame(of: "a", at: 1.2)?.x == -184)
        #expect(play.frame(of: "a", at: 1.205)?.x == -189)
        #expect(play.frame(of: "a", at: 1.22)?.x == -192)
        #expect(play.sign.isMoving(at: Instant(seconds: 1.22)))
        #expect(play.frame(of: "a", at: 1.4)?.x == -184)
        #expect(!play.sign.isMoving(at: Instant(seconds: 1.4)))
    }

    @Test func verticalCarouselsTurnUpwards() {
        var play = SignPlay(.three { $0.axis = .vertical })
        play.down(400, 500, at: 1)
        play.move(from: (400, 500), to: (400, 384), from: 1, until: 1.5)
        #expect(play.frame(of: "a", at: 2)?.y == -100)
        #expect(play.frame(of: "b", at: 2)?.y == 500)
        play.up(at: 2)
        #expect(play.changes.last == Change(2, 1))
    }

    @Test func neighboursShowAtTheEdges() {
        var play = SignPlay(
            .slides(["a", "b", "c", "d", "e"]) {
                $0.edge = 100
                $0.spacing = 20
            })
        #expect(play.layers(at: 0).map(\.frame.x) == [0, 120 - 580, 120, 120 + 580])
        play.run(to: 3)
        // The page that comes in at the edge is there when the change begins.
        #expect(play.frame(of: "c", at: 3.2) == nil)
        #expect(play.frame(of: "c", at: 3.3)?.x == 736)
    }
}
