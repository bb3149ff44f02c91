internal import Compositor
internal import Signage

/// One output of a card: its buffers, its pace, and the state machine of its commits.
///
/// One commit is in flight at most. Whatever fails is answered by one of three things: the same commit again later,
/// the whole state again, or a word to the owner, who has the card, the connectors and the ladder of harder measures.
final class KMSOutput {
    /// What the owner must know or do.
    enum Happening {
        /// A frame is on the glass.
        case flipped(Pace.Flip, sequence: UInt32)
        /// The rate limit is over.
        case rested
        /// Vblank numbers start anew.
        case interrupted
        /// To be logged; the detail is another each time.
        case trouble(String, detail: String = "")
        /// This program is the card's master again: probe it and call `putWholeState`.
        case masterRegained
        /// Open the card anew.
        case cardLost(String)
        /// Frames do not reach the glass: take the next step of the ladder, `startAnew` first.
        case stuck(String)
        /// The card does not take this mode: choose another.
        case modeRefused(KMSError)
    }

    enum State {
        /// Nothing of ours is on the glass: the next frame brings the whole state.
        case dark
        /// Our last frame is on the glass.
        case shown
        /// A commit awaits its flip: no other is made before.
        case flipping(key: UInt64, committed: Instant)
        /// A buffer is drawn, its commit must be made again.
        case waiting(Retry)
    }

    struct Retry {
        var buffer: Int
        var until: Instant
        /// The whole state, not just a flip.
        var isWhole: Bool
        var isMasterLost = false
        /// When it was tried first.
        var since: Instant
    }

    /// The kernel itself waits 10 s for a flip before it gives up.
    static let longestFlip = Duration.seconds(11)

    var plan: OutputPlan
    var period: Duration { pace.period }
    /// Whether a frame is on its way.
    var isBusy: Bool {
        switch state {
        case .dark, .shown: false
        case .flipping, .waiting: true
        }
    }
    var isReady: Bool { !isOff && !isBusy && restUntil == nil }
    /// Whether another program has the card.
    var isHeld: Bool {
        if case .waiting(let retry) = state { retry.isMasterLost } else { false }
    }
    /// Whether anything of it is, or may be, on the glass.
    var hasCommitted: Bool { buffers.shown != nil || buffers.pending != nil }

    let device: any KMSDevice
    let compositor: Compositor
    var card: CardSnapshot
    let mode: PropertyBlob
    var buffers: FrameBuffers
    var pace: Pace
    var state = State.dark
    var restUntil: Instant?
    var retryDelay = RetryDelay()
    /// There is to be no signal: what would put the whole state stops it.
    var isOff = false
    /// The signal is stopped before the next whole state.
    var needsSignalOff = false
    /// The whole state is put once the pending flip has come.
    var isWholeDue = false
    let keys: CommitKeys
    var happenings: [Happening] = []

    /// Allocates the buffers of an output; nothing is shown yet.
    ///
    /// - Parameters:
    ///   - device: the card.
    ///   - card: what it said.
    ///   - plan: what to show on.
    ///   - compositor: draws.
    ///   - keys: numbers the commits.
    ///   - now: the present.
    /// - Throws: ENOMEM where memory for two buffers is short; any errno of the calls.
    init(
        _ device: any KMSDevice, _ card: CardSnapshot, _ plan: OutputPlan, compositor: Compositor,
        keys: CommitKeys, at now: Instant
    ) throws(KMSError) {
        self.device = device
        self.card = card
        self.plan = plan
        self.compositor = compositor
        self.keys = keys
        mode = try PropertyBlob(device, plan.choice.mode.timings)
        var memory: [any FrameBuffer] = []
        for _ in 0..<FrameBuffers.count { memory.append(try device.makeBuffer(size: plan.choice.mode.size)) }
        buffers = FrameBuffers(memory)
        pace = Pace(refreshMillihertz: plan.choice.mode.refreshMillihertz, at: now)
    }

    // MARK: Frames

    func nextVblank(after now: Instant) -> Instant { pace.nextVblank(after: now) }

    /// Draws and commits a frame. Not taken unless `isReady`.
    func present(_ frame: Frame, at now: Instant) -> [Happening] {
        guard isReady, let drawn = buffers.draw(frame, with: compositor) else { return [] }
        if case .dark = state {
            commitWhole(drawn.index, since: now, at: now)
        } else {
            commitFlip(to: drawn.index, damage: drawn.damage, since: now, at: now)
        }
        return takeHappenings()
    }

    /// A flip event came; one of an earlier commit, or of another CRTC, is passed over.
    func handle(_ event: FlipEvent, at now: Instant) -> [Happening] {
        guard case .flipping(let key, _) = state, event.key == key,
            event.crtc == 0 || event.crtc == plan.crtc.id
        else { return [] }
        buffers.flipped()
        state = .shown
        retryDelay.reset()
        // Some drivers leave the time out; none can know the future.
        let time = event.time.nanoseconds > 0 ? min(event.time, now) : now
        let flip = pace.flipped(at: time, sequence: event.sequence)
        restUntil = flip.restUntil.flatMap { $0 > now ? $0 : nil }
        happenings.append(.flipped(flip, sequence: event.sequence))
        if isOff {
            restUntil = nil
            commitOff(since: now, at: now)
        } else if isWholeDue, let shown = buffers.shown {
            commitWhole(shown, since: now, at: now)
        }
        return takeHappenings()
    }

    /// When `advance` has something to do.
    func nextDeadline() -> Instant? {
        switch state {
        case .flipping(_, let committed): committed + Self.longestFlip
        case .waiting(let retry): retry.until
        case .dark, .shown: restUntil
        }
    }

    /// Does what is due.
    func advance(to now: Instant) -> [Happening] {
        if let until = restUntil, until <= now {
            restUntil = nil
            happenings.append(.rested)
        }
        switch state {
        case .flipping(_, let committed) where committed + Self.longestFlip <= now:
            happenings.append(.stuck("'\(plan.connector.name)' did not flip within 11 s"))
        case .waiting(let retry) where retry.until <= now: tryAgain(retry, at: now)
        default: break
        }
        return takeHappenings()
    }

    /// The buffer that holds the newest frame.
    var newestBuffer: Int? {
        if case .waiting(let retry) = state { return retry.buffer }
        return buffers.pending ?? buffers.shown
    }

    func framebuffer(_ index: Int) -> UInt32 {
        (buffers.buffers[index] as? any ScanoutBuffer)?.framebuffer ?? 0
    }

    func takeHappenings() -> [Happening] {
        defer { happenings = [] }
        return happenings
    }
}
