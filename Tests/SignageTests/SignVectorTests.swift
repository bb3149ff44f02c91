import Signage
import Testing

/// The carousel's vectors: three slides of 3 s, changes of 400 ms, endless; 1 dp = 1 pt = 1 px.
@Suite struct SignVectorTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var tap = CarouselSettings.Tap.none
        /// What happens.
        var play: @Sendable (inout SignPlay) -> Void
        /// Until when it is watched.
        var until: Double
        /// What is expected after the start.
        var changes: [Change]
    }

    static let cases: [Case] = [
        Case(
            testDescription: "1: pages turn by themselves", play: { _ in }, until: 10,
            changes: [Change(3, 1), Change(6, 2), Change(9, 0)]),
        Case(
            testDescription: "2: a held finger stops the timer",
            play: {
                $0.down(400, at: 2.9)
                $0.up(at: 10)
            }, until: 14, changes: [Change(13.5, 1)]),
        Case(
            testDescription: "3: 51 px turn the page",
            play: {
                $0.down(400, at: 1)
                $0.move(from: (400, 300), to: (349, 300), from: 1, until: 1.3)
                $0.up(at: 1.35)
            }, until: 5, changes: [Change(1.35, 1), Change(4.35, 2)]),
        Case(
            testDescription: "4: 50 px do not",
            play: {
                $0.down(400, at: 1)
                $0.move(from: (400, 300), to: (350, 300), from: 1, until: 1.3)
                $0.up(at: 1.35)
            }, until: 5, changes: [Change(4.85, 1)]),
        Case(
            testDescription: "5: to the right is back, around the end",
            play: { $0.drag(60, down: 0.5, up: 1) },
            until: 5, changes: [Change(1, 2), Change(4, 0)]),
        Case(
            testDescription: "6: two fast swipes turn two pages",
            play: {
                $0.fling(-80, down: 0.9, up: 1)
                $0.fling(-80, down: 1.05, up: 1.15)
            }, until: 5, changes: [Change(1, 1), Change(1.15, 2), Change(4.15, 0)]),
        Case(
            testDescription: "7: a quick short swipe turns the page",
            play: { $0.fling(-27, down: 0.946, up: 1) }, until: 3.5, changes: [Change(1, 1)]),
        Case(
            testDescription: "8: flung back, the user changed their mind",
            play: {
                $0.down(400, at: 0.5)
                $0.move(from: (400, 300), to: (310, 300), from: 0.5, until: 0.94)
                $0.move(from: (310, 300), to: (340, 300), from: 0.94, until: 1)
                $0.up(at: 1)
            }, until: 5, changes: [Change(4.5, 1)]),
        Case(
            testDescription: "9: a moving page is caught and let go",
            play: {
                $0.down(400, at: 3.1)
                $0.up(at: 3.2)
            }, until: 7, changes: [Change(3, 1), Change(6.7, 2)]),
        Case(
            testDescription: "10: a moving page is caught and turned back",
            play: { $0.drag(60, down: 3.1, up: 3.4) }, until: 7,
            changes: [Change(3, 1), Change(3.4, 0), Change(6.4, 1)]),
        Case(
            testDescription: "11: a cancelled drag goes back",
            play: {
                $0.down(500, at: 1.5)
                $0.move(from: (500, 300), to: (300, 300), from: 1.5, until: 1.9)
                $0.touch(.cancel, at: 2)
            }, until: 6, changes: [Change(5.5, 1)]),
        Case(
            testDescription: "12: a tap pauses for a minute", tap: .pause,
            play: {
                $0.down(400, at: 0.9)
                $0.up(at: 1)
            }, until: 65, changes: [Change(64, 1)]),
        Case(
            testDescription: "13: a vertical movement is none of ours",
            play: {
                $0.down(400, at: 0.5)
                $0.move(from: (400, 300), to: (400, 400), from: 0.5, until: 1)
                $0.up(at: 1)
            }, until: 5, changes: [Change(4.5, 1)]),
        Case(
            testDescription: "14: commands count from the target",
            play: {
                $0.command(.next, at: 1)
                $0.command(.next, at: 1.1)
            }, until: 5, changes: [Change(1, 1), Change(1.1, 2), Change(4.1, 0)]),
        Case(
            testDescription: "15: late by less than a tenth keeps the cadence",
            play: {
                $0.run(to: 3)
                $0.stall(to: 6.2)
            }, until: 10, changes: [Change(3, 1), Change(6.2, 2), Change(9, 0)]),
        Case(
            testDescription: "15b: later turns one page and starts anew",
            play: {
                $0.run(to: 3)
                $0.stall(to: 9.5)
            }, until: 13, changes: [Change(3, 1), Change(9.5, 2), Change(12.5, 0)]),
        Case(
            testDescription: "16: a slide inserted before keeps page and time",
            play: {
                $0.handle(.reload(.slides(["new", "a", "b", "c"])), at: 2)
            }, until: 4, changes: [Change(3, 2)]),
        Case(
            testDescription: "17: the next survivor follows a removed slide",
            play: { $0.handle(.reload(.slides(["a", "c"])), at: 3.1) }, until: 7,
            changes: [Change(3, 1), Change(3.1, 1), Change(6.1, 0)]),
    ]

    @Test(arguments: cases) func vector(_ vector: Case) {
        var play = SignPlay(
            .three {
                $0.tap = vector.tap
                $0.resumeAfter = .seconds(60)
            })
        #expect(play.changes == [Change(0, 0)])
        play.forget()
        vector.play(&play)
        play.run(to: vector.until)
        #expect(play.changes == vector.changes)
    }

    @Test func aThousandPagesKeepTheCadence() {
        var play = SignPlay()
        play.run(to: 3000)
        #expect(play.changes.last == Change(3000, 1000 % 3))
        #expect(play.changes.count == 1001)
    }

    @Test func aReloadBeforeTheCurrentSlideLeavesThePicture() {
        var play = SignPlay()
        play.run(to: 2)
        let before = play.layers(at: 2)
        play.handle(.reload(.slides(["new", "a", "b", "c"])))
        #expect(play.layers(at: 2) == before)
        #expect(play.selected?.index == 1)
        #expect(play.sign.status(at: play.now).slideCount == 4)
    }
}
