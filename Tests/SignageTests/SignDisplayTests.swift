import Signage
import Testing

/// On from 07:00 to 22:00; 0 s is some time on 2026-12-02, UTC.
private struct Night {
    var play: SignPlay

    init(
        from clock: String = "21:59:50", wake: Double = 0, intent: DisplayIntent = .auto,
        trusted: Bool = true,
        output: OutputGeometry? = .wide
    ) {
        var settings = SignSettings(name: "test", scale: .fixed(1))
        settings.display.hours = Schedule([TimeWindow(from: 7 * 3600, to: 22 * 3600)])
        settings.display.wakeOnTouch = .nanoseconds(Int64(wake * 1e9))
        play = SignPlay(
            settings: settings, output: output, intent: intent,
            wallClock: Self.clock(clock, trusted: trusted))
    }

    /// What the clock on the wall shows at a moment.
    static func clock(_ text: String, at seconds: Double = 0, trusted: Bool = true) -> WallClock {
        let parts = text.split(separator: ":").compactMap { Int64($0) }
        let time = 20_789 * 86_400 + parts[0] * 3600 + parts[1] * 60 + parts[2]
        return WallClock(
            zone: ZoneRules(), ahead: .seconds(time) - .nanoseconds(Int64(seconds * 1e9)), isTrusted: trusted)
    }

    /// "10.0 off hours" for each time it was switched.
    var switched: [String] {
        play.log.compactMap {
            guard case .display(let state) = $0.effect else { return nil }
            return "\($0.time) \(state.isOn ? "on" : "off") \(state.cause.rawValue)"
        }
    }

    var status: SignStatus { play.sign.status(at: play.now) }
}

@Suite struct SignDisplayTests {
    @Test func itGoesOffAndOnWithItsHours() {
        var night = Night()
        #expect(night.status.display == DisplayState(until: Instant(seconds: 10)))
        night.play.run(to: 9 * 3600 + 12)
        #expect(night.switched == ["10.0 off hours", "32410.0 on hours"])
        #expect(night.status.display == DisplayState(until: Instant(seconds: 32410 + 15 * 3600)))
        // Off: no page by time; on: a full interval from then.
        #expect(night.play.changes.filter { $0.time > 10_000 } == [])
        night.play.run(to: 32_414)
        #expect(night.play.changes.last == Change(32_413, 1))
    }

    @Test func nothingShowsAndNothingHappensWhileItIsOff() {
        var night = Night()
        night.play.run(to: 11)
        #expect(night.status.state == .off && !night.status.display.isOn)
        #expect(night.play.sign.scene(at: night.play.now).layers == [])
        #expect(!night.play.sign.isMoving(at: night.play.now))
        #expect(night.play.sign.nextDeadline() == Instant(seconds: 32_410))
        #expect(night.play.sign.power == .off)
    }

    @Test func commandsMoveThePageInTheDark() {
        var night = Night()
        night.play.command(.show(id: "c", for: nil), at: 60)
        #expect(night.play.answers == [.done(waited: .zero)])
        night.play.handle(.display(.on), at: 70)
        #expect(night.play.restingIndex == 2)
        #expect(night.play.frame(of: "c", at: 70.5)?.x == 0)
        // Full interval.
        night.play.run(to: 74)
        #expect(night.play.changes.last == Change(73, 0))
    }

    @Test func thePageThatShowedIsThereAtOnceWhenItIsOn() {
        var night = Night()
        night.play.run(to: 11)
        let before = night.status.selected
        night.play.handle(.display(.on), at: 20)
        #expect(night.status.selected == before)
        #expect(night.play.layers(at: 20).contains { if case .picture = $0.content { true } else { false } })
    }

