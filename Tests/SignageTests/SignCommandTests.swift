import Signage
import Testing

/// What operators ask for, few slides, and screens that come and go.
@Suite struct SignCommandTests {
    @Test func showForSomeTimeComesBackByItself() {
        var play = SignPlay(.slides(["a", "b", "c", "d"]))
        play.command(.show(id: "c", for: .seconds(600)), at: 1)
        play.run(to: 605)
        // It stays meanwhile, then the slide before has a full interval.
        #expect(play.changes == [Change(0, 0), Change(1, 2), Change(601, 0), Change(604, 1)])
        #expect(play.answers == [.done(waited: .zero)])
    }

    @Test func showForCountsFromWhenItIsShown() {
        var play = SignPlay(.slides(["a", "b", "c", "d"]), unpainted: ["c"])
        play.command(.show(id: "c", for: .seconds(10)), at: 1)
        play.run(to: 2)
        play.unpainted = []
        play.work()
        play.run(to: 13)
        #expect(play.changes == [Change(0, 0), Change(2, 2), Change(12, 0)])
    }

    @Test func anotherTurnEndsShowFor() {
        var play = SignPlay(.slides(["a", "b", "c", "d"]))
        play.command(.show(id: "c", for: .seconds(600)), at: 1)
        play.drag(-60, down: 5, up: 6)
        play.run(to: 10)
        #expect(play.changes == [Change(0, 0), Change(1, 2), Change(6, 3), Change(9, 0)])
        play.run(to: 700)
        #expect(play.changes.count > 200)
    }

    @Test func showForOfSeveralSlidesComesBackToTheFirst() {
        var play = SignPlay(.slides(["a", "b", "c", "d"]))
        play.command(.show(id: "c", for: .seconds(60)), at: 1)
        play.command(.show(id: "d", for: .seconds(60)), at: 31)
        play.run(to: 92)
        #expect(play.changes == [Change(0, 0), Change(1, 2), Change(31, 3), Change(91, 0)])
    }

    @Test func showForComesBackUnderAFingerAndDuringAPause() {
        var play = SignPlay(.slides(["a", "b", "c", "d"]))
        play.command(.pause(for: nil), at: 0.5)
        play.command(.show(id: "c", for: .seconds(10)), at: 1)
        play.down(400, at: 10.5)
        play.run(to: 20)
        #expect(play.changes == [Change(0, 0), Change(1, 2), Change(11, 0)])
    }

    @Test func whoseSlideIsGoneGoesOn() {
        var play = SignPlay(.slides(["a", "b", "c", "d"]))
        play.command(.show(id: "c", for: .seconds(10)), at: 1)
        play.handle(.reload(.slides(["b", "c", "d"])), at: 2)
        play.run(to: 12)
        #expect(play.changes == [Change(0, 0), Change(1, 2), Change(11, 2)])
        #expect(play.selected?.id == "d")
    }

