internal import Compositor
internal import Signage

/// One output of a card: its buffers, its pace, and the state machine of its commits.
///
/// One commit is in flight at most. Whatever fails is answered by one of three things: the same commit again later,
/// the whole state again, or a word to the owner, who has the card and the connectors.
final class KMSOutput {
    /// What the owner must know or do.
    enum Happening {
        /// A frame is on the glass.
        case flipped(Pace.Flip, sequence: UInt32)
        /// The rate limit is over.
        case rested
        /// Vblank numbers start anew.
        case interrupted
        /// To be logged.
        case trouble(String)
        /// This program is the card's master again: probe it and call `putWholeState`.
        case masterRegained
        /// Open the card anew.
        case cardLost(String)
        /// The card does not take this mode: choose another.
        case modeRefused(KMSError)
    }

    private enum State {
        /// Nothing of ours is on the glass: the next frame brings the whole state.
        case dark
        /// Our last frame is on the glass.
        case shown
        /// A commit awaits its flip.
        case flipping(key: UInt64, committed: Instant)
        /// A buffer is drawn, its commit must be made again.
        case waiting(Retry)
    }

    private struct Retry {
        var buffer: Int
        var until: Instant
        /// The whole state, not just a flip.
        var isWhole: Bool
        var isMasterLost = false
        /// When it was tried first.
        var since: Instant
    }

    /// The kernel itself waits 10 s for a flip before it gives up.
    private static let longestFlip = Duration.seconds(11)

    private(set) var plan: OutputPlan
    var period: Duration { pace.period }
    /// Whether a frame is on its way.
    var isBusy: Bool {
        switch state {
        case .dark, .shown: false
        case .flipping, .waiting: true
        }
    }
    var isReady: Bool { !isBusy && restUntil == nil }