    @Test func anIntentStaysUntilAnother() {
        var night = Night()
        night.play.handle(.display(.on), at: 5)
        #expect(night.status.display == DisplayState(intent: .on, cause: .command))
        night.play.run(to: 60)
        #expect(night.switched == [])
        night.play.handle(.display(.off))
        #expect(night.status.display == DisplayState(intent: .off, isOn: false, cause: .command))
        #expect(night.play.sign.nextDeadline() == nil)
        night.play.run(to: 6 * 86_400 + 60)
        night.play.handle(.display(.auto))
        #expect(night.switched == ["60.0 off command"])
        #expect(
            night.status.display
                == DisplayState(isOn: false, cause: .hours, until: Instant(seconds: 6 * 86_400 + 32_410)))
    }

    @Test func offIsNotUndoneByADisplayThatComesBack() {
        var night = Night(from: "12:00:00")
        night.play.handle(.display(.off), at: 1)
        night.play.handle(.output(nil), at: 2)
        night.play.handle(.output(.wide), at: 3)
        night.play.run(to: 10)
        night.play.handle(.output(nil))
        night.play.handle(.output(OutputGeometry(size: PixelSize(width: 640, height: 480))), at: 20)
        #expect(night.switched == ["1.0 off command"])
        #expect(night.status.state == .off && night.play.sign.scene(at: night.play.now).layers == [])
        #expect(night.play.sign.scene(at: night.play.now).size == PixelSize(width: 640, height: 480))
        night.play.handle(.display(.auto), at: 21)
        night.play.run(to: 22)
        #expect(night.status.state == .playing && night.play.frame(of: "a", at: 22)?.width == 640)
    }

    @Test func switchedOnWithoutADisplayItShowsWhenOneComes() {
        var night = Night(from: "12:00:00", intent: .off, output: nil)
        night.play.handle(.display(.on), at: 10)
        #expect(night.status.state == .noOutput)
        night.play.handle(.output(.wide), at: 20)
        night.play.run(to: 24)
        #expect(night.play.changes.last == Change(23, 1))
    }

    @Test func itStartsDark() {
        var night = Night(from: "03:00:00")
        #expect(night.status.state == .off)
        #expect(night.play.sign.wantedPictures(at: night.play.now) == [])
        night.play.run(to: 4 * 3600 + 1)
        #expect(night.switched == ["0.0 off hours", "14400.0 on hours"])
        #expect(night.play.frame(of: "a", at: 14_401)?.x == 0)
    }

    @Test func aClockThatCannotBeTrustedLeavesItOn() {
        var night = Night(from: "03:00:00", trusted: false)
        #expect(night.status.display == DisplayState(cause: .clock))
        night.play.run(to: 60)
        night.play.handle(.clock(Night.clock("03:01:00", at: 60)))
        #expect(night.switched == ["60.0 off hours"])
        night.play.handle(.clock(Night.clock("04:00:00", at: 70, trusted: false)), at: 70)
        #expect(night.switched.last == "70.0 on clock")
    }

    @Test func settingTheClockSwitchesIt() {
        var night = Night(from: "12:00:00")
        night.play.handle(.clock(Night.clock("23:00:00", at: 5)), at: 5)
        night.play.handle(.clock(Night.clock("06:59:00", at: 10)), at: 10)
        night.play.run(to: 71)
        #expect(night.switched == ["5.0 off hours", "70.0 on hours"])
    }

    @Test func otherHoursTakeEffectAtOnce() {
        var night = Night(from: "12:00:00")
        var settings = SignSettings(name: "test", scale: .fixed(1))
        settings.display.hours = Schedule([TimeWindow(from: 0, to: 3600)])
        settings.display.whenOff = .black
        night.play.handle(.configure(settings), at: 1)
        #expect(night.switched == ["1.0 off hours"] && night.play.sign.power == .black)
        settings.display.hours = Schedule()
        night.play.handle(.configure(settings), at: 2)
        #expect(night.switched.last == "2.0 on hours" && night.play.sign.power == .on)
    }

    @Test func aTouchWakesItForSomeTimeFromTheLast() {
        var night = Night(wake: 60)
        night.play.down(400, at: 100)
        #expect(night.status.display == DisplayState(cause: .touch, until: Instant(seconds: 160)))
        night.play.up(at: 101)
        night.play.fling(-200, down: 150, up: 150.1)
        night.play.run(to: 300)
        #expect(night.switched == ["10.0 off hours", "100.0 on touch", "210.1 off hours"])
        // The swipe after it counts as any other.
        #expect(night.play.effects.contains { if case .touchEnded(_, true) = $0 { true } else { false } })
    }

    @Test func theTouchThatWakesTurnsNoPage() {
        var night = Night(wake: 60)
        night.play.run(to: 99)
        night.play.forget()
        night.play.down(600, at: 100)
        night.play.down(500, at: 100.1, contact: 1)
        night.play.move(from: (600, 300), to: (100, 300), from: 100.2, until: 100.4)
        night.play.up(at: 100.5)
        // Another finger is still down: a third one counts as little.
        night.play.fling(-300, from: 600, down: 100.6, up: 100.7)
        #expect(night.play.changes.isEmpty)
        night.play.up(at: 100.8, contact: 1)
        night.play.fling(-300, from: 600, down: 101, up: 101.1)
        #expect(night.play.changes.count == 1)
    }

    @Test func whatAnOperatorSwitchedOffNoTouchWakes() {
        var night = Night(from: "12:00:00", wake: 60, intent: .off)
        night.play.down(400, at: 10)
        night.play.up(at: 11)
        #expect(night.switched == ["0.0 off command"])
    }

    @Test func withoutATimeToWakeForATouchDoesNothing() {
        var night = Night()
        night.play.down(400, at: 100)
        night.play.up(at: 101)
        #expect(night.switched == ["10.0 off hours"])
    }

    @Test func aWakingFingerWhoseLiftingGotLostIsForgotten() {
        var night = Night(wake: 300)
        night.play.down(400, at: 100)
        night.play.fling(-300, from: 600, down: 170, up: 170.1)
        #expect(night.play.effects.contains { if case .touchEnded(_, true) = $0 { true } else { false } })
    }

    @Test func aNoticeIsRefusedWhileItIsOff() {
        var night = Night()
        night.play.command(.notice(Notice(title: "here", lines: []), for: .seconds(5)), at: 20)
        guard case .refused(let reason) = night.play.answers.last else {
            Issue.record("not refused")
            return
        }
        #expect(reason.hasPrefix("the display is off"))
    }
}
