import Signage
import Testing

/// Slides of which each may have a window; 0 s is noon of 2026-12-02, UTC.
private struct Day {
    var play: SignPlay

    init(
        _ windows: [String: TimeWindow], slides: [String] = ["a", "b", "c"], at clock: String = "12:00:00",
        trusted: Bool = true, unpainted: Set<String> = [],
        _ change: (inout Playlist) -> Void = { _ in }
    ) {
        var playlist = Playlist.slides(slides)
        for index in playlist.slides.indices {
            if let window = windows[playlist.slides[index].id] {
                playlist.slides[index].schedule = Schedule([window])
            }
        }
        change(&playlist)
        play = SignPlay(playlist, wallClock: Self.clock(clock, trusted: trusted), unpainted: unpainted)
    }

    /// The clock shows this at a moment.
    static func clock(_ text: String, at moment: Double = 0, trusted: Bool = true) -> WallClock {
        let time = seconds("2026-12-02 " + text)
        return WallClock(
            zone: .utc, ahead: .seconds(time) - .nanoseconds(Int64(moment * 1e9)), isTrusted: trusted)
    }

    var shown: [String] {
        var shown: [String] = []
        for number in 1...10 {
            var copy = play
            copy.forget()
            copy.command(.showNumber(number, for: nil), at: copy.now.seconds)
            guard case .done = copy.answers.last else { break }
            shown.append(copy.selected?.id ?? "")
        }
        return shown
    }

    var status: SignStatus { play.sign.status(at: play.now) }
}

/// Every day.
private func clockWindow(_ from: String, _ to: String = "24:00") -> TimeWindow {
    window(Weekday.allCases, from, to)
}

/// Slides come and go by the clock, and the sign keeps its place.
@Suite struct SignScheduleTests {
    @Test func aSlideJoinsInItsPlaceAndTheCurrentOneKeepsItsTime() {
        var day = Day(["a": clockWindow("12:01")])
        day.play.run(to: 59)
        #expect(day.shown == ["b", "c"])
        day.play.run(to: 61)
        #expect(day.shown == ["a", "b", "c"])
        #expect(day.play.effects.contains(.timesChanged(shown: 3, waiting: 0)))
        // At 60 c's turn ends as well: a is the next already.
        day.play.run(to: 64)
        let changes = day.play.changes.filter { $0.time >= 57_000 }
        #expect(changes == [Change(57, 1), Change(60, 0), Change(63, 1)])
    }

    /// Another time or zone turns no page and delays none.
    @Test func pagesKeepTheirCadenceWhenTheClockIsSet() {
        var day = Day(["a": clockWindow("11:00", "20:00")])
        for (moment, time) in [(1.0, "15:00:00"), (2.5, "11:30:00"), (4, "19:59:00")] {
            day.play.handle(.clock(Day.clock(time, at: moment)), at: moment)
        }
        day.play.run(to: 10)
        #expect(day.play.changes == [Change(0, 0), Change(3, 1), Change(6, 2), Change(9, 0)])
    }

    @Test func aSlideThatIsOverLeavesAtOnceForTheNext() {
        var day = Day(["a": clockWindow("00:00", "12:01")]) { $0.carousel.duration = .seconds(50) }
        day.play.command(.show(id: "a", for: nil), at: 55)
        #expect(day.play.selected?.id == "a")
        day.play.run(to: 60)
        #expect(day.play.selected?.id == "b")
        #expect(day.play.effects.contains(.slideShown(index: 0, id: "b", cause: .schedule)))
        // It fades, as in a reload, and then has a full interval.
        #expect(day.play.layers(at: 60.2).map(\.opacity) == [255, 128])
        day.play.run(to: 111)
        #expect(day.play.changes.last == Change(110, 1))
    }

    @Test func aSlideThatNobodySeesLeavesUnnoticed() {
        var day = Day(["c": clockWindow("00:00", "12:01")]) { $0.carousel.auto = false }
        day.play.run(to: 59)
        let before = day.play.layers(at: 59)
        day.play.run(to: 61)
        #expect(day.play.layers(at: 61) == before && day.play.changes.count == 1)
        #expect(day.shown == ["a", "b"])
    }

    @Test func aDragGoesOnIfItsPageStays() {
        var day = Day(["a": clockWindow("00:00", "12:01")]) { $0.carousel.auto = false }
        day.play.command(.show(id: "b", for: nil), at: 1)
        day.play.run(to: 58)
        day.play.down(400, at: 59)
        day.play.move(from: (400, 300), to: (284, 300), from: 59, until: 59.5)
        day.play.run(to: 60.5)
        #expect(day.play.frame(of: "b", at: 60.5)?.x == -100)
        #expect(!day.play.effects.contains(.touchCancelled))
        day.play.up(at: 61)
        #expect(day.play.changes.last == Change(61, 1))
    }

