import Signage
import Testing

/// Whatever happens, in whatever order: the sign keeps its promises.
@Suite struct SignRandomWalkTests {
    /// SplitMix64: the same walk on every machine.
    struct Dice: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    /// Does anything that can happen, and looks at the sign after every step.
    struct Walk {
        var dice: Dice
        var sign: Sign
        var now = Instant(seconds: 0)
        /// What the painter's client has.
        var atHand: Set<PictureID> = []
        var asked: Set<Int> = []
        var lastNumber = 0
        var output: OutputGeometry? = .wide

        init(seed: UInt64) {
            dice = Dice(state: seed)
            sign = Sign(
                playlist: .three(), settings: SignSettings(name: "walk"), output: output, at: now)
        }

        mutating func step() {
            now = now + .milliseconds(Int64.random(in: 0...400, using: &dice))
            if Int.random(in: 0..<40, using: &dice) == 0 { now = now + .seconds(20) }
            switch Int.random(in: 0..<103, using: &dice) {
            case 0..<25: take(sign.advance(to: now))
            case 25..<60: touch()
            case 60..<75: paint()
            case 75..<80: drop()
            case 80..<92: command()
            case 92..<96: handle(.reload(playlist()))
            case 96: handle(.fileChanged(path: "/pictures/\(slide()).jpg", stamp()))
            case 97: fail()
            case 98:
                output =
                    [nil, .wide, OutputGeometry(size: PixelSize(width: 300, height: 500))]
                    .randomElement(using: &dice) ?? nil
                handle(.output(output))
            case 99: handle(.display(DisplayIntent.allCases.randomElement(using: &dice) ?? .auto))
            case 100..<102: handle(.clock(clock()))
            default:
                handle(
                    .configure(
                        SignSettings(
                            name: "walk",
                            scale: [.auto, .fixed(1), .fixed(2)].randomElement(using: &dice) ?? .auto,
                            display: display())))
            }
            take(sign.advance(to: now))
            look()
        }

        mutating func handle(_ event: SignEvent) { take(sign.handle(event, at: now)) }

        private mutating func take(_ effects: [SignEffect]) {
            for case .answer(let number, _) in effects {
                #expect(asked.remove(number) != nil, "answered once")
            }
        }

        // MARK: What happens

        private mutating func touch() {
            let contact = Int.random(in: 0..<3, using: &dice)
            let x = Double.random(in: -50...900, using: &dice)
            let y = Double.random(in: -50...700, using: &dice)
            let phase: Touch.Phase =
                switch Int.random(in: 0..<10, using: &dice) {
                case 0..<3: .down(x: x, y: y)
                case 3..<7: .motion(x: x, y: y)
                case 7..<9: .up
                default: .cancel
                }
            let lag = Duration.milliseconds(Int64.random(in: 0...30, using: &dice))
            handle(.touch(Touch(contact: contact, phase: phase, time: now - lag)))
        }

        mutating func paint() {
            for request in sign.wantedPictures(at: now)
            where !atHand.contains(request.id) && Int.random(in: 0..<3, using: &dice) > 0 {
                atHand.insert(request.id)
                handle(.painted(request.id, request.picture.asPainted))
            }
        }

        private mutating func drop() {
            let wanted = Set(sign.wantedPictures(at: now).map(\.id))
            for id in atHand.sorted(by: { $0.number < $1.number })
            where !wanted.contains(id) || Int.random(in: 0..<20, using: &dice) == 0 {
                atHand.remove(id)
                handle(.dropped(id))
            }
        }

        /// A display that is on for some minutes, off for some, or always on.
        private mutating func display() -> DisplaySettings {
            var display = DisplaySettings()
            display.whenOff = Bool.random(using: &dice) ? .black : .powerOff
            display.wakeOnTouch = [.zero, .seconds(2)].randomElement(using: &dice) ?? .zero
            if Bool.random(using: &dice) {
                let start = Int.random(in: 0..<60, using: &dice) * 60
                display.hours = Schedule([TimeWindow(from: start, to: start + 120)])
            }
            return display
        }

        /// Some time in the first hour of a day.
        private mutating func clock() -> WallClock {
            let time = 20_789 * 86_400 + Int64.random(in: 0..<3600, using: &dice)
            return WallClock(
                zone: ZoneRules(), ahead: .seconds(time) - .nanoseconds(now.nanoseconds),
                isTrusted: Int.random(in: 0..<4, using: &dice) > 0)
        }

        private mutating func fail() {
            guard let request = sign.wantedPictures(at: now).randomElement(using: &dice) else { return }
            atHand.remove(request.id)
            handle(.dropped(request.id))
            handle(.unpaintable(request.id, reason: "bad"))
        }

