import TestSupport
import Testing

@testable import Signage

/// A finger on the ticker's band. Text 1000 px wide, block 1080, band 800 wide from 536 to 600, 100 px/s.
@Suite struct SignBandTouchTests {
    private func playlist(_ change: (inout TickerSettings) -> Void = { _ in }) -> Playlist {
        var playlist = Playlist.three()
        var ticker = TickerSettings(text: .plain(String(repeating: "x", count: 100)))
        ticker.drag = true
        change(&ticker)
        playlist.ticker = ticker
        return playlist
    }

    private func play(_ change: (inout TickerSettings) -> Void = { _ in }) -> SignPlay {
        SignPlay(playlist(change))
    }

    private func offset(_ play: SignPlay, at seconds: Double? = nil) -> Double? {
        let time = seconds.map { Instant(seconds: $0) } ?? play.now
        return play.sign.status(at: time).ticker.map { ($0.offset * 1000).rounded() / 1000 }
    }

    /// A finger down at 400 at 1.0 s, when the offset is 100, that is somewhere else by 1.2 s and rests there.
    private func hold(at x: Double, in play: inout SignPlay) {
        play.down(400, 560, at: 1)
        play.move(from: (400, 560), to: (x, 560), from: 1, until: 1.2)
        play.run(to: 1.5)
    }

    // MARK: Moving

    @Test(arguments: [(400.0, 100.0), (300, 200), (450, 50), (550, 1030), (700, 880)])
    func theTextFollowsOnePixelAPixelAndGoesOnFromThere(_ x: Double, _ expected: Double) {
        var play = play()
        hold(at: x, in: &play)
        #expect(offset(play) == expected)
        #expect(offset(play, at: 1.9) == expected)
        play.up(at: 2)
        #expect(offset(play) == expected)
        #expect(offset(play, at: 3) == (expected + 100).truncatingRemainder(dividingBy: 1080))
    }

    @Test func itGoesRoundInBothDirections() throws {
        var play = play()
        /// The copies that show, by where they begin.
        func places() -> [Int] {
            play.sign.scene(at: play.now).layers.filter { $0.clip.y >= 536 && $0.frame.height == 256 }
                .map(\.frame.x).sorted()
        }
        hold(at: 799, in: &play)
        // 399 px to the right of where it was at 100.
        #expect(places() == [299 - 1080, 299])
        play.up(at: 1.6)
        for round in 1...5 {
            let start = 1.6 + Double(round)
            play.down(10, 560, at: start)
            play.move(from: (10, 560), to: (790, 560), from: start, until: start + 0.2)
            play.up(at: start + 0.4)
        }
        // −299 at 1.6; five times 780 back; 100 before the first and 60 between two of them: −3859.
        #expect(offset(play) == 461)
        #expect(places() == [-461, 619])
        #expect(try #require(play.sign.ticker).line.runs.count <= 2)
        play.down(790, 560, at: 8)
        play.move(from: (790, 560), to: (10, 560), from: 8, until: 8.2)
        play.run(to: 8.5)
        #expect(offset(play) == 261)
    }

    @Test func nothingJumpsWhenAFingerComesOrGoes() {
        var play = play()
        var last = [(560.0, 1.0), (100, 2), (790, 3)]
        while let (x, time) = last.popLast() {
            var play = play
            play.run(to: time)
            let before = play.sign.scene(at: play.now)
            play.down(x, 560, at: time)
            #expect(play.sign.scene(at: play.now) == before)
            play.touch(.motion(x: 400, y: 560), at: time + 0.02)
            play.run(to: time + 1)
            let held = play.sign.scene(at: play.now)
            play.up(at: time + 1)
            #expect(play.sign.scene(at: play.now) == held)
        }
        play.run(to: 4)
    }

    @Test func aHeldFingerCausesNoFrames() {
        var play = play()
        hold(at: 300, in: &play)
        #expect(!play.sign.isMoving(at: play.now))
        let deadline = play.sign.nextDeadline()
        // The pages' turn.
        #expect(deadline == Instant(seconds: 3))
        let scene = play.sign.scene(at: play.now)
        #expect(play.sign.scene(at: Instant(seconds: 2.9)) == scene)
        play.up(at: 2)
        #expect(play.sign.isMoving(at: play.now))
    }

    @Test func theMirroredTextFollowsTheFingerToo() {
        var driver = TickerDriver("ש 1000") { $0.drag = true }
        func finger(_ place: Double, _ time: Double) -> FingerEstimate {
            FingerEstimate(
                place: place, time: Instant(seconds: time), velocity: 0, restAfter: .milliseconds(40))
        }
        driver.ticker.grab(finger(400, 1), at: Instant(seconds: 1))
        driver.ticker.drag(to: finger(450, 1.5))
        // To the right is on.
        #expect(driver.offset(at: 2) == 150)
        driver.ticker.drag(to: finger(100, 2))
        #expect(driver.offset(at: 2) == 880)
        #expect(driver.copies(at: 2) == ["ש 1000@200", "ש 1000@-880"])
        driver.ticker.letGo(at: Instant(seconds: 3))
        #expect(driver.offset(at: 4) == 980)
    }