    @Test func aDragIsCancelledIfItsPageIsOver() {
        var day = Day(["a": clockWindow("00:00", "12:01")]) { $0.carousel.auto = false }
        day.play.down(400, at: 59)
        day.play.move(from: (400, 300), to: (284, 300), from: 59, until: 59.5)
        day.play.run(to: 60)
        #expect(day.play.effects.contains(.touchCancelled))
        #expect(day.play.selected?.id == "b")
    }

    @Test func aPauseStays() {
        var day = Day(["a": clockWindow("00:00", "12:01")])
        day.play.command(.pause(for: nil), at: 1)
        day.play.run(to: 100)
        #expect(day.status.state == .paused && day.play.selected?.id == "b")
    }

    @Test func untilTheClockCanBeTrustedOnlySlidesWithoutTimesAreShown() {
        var day = Day(["a": clockWindow("00:00")], trusted: false)
        #expect(day.shown == ["b", "c"])
        #expect(day.status.times == SignStatus.Times(waiting: 1, isTrusted: false, next: nil))
        day.play.command(.show(id: "a", for: nil), at: 1)
        #expect(day.play.answers == [.refused("slide 'a' cannot be shown: it is not its time")])
        day.play.handle(.clock(Day.clock("12:00:10", at: 10)), at: 10)
        #expect(day.shown == ["a", "b", "c"])
        day.play.handle(.clock(Day.clock("12:00:20", at: 20, trusted: false)), at: 20)
        #expect(day.shown == ["b", "c"])
    }

    @Test func withoutAClockSlidesThatHaveTimesWait() {
        var playlist = Playlist.three()
        playlist.slides[1].schedule = Schedule([window()])
        let play = SignPlay(playlist)
        #expect(play.sign.status(at: play.now).slideCount == 2)
        #expect(play.sign.status(at: play.now).skipped.isEmpty)
    }

