internal import CDRM
public import Compositor
public import Signage
public import SystemCalls

/// A display on a card of this machine, through the kernel's mode setting (KMS).
///
/// It finds the card and the connector, and mends what goes wrong: with no card or no display it waits for one, a
/// display that comes back is lit again, a card taken by another program is asked for until it is free.
public final class KMSScreen: Screen {
    public var descriptor: Descriptor { poller.descriptor }
    public private(set) var output: ScreenOutput?
    public private(set) var connectors: [ConnectorReport] = []
    public var counts: FrameCounts { ledger.counts }

    private enum Key {
        static let timer: UInt64 = 0
        static let cards: UInt64 = 1
        static let card: UInt64 = 2
    }

    /// A burst of events is answered by one probe, this long after its first.
    private static let debounce = Duration.milliseconds(250)

    private let source: any CardSource
    private let poller: Poller
    private let timer: TimerDescriptor
    private let compositor = Compositor()
    private var console: Console?
    private var wishes: OutputPlan.Wishes
    private var card: FoundCard?
    private var live: KMSOutput?
    /// What was shown before a mode change: scanned out until the first flip of what is live.
    private var retired: KMSOutput?
    private var ledger = FrameLedger()
    private var isMoving = false
    private let keys = CommitKeys()
    private var probeAt: Instant?
    private var searchAt: Instant?
    private var searchDelay = RetryDelay()
    private var events: [ScreenEvent] = []
    private var lastTrouble: String?
    private var armed: Instant?

    /// Takes over the console that this program was started on, and looks for a card; finding none is no failure.
    ///
    /// - Parameters:
    ///   - output: the configuration's connector.
    ///   - mode: the configuration's mode.
    ///   - now: the present.
    /// - Throws: the errno of udev, epoll or a timer: the system cannot be used.
    public convenience init(
        output: Configuration.Output, mode: Configuration.Mode, at now: Instant
    ) throws(SystemError) {
        try self.init(OutputPlan.Wishes(output: output, mode: mode), source: UdevCards(), at: now)
        console = Console()
    }

    init(_ wishes: OutputPlan.Wishes, source: any CardSource, at now: Instant) throws(SystemError) {
        self.wishes = wishes
        self.source = source
        poller = try Poller()
        timer = try TimerDescriptor()
        try poller.watch(timer.descriptor.number, for: .readable, key: Key.timer)
        try poller.watch(source.descriptor.number, for: .readable, key: Key.cards)
        search(at: now)
        // What was found is the beginning, not a change.
        events.removeAll { if case .outputChanged = $0 { true } else { false } }
        armTimer()
    }

    // MARK: Frames

    public var isReady: Bool { live?.isReady ?? false }

    public func nextVblank(after now: Instant) -> Instant {
        live?.nextVblank(after: now) ?? now
    }

    public func present(_ frame: Frame, at now: Instant) {
        guard let live else { return }
        take(live.present(frame, at: now), at: now)
        armTimer()
    }

    public func setMoving(_ moving: Bool, at now: Instant) {
        isMoving = moving
        guard let live else {
            // In the dark nothing is missed: the ledger is interrupted.
            ledger.setMoving(moving, at: now, flipPending: false, period: .seconds(1))
            return
        }
        ledger.setMoving(moving, at: now, flipPending: live.isBusy, period: live.period)
        armTimer()
    }

    public func isShowingLastFrame() -> Bool {
        live?.isShowingLastFrame() ?? false
    }

    public func close() {
        live = nil
        retired = nil
        closeCard()
        output = nil
        probeAt = nil
        searchAt = nil
        events = []
        armTimer()
        console = nil
    }

    // MARK: Dispatch

    public func dispatch(at now: Instant) -> [ScreenEvent] {
        for ready in (try? poller.ready()) ?? [] {
            switch ready.key {
            case Key.timer:
                timer.acknowledge()
                armed = nil
            case Key.cards: takeCardChanges(at: now)
            default: takeFlips(at: now, isGone: !ready.events.isDisjoint(with: .closed))
            }
        }
        if let live { take(live.advance(to: now), at: now) }
        if let at = searchAt, at <= now { search(at: now) }
        if let at = probeAt, at <= now { probe(at: now) }
        let told = events
        events = []
        armTimer()
        return told
    }

    private func takeFlips(at now: Instant, isGone: Bool) {
        guard let card else { return }
        do throws(KMSError) {
            for flip in try FlipEvent.read(from: card.device.descriptor) {
                if let live { take(live.handle(flip, at: now), at: now) }
            }
            if isGone { loseCard("the card is gone", at: now) }
        } catch {
            loseCard("\(error)", at: now)
        }
    }

    private func takeCardChanges(at now: Instant) {
        for change in source.changes() {
            switch change {
            case .removed(let name) where name == card?.node.name: loseCard("'\(name)' was removed", at: now)
            case .changed(let name) where name == card?.node.name,
                .added(let name) where name == card?.node.name:
                probeAt = probeAt ?? now + Self.debounce
            case .removed: break
            case .added, .changed: searchAt = searchAt ?? now + Self.debounce
            }
        }
    }

    private func take(_ happenings: [KMSOutput.Happening], at now: Instant) {
        for happening in happenings {
            switch happening {
            case .flipped(let flip, let sequence):
                retired = nil
                lastTrouble = nil
                searchDelay.reset()
                ledger.flipped(
                    at: flip.time, vblank: flip.vblank, sequence: sequence,
                    period: live?.period ?? .seconds(1))
                events.append(.flipped(at: flip.time))
            case .rested: events.append(.ready)
            case .interrupted: ledger.interrupt()
            case .trouble(let text): say(text)
            case .masterRegained: probe(at: now, isWhole: true)
            case .cardLost(let why): loseCard(why, at: now)
            case .modeRefused(let error): refuseMode(error, at: now)
            }
        }
    }