    private let device: any KMSDevice
    private let compositor: Compositor
    private var card: CardSnapshot
    private let mode: PropertyBlob
    private var buffers: FrameBuffers
    private var pace: Pace
    private var state = State.dark
    private var restUntil: Instant?
    private var retryDelay = RetryDelay()
    private var lostFlips = 0
    private var needsSignalOff = false
    private let keys: CommitKeys
    private var happenings: [Happening] = []

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
        lostFlips = 0
        retryDelay.reset()
        // Some drivers leave the time out; none can know the future.
        let time = event.time.nanoseconds > 0 ? min(event.time, now) : now
        let flip = pace.flipped(at: time, sequence: event.sequence)
        restUntil = flip.restUntil.flatMap { $0 > now ? $0 : nil }
        return [.flipped(flip, sequence: event.sequence)]
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
        case .flipping(_, let committed) where committed + Self.longestFlip <= now: flipLost(at: now)
        case .waiting(let retry) where retry.until <= now: tryAgain(retry, at: now)
        default: break
        }
        return takeHappenings()
    }

    // MARK: The whole state

    /// Brings the card into the state that the newest frame belongs to, whatever it is in now.
    ///
    /// - Parameters:
    ///   - card: what the card says now.
    ///   - plan: the same output, as the card describes it now.
    ///   - signalOff: stop the signal first, so that a display that lost it starts anew.
    ///   - now: the present.
    /// - Returns: what came of it.
    func putWholeState(
        _ card: CardSnapshot, _ plan: OutputPlan, signalOff: Bool, at now: Instant
    ) -> [Happening] {
        refresh(card, plan)
        needsSignalOff = needsSignalOff || signalOff
        if let buffer = newestBuffer { commitWhole(buffer, since: now, at: now) }
        return takeHappenings()
    }

    /// Takes what the card says now; nothing is committed.
    func refresh(_ card: CardSnapshot, _ plan: OutputPlan) {
        self.card = card
        self.plan = plan
    }

    /// Turns the output off; what the kernel says to that does not matter.
    func turnOff() {
        try? device.commit(WholeState(card: card, plan: plan).off, .allowModeset, key: 0)
    }

    /// Whether the kernel says that our last frame is scanned out.
    func isShowingLastFrame() -> Bool {
        guard case .shown = state, let shown = buffers.shown,
            let buffer = buffers.buffers[shown] as? any ScanoutBuffer,
            let active = plan.crtc.properties["ACTIVE"], let framebuffer = plan.plane.properties["FB_ID"]
        else { return false }
        do throws(KMSError) {
            let isActive = try device.value(of: active.id, object: plan.crtc.id) == 1
            return try device.value(of: framebuffer.id, object: plan.plane.id) == UInt64(buffer.framebuffer)
                && isActive
        } catch {
            return false
        }
    }

    /// The buffer that holds the newest frame.
    private var newestBuffer: Int? {
        if case .waiting(let retry) = state { return retry.buffer }
        return buffers.pending ?? buffers.shown
    }

    // MARK: Commits

    private func commitFlip(to index: Int, damage: Region?, since: Instant, at now: Instant) {
        var request = AtomicRequest()
        request.set(plan.plane, "FB_ID", UInt64(framebuffer(index)))
        let clips = damage.flatMap(damageBlob)
        if let clips { request.set(plan.plane, "FB_DAMAGE_CLIPS", UInt64(clips.id)) }
        let key = keys.next()
        do throws(KMSError) {
            try device.commit(request, [.nonblocking, .flipEvent], key: key)
            state = .flipping(key: key, committed: now)
            buffers.committed(index)
        } catch {
            react(to: error, Retry(buffer: index, until: now, isWhole: false, since: since), at: now)
        }
    }

    private func commitWhole(_ index: Int, since: Instant, at now: Instant) {
        restUntil = nil
        var failure = KMSError("drmModeAtomicCommit", errno: Self.invalidArgument)
        for isThorough in [true, false] {
            let request = WholeState(card: card, plan: plan).request(
                framebuffer: framebuffer(index), mode: mode.id, thorough: isThorough)
            do throws(KMSError) {
                try commitWhole(request, index, at: now)
                return
            } catch {
                failure = error
                if error.reaction != .unsupported { break }
                if isThorough {
                    happenings.append(.trouble("'\(plan.connector.name)': \(error) for \(request)"))
                }
            }
        }
        react(to: failure, Retry(buffer: index, until: now, isWhole: true, since: since), at: now)
    }

    private func commitWhole(_ request: AtomicRequest, _ index: Int, at now: Instant) throws(KMSError) {
        // Without leave to set modes, if that is enough: then the display does not blink.
        var flags: CommitFlags = [.nonblocking, .flipEvent]
        if needsSignalOff {
            do throws(KMSError) {
                try device.commit(WholeState(card: card, plan: plan).inactive, .allowModeset, key: 0)
            } catch let error where error.reaction == .unsupported {
                // It was off already, or cannot be without more: the whole state follows.
            }
            needsSignalOff = false
            flags.insert(.allowModeset)
        } else {
            do throws(KMSError) {
                try device.commit(request, .testOnly, key: 0)
            } catch let error where error.reaction == .unsupported {
                flags.insert(.allowModeset)
            }
        }
        let key = keys.next()
        try device.commit(request, flags, key: key)
        pace = Pace(refreshMillihertz: plan.choice.mode.refreshMillihertz, at: now)
        happenings.append(.interrupted)
        state = .flipping(key: key, committed: now)
        buffers.committed(index)
    }

    // MARK: Failures

    private func react(to error: KMSError, _ failed: Retry, at now: Instant) {
        var retry = failed
        switch error.reaction {
        case .retryAtNextFlip where now - failed.since < Self.longestFlip:
            // What is in flight sends no event that we know: look again at every vblank.
            retry.until = now + pace.period
            state = .waiting(retry)
        case .retryAtNextFlip:
            happenings.append(
                .trouble("'\(plan.connector.name)' stays busy; stopping its signal and starting anew"))
            needsSignalOff = true
            retry = Retry(buffer: failed.buffer, until: now + retryDelay.next(), isWhole: true, since: now)
            state = .waiting(retry)
        case .masterLost:
            if case .waiting(let before) = state, before.isMasterLost {
            } else {
                happenings.append(
                    .trouble("another program took the card (\(error)); waiting to get it back"))
            }
            retry.isMasterLost = true
            retry.isWhole = true
            retry.until = now + retryDelay.next()
            state = .waiting(retry)
        case .deviceLost:
            happenings.append(.cardLost("\(error)"))
        case .outOfMemory where !failed.isWhole:
            happenings.append(.trouble("'\(plan.connector.name)': \(error); trying again"))
            retry.isWhole = true
            retry.until = now + retryDelay.next()
            state = .waiting(retry)
        case .unsupported where !failed.isWhole:
            happenings.append(
                .trouble("'\(plan.connector.name)' refused a frame (\(error)); putting the whole state"))
            commitWhole(failed.buffer, since: now, at: now)
        case .outOfMemory, .unsupported:
            state = .dark
            happenings.append(.modeRefused(error))
        }
    }

    private func tryAgain(_ retry: Retry, at now: Instant) {
        if retry.isMasterLost {
            do throws(KMSError) {
                try device.becomeMaster()
                happenings.append(.masterRegained)
            } catch {
                if error.reaction == .retryAtNextFlip {
                    var again = retry
                    again.until = now + retryDelay.next()
                    state = .waiting(again)
                } else {
                    // This opening of the card never was master: another one may be.
                    happenings.append(.cardLost("\(error)"))
                }
            }
        } else if retry.isWhole {
            commitWhole(retry.buffer, since: retry.since, at: now)
        } else {
            commitFlip(to: retry.buffer, damage: nil, since: retry.since, at: now)
        }
    }

    private func flipLost(at now: Instant) {
        lostFlips += 1
        guard lostFlips < 2, let buffer = newestBuffer else {
            happenings.append(
                .cardLost("no flip within \(Self.longestFlip.nanoseconds / 1_000_000_000) s, twice"))
            return
        }
        happenings.append(
            .trouble(
                "'\(plan.connector.name)' did not flip within 11 s; stopping its signal and starting anew"))
        needsSignalOff = true
        commitWhole(buffer, since: now, at: now)
    }

    // MARK: Parts

    private func framebuffer(_ index: Int) -> UInt32 {
        (buffers.buffers[index] as? any ScanoutBuffer)?.framebuffer ?? 0
    }

    /// FB_DAMAGE_CLIPS: an array of `struct drm_mode_rect`. Drivers that copy frames to the display copy only these.
    private func damageBlob(_ damage: Region) -> PropertyBlob? {
        guard plan.plane.properties["FB_DAMAGE_CLIPS"] != nil else { return nil }
        let rects = damage.rectangles
        // An empty list would mean everything.
        guard !rects.isEmpty else { return nil }
        let numbers = rects.flatMap { [Int32($0.x), Int32($0.y), Int32($0.maxX), Int32($0.maxY)] }
        return try? PropertyBlob(device, numbers.withUnsafeBytes { Array($0) })
    }

    private func takeHappenings() -> [Happening] {
        defer { happenings = [] }
        return happenings
    }

    private static let invalidArgument: CInt = 22
}