    @Test func atSpeedZeroItMovesByHandOnly() {
        var play = play { $0.speed = 0 }
        hold(at: 300, in: &play)
        #expect(offset(play) == 100)
        play.up(at: 2)
        #expect(offset(play, at: 10) == 100)
        #expect(!play.sign.isMoving(at: play.now))
    }

    // MARK: Not moving

    @Test func whatNeedNotScrollIsNotMoved() {
        let settings: [(inout TickerSettings) -> Void] = [
            { $0.text = .plain("short") }, { $0.scroll = .never }, { $0.drag = false },
        ]
        for change in settings {
            var play = play(change)
            var other = SignPlay(playlist(change))
            hold(at: 300, in: &play)
            other.run(to: 1.5)
            #expect(play.sign.scene(at: play.now) == other.sign.scene(at: other.now))
            #expect(offset(play) == offset(other))
            #expect(play.changes == [Change(0, 0)])
        }
    }

    @Test func aStoppedTextIsNotMoved() {
        var play = play()
        play.command(.tickerStop, at: 0.5)
        hold(at: 300, in: &play)
        #expect(offset(play) == 0)
        play.up(at: 2)
        #expect(offset(play, at: 5) == 0)
    }

    @Test func theFirstFingerCounts() {
        var play = play()
        play.down(400, 560, at: 1, contact: 1)
        play.down(100, 560, at: 1.1, contact: 2)
        play.touch(.motion(x: 300, y: 560), at: 1.2, contact: 2)
        play.run(to: 1.5)
        #expect(offset(play) == 100)
        play.up(at: 1.6, contact: 1)
        // The other is ignored until it lifts.
        play.touch(.motion(x: 600, y: 560), at: 1.8, contact: 2)
        #expect(offset(play, at: 2.6) == 200)
        play.up(at: 2.6, contact: 2)
        play.down(400, 560, at: 2.6, contact: 3)
        #expect(offset(play, at: 3) == 200)
    }

    @Test func pagesGoOnAndAreSwipedMeanwhile() {
        var play = play()
        play.down(400, 560, at: 1, contact: 7)
        play.run(to: 3.5)
        #expect(play.changes == [Change(0, 0), Change(3, 1)])
        play.drag(-200, down: 4, up: 4.4)
        #expect(play.changes == [Change(0, 0), Change(3, 1), Change(4.4, 2)])
        #expect(offset(play) == 100)
    }

    @Test func withoutSwipingTheTextIsMovedAllTheSame() {
        var playlist = playlist()
        playlist.carousel.swipe = false
        var play = SignPlay(playlist)
        hold(at: 300, in: &play)
        #expect(offset(play) == 200)
    }

    // MARK: What happens meanwhile

    @Test func aFingerHeldForAMinuteCountsNoMore() {
        var play = play()
        play.down(400, 560, at: 1)
        play.run(to: 60.9)
        #expect(offset(play) == 100)
        play.run(to: 62)
        #expect(offset(play) == 200)
        play.touch(.motion(x: 100, y: 560), at: 62)
        #expect(offset(play, at: 63) == 300)
    }

    @Test func aPalmLetsGo() {
        var play = play()
        hold(at: 300, in: &play)
        play.touch(.cancel, at: 2)
        #expect(offset(play, at: 3) == 300)
    }

    @Test func aFingerWhoseLiftingGotLostLetsGo() {
        var play = play()
        hold(at: 300, in: &play)
        play.down(200, 200, at: 2)
        #expect(offset(play, at: 3) == 300)
        play.up(at: 2.1)
        #expect(play.effects.contains(.touchBegan(x: 200, y: 200)))
    }

    @Test func aDisplayThatGoesOffLetsGo() {
        var play = play()
        hold(at: 300, in: &play)
        play.handle(.display(.off), at: 2)
        play.touch(.motion(x: 100, y: 560), at: 2.5)
        play.handle(.display(.on), at: 3)
        #expect(offset(play) == 300)
        play.touch(.motion(x: 100, y: 560), at: 3)
        #expect(offset(play, at: 4) == 400)
    }

    @Test func aScreenThatGoesLetsGo() {
        var play = play()
        hold(at: 300, in: &play)
        play.handle(.output(nil), at: 2)
        // A short flicker changes nothing.
        play.handle(.output(.wide), at: 2.5)
        #expect(offset(play, at: 3) == 200)
        play.handle(.output(nil), at: 3)
        play.handle(.output(.wide), at: 6)
        // Let go at 5 s.
        #expect(offset(play) == 300)
    }

