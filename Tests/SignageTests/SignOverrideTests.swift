import Signage
import Testing

/// What a command puts over the usual course ends by itself, whatever happens meanwhile.
@Suite struct SignOverrideTests {
    private static let four = Playlist.slides(["a", "b", "c", "d"])

    /// What may happen while a slide is shown for some time.
    struct Meanwhile: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var happens: @Sendable (inout SignPlay) -> Void
    }

    static let events = [
        Meanwhile(testDescription: "nothing") { _ in },
        Meanwhile(testDescription: "a reload with the slides in another order") {
            $0.handle(.reload(.slides(["d", "c", "x", "b", "a"])), at: 5)
        },
        Meanwhile(testDescription: "the display off and on") {
            $0.handle(.display(.off), at: 5)
            $0.handle(.display(.on), at: 8)
        },
        Meanwhile(testDescription: "no screen for a while") {
            $0.handle(.output(nil), at: 5)
            $0.handle(.output(.wide), at: 9)
        },
        Meanwhile(testDescription: "a notice") {
            $0.command(.notice(Notice(.message, title: "Zu"), for: .seconds(600)), at: 5)
        },
        Meanwhile(testDescription: "a pause") { $0.command(.pause(for: nil), at: 5) },
        Meanwhile(testDescription: "a swipe that turns nothing") { $0.drag(20, down: 5, up: 6) },
    ]

    @Test(arguments: events) func aSlideShownForSomeTimeGivesWay(_ meanwhile: Meanwhile) {
        var play = SignPlay(Self.four)
        play.command(.show(id: "c", for: .seconds(10)), at: 1)
        let hold = SignStatus.Hold(until: Instant(seconds: 11), returnsTo: "a")
        meanwhile.happens(&play)
        play.run(to: 10.9)
        #expect(play.selected?.id == "c")
        #expect(play.sign.status(at: play.now).hold == hold)
        play.run(to: 12)
        #expect(play.selected?.id == "a")
        #expect(play.sign.status(at: play.now).hold == nil)
    }

    @Test func itGivesWayInTheDarkToo() {
        var play = SignPlay(Self.four)
        play.command(.show(id: "c", for: .seconds(10)), at: 1)
        play.handle(.display(.off), at: 5)
        play.run(to: 20)
        #expect(play.selected?.id == "a" && play.sign.status(at: play.now).hold == nil)
        play.handle(.display(.on), at: 30)
        #expect(play.frame(of: "a", at: 30)?.x == 0)
        play.run(to: 33)
        #expect(play.changes.last == Change(33, 1))
    }

    @Test(arguments: events.filter { $0.testDescription != "a pause" })
    func aPauseForSomeTimeEnds(_ meanwhile: Meanwhile) {
        var play = SignPlay(Self.four)
        play.command(.pause(for: .seconds(60)), at: 1)
        let pause = SignStatus.Pause(by: .command, until: Instant(seconds: 61))
        meanwhile.happens(&play)
        play.run(to: 60.9)
        #expect(play.sign.status(at: play.now).pause == pause)
        #expect(play.selected?.id == "a")
        play.run(to: 61)
        #expect(play.sign.status(at: play.now).pause == nil)
        #expect(play.log.last { $0.effect == .resumed(by: .timer) }?.time == 61)
        // A full interval from its end.
        play.run(to: 64)
        #expect(play.changes.last?.time == 64_000)
    }

    @Test func statusTellsAPauseByTouch() {
        var play = SignPlay(.three { $0.tap = .pause })
        #expect(play.sign.status(at: play.now).pause == nil)
        play.down(400, at: 0.9)
        play.up(at: 1)
        #expect(
            play.sign.status(at: play.now).pause
                == SignStatus.Pause(by: .touch, until: Instant(seconds: 61)))
        play.command(.pause(for: nil), at: 2)
        #expect(play.sign.status(at: play.now).pause == SignStatus.Pause(by: .command, until: nil))
    }

    /// A notice, a slide and a pause, each for some time.
    struct Lengths: CustomTestStringConvertible, Sendable {
        var notice: Double
        var slide: Double
        var pause: Double
        var testDescription: String { "notice \(notice) s, slide \(slide) s, pause \(pause) s" }
    }

    static let lengths = [
        Lengths(notice: 10, slide: 20, pause: 30), Lengths(notice: 10, slide: 30, pause: 20),
        Lengths(notice: 20, slide: 10, pause: 30), Lengths(notice: 20, slide: 30, pause: 10),
        Lengths(notice: 30, slide: 10, pause: 20), Lengths(notice: 30, slide: 20, pause: 10),
        Lengths(notice: 20, slide: 20, pause: 20),
    ]

    /// Whichever is asked for first and whichever ends first, each ends at its own time and the timer comes back.
    @Test(arguments: lengths, [["n", "s", "p"], ["s", "p", "n"], ["p", "n", "s"], ["p", "s", "n"]])
    func eachEndsAtItsOwnTime(_ lengths: Lengths, _ order: [String]) {
        var play = SignPlay(Self.four)
        var ends: [String: Double] = [:]
        for (place, name) in order.enumerated() {
            let time = 1 + Double(place) / 10
            switch name {
            case "n":
                ends[name] = time + lengths.notice
                play.command(
                    .notice(Notice(.message, title: "Zu"), for: .seconds(lengths.notice)), at: time)
            case "s":
                ends[name] = time + lengths.slide
                play.command(.show(id: "c", for: .seconds(lengths.slide)), at: time)
            default:
                ends[name] = time + lengths.pause
                play.command(.pause(for: .seconds(lengths.pause)), at: time)
            }
        }
        let (notice, slide, pause) = (ends["n", default: 0], ends["s", default: 0], ends["p", default: 0])
        for end in [notice, slide, pause].sorted() {
            for time in [end - 0.05, end + 0.05] {
                play.run(to: time)
                let status = play.sign.status(at: play.now)
                #expect((status.notice != nil) == (time < notice), "\(time)")
                #expect((status.hold != nil) == (time < slide), "\(time)")
                #expect((status.pause != nil) == (time < pause), "\(time)")
                if time < slide { #expect(play.selected?.id == "c", "\(time)") }
            }
        }
        // A full interval after the later of the two, the notice or not.
        let last = max(slide, pause)
        if last + 2.95 > play.now.seconds {
            play.run(to: last + 2.95)
            #expect(play.selected?.id == "a")
        }
        play.run(to: max(play.now.seconds, last + 3.05))
        #expect(play.changes.contains(Change(last + 3, 1)))
    }
}
