import Glibc
import Signage
import TestSupport
import Testing

@testable import Display

/// Faults at random in virtual time; when they are over, the sign must show the newest scene.
///
/// `SEEDS=7,12` runs those alone, `SEEDS=1...5000` more of them.
@Suite struct FaultScheduleTests {
    /// From the end of the last fault to the right frame.
    static let bound = 60.0
    /// How long faults go on.
    static let length = 100.0

    @Test func afterTheFaultsTheNewestSceneIsShown() throws {
        let seeds = Self.seeds()
        var slowest = (seconds: 0.0, seed: UInt64(0))
        var departures = 0
        var commits = 0
        for seed in seeds {
            let schedule = FaultSchedule(seed: seed)
            let rig = try Rig()
            schedule.play(on: rig)
            let seconds = rig.settle(within: Self.bound)
            var complaints = rig.complaints()
            if seconds == nil { complaints.append("after \(Self.bound) s: \(rig.amiss ?? "")") }
            let calls =
                rig.cards.cards.reduce(0) { $0 + ($1.card.kernel?.calls ?? 0) } + schedule.callsOfGoneCards
            // A commit at each vblank that has something new, or is waited for; no more.
            if calls > 25_000 { complaints.append("\(calls) calls") }
            rig.run(30)
            if let amiss = rig.amiss { complaints.append("later: \(amiss)") }
            rig.close()
            complaints += rig.leftovers()
            #expect(complaints == [], "seed \(seed)\n\(schedule.story.joined(separator: "\n"))")
            if let seconds, seconds > slowest.seconds { slowest = (seconds, seed) }
            departures += rig.departures
            commits += calls
        }
        print(
            "fault schedules: seeds \(seeds.first ?? 0)...\(seeds.last ?? 0), \(seeds.count) of them, \(commits) calls; "
                + "the slowest settled in \(slowest.seconds) s (seed \(slowest.seed)); started anew \(departures) times"
        )
    }

    static func seeds() -> [UInt64] {
        guard let text = getenv("SEEDS").map({ String(cString: $0) }) else { return Array(1...300) }
        return text.split(separator: ",").flatMap { part -> [UInt64] in
            let ends = part.split(separator: ".").compactMap { UInt64($0) }
            guard let first = ends.first, let last = ends.last, first <= last else { return [] }
            return Array(first...last)
        }
    }
}

/// One order of faults, the same for the same seed.
final class FaultSchedule {
    private var random: SplitMix
    /// What happened when, to be read after a failure.
    private(set) var story: [String] = []
    private(set) var callsOfGoneCards = 0
    private var isOver = false

    init(seed: UInt64) { random = SplitMix(state: seed) }

    private func number(_ range: ClosedRange<Int>) -> Int { range.lowerBound + random.below(range.count) }
    private func seconds(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + Double(random.next() >> 11) / 0x1p53 * (range.upperBound - range.lowerBound)
    }

    /// Plays it to its end, where nothing is amiss with the hardware.
    func play(on rig: Rig) {
        var moment = 0.0
        if number(0...3) > 0 { moment = seconds(0...3) }
        while moment < FaultScheduleTests.length {
            rig.after(moment) { [unowned self, unowned rig] in strike(rig) }
            moment += seconds(0.01...25)
        }
        scenes(on: rig)
        rig.run(FaultScheduleTests.length)
        heal(rig)
    }

    /// Scenes for as long as the faults last: now and then a burst at every vblank.
    private func scenes(on rig: Rig) {
        var moment = 0.0
        while moment < FaultScheduleTests.length {
            for _ in 0..<(number(0...7) == 0 ? number(5...15) : 1) {
                let color = Color(red: UInt8(number(0...255)), green: UInt8(number(0...255)), blue: 3)
                rig.after(moment) { [unowned rig] in rig.color = color }
                moment += 0.01
            }
            moment += seconds(0.05...6)
        }
    }

    private func tell(_ rig: Rig, _ what: String) {
        story.append("\((rig.now.nanoseconds - 100_000_000_000) / 1_000_000) ms: \(what)")
    }

