import Signage
import Testing

/// The rotation timer, a row of its table after the other.
@Suite struct SignTimerTests {
    private func play(_ playlist: Playlist = .three(), _ body: (inout SignPlay) -> Void) -> SignPlay {
        var play = SignPlay(playlist)
        play.forget()
        body(&play)
        return play
    }

    @Test func slidesHaveTheirOwnDurations() {
        var playlist = Playlist.three()
        playlist.slides[0].duration = .seconds(1)
        playlist.slides[1].duration = .milliseconds(1)
        var play = SignPlay(playlist)
        play.run(to: 5)
        // 100 ms is the shortest.
        #expect(
            play.changes == [
                Change(0, 0), Change(1, 1), Change(1.1, 2), Change(4.1, 0),
            ])
    }

    @Test func withoutAutoNothingTurnsByItself() {
        let play = play(.three { $0.auto = false }) {
            $0.drag(-60, down: 0.5, up: 1)
            $0.run(to: 1000)
        }
        #expect(play.changes == [Change(1, 1)])
        #expect(play.sign.nextDeadline() == nil)
    }

    @Test func aFingerHeldForAMinuteNoLongerCounts() {
        let play = play {
            $0.down(400, at: 1)
            $0.move(from: (400, 300), to: (300, 300), from: 1, until: 2)
            $0.run(to: 60.5)
            #expect(!$0.effects.contains(.touchCancelled))
            $0.run(to: 62)
            #expect($0.effects.contains(.touchCancelled))
            #expect($0.restingIndex == 0)
            // Whatever it reports until it lifts.
            $0.touch(.motion(x: 100, y: 300), at: 63)
            #expect($0.restingIndex == 0)
            $0.run(to: 65)
            $0.up(at: 65)
            // Another finger counts meanwhile and afterwards.
            $0.drag(-60, down: 65.5, up: 66)
        }
        #expect(play.changes == [Change(64.5, 1), Change(66, 2)])
    }

    @Test func aFingerThatMovesForAMinuteIsCancelledToo() {
        var play = SignPlay()
        play.down(400, at: 1)
        for second in 2..<70 { play.touch(.motion(x: Double(300 + second), y: 300), at: Double(second)) }
        #expect(play.effects.contains(.touchCancelled))
        #expect(play.changes == [Change(0, 0), Change(64.5, 1), Change(67.5, 2)])
    }

    @Test func aTapIsNotTurned() {
        let play = play {
            $0.down(400, at: 0.9)
            $0.up(at: 1)
            $0.run(to: 5)
        }
        #expect(play.changes == [Change(4.5, 1)])
        #expect(play.effects.contains(.touchEnded(index: 0, turned: false)))
    }

    @Test func aTapPausesAndAnotherResumes() {
        let play = play(.three { $0.tap = .pause }) {
            $0.down(400, at: 0.9)
            $0.up(at: 1)
            $0.down(400, at: 10)
            $0.up(at: 10.2)
            $0.run(to: 14)
        }
        #expect(play.changes == [Change(13.2, 1)])
        #expect(play.effects.contains(.paused(by: .touch)))
        #expect(play.effects.contains(.resumed(by: .touch)))
    }

    @Test func longPressesAndTravellersAreNoTaps() {
        let play = play(.three { $0.tap = .pause }) {
            $0.down(400, at: 0.5)
            $0.up(at: 0.8)
            $0.down(400, at: 1)
            $0.touch(.motion(x: 410, y: 300), at: 1.1)
            $0.touch(.motion(x: 400, y: 300), at: 1.2)
            $0.up(at: 1.25)
            $0.run(to: 5)
        }
        #expect(!play.effects.contains(.paused(by: .touch)))
        #expect(play.changes == [Change(4.75, 1)])
    }

    @Test func aTapOnAMovingPageOnlyCatchesIt() {
        for transition in [CarouselSettings.Transition.slide, .fade] {
            let play = play(
                .three {
                    $0.tap = .pause
                    $0.transition = transition
                }
            ) {
                $0.down(400, at: 3.1)
                $0.up(at: 3.2)
                $0.run(to: 7)
            }
            #expect(!play.effects.contains(.paused(by: .touch)))
            #expect(play.changes == [Change(3, 1), Change(6.7, 2)])
        }
    }

    @Test func aPauseByTouchEndsSomeTimeAfterTheLastTouch() {
        let play = play(
            .three {
                $0.tap = .pause
                $0.resumeAfter = .seconds(10)
            }
        ) {
            $0.down(400, at: 0.9)
            $0.up(at: 1)
            // Swipes turn pages and do not end it.
            $0.drag(-60, down: 5, up: 6)
            #expect($0.sign.status(at: $0.now).state == .paused)
            // A finger that stays down is a touch.
            $0.down(400, at: 15)
            $0.up(at: 30)
            $0.run(to: 44)
        }
        #expect(play.changes == [Change(6, 1), Change(43, 2)])
        #expect(play.log.first { $0.effect == .resumed(by: .timer) }?.time == 40)
    }

    @Test func resumeAfterZeroIsNever() {
        let play = play(
            .three {
                $0.tap = .pause
                $0.resumeAfter = .zero
            }
        ) {
            $0.down(400, at: 0.9)
            $0.up(at: 1)
            $0.run(to: 100_000)
        }
        #expect(play.changes.isEmpty)
        #expect(play.sign.nextDeadline() == nil)
    }

    @Test func aPauseByCommandEndsByCommand() {
        let play = play(.three { $0.tap = .pause }) {
            $0.command(.pause(for: nil), at: 1)
            $0.command(.next, at: 2)
            $0.drag(-60, down: 3, up: 4)
            // A tap does not end it.
            $0.down(400, at: 5)
            $0.up(at: 5.1)
            $0.run(to: 1000)
            $0.command(.resume, at: 1000)
            $0.run(to: 1004)
        }
        #expect(play.changes == [Change(2, 1), Change(4, 2), Change(1003, 0)])
        #expect(play.answers == Array(repeating: .done(waited: .zero), count: 3))
        #expect(play.effects.filter { $0 == .paused(by: .command) }.count == 1)
        #expect(!play.effects.contains(.resumed(by: .touch)))
    }

    @Test func aPauseForSomeTimeEndsByItself() {
        let play = play {
            $0.command(.pause(for: .seconds(10)), at: 1)
            $0.run(to: 15)
        }
        #expect(play.changes == [Change(14, 1)])
        #expect(play.effects.contains(.resumed(by: .timer)))
    }

    @Test func aCommandGetsAFullInterval() {
        let play = play {
            $0.command(.previous, at: 1)
            $0.command(.show(id: "b", for: nil), at: 2)
            $0.command(.showNumber(1, for: nil), at: 4)
            $0.run(to: 8)
        }
        #expect(play.changes == [Change(1, 2), Change(2, 1), Change(4, 0), Change(7, 1)])
    }

    @Test func aCommandActsUnderAFingerWhichIsThenIgnored() {
        let play = play {
            $0.down(400, at: 1)
            $0.move(from: (400, 300), to: (300, 300), from: 1, until: 1.5)
            $0.command(.next, at: 1.5)
            $0.move(from: (300, 300), to: (600, 300), from: 1.5, until: 2)
            $0.up(at: 2.2)
            $0.run(to: 5)
        }
        #expect(play.changes == [Change(1.5, 1), Change(4.5, 2)])
        #expect(play.effects.filter { $0 == .touchCancelled }.count == 1)
    }

    @Test func withoutSwipeTouchesDoNothing() {
        let play = play(
            .three {
                $0.swipe = false
                $0.tap = .pause
            }
        ) {
            $0.down(400, at: 0.5)
            $0.move(from: (400, 300), to: (100, 300), from: 0.5, until: 1)
            $0.run(to: 3.5)
            $0.up(at: 3.5)
            $0.down(400, at: 5)
            $0.up(at: 5.1)
            $0.run(to: 7)
        }
        #expect(play.changes == [Change(3, 1), Change(6, 2)])
        #expect(!play.effects.contains { if case .touchBegan = $0 { true } else { false } })
    }

    @Test func theLastOfThoseWithEndsRewinds() {
        let play = play(.three { $0.loop = false }) { $0.run(to: 10) }
        #expect(play.changes == [Change(3, 1), Change(6, 2), Change(9, 0)])
    }

    @Test func theLastOfThoseWithEndsRests() {
        let play = play(
            .three {
                $0.loop = false
                $0.atEnd = .stop
            }
        ) {
            $0.run(to: 100)
            $0.drag(60, down: 100.5, up: 101)
            $0.run(to: 200)
        }
        #expect(play.changes == [Change(3, 1), Change(6, 2), Change(101, 1), Change(104, 2)])
        #expect(play.sign.nextDeadline() == nil)
    }

    @Test func touchesCarryTheirOwnTime() {
        var play = SignPlay()
        // Handled 40 ms after it happened.
        play.run(to: 1.04)
        play.handle(.touch(Touch(contact: 1, phase: .down(x: 1, y: 1), time: Instant(seconds: 1))))
        play.run(to: 2.04)
        play.handle(.touch(Touch(contact: 1, phase: .up, time: Instant(seconds: 2))))
        play.run(to: 6)
        #expect(play.changes == [Change(0, 0), Change(5.5, 1)])
    }

    @Test func afterADeadlineTheNextIsLater() {
        var sign = SignPlay(.three { $0.tap = .pause }).sign
        for _ in 0..<1000 {
            guard let deadline = sign.nextDeadline() else {
                Issue.record("the timer is gone")
                return
            }
            _ = sign.advance(to: deadline)
            #expect(sign.nextDeadline().map { $0 > deadline } ?? false)
        }
    }
}
