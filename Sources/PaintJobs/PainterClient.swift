public import Signage
public import SystemCalls
internal import Wire

/// Starts the painter when there is something to paint, hands it one job at a time, and outlives whatever it does.
///
/// The painter is a process that may crash, hang, lie or be killed at any moment: every such end is the outcome of the
/// job under way, and the next job starts another. It gets its memory from here, sized and sealed, so that nothing it
/// does with its descriptors can make a mapping of ours fault. Nothing here waits; times come in as arguments.
public final class PainterClient {
    /// A job that takes longer is ended.
    public static let jobLimit: Duration = .seconds(20)
    /// After this long without a job the painter leaves.
    public static let idleLimit: Duration = .seconds(10)
    /// What a painter may use: a picture that needs more memory fails, not the board. Threads are limited by the
    /// address space, of which each takes 8 MiB; RLIMIT_NPROC would count what else the user runs.
    public static let limits = HelperLimits(
        addressSpace: 1 << 30, openFiles: 64, mayWriteFiles: false)
    /// Seconds of the processor, of all threads together, for one job: more than all processors can give within
    /// `jobLimit`, as that is what is meant to end a job, and this holds while nobody looks.
    static func processorSeconds(processors: Int) -> Int {
        Int(jobLimit.components.seconds) * processors + 10
    }
    /// How long a painter may take to be gone, before it is killed (again).
    static let leavingLimit: Duration = .seconds(2)

    /// What the painter is doing, for an operator.
    public enum State: String, Sendable {
        /// Nothing to do; there may be no process.
        case resting
        case painting
        /// A job waits for the painter to be started again, after it died several times in a row.
        case restarting
    }

    private enum Step {
        /// Until the painter may be started again.
        case waiting(until: Instant)
        /// The memory it writes to, and when it is ended.
        case painting(MemoryFile?, limit: Instant)
    }

    private let executable: String
    private let poller: Poller
    private var painter: HelperConnection?
    /// Painters asked to leave or killed and not gone yet, and when they are killed (again).
    private var leaving: [(painter: HelperConnection, killAt: Instant)] = []
    private var current: (job: PaintJob, step: Step)?
    private var delay = RestartDelay()
    private var idleSince: Instant?
    private var startedCount: UInt64 = 0
    /// Whether `painter` has said that it is ready: what goes wrong before is not the fault of a picture.
    private var hasGreeted = false
    private var toldUnconfined = false
    /// Events that came about in `submit`, to be told at the next call.
    private var untold: [PainterEvent] = []
    private var untoldSince = Instant(nanoseconds: 0)

    /// How often the painter died or took too long, since the start.
    public private(set) var failures = 0

    /// A client at rest: nothing is started before the first job.
    ///
    /// - Parameter executable: path of `signage-painter`.
    /// - Throws: epoll_create1's errno.
    public init(executable: String) throws(SystemError) {
        self.executable = executable
        poller = try Poller()
    }

    /// Readable when `dispatch` has something to do.
    public var descriptor: Descriptor { poller.descriptor }

    /// Whether a job is under way or waits; there is one at a time.
    public var isBusy: Bool { current != nil }

    /// What the painter is doing.
    public var state: State {
        switch current?.step {
        case nil: .resting
        case .painting: .painting
        case .waiting: .restarting
        }
    }

    /// Takes a job; its outcome comes as an event, also when the painter cannot be started.
    ///
    /// - Parameters:
    ///   - job: at most one at a time: not while `isBusy`.
    ///   - now: the present.
    public func submit(_ job: PaintJob, at now: Instant) {
        precondition(current == nil, "the painter does one job at a time")
        idleSince = nil
        if let start = delay.start(at: now) {
            current = (job, .waiting(until: start))
        } else {
            send(job, at: now)
        }
    }

    /// Ends the job under way at once; no outcome follows. Nothing when there is none.
    public func abandon(at now: Instant) {
        guard let (_, step) = current else { return }
        current = nil
        if case .painting = step { retirePainter(at: now, killed: true) }
    }

    /// Handles what the painter has sent, and its end.
    public func dispatch(at now: Instant) -> [PainterEvent] {
        var events = takeUntold()
        for (key, _) in (try? poller.ready()) ?? [] {
            if let painter, key == painter.socketKey || key == painter.processKey {
                // Look for its end first, and take its last words before that counts.
                let ending = painter.process.ending()
                events += receive(from: painter, at: now)
                if let ending { events += lost(painter, ending, at: now) }
            } else if let index = leaving.firstIndex(where: { $0.painter.processKey == key }),
                leaving[index].painter.process.ending() != nil
            {
                leaving[index].painter.unwatch()
                leaving.remove(at: index)
            }
        }
        return events
    }

    /// When `advance` must be called next; nil: only the painter can make something happen.
    public func nextDeadline() -> Instant? {
        var deadlines = leaving.map(\.killAt)
        if !untold.isEmpty { deadlines.append(untoldSince) }
        switch current?.step {
        case .waiting(let start): deadlines.append(start)
        case .painting(_, let limit): deadlines.append(limit)
        case nil: break
        }
        if let idleSince { deadlines.append(idleSince + Self.idleLimit) }
        return deadlines.min()
    }

    /// Meets every deadline up to `now`: a job that took too long, a start that was put off, a painter without work.
    public func advance(to now: Instant) -> [PainterEvent] {
        switch current {
        case (let job, .waiting(let start))? where start <= now: send(job, at: now)
        case (_, .painting(_, let limit))? where limit <= now:
            let seconds = Self.jobLimit.components.seconds
            finishUntold(
                hasGreeted
                    ? .crashed("painting it took longer than \(seconds) s")
                    : .postponed("the painter was not ready after \(seconds) s"), at: now)
            painterFailed(at: now)
        default: break
        }
        if let since = idleSince, since + Self.idleLimit <= now { retirePainter(at: now, killed: false) }
        for index in leaving.indices where leaving[index].killAt <= now {
            leaving[index].painter.kill()
            leaving[index].killAt = now + Self.leavingLimit
        }
        return takeUntold()
    }