    private func strike(_ rig: Rig) {
        guard let card = rig.cards.cards.first?.card else { return }
        let length =
            switch number(0...9) {
            case 0...2: seconds(0.001...0.3)
            case 3...8: seconds(0.3...20)
            default: seconds(20...100)
            }
        func later(_ action: @escaping () -> Void) {
            rig.after(length) { [unowned self] in if !isOver { action() } }
        }
        switch number(0...13) {
        case 0, 1, 2:
            let call = FakeCard.Call.allCases[number(0...FakeCard.Call.allCases.count - 1)]
            let errno = FaultCase.errnos[number(0...FaultCase.errnos.count - 1)]
            let isOnce = number(0...1) == 0
            tell(rig, "\(call) \(String(cString: strerror(errno))) \(isOnce ? "once" : "for \(length) s")")
            card.fault = { [unowned card] in
                guard $0 == call else { return nil }
                if isOnce { card.fault = { _ in nil } }
                return errno
            }
            later { card.fault = { _ in nil } }
        case 3:
            tell(rig, "flips are lost for \(length) s")
            card.kernel?.flipDelay = nil
            later { card.kernel?.flipDelay = .zero }
        case 4:
            let delay = seconds(0.02...13)
            tell(rig, "flips come \(delay) s late for \(length) s")
            card.kernel?.flipDelay = .nanoseconds(Int64(delay * 1e9))
            later { card.kernel?.flipDelay = .zero }
        case 5:
            tell(rig, "strange flips")
            for _ in 0..<number(1...40) {
                card.send(key: UInt64(number(0...2000)), at: rig.now, sequence: UInt32(number(0...9000)))
            }
        case 6, 7:
            let index = number(0...1)
            let isTold = number(0...4) > 0
            tell(rig, "connector \(index) unplugged for \(length) s, \(isTold ? "told" : "not told")")
            card.unplug(index)
            if isTold { burst(rig) }
            later { [unowned self] in
                plug(card, index)
                if number(0...4) > 0 { burst(rig) }
            }
        case 8:
            tell(rig, "no modes for \(length) s")
            card.state.connectors[0].status = .connected
            card.state.connectors[0].modes = []
            burst(rig)
            later { [unowned self] in
                plug(card, 0)
                if number(0...1) > 0 { burst(rig) }
            }
        case 9:
            tell(rig, "a rival for \(length) s")
            card.kernel?.hasRival = true
            if number(0...1) == 0 {
                card.state.planes[0].properties.setNamed("FB_ID", 999)
                card.state.crtcs[0].properties.setNamed("MODE_ID", 998)
                card.kernel?.timings[41] = [1]
            }
            later { card.kernel?.hasRival = false }
        case 10:
            tell(rig, "the card is pulled for \(length) s")
            let kept = rig.cards.cards
            card.kernel?.isGone = true
            rig.cards.cards = []
            if number(0...3) > 0 { rig.tell(.removed("card0")) }
            rig.after(length) { [unowned self, unowned rig] in
                if rig.cards.cards.isEmpty { giveBack(kept, to: rig) }
            }
        case 11:
            tell(rig, "bad link")
            card.state.connectors[0].properties.setNamed("link-status", 1)
            burst(rig)
        case 12:
            tell(rig, "refuses the first mode for \(length) s")
            card.kernel?.refusedTimings = [Rig.modes[0].timings]
            later { card.kernel?.refusedTimings = [] }
        default:
            tell(rig, "memory is short for \(length) s")
            let memory = card.memory
            card.memory = number(0...1) == 0 ? 0 : 800
            later { card.memory += memory }
        }
    }

    private func burst(_ rig: Rig) {
        let changes: [CardChange] = [.hotplugged("card0"), .changed("card0"), .lost, .hotplugged("card7")]
        rig.tell(changes[number(0...1)])
        for _ in 0..<number(0...6) {
            let change = changes[number(0...3)]
            rig.after(seconds(0...1)) { [unowned rig] in rig.tell(change) }
        }
    }

    private func plug(_ card: FakeCard, _ index: Int) {
        card.state.connectors[index].status = .connected
        var modes = Rig.modes
        if number(0...2) == 0 { modes.insert(.fake(number(6...14), 5, 100, isPreferred: true), at: 0) }
        card.state.connectors[index].modes = modes
    }

    private func giveBack(_ kept: [(node: CardNode, card: FakeCard)], to rig: Rig) {
        kept.first?.card.kernel?.isGone = false
        rig.cards.cards = kept
        rig.tell(.added("card0"))
    }

    /// The faults are over. Of a display that was missing the kernel may say nothing.
    private func heal(_ rig: Rig) {
        isOver = true
        rig.run(0)
        guard let card = rig.card as FakeCard? else { return }
        if rig.cards.cards.isEmpty {
            giveBack([(CardNode(name: "card0", path: "/dev/dri/card0"), card)], to: rig)
        }
        card.fault = { _ in nil }
        card.kernel?.flipDelay = .zero
        card.kernel?.hasRival = false
        card.kernel?.refusedTimings = []
        card.memory = max(card.memory, 1 << 20)
        let isLost = !card.state.connectors.contains { $0.status == .connected && !$0.modes.isEmpty }
        if isLost {
            plug(card, 0)
            if number(0...1) == 0 { burst(rig) }
        } else if card.state.connectors[0].status == .connected, card.state.connectors[0].modes.isEmpty {
            plug(card, 0)
            burst(rig)
        }
        rig.color = Color(red: 250, green: 4, blue: 77)
        tell(rig, "over")
    }
}
