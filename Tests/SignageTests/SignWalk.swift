import Signage
import TestSupport
import Testing

/// Does anything that can happen to a sign, by lot, and looks at the sign after every step.
///
/// The same seed is the same walk on every machine.
struct SignWalk {
    private static let ids = ["a", "b", "c", "d", "e", "f"]
    private static let zones: [ZoneRules] = [.utc, .berlin, .adelaide, .lordHowe, .stJohns, .apia]

    var dice: Dice
    var sign: Sign
    var now = Instant(seconds: 0)
    /// What the painter's client has.
    var atHand: Set<PictureID> = []
    /// Pictures that the painter does not get done for now.
    var late: Set<PictureID> = []
    var output: OutputGeometry? = .wide
    /// Of the ring.
    var playlist = Playlist.three()
    private var wall: WallClock?
    private var asked: Set<Int> = []
    private var lastNumber = 0
    /// Fingers that were lifted after they might have turned a page, less the pages turned by fingers.
    private var liftedFingers = 0
    /// What was found wrong.
    private(set) var broken: [String] = []
    /// Where the walk is: for the message of what was found wrong.
    private(set) var steps = 0
    private let seed: UInt64

    init(seed: UInt64) {
        self.seed = seed
        dice = Dice(random: SplitMix(state: seed))
        sign = Sign(playlist: playlist, settings: SignSettings(name: "walk"), output: output, at: now)
    }

    /// Lots.
    struct Dice {
        var random: SplitMix

        mutating func number(_ range: Range<Int>) -> Int {
            range.lowerBound + Int(random.next() % UInt64(range.count))
        }

        mutating func isLucky(_ chances: Int) -> Bool { number(0..<chances) == 0 }

        mutating func real(_ range: Range<Double>) -> Double {
            range.lowerBound + (range.upperBound - range.lowerBound) * Double(random.next() >> 11)
                / 9_007_199_254_740_992
        }

        mutating func one<Value>(of values: [Value]) -> Value { values[number(0..<values.count)] }
    }

    // MARK: One step

    mutating func step() {
        steps += 1
        now = now + .milliseconds(Int64(dice.number(0..<400)))
        // The machine was busy, or slept.
        if dice.isLucky(40) { now = now + .seconds(20) }
        if dice.isLucky(2000) { now = now + .seconds(3 * 86_400) }
        switch dice.number(0..<110) {
        case 0..<25: take(sign.advance(to: now))
        case 25..<60: touch()
        case 60..<75: paint()
        case 75..<80: drop()
        case 80..<92: command()
        case 92..<97: reload()
        case 97: handle(.fileChanged(path: "/pictures/\(dice.one(of: Self.ids)).jpg", stamp()))
        case 98: fail()
        case 99:
            change(
                output: dice.one(of: [nil, .wide, OutputGeometry(size: PixelSize(width: 300, height: 500))]))
        case 100: handle(.display(dice.one(of: DisplayIntent.allCases)))
        case 101..<107: setClock()
        case 107: late = Set(sign.wantedPictures(at: now).map(\.id).filter { _ in dice.isLucky(2) })
        default: configure()
        }
        take(sign.advance(to: now))
        look()
    }

    mutating func handle(_ event: SignEvent) { take(sign.handle(event, at: now)) }

    mutating func change(output new: OutputGeometry?) {
        output = new
        handle(.output(new))
    }

    mutating func ask(_ command: Command) {
        lastNumber += 1
        asked.insert(lastNumber)
        handle(.command(command, number: lastNumber))
    }

    mutating func advance(to moment: Instant) -> [SignEffect] {
        now = max(now, moment)
        let effects = sign.advance(to: now)
        take(effects)
        return effects
    }

    private mutating func take(_ effects: [SignEffect]) {
        for (place, effect) in effects.enumerated() {
            switch effect {
            case .answer(let number, _): must(asked.remove(number) != nil, "a command is answered once")
            case .touchEnded(_, let turned):
                liftedFingers += 1
                guard turned else { break }
                // One page for a swipe, told right after it.
                let pages = effects[place...].prefix(2).count {
                    if case .slideShown(_, _, cause: .swipe) = $0 { true } else { false }
                }
                must(pages == 1, "a swipe turns one page")
            case .slideShown(_, _, cause: .swipe):
                liftedFingers -= 1
                must(liftedFingers >= 0, "no page turns without a swipe")
            default: break
            }
        }
    }

    // MARK: What happens

    private mutating func touch() {
        let (x, y) = (dice.real(-50..<900), dice.real(-50..<700))
        let phase: Touch.Phase =
            switch dice.number(0..<10) {
            case 0..<3: .down(x: x, y: y)
            case 3..<7: .motion(x: x, y: y)
            case 7..<9: .up
            default: .cancel
            }
        let lag = Duration.milliseconds(Int64(dice.number(0..<30)))
        handle(.touch(Touch(contact: dice.number(0..<3), phase: phase, time: now - lag)))
    }

    /// Lets every finger go.
    mutating func liftFingers() {
        for contact in 0..<3 { handle(.touch(Touch(contact: contact, phase: .cancel, time: now))) }
    }

    mutating func paint() {
        for request in sign.wantedPictures(at: now)
        where !atHand.contains(request.id) && !late.contains(request.id) && !dice.isLucky(3) {
            atHand.insert(request.id)
            handle(.painted(request.id, request.picture.asPainted))
        }
    }