    /// Ends the painter; a job under way has no outcome. The client may be used again.
    public func close() {
        current = nil
        untold = []
        idleSince = nil
        painter = nil
        leaving = []
    }

    // MARK: - To the painter

    /// Hands a job to the painter, a new one if need be.
    private func send(_ job: PaintJob, at now: Instant) {
        let parcel: JobParcel
        do throws(JobParcel.Refusal) {
            parcel = try JobParcel(job)
        } catch {
            current = nil
            if painter != nil { idleSince = now }
            return tell(.finished(number: job.number, error.outcome), at: now)
        }
        current = (job, .painting(parcel.memory, limit: now + Self.jobLimit))
        if let painter, !painter.deliver(parcel.message, parcel.descriptors) {
            // It died at rest and that was not noticed yet: not this job's fault.
            tell(.died(description: "the painter was gone when it was needed"), at: now)
            painterFailed(at: now)
        }
        if painter == nil { startPainter(with: parcel, at: now) }
        // Fails only when it is gone already, which is noticed elsewhere.
        try? painter?.process.allowProcessorTime(
            seconds: Self.processorSeconds(processors: HelperProcess.processors))
    }

    private func startPainter(with parcel: JobParcel, at now: Instant) {
        startedCount += 1
        hasGreeted = false
        do throws(SystemError) {
            painter = try HelperConnection(
                running: executable, count: startedCount, poller: poller, message: parcel.message,
                descriptors: parcel.descriptors, limits: Self.limits)
        } catch {
            finishUntold(.postponed("the painter cannot be started: \(error)"), at: now)
            painterFailed(at: now)
        }
    }

    // MARK: - From the painter

    /// Takes what the painter has sent.
    private func receive(from painter: HelperConnection, at now: Instant) -> [PainterEvent] {
        var events: [PainterEvent] = []
        while painter === self.painter, let socket = painter.socket {
            do {
                switch try socket.receive(limit: ReplyMessage.limit) {
                case .nothingYet: return events
                case .closed:
                    // It is ending, and how is told by its process; one that only pretends is helped.
                    painter.kill()
                case .message(let bytes, _):
                    if let errno = HelperProcess.startFailure(in: bytes) {
                        let error = SystemError("exec", executable, errno: errno)
                        return giveUp(
                            PaintOutcome.postponed, "the painter cannot be started: \(error)", at: now)
                    }
                    if !hasGreeted {
                        events += try greeted(GreetingMessage(encoded: bytes))
                        continue
                    }
                    guard let (job, step) = current, case .painting(let memory, _) = step else {
                        return giveUp(
                            PaintOutcome.crashed, "the painter answered without being asked", at: now)
                    }
                    let outcome = try ReplyMessage(encoded: bytes).outcome(of: job, memory: memory)
                    delay.worked()
                    current = nil
                    idleSince = now
                    return events + [.finished(number: job.number, outcome)]
                }
            } catch {
                return events
                    + giveUp(
                        hasGreeted ? PaintOutcome.crashed : PaintOutcome.postponed,
                        "the painter's answer makes no sense: \(error)", at: now)
            }
        }
        return events
    }

    /// The painter is ready.
    private func greeted(_ greeting: GreetingMessage) -> [PainterEvent] {
        hasGreeted = true
        guard !greeting.filesAreConfined, !toldUnconfined else { return [] }
        toldUnconfined = true
        return [.filesUnconfined]
    }

    /// The painter has ended by itself.
    private func lost(_ painter: HelperConnection, _ ending: HelperProcess.Ending, at now: Instant)
        -> [PainterEvent]
    {
        painter.unwatch()
        guard painter === self.painter else {
            leaving.removeAll { $0.painter === painter }
            return []
        }
        self.painter = nil
        if !hasGreeted {
            return giveUp(PaintOutcome.postponed, "the painter does not start: it \(ending)", at: now)
        }
        return giveUp(
            PaintOutcome.crashed, current == nil ? "the painter \(ending)" : ending.whilePainting, at: now)
    }

    /// The painter is of no more use: ends it, and the job under way with it.
    private func giveUp(_ outcome: (String) -> PaintOutcome, _ reason: String, at now: Instant)
        -> [PainterEvent]
    {
        let job = current?.job
        current = nil
        painterFailed(at: now)
        return [
            job.map { .finished(number: $0.number, outcome(reason)) } ?? .died(description: reason)
        ]
    }

    // MARK: - Its end

    private func painterFailed(at now: Instant) {
        failures += 1
        delay.died(at: now)
        retirePainter(at: now, killed: true)
    }

    /// Parts with the painter: it leaves by itself, or is killed.
    private func retirePainter(at now: Instant, killed: Bool) {
        idleSince = nil
        guard let old = painter else { return }
        painter = nil
        if killed { old.kill() } else { old.hangUp() }
        leaving.append((old, now + Self.leavingLimit))
    }

    // MARK: - Told later

    private func finishUntold(_ outcome: PaintOutcome, at now: Instant) {
        guard let (job, _) = current else { return }
        current = nil
        tell(.finished(number: job.number, outcome), at: now)
    }

    private func tell(_ event: PainterEvent, at now: Instant) {
        if untold.isEmpty { untoldSince = now }
        untold.append(event)
    }

    private func takeUntold() -> [PainterEvent] {
        defer { untold = [] }
        return untold
    }
}
