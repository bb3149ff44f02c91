public import Compositor
public import Signage
public import SystemCalls

/// A display on a card of this machine, through the kernel's mode setting (KMS).
///
/// It finds the card and the connector, and mends what goes wrong: with no card or no display it waits for one, a
/// display that comes back is lit again, a card taken by another program is asked for until it is free.
public final class KMSScreen: Screen {
    public var descriptor: Descriptor { poller.descriptor }
    public internal(set) var output: ScreenOutput?
    public internal(set) var connectors: [ConnectorReport] = []
    public var counts: FrameCounts { ledger.counts }

    enum Key {
        static let timer: UInt64 = 0
        static let cards: UInt64 = 1
        static let card: UInt64 = 2
    }

    /// A burst of events is answered by one probe, this long after its first.
    static let debounce = Duration.milliseconds(250)

    let source: any CardSource
    let poller: Poller
    let timer: TimerDescriptor
    let compositor = Compositor()
    var console: Console?
    var wishes: OutputPlan.Wishes
    var card: FoundCard?
    var live: KMSOutput?
    /// What was shown before a mode change: scanned out until the first flip of what is live.
    var retired: KMSOutput?
    var ledger = FrameLedger()
    var isMoving = false
    let keys = CommitKeys()
    var probeAt: Instant?
    var searchAt: Instant?
    var searchDelay = RetryDelay()
    var events: [ScreenEvent] = []
    var lastTrouble: String?
    var armed: Instant?

    /// Takes over the console that this program was started on, and looks for a card; finding none is no failure.
    ///
    /// - Parameters:
    ///   - wishes: what the configuration says.
    ///   - now: the present.
    /// - Throws: the errno of udev, epoll or a timer: the system cannot be used.
    public convenience init(_ wishes: ScreenWishes, at now: Instant) throws(SystemError) {
        try self.init(
            OutputPlan.Wishes(output: wishes.output, mode: wishes.mode), source: UdevCards(), at: now)
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

    /// Says the same only once until a frame is shown.
    func say(_ text: String) {
        guard text != lastTrouble else { return }
        lastTrouble = text
        events.append(.trouble(text))
    }

    // MARK: Timer

    func armTimer() {
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