        private mutating func command() {
            lastNumber += 1
            asked.insert(lastNumber)
            let time: Duration? = Bool.random(using: &dice) ? .seconds(5) : nil
            let command: Command =
                switch Int.random(in: 0..<10, using: &dice) {
                case 0..<2: .next
                case 2: .previous
                case 3: .show(id: slide(), for: time)
                case 4: .showNumber(Int.random(in: 0...6, using: &dice), for: time)
                case 5: .pause(for: time)
                case 6..<8: .resume
                case 8: .tickerText("news", now: time == nil)
                case 9 where time != nil: .notice(Notice(title: slide(), lines: []), for: .seconds(2))
                default: .tickerSpeed(Double.random(in: 0...500, using: &dice))
                }
            handle(.command(command, number: lastNumber))
        }

        private mutating func slide() -> String {
            ["a", "b", "c", "d", "e", "f"].randomElement(using: &dice) ?? "a"
        }

        private mutating func stamp() -> FileStamp? {
            Bool.random(using: &dice)
                ? FileStamp(device: 1, inode: 1, size: 1, modified: Int64.random(in: 1...5, using: &dice))
                : nil
        }

        private mutating func playlist() -> Playlist {
            let ids = ["a", "b", "c", "d", "e", "f"].shuffled(using: &dice)
                .prefix(Int.random(in: 0...6, using: &dice))
            var playlist = Playlist(slides: ids.map { .picture($0, version: 1) })
            for place in playlist.slides.indices {
                switch Int.random(in: 0..<10, using: &dice) {
                case 0: playlist.slides[place].fault = "missing"
                case 1: playlist.slides[place].hasWindows = true
                case 2: playlist.slides[place].content = .color(.white)
                case 3: playlist.slides[place].stamp?.modified = 2
                case 4: playlist.slides[place].duration = .milliseconds(100)
                default: break
                }
            }
            playlist.carousel.loop = Bool.random(using: &dice)
            playlist.carousel.transition =
                CarouselSettings.Transition.allCases.randomElement(using: &dice) ?? .slide
            playlist.carousel.axis = CarouselSettings.Axis.allCases.randomElement(using: &dice) ?? .horizontal
            playlist.carousel.tap = CarouselSettings.Tap.allCases.randomElement(using: &dice) ?? .none
            playlist.carousel.edge = [0, 0, 30].randomElement(using: &dice) ?? 0
            playlist.carousel.padding = [0, 10].randomElement(using: &dice) ?? 0
            playlist.carousel.swipe = Int.random(in: 0..<8, using: &dice) > 0
            playlist.carousel.indicator.style =
                CarouselSettings.Indicator.Style.allCases.randomElement(using: &dice) ?? .capsule
            if Bool.random(using: &dice) {
                playlist.ticker = TickerSettings(text: .plain("some text that scrolls"))
            }
            return playlist
        }

        // MARK: What must hold

        func look() {
            let deadline = sign.nextDeadline()
            #expect(deadline.map { $0 > now } ?? true, "a deadline is later")
            for delay in [Duration.zero, .milliseconds(16), .milliseconds(200), .seconds(2)] {
                let scene = sign.scene(at: now + delay)
                #expect(scene.pictures.isSubset(of: atHand), "only painted pictures")
                #expect(scene.size == output?.size ?? PixelSize(width: 0, height: 0))
                #expect(scene.layers.count < 100)
            }
            let status = sign.status(at: now)
            #expect(status.selected.map { (0..<status.slideCount).contains($0.index) } ?? true)
            #expect((status.selected == nil) == (status.slideCount == 0))
            #expect(sign.wantedPictures(at: now).count < 60)
            if deadline == nil || (deadline.map { $0 > now + .seconds(1) } ?? true), !sign.isMoving(at: now) {
                let still = sign.scene(at: now)
                #expect(sign.scene(at: now + .milliseconds(500)) == still, "what does not move stays")
            }
        }
    }

    @Test(arguments: 1...8) func everyPromiseIsKept(seed: Int) {
        var walk = Walk(seed: UInt64(seed))
        for _ in 0..<2500 { walk.step() }
        // Everything is let go: the timer comes back.
        for contact in 0..<3 {
            walk.handle(.touch(Touch(contact: contact, phase: .cancel, time: walk.now)))
        }
        walk.handle(.output(.wide))
        walk.output = .wide
        walk.handle(.display(.on))
        walk.handle(.reload(.slides(["a", "g", "h"])))
        walk.lastNumber += 1
        walk.asked.insert(walk.lastNumber)
        walk.handle(.command(.resume, number: walk.lastNumber))
        var shown: Set<String> = []
        let end = walk.now + .seconds(120)
        while walk.now < end {
            for _ in 0..<5 { walk.paint() }
            guard let deadline = walk.sign.nextDeadline() else { break }
            walk.now = max(walk.now, deadline)
            for case .slideShown(_, let id, _) in walk.sign.advance(to: walk.now) { shown.insert(id) }
            walk.look()
        }
        #expect(shown.isSuperset(of: ["g", "h"]))
    }
}