    @Test func thereIsNothingBeyondAnEnd() {
        var play = SignPlay(.three { $0.loop = false })
        play.command(.previous, at: 1)
        play.command(.showNumber(3, for: nil), at: 1.5)
        play.command(.next, at: 2)
        #expect(
            play.answers == [
                .refused("this is the first slide"), .done(waited: .zero), .refused("this is the last slide"),
            ])
        play.drag(-80, down: 2.5, up: 3)
        #expect(play.effects.contains(.touchEnded(index: 2, turned: false)))
        #expect(play.changes == [Change(0, 0), Change(1.5, 2)])
    }

    @Test func endlessDurationsDoNotTrap() {
        let endless = Duration.seconds(Int64.max)
        var play = SignPlay(.three { $0.duration = endless })
        play.command(.pause(for: endless), at: 1)
        play.command(.show(id: "b", for: endless), at: 1)
        play.command(.show(id: "c", for: .seconds(-5)), at: 2)
        play.command(.showNumber(.min, for: nil), at: 3)
        play.run(to: 100)
        #expect(play.changes.last == Change(2.1, 0))
        var odd = Playlist.three { $0.transitionDuration = endless }
        odd.slides[0].duration = .seconds(Int64.min)
        play.handle(.reload(odd))
        play.touch(.down(x: 1, y: 1), at: 101)
        play.handle(.touch(Touch(contact: 0, phase: .up, time: Instant(nanoseconds: .min))))
        play.run(to: 110)
    }

    // MARK: Few slides

    @Test func oneSlideDoesNotMove() {
        for transition in CarouselSettings.Transition.allCases {
            var play = SignPlay(.slides(["a"]) { $0.transition = transition })
            let still = play.sign.scene(at: play.now)
            #expect(still.layers.count == 1)
            play.down(400, at: 1)
            play.move(from: (400, 300), to: (100, 300), from: 1, until: 2)
            #expect(play.sign.scene(at: Instant(seconds: 2)) == still)
            play.up(at: 2)
            play.command(.next, at: 3)
            play.command(.show(id: "a", for: nil), at: 3)
            play.run(to: 60)
            #expect(play.sign.scene(at: play.now) == still)
            #expect(play.changes == [Change(0, 0)])
            #expect(play.sign.nextDeadline() == nil)
            #expect(play.effects.contains(.touchEnded(index: 0, turned: false)))
            #expect(play.answers == [.done(waited: .zero), .done(waited: .zero)])
        }
    }

    @Test func twoSlidesTurnBothWays() {
        var play = SignPlay(.slides(["a", "b"]))
        play.drag(60, down: 0.5, up: 1)
        #expect(play.changes.last == Change(1, 1))
        play.drag(-60, down: 2, up: 2.5)
        #expect(play.changes.last == Change(2.5, 0))
        play.down(400, at: 3)
        play.move(from: (400, 300), to: (484, 300), from: 3, until: 3.5)
        #expect(play.frame(of: "b", at: 4)?.x == 68 - 800)
    }

    @Test func noSlidesAreAnIdlePage() {
        var play = SignPlay(Playlist())
        #expect(play.sign.status(at: play.now).state == .idle)
        #expect(play.sign.nextDeadline() == nil)
        play.command(.show(id: "a", for: nil), at: 1)
        #expect(play.answers == [.refused("there is no slide 'a'")])
    }

    @Test func colourSlidesNeedNoPainter() throws {
        let red = Color(red: 255, green: 0, blue: 0)
        var play = SignPlay(
            Playlist(slides: [
                Slide(content: .color(red), id: "red"),
                Slide(
                    content: .color(Color(red: 0, green: 0, blue: 255, alpha: 128)), id: "glass",
                    background: .white),
            ]))
        #expect(play.sign.wantedPictures(at: play.now).isEmpty)
        #expect(play.layers(at: 0).map(\.content) == [.color(red)])
        play.run(to: 3.5)
        #expect(play.layers(at: 3.5).map(\.content) == [.color(Color(red: 127, green: 127, blue: 255))])
    }

    // MARK: Screens

    @Test func hiddenAfterTwoSecondsWithoutAScreen() {
        var play = SignPlay()
        play.handle(.output(nil), at: 2.5)
        #expect(play.sign.scene(at: play.now).layers.isEmpty)
        #expect(play.sign.status(at: play.now).state == .noOutput)
        play.run(to: 100)
        // The timer went on for two seconds.
        #expect(play.changes == [Change(0, 0), Change(3, 1)])
        #expect(play.sign.nextDeadline() == nil)
        #expect(play.sign.wantedPictures(at: play.now).isEmpty)
        // Commands still move the page, painted or not.
        play.command(.next, at: 101)
        #expect(play.answers == [.done(waited: .zero)])
        #expect(play.restingIndex == 2)
        play.handle(.output(.wide), at: 200)
        play.run(to: 204)
        #expect(play.changes.suffix(3) == [Change(101, 2), Change(200, 2), Change(203, 0)])
    }

    @Test func aShortFlickerChangesNothing() {
        var play = SignPlay()
        play.handle(.output(nil), at: 1)
        play.handle(.output(.wide), at: 2.9)
        play.run(to: 4)
        #expect(play.changes == [Change(0, 0), Change(3, 1)])
    }

    @Test func aMotionEndsAtItsTargetInTheDark() {
        var play = SignPlay(.three { $0.transitionDuration = .seconds(3) })
        play.handle(.output(nil), at: 3)
        play.run(to: 5.5)
        #expect(play.restingIndex == 1)
    }

    @Test func aSignThatStartsInTheDarkWaits() {
        var play = SignPlay(output: nil)
        play.run(to: 50)
        #expect(play.changes.isEmpty)
        #expect(play.sign.nextDeadline() == nil)
        play.handle(.output(.wide), at: 60)
        play.run(to: 63)
        #expect(play.changes == [Change(60, 0), Change(63, 1)])
    }

    @Test func anotherScreenIsLaidOutAnew() {
        var play = SignPlay()
        play.handle(.output(OutputGeometry(size: PixelSize(width: 400, height: 300))), at: 1)
        #expect(play.sign.scene(at: play.now).size == PixelSize(width: 400, height: 300))
        #expect(play.frame(of: "a", at: 1) == PixelRect(x: 0, y: 0, width: 400, height: 300))
        play.run(to: 3)
        #expect(play.changes == [Change(0, 0), Change(3, 1)])
    }

    @Test func aDeadTouchScreenSettlesBack() {
        var play = SignPlay()
        play.down(400, at: 1)
        play.move(from: (400, 300), to: (200, 300), from: 1, until: 1.5)
        play.handle(.output(nil), at: 1.6)
        play.run(to: 10)
        #expect(play.effects.contains(.touchCancelled))
        #expect(play.restingIndex == 0)
    }

    // MARK: Beside a ticker

    private func ticker(_ change: (inout TickerSettings) -> Void = { _ in }) -> Playlist {
        var playlist = Playlist.three()
        var settings = TickerSettings(text: .plain(String(repeating: "x", count: 100)))
        change(&settings)
        playlist.ticker = settings
        return playlist
    }

    @Test func theRegionIsWhatTheTickerLeaves() {
        var play = SignPlay(ticker())
        #expect(play.frame(of: "a", at: 0) == PixelRect(x: 0, y: 0, width: 800, height: 536))
        play.handle(.reload(ticker { $0.position = .top }), at: 1)
        #expect(play.frame(of: "a", at: 1) == PixelRect(x: 0, y: 64, width: 800, height: 536))
        play.handle(.reload(ticker { $0.overlay = true }), at: 2)
        #expect(play.frame(of: "a", at: 2) == PixelRect(x: 0, y: 0, width: 800, height: 600))
        play.handle(.reload(.three()), at: 2.5)
        #expect(play.frame(of: "a", at: 2.5)?.height == 600)
        #expect(play.sign.status(at: play.now).ticker == nil)
        play.run(to: 3)
        #expect(play.changes == [Change(0, 0), Change(3, 1)])
    }

    @Test func aFingerInTheBandBelongsToTheTicker() {
        var play = SignPlay(ticker { $0.overlay = true })
        play.down(400, 590, at: 2)
        play.run(to: 3)
        #expect(play.changes == [Change(0, 0), Change(3, 1)])
        // And does not keep another one from the pages.
        play.touch(.down(x: 400, y: 300), at: 4, contact: 7)
        #expect(play.effects.contains(.touchBegan(x: 400, y: 300)))
    }

    @Test func theTickerScrollsAndIsSteered() {
        var play = SignPlay(ticker())
        #expect(play.sign.isMoving(at: Instant(seconds: 1)))
        #expect(play.sign.status(at: Instant(seconds: 5)).ticker?.offset == 500)
        play.command(.tickerSpeed(0), at: 5)
        #expect(!play.sign.isMoving(at: Instant(seconds: 5.5)))
        play.command(.tickerSpeed(9000), at: 5.5)
        play.command(.tickerStop, at: 5.6)
        #expect(play.sign.status(at: play.now).ticker?.scrolling == false)
        play.command(.tickerText("short", now: true), at: 5.7)
        play.run(to: 5.8)
        let tiles = play.sign.wantedPictures(at: play.now).compactMap { request in
            if case .tickerTile(let tile) = request.picture { tile.strip.text } else { nil }
        }
        #expect(tiles == [.plain("short")])
        #expect(play.answers.count == 4)
        #expect(play.answers[1] == .refused("the speed must be 0 … 5000 points a second"))
    }

    @Test func withoutTickerThereIsNothingToSteer() {
        var play = SignPlay()
        play.command(.tickerStart, at: 1)
        #expect(play.answers == [.refused("the playlist has no ticker")])
    }

    @Test func aLongTickerAsksForItsTilesInTime() {
        var play = SignPlay(
            ticker {
                $0.text = .plain(String(repeating: "x", count: 3000))
                $0.speed = 1000
            })
        for step in 0..<400 {
            let time = Double(step) * 0.1
            play.run(to: time)
            let tiles = play.layers(at: time).filter { $0.clip.y == 536 }
            let covered = tiles.dropFirst().reduce(0) { $0 + $1.extent.width }
            // All of the band but the gap of 80.
            #expect(covered >= 720)
        }
    }

    // MARK: The badge

    @Test func aBadgeShowsForAWhile() throws {
        var play = SignPlay(.three { $0.tap = .pause })
        let badge = try #require(
            play.sign.wantedPictures(at: play.now).first {
                $0.picture == .badge(Badge(symbol: .paused, side: 120))
            })
        play.down(400, at: 0.9)
        play.up(at: 1)
        let layer = try #require(play.layers(at: 2).last)
        #expect(layer.content == .picture(badge.id))
        #expect(layer.frame == PixelRect(x: 340, y: 240, width: 120, height: 120))
        #expect(play.sign.nextDeadline() == Instant(seconds: 2.5))
        #expect(play.layers(at: 2.5).count == 1)
    }

    @Test func theIndicatorLiesOverThePagesWhenThereIsSomethingToPointAt() {
        func hasMarks(_ play: SignPlay) -> Bool {
            play.sign.scene(at: play.now).layers.contains {
                if case .marks = $0.content { true } else { false }
            }
        }
        #expect(hasMarks(SignPlay()))
        #expect(!hasMarks(SignPlay(unpainted: ["a", "b", "c"])))
        #expect(!hasMarks(SignPlay(.slides(["a"]))))
        #expect(!hasMarks(SignPlay(Playlist())))
    }
}
