import Compositor
import Glibc
import Signage

@testable import Display

/// A sign in virtual time: a screen on a fake card with a kernel of its own, and an owner that shows one colour after
/// another as the daemon would.
final class Rig {
    let clock = VirtualClock()
    let cards: FakeCards
    /// The card that is there first.
    let card: FakeCard
    private(set) var screen: KMSScreen
    private let wishes: OutputPlan.Wishes
    /// The newest scene.
    var color = Color.black
    private var presented: Color?
    private(set) var events: [ScreenEvent] = []
    /// How often the owner left, to be started anew.
    private(set) var departures = 0
    private var agenda: [(at: Instant, action: () -> Void)] = []
    /// What must never happen and did.
    private(set) var offences: [String] = []
    private var turnsAtOnce = 0

    static let modes: [Mode] = [.fake(16, 8, 100, isPreferred: true), .fake(8, 4, 100)]

    init(
        _ snapshot: CardSnapshot = .small(), wishes: OutputPlan.Wishes = .init(),
        prepare: (FakeCard, FakeCards) -> Void = { _, _ in }
    ) throws {
        card = try FakeCard(snapshot)
        card.kernel = FakeKernel(clock: clock, timings: [41: Self.modes[0].timings])
        cards = try FakeCards([card])
        self.wishes = wishes
        prepare(card, cards)
        screen = try KMSScreen(wishes, source: cards, at: clock.now)
    }

    var now: Instant { clock.now }

    /// Does something at a moment to come.
    func at(_ moment: Instant, _ action: @escaping () -> Void) {
        let place = agenda.firstIndex { $0.at > moment } ?? agenda.endIndex
        agenda.insert((moment, action), at: place)
    }

    func after(_ seconds: Double, _ action: @escaping () -> Void) {
        at(now + .nanoseconds(Int64(seconds * 1e9)), action)
    }

    /// Lets time pass.
    func run(_ seconds: Double) {
        let end = now + .nanoseconds(Int64(seconds * 1e9))
        // Something may have been done since the last turn.
        turn()
        while true {
            let dues =
                [screen.nextDeadline, agenda.first?.at].compactMap(\.self)
                + cards.cards.compactMap(\.card.flipAt)
            let next = max(now, dues.min() ?? end)
            guard next < end else { break }
            turnsAtOnce = next == now ? turnsAtOnce + 1 : 0
            if turnsAtOnce == 100 { offences.append("busy loop at \(now.seconds)") }
            // A test that has failed still ends.
            clock.now = turnsAtOnce >= 100 ? next + .milliseconds(1) : next
            turn()
        }
        clock.now = max(clock.now, end)
    }

    /// Runs until the newest scene is on the glass.
    ///
    /// - Returns: the seconds that it took; nil: longer than the limit.
    func settle(within limit: Double) -> Double? {
        let start = now
        while amiss != nil {
            if (now - start).inSeconds > limit { return nil }
            run(0.1)
        }
        return (now - start).inSeconds
    }

    private func turn() {
        while let due = agenda.first, due.at <= now {
            agenda.removeFirst()
            due.action()
        }
        for (_, card) in cards.cards { card.advance() }
        for event in screen.dispatch(at: now) {
            events.append(event)
            switch event {
            case .outputChanged: presented = nil
            case .hopeless: depart()
            default: break
            }
        }
        if let output = screen.output, screen.isReady, presented != color {
            presented = color
            screen.present(testFrame(output.geometry.size, color), at: now)
        }
        for (_, card) in cards.cards { card.inspect() }
    }

    /// The process ends, and systemd starts another.
    private func depart() {
        departures += 1
        screen.close()
        clock.now = clock.now + .seconds(1)
        presented = nil
        do {
            screen = try KMSScreen(wishes, source: cards, at: now)
        } catch {
            offences.append("\(error)")
        }
    }

    /// Leaves for good.
    func close() { screen.close() }

    /// The display goes and comes, or has another answer, and the kernel tells.
    func tell(_ change: CardChange) { cards.tell(change) }

    /// Why the newest scene is not on the glass; nil: it is.
    var amiss: String? {
        guard let output = screen.output else { return "no output" }
        guard let (_, card) = cards.cards.first(where: { $0.card.scannedOut != 0 && $0.card.isLit }) else {
            return "nothing on the glass"
        }
        guard let connector = card.state.connectors.first(where: { $0.name == output.name }),
            let crtc = card.state.crtcs.first(where: { $0.id == connector.currentCRTC }), crtc.isActive
        else { return "'\(output.name)' is not driven" }
        guard crtc.mode?.size == output.geometry.size else { return "another mode runs" }
        guard card.buffers[card.scannedOut]?.buffer?.size == output.geometry.size else {
            return "another size"
        }
        guard card.color == pixel(color) else { return "another picture" }
        guard card.flipAt == nil, screen.isShowingLastFrame() else { return "not known to be shown" }
        return nil
    }

    /// What was done wrong since the start, now that all should be well.
    func complaints() -> [String] {
        var found = offences
        for (node, card) in cards.cards {
            found += card.kernel?.offences ?? []
            let isUsed = card.scannedOut != 0
            if card.liveBuffers.count != (isUsed ? 2 : 0) {
                found.append("\(node.name): \(card.liveBuffers.count) buffers")
            }
            if card.liveBlobs.count != (isUsed ? 1 : 0) {
                found.append("\(node.name): \(card.liveBlobs.count) blobs")
            }
        }
        return found
    }

    /// After `close`: nothing is left.
    func leftovers() -> [String] {
        cards.cards.flatMap { node, card in
            card.liveBuffers.map { "\(node.name): buffer \($0)" }
                + card.liveBlobs.map { "\(node.name): blob \($0)" }
        }
    }
}

extension CardSnapshot {
    /// `fake` with pictures of a few pixels: quick to draw.
    static func small() -> CardSnapshot {
        var snapshot = fake()
        snapshot.crtcs[0].mode = Rig.modes[0]
        snapshot.connectors[0].modes = Rig.modes
        return snapshot
    }
}