    @Test func theStatusTellsWhoWaitsAndUntilWhen() {
        var day = Day([
            "a": clockWindow("12:01"), "b": clockWindow("13:00"), "c": clockWindow("00:00", "12:30"),
        ])
        #expect(
            day.status.times
                == SignStatus.Times(waiting: 2, isTrusted: true, next: Instant(seconds: 60)))
        day.play.run(to: 61)
        #expect(day.status.times.waiting == 1 && day.status.times.next == Instant(seconds: 1800))
    }

    @Test func nothingHappensBetweenTwoBoundaries() {
        var day = Day(["a": clockWindow("13:00")]) { $0.carousel.auto = false }
        // Ten seconds before, what comes on is painted ahead.
        #expect(day.play.sign.nextDeadline() == Instant(seconds: 3590))
        day.play.run(to: 3595)
        #expect(day.play.sign.nextDeadline() == Instant(seconds: 3600))
        day.play.run(to: 3600)
        // Midnight: 13:00 to 24:00.
        #expect(day.play.sign.nextDeadline() == Instant(seconds: 12 * 3600 - 10))
    }

    /// A thousand slides with a minute each: the sign is woken for a boundary and for what is painted before it.
    @Test func aThousandSlidesWakeItAtTheirBoundariesOnly() {
        let ids = (0..<1000).map { "s\($0)" }
        var windows: [String: TimeWindow] = [:]
        for (place, id) in ids.enumerated() {
            let start = place * 60
            windows[id] = TimeWindow(from: start, to: start + 60)
        }
        var day = Day(windows, slides: ids, at: "00:00:00") { $0.carousel.auto = false }
        var wakeUps = 0
        let end = Instant(seconds: 3600.5)
        while let deadline = day.play.sign.nextDeadline(), deadline <= end, wakeUps < 1000 {
            wakeUps += 1
            day.play.run(to: deadline.seconds)
        }
        #expect(day.play.selected?.id == "s60")
        #expect(day.play.log.count { if case .timesChanged = $0.effect { true } else { false } } == 60)
        // The look ahead, the boundary, and the end of the change to the next.
        #expect(wakeUps <= 60 * 4)
    }

    @Test func whatComesOnNextIsPaintedAhead() {
        var day = Day([
            "a": clockWindow("00:00", "12:01"), "b": clockWindow("12:01"), "c": clockWindow("12:01"),
        ])
        day.play.run(to: 49)
        #expect(day.play.id(of: "b") == nil)
        day.play.run(to: 51)
        #expect(day.play.id(of: "b") != nil && day.play.id(of: "c") == nil)
        day.play.run(to: 60)
        // No picture is waited for.
        #expect(day.play.selected?.id == "b" && day.play.changes.last == Change(60, 0))
    }

    @Test func whatCannotBePaintedAheadIsLeftOut() throws {
        var day = Day(
            ["a": clockWindow("00:00", "12:01"), "b": clockWindow("12:01"), "c": clockWindow("12:01")],
            unpainted: ["b"])
        day.play.run(to: 55)
        let ahead = try #require(day.play.id(of: "b"))
        day.play.handle(.unpaintable(ahead, reason: "bad"))
        #expect(day.play.effects.contains(.slideSkipped(id: "b", reason: "bad")))
        #expect(day.play.id(of: "c") != nil)
        day.play.run(to: 60)
        #expect(day.play.selected?.id == "c" && day.status.skipped.map(\.id) == ["b"])
    }

    @Test func withoutASlideTheIdlePageSaysWhenTheNextOneComes() throws {
        var day = Day(["a": clockWindow("07:00", "12:01")], slides: ["a"])
        day.play.run(to: 61)
        #expect(day.status.state == .idle)
        let idle = try #require(day.play.sign.wantedPictures(at: day.play.now).first)
        guard case .idle(let page) = idle.picture else {
            Issue.record("no idle page")
            return
        }
        #expect(page.lines == ["The next slide comes on Thu 2026-12-03 at 07:00."])
        day.play.run(to: 19 * 3600 + 1)
        #expect(day.play.selected?.id == "a" && day.status.state == .playing)
    }

    @Test func theIdlePageSaysWhyNothingIsShownUntrusted() throws {
        let day = Day(["a": clockWindow("00:00")], slides: ["a"], trusted: false)
        guard case .idle(let page) = day.play.sign.wantedPictures(at: day.play.now).first?.picture else {
            Issue.record("no idle page")
            return
        }
        #expect(page.lines == ["The clock cannot be trusted yet: slides that have times wait for it."])
    }

    @Test func aLastGoodFrameWhoseTimeIsOverIsNotLeftOnTheScreen() throws {
        // b fails while a is on; a is over: no frame of it stays though b could have been shown.
        var day = Day(["a": clockWindow("00:00", "12:01")], slides: ["a", "b"], unpainted: ["b"])
        let b = try #require(day.play.id(of: "b"))
        day.play.handle(.unpaintable(b, reason: "bad"), at: 1)
        day.play.run(to: 61)
        #expect(day.status.state == .idle)
        #expect(
            day.play.sign.wantedPictures(at: day.play.now).contains {
                if case .idle = $0.picture { true } else { false }
            })
    }

    @Test func aLastGoodFrameGoesWhenItsTimeIsOver() throws {
        var day = Day(["a": clockWindow("00:00", "12:01")], slides: ["a", "b"], unpainted: ["b"])
        let (a, b) = (try #require(day.play.id(of: "a")), try #require(day.play.id(of: "b")))
        day.play.handle(.unpaintable(b, reason: "bad"), at: 1)
        var changed = Playlist.slides(["a", "b"])
        changed.slides[0] = .picture("a", version: 2)
        changed.slides[0].schedule = Schedule([clockWindow("00:00", "12:01")])
        day.play.unpainted = ["a", "b"]
        day.play.handle(.reload(changed), at: 2)
        let new = try #require(day.play.id(of: "a"))
        day.play.handle(.unpaintable(new, reason: "worse"), at: 3)
        // Failures alone did that: the last good frame stays, until its slide's time is over.
        #expect(day.play.layers(at: 3).map(\.content) == [.picture(a)])
        day.play.run(to: 61)
        #expect(!day.play.layers(at: 61).contains { $0.content == .picture(a) })
    }

    @Test func aDisabledSlideIsNeitherShownNorPainted() {
        var day = Day([:]) {
            $0.slides[1].isEnabled = false
            $0.slides[2].isEnabled = false
            $0.slides[2].fault = "no such file"
        }
        #expect(day.shown == ["a"] && day.play.id(of: "b") == nil)
        #expect(day.status.skipped.isEmpty && day.status.times.waiting == 0)
        day.play.command(.show(id: "b", for: nil), at: 1)
        #expect(day.play.answers == [.refused("slide 'b' cannot be shown: it is not enabled")])
        day.play.handle(.reload(.three()), at: 2)
        #expect(day.shown == ["a", "b", "c"])
    }

    @Test func theTimeOfTenThousandSlidesIsLookedAtOnce() {
        var playlist = Playlist.slides((0..<10_000).map { "s\($0)" }) { $0.auto = false }
        for index in playlist.slides.indices where index > 0 {
            playlist.slides[index].schedule = Schedule([clockWindow(index % 2 == 0 ? "12:01" : "13:00")])
        }
        var play = SignPlay(playlist, wallClock: Day.clock("12:00:00"))
        #expect(play.sign.status(at: play.now).slideCount == 1)
        play.run(to: 61)
        #expect(play.sign.status(at: play.now).slideCount == 5000)
        #expect(play.sign.nextDeadline() == Instant(seconds: 3590))
    }
}