    // MARK: Card and connectors

    /// Looks at every card; the one in use stays open, and in use unless another is better.
    private func search(at now: Instant) {
        searchAt = nil
        let found = CardFinder.search(source, wishes, keeping: card)
        connectors = found.reports
        for trouble in found.troubles { say(trouble) }
        if found.isWorthRetrying { searchAt = now + searchDelay.next() }
        guard let best = found.best else { return setOutput(nil, at: now) }
        if best === card, live != nil { return }
        if best !== card {
            if live != nil { setOutput(nil, at: now) }
            closeCard()
            card = best
            do throws(SystemError) {
                try poller.watch(best.device.descriptor.number, for: .readable, key: Key.card)
            } catch {
                say("\(error)")
            }
        }
        setOutput(best.plan, at: now)
    }

    /// Asks the connectors what is connected now, and follows.
    private func probe(at now: Instant, isWhole: Bool = false) {
        probeAt = nil
        guard let found = card else { return }
        // Another display or another cable: what was refused may work now.
        wishes.refused = [:]
        do throws(KMSError) {
            found.snapshot = try found.device.snapshot()
        } catch {
            return loseCard("\(error)", at: now)
        }
        follow(found, isWhole: isWhole, at: now)
    }

    private func follow(_ found: FoundCard, isWhole: Bool, at now: Instant) {
        found.replan(wishes)
        let own = Set(found.reports.map(\.name))
        connectors = (found.reports + connectors.filter { !own.contains($0.name) }).sorted(by: {
            $0.name < $1.name
        })
        guard let plan = found.plan else {
            setOutput(nil, at: now)
            // Perhaps another card has a display.
            if source.nodes().count > 1 { searchAt = searchAt ?? now }
            // What was refused for the moment is not refused for ever.
            if !wishes.refused.isEmpty { probeAt = probeAt ?? now + searchDelay.next() }
            return
        }
        guard let live, live.plan.isSame(as: plan) else { return setOutput(plan, at: now) }
        if isWhole || plan.connector.isLinkBad {
            take(
                live.putWholeState(found.snapshot, plan, signalOff: plan.connector.isLinkBad, at: now),
                at: now)
        } else {
            live.refresh(found.snapshot, plan)
        }
    }

    private func setOutput(_ plan: OutputPlan?, at now: Instant) {
        guard let plan, let card else {
            live?.turnOff()
            live = nil
            retired = nil
            ledger.interrupt()
            if output != nil {
                output = nil
                events.append(.outputChanged(nil))
            }
            return
        }
        if let live {
            retired = live
            self.live = nil
        }
        do throws(KMSError) {
            live = try makeOutput(plan, on: card, at: now)
        } catch let error where error.reaction == .deviceLost {
            return loseCard("\(error)", at: now)
        } catch {
            return refuseMode(of: plan, error, at: now)
        }
        ledger.interrupt()
        output = plan.output
        events.append(.outputChanged(output))
    }

    private func makeOutput(
        _ plan: OutputPlan, on card: FoundCard, at now: Instant
    ) throws(KMSError) -> KMSOutput {
        do throws(KMSError) {
            return try KMSOutput(
                card.device, card.snapshot, plan, compositor: compositor, keys: keys, at: now)
        } catch let error where error.reaction == .outOfMemory && retired != nil {
            // The old buffers go dark a moment earlier than need be.
            retired = nil
            return try KMSOutput(
                card.device, card.snapshot, plan, compositor: compositor, keys: keys, at: now)
        }
    }

    private func refuseMode(_ error: KMSError, at now: Instant) {
        guard let plan = live?.plan else { return }
        refuseMode(of: plan, error, at: now)
    }

    private func refuseMode(of plan: OutputPlan, _ error: KMSError, at now: Instant) {
        guard let card else { return }
        let mode = plan.choice.mode
        say("'\(plan.connector.name)' does not take \(mode.name) (\(error)); trying another mode")
        wishes.refused[plan.connector.id, default: []].insert(mode)
        if error.reaction == .outOfMemory {
            // A larger one needs no trying.
            let pixels = mode.size.width * mode.size.height
            let larger = plan.connector.modes.filter { $0.size.width * $0.size.height >= pixels }
            wishes.refused[plan.connector.id, default: []].formUnion(larger)
        }
        follow(card, isWhole: false, at: now)
    }

    private func loseCard(_ why: String, at now: Instant) {
        guard card != nil else { return }
        say("\(why); looking for a card")
        // Nothing can be turned off any more.
        live = nil
        retired = nil
        closeCard()
        setOutput(nil, at: now)
        connectors = []
        searchAt = now + searchDelay.next()
    }

    private func closeCard() {
        guard let card else { return }
        try? poller.watch(card.device.descriptor.number, for: [], key: Key.card)
        live = nil
        retired = nil
        self.card = nil
    }

    /// Says the same only once until a frame is shown.
    private func say(_ text: String) {
        guard text != lastTrouble else { return }
        lastTrouble = text
        events.append(.trouble(text))
    }

    // MARK: Timer

    private func armTimer() {
        var deadline = [live?.nextDeadline(), probeAt, searchAt].compactMap(\.self).min()
        if !events.isEmpty { deadline = Instant(nanoseconds: 0) }
        if let deadline, let armed, armed <= deadline, isMoving {
            // It fires too early and is set again then: cheaper than setting it at each frame.
            return
        }
        guard deadline != armed else { return }
        armed = deadline
        // A valid descriptor and a valid time cannot be refused.
        try? timer.arm(atNanoseconds: deadline?.nanoseconds)
    }
}
