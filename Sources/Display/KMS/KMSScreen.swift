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
    public var counts: FrameCounts { ledger.counts }
    public var isHeld: Bool { live?.isHeld ?? false }

    enum Key {
        static let timer: UInt64 = 0
        static let cards: UInt64 = 1
        static let card: UInt64 = 2
        static let console: UInt64 = 3
    }

    let source: any CardSource
    let poller: Poller
    let timer: TimerDescriptor
    let compositor = Compositor()
    var console: (any VirtualConsole)?
    /// Another console is shown: the card is not ours to touch.
    var isAway = false
    var wishes: OutputPlan.Wishes
    var card: FoundCard?
    public internal(set) var cardChanges = 0
    var live: KMSOutput?
    /// What was shown before a mode change: scanned out until the first flip of what is live.
    var retired: KMSOutput?
    /// The connectors of all cards, when they were looked at last.
    var reports: [ConnectorReport] = []
    var power = DisplayPower.on
    /// A frame that was shown is asked for once, after the display was switched on.
    var verifiesNextFlip = false
    /// The panel's light is to be looked after, now or when a frame is on the glass.
    var isLightDue = true
    var hasLightTrouble = false
    var savedBrightness: [String: Int] = [:]
    var backlights = "/sys/class/backlight"
    var ledger = FrameLedger()
    var isMoving = false
    let keys: CommitKeys

    /// When the card in use is asked what is connected.
    var probeAt: Instant?
    /// What that probe is for.
    var probeReasons: ProbeReasons = []
    /// When all cards are looked at.
    var searchAt: Instant?
    var searchDelay = RetryDelay()
    var polling = Polling()
    var restarts = SignalRestarts()
    /// Connectors that were seen without the display that they had.
    var vanished: Set<String> = []

    var ladder = RecoveryLadder()
    /// The step to take, and whether the owner has been told: it may block for long.
    var upcoming: (step: RecoveryLadder.Step, isTold: Bool)?
    var troubles = TroubleLog()
    var events: [ScreenEvent] = []
    private var armed: Instant?
    private var isClosed = false

    /// Takes over the console that this program was started on, and looks for a card; finding none is no failure.
    ///
    /// - Parameters:
    ///   - wishes: what the configuration says.
    ///   - inherited: cards that the process before this one had open: what they show stays until the first frame.
    ///   - now: the present.
    /// - Throws: the errno of udev, epoll or a timer: the system cannot be used.
    public convenience init(
        _ wishes: ScreenWishes, inherited: [Descriptor] = [], at now: Instant
    ) throws(SystemError) {
        let cards = InheritedCards(inherited, over: try UdevCards())
        try self.init(
            OutputPlan.Wishes(output: wishes.output, mode: wishes.mode, modesetting: wishes.modesetting),
            source: cards, at: now)
        cards.closeRest()
        if let console = Console() { use(console) }
    }

    init(_ wishes: OutputPlan.Wishes, source: any CardSource, at now: Instant) throws(SystemError) {
        self.wishes = wishes
        self.source = source
        keys = CommitKeys(from: now)
        poller = try Poller()
        timer = try TimerDescriptor()
        try poller.watch(timer.descriptor.number, for: .readable, key: Key.timer)
        try poller.watch(source.descriptor.number, for: .readable, key: Key.cards)
        search(at: now)
        // What was found is the beginning, not a change.
        events.removeAll { if case .outputChanged = $0 { true } else { false } }
        planLook(at: now)
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
        planLook(at: now)
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
        guard let live else { return false }
        return power == .off ? live.isDark : live.isShowingLastFrame()
    }

    public func putBack(at now: Instant) {
        guard !isAway, power != .off, let output, let happenings = live?.reclaim(at: now) else { return }
        say("'\(output.name)' does not show the picture any more; putting it back", at: now)
        take(happenings, at: now)
        planLook(at: now)
        armTimer()
    }

    public func close() {
        isClosed = true
        if power != .on {
            // Whoever comes next expects a light.
            (power, isLightDue) = (.on, true)
            switchLight(at: Instant(nanoseconds: 0))
        }
        live = nil
        retired = nil
        closeCard()
        output = nil
        probeAt = nil
        searchAt = nil
        upcoming = nil
        events = []
        armTimer()
        console = nil
    }

    // MARK: Dispatch

    public func dispatch(at now: Instant) -> [ScreenEvent] {
        guard !isClosed else { return [] }
        for ready in (try? poller.ready()) ?? [] {
            switch ready.key {
            case Key.timer:
                timer.acknowledge()
                armed = nil
            case Key.cards: takeCardChanges(at: now)
            case Key.console: takeConsoleSwitches(at: now)
            default: takeFlips(at: now, isGone: !ready.events.isDisjoint(with: .closed))
            }
        }
        takeStep(at: now)
        if let live { take(live.advance(to: now), at: now) }
        if isAway { forgetPlans() }
        if let at = searchAt, at <= now { search(at: now) }
        if let at = probeAt, at <= now { probe(at: now) }
        if !isAway { planLook(at: now) }
        let told = events
        events = []
        upcoming?.isTold = true
        armTimer()
        return told
    }

    /// Tells a trouble, unless it is known.
    ///
    /// - Parameters:
    ///   - text: what it is, and what is done about it.
    ///   - detail: what is another each time.
    ///   - isOverWithAFlip: that a frame is on the glass means that it is over.
    ///   - now: the present.
    func say(_ text: String, detail: String = "", isOverWithAFlip: Bool = true, at now: Instant) {
        guard troubles.isNews(text, isOverWithAFlip: isOverWithAFlip, at: now) else { return }
        events.append(.trouble(text + detail))
    }

    // MARK: Timer

    /// When `dispatch` has something to do, whatever the descriptors say.
    var nextDeadline: Instant? {
        if !events.isEmpty || upcoming != nil { return Instant(nanoseconds: 0) }
        return [live?.nextDeadline(), probeAt, searchAt].compactMap(\.self).min()
    }

    func armTimer() {
        let deadline = nextDeadline
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