    private mutating func drop() {
        let wanted = Set(sign.wantedPictures(at: now).map(\.id))
        for id in atHand.sorted(by: { $0.number < $1.number }) where !wanted.contains(id) || dice.isLucky(20)
        {
            atHand.remove(id)
            handle(.dropped(id))
        }
    }

    private mutating func fail() {
        let requests = sign.wantedPictures(at: now)
        guard !requests.isEmpty else { return }
        let request = dice.one(of: requests)
        atHand.remove(request.id)
        handle(.dropped(request.id))
        handle(.unpaintable(request.id, reason: "bad"))
    }

    private mutating func command() {
        let time: Duration? = dice.isLucky(2) ? .seconds(5) : nil
        switch dice.number(0..<10) {
        case 0..<2: ask(.next)
        case 2: ask(.previous)
        case 3: ask(.show(id: dice.one(of: Self.ids), for: time))
        case 4: ask(.showNumber(dice.number(0..<7), for: time))
        case 5: ask(.pause(for: time))
        case 6..<8: ask(.resume)
        case 8: ask(.tickerText("news", now: time == nil))
        case 9 where time != nil:
            ask(.notice(Notice(title: dice.one(of: Self.ids), lines: []), for: .seconds(2)))
        default: ask(.tickerSpeed(dice.real(0..<500)))
        }
    }

    private mutating func stamp() -> FileStamp? {
        dice.isLucky(2) ? nil : FileStamp(device: 1, inode: 1, size: 1, modified: Int64(dice.number(1..<6)))
    }

    /// Some moment near a night in which the clocks of some zone are set.
    private mutating func setClock() {
        if let wall, dice.isLucky(3) {
            // A small step, as time servers make them.
            let step = Duration.milliseconds(Int64(dice.number(-90_000..<90_000)))
            self.wall = WallClock(zone: wall.zone, ahead: wall.ahead + step, isTrusted: wall.isTrusted)
        } else {
            let night = dice.one(of: [
                "2026-03-29 00:00", "2026-10-25 00:00", "2026-04-04 14:00", "2026-12-02 06:00",
            ])
            let time = seconds(night) + Int64(dice.number(0..<10_800))
            wall = WallClock(
                zone: dice.one(of: Self.zones), ahead: .seconds(time) - .nanoseconds(now.nanoseconds),
                isTrusted: !dice.isLucky(5))
        }
        if let wall { handle(.clock(wall)) }
    }

    private mutating func configure() {
        var display = DisplaySettings()
        display.whenOff = dice.one(of: [.black, .powerOff])
        display.wakeOnTouch = dice.one(of: [.zero, .seconds(2)])
        if dice.isLucky(2) { display.hours = Schedule([briefWindow()]) }
        handle(
            .configure(
                SignSettings(
                    name: "walk", scale: dice.one(of: [.auto, .fixed(1), .fixed(2)]), display: display)))
    }

    // MARK: Other playlists

    /// Some minutes of a day.
    private mutating func briefWindow() -> TimeWindow {
        let start = dice.number(0..<1440) * 60
        return TimeWindow(from: start, to: (start + 60 * dice.number(1..<200)) % 86_400)
    }

    private mutating func reload() {
        var ids = Self.ids
        var slides: [Slide] = []
        for _ in 0..<dice.number(0..<7) { slides.append(slide(ids.remove(at: dice.number(0..<ids.count)))) }
        var playlist = Playlist(slides: slides)
        playlist.carousel.loop = dice.isLucky(2)
        playlist.carousel.atEnd = dice.one(of: [.rewind, .rewind, .stop])
        playlist.carousel.transition = dice.one(of: CarouselSettings.Transition.allCases)
        playlist.carousel.axis = dice.one(of: CarouselSettings.Axis.allCases)
        playlist.carousel.tap = dice.one(of: CarouselSettings.Tap.allCases)
        playlist.carousel.edge = dice.one(of: [0, 0, 30])
        playlist.carousel.padding = dice.one(of: [0, 10])
        playlist.carousel.swipe = !dice.isLucky(8)
        playlist.carousel.indicator.style = dice.one(of: CarouselSettings.Indicator.Style.allCases)
        if dice.isLucky(2) { playlist.ticker = TickerSettings(text: .plain("some text that scrolls")) }
        self.playlist = playlist
        handle(.reload(playlist))
    }

    private mutating func slide(_ id: String) -> Slide {
        var slide = Slide.picture(id)
        switch dice.number(0..<14) {
        case 0: slide.fault = "missing"
        case 1: slide.content = .color(.white)
        case 2: slide.stamp?.modified = 2
        case 3: slide.duration = .milliseconds(100)
        case 4: slide.isEnabled = false
        case 5..<8: slide.schedule = Schedule([briefWindow(), briefWindow()])
        default: break
        }
        if dice.isLucky(4) { slide.weight = dice.number(1..<6) }
        return slide
    }

    // MARK: What is found wrong

    mutating func must(_ holds: Bool, _ promise: @autoclosure () -> String) {
        guard !holds, broken.count < 5 else { return }
        broken.append("seed \(seed), step \(steps): \(promise()), at \(now.seconds) s")
    }
}