    @Test func aReloadOfTheSameTextLeavesItUnderTheFinger() {
        var play = play()
        hold(at: 300, in: &play)
        play.handle(.reload(playlist { $0.speed = 50 }), at: 2)
        play.touch(.motion(x: 200, y: 560), at: 2.5)
        #expect(offset(play, at: 3) == 300)
        play.up(at: 3)
        #expect(offset(play, at: 4) == 350)
    }

    @Test func aReloadThatForbidsItLetsGo() {
        var play = play()
        hold(at: 300, in: &play)
        play.handle(.reload(playlist { $0.drag = false }), at: 2)
        play.touch(.motion(x: 200, y: 560), at: 2.5)
        #expect(offset(play, at: 3) == 300)
    }

    @Test func aSpeedChangeLeavesItUnderTheFinger() {
        var play = play()
        hold(at: 300, in: &play)
        play.command(.tickerSpeed(500), at: 2)
        #expect(offset(play, at: 2.5) == 200)
        play.up(at: 3)
        #expect(offset(play, at: 3.5) == 450)
    }

    @Test func aNewTextFollowsWhatTheFingerHolds() throws {
        var play = play()
        hold(at: 300, in: &play)
        let before = play.sign.scene(at: play.now)
        play.command(.tickerText(String(repeating: "y", count: 90), now: false), at: 2)
        #expect(play.sign.scene(at: play.now) == before)
        // Drawn on by the finger, it enters behind the old one: that one begins at −200 − 280.
        play.move(from: (300, 560), to: (20, 560), from: 2, until: 2.4)
        play.run(to: 3)
        #expect(
            play.sign.scene(at: play.now).layers.filter { $0.frame.height == 256 }.map(\.frame.x) == [
                -480, 600,
            ])
        play.up(at: 3)
        #expect(offset(play, at: 10) == 100)
    }

    @Test func aTextThatReplacesIsHeldToo() {
        var play = play()
        hold(at: 300, in: &play)
        play.command(.tickerText(String(repeating: "y", count: 90), now: true), at: 2)
        #expect(offset(play, at: 2.5) == 0)
        play.touch(.motion(x: 250, y: 560), at: 2.5)
        #expect(offset(play, at: 3) == 50)
        play.command(.tickerText("short", now: true), at: 3)
        play.touch(.motion(x: 100, y: 560), at: 3.5)
        #expect(offset(play, at: 4) == 0)
    }

    @Test func stopTakesItFromTheFinger() {
        var play = play()
        hold(at: 300, in: &play)
        play.command(.tickerStop, at: 2)
        play.touch(.motion(x: 200, y: 560), at: 2.2)
        #expect(offset(play, at: 3) == 0)
        play.command(.tickerStart, at: 3)
        play.touch(.motion(x: 100, y: 560), at: 3.5)
        #expect(offset(play, at: 4) == 100)
    }

    @Test func nobodyMovesWhatANoticeCovers() {
        var play = play()
        play.command(.notice(Notice(title: "shop-12", lines: []), for: .seconds(5)), at: 0.5)
        hold(at: 300, in: &play)
        #expect(offset(play) == 150)
        play.run(to: 6)
        #expect(offset(play) == 600)
    }

    /// Random fingers, texts and commands: it keeps moving, and nothing grows.
    @Test(arguments: 1...4) func itComesThroughAnything(_ seed: UInt64) {
        var dice = SplitMix(state: seed)
        var play = play()
        for step in 1...600 {
            let time = Double(step) * 0.13
            let x = Double.random(in: -20...820, using: &dice)
            switch Int.random(in: 0..<12, using: &dice) {
            case 0..<2: play.down(x, 560, at: time, contact: step % 2)
            case 2..<7: play.touch(.motion(x: x, y: 560), at: time, contact: step % 2)
            case 7: play.up(at: time, contact: step % 2)
            case 8:
                let length = Int.random(in: 0...150, using: &dice)
                play.command(.tickerText(String(repeating: "z", count: length), now: step % 3 == 0), at: time)
            case 9: play.command(.tickerSpeed(Double.random(in: 0...300, using: &dice)), at: time)
            case 10: play.command(step % 4 == 0 ? .tickerStop : .tickerStart, at: time)
            default: play.handle(.reload(playlist { $0.gap = Double(step % 5) * 30 }), at: time)
            }
            guard let ticker = play.sign.ticker else { continue }
            #expect(ticker.line.runs.count < 8 && ticker.strips.count < 8)
            let status = ticker.status(at: play.now)
            #expect(status.offset.isFinite && status.offset >= 0 && status.offset < 2000)
            if let deadline = play.sign.nextDeadline() { #expect(deadline > play.now) }
        }
        play.command(.tickerText("", now: true), at: 100)
        play.handle(.reload(playlist()), at: 101)
        for contact in 0...1 { play.up(at: 102, contact: contact) }
        #expect(offset(play, at: 103) != offset(play, at: 103.5))
    }
}
