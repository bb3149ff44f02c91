public import Signage
public import SystemCalls
internal import Wire

/// What the store tells.
public enum StoreEvent {
    /// A job is done, or cannot be.
    case finished(number: UInt64, StoreOutcome)
    /// A push has put a generation in place, and waits for `StoreClient.answer`.
    case installed(push: UInt64, Content)
    /// A push is over, in whatever way; its outcome, if it had one, came before.
    case pushEnded(push: UInt64)
    /// Something that an operator may want to know.
    case trouble(String)
}

/// Starts `signage-store` when there is something to read or to write, and never waits for it.
///
/// One process does the jobs one after the other; each push has a process of its own, so that a slow client holds
/// nobody up. A store that dies costs the job under way. Nothing here waits; times come in as arguments.
public final class StoreClient {
    /// A job that takes longer is ended: a disk that does not answer. Large contents are hashed before they are opened.
    public static let jobLimit: Duration = .seconds(180)
    /// After this long without a job the store leaves.
    public static let idleLimit: Duration = .seconds(10)
    /// A push that takes longer is ended.
    public static let pushLimit: Duration = .seconds(13 * 3600)
    /// Pushes at the same time; all but one wait for each other.
    public static let mostPushes = 4
    /// Processes asked to leave or killed that may linger; with more the disk is taken for dead.
    static let mostLeaving = 3

    private struct Job {
        var number: UInt64
        var settings: StoreSettings
        var job: StoreJob
    }

    private struct Push {
        var connection: HelperConnection
        var limit: Instant
    }

    private let executable: String
    private let mostJobs: Int
    private let poller: Poller
    private var worker: HelperConnection?
    /// Stores asked to leave or killed and not gone yet.
    private var leaving: [HelperConnection] = []
    private var pushes: [UInt64: Push] = [:]
    private var waiting: [Job] = []
    /// The job that the worker has, and when it is ended.
    private var current: (number: UInt64, limit: Instant)?
    private var delay = RestartDelay()
    private var idleSince: Instant?
    private var startedCount: UInt64 = 0
    private var lastNumber: UInt64
    private var untold: [StoreEvent] = []

    /// A client at rest: nothing is started before the first job.
    ///
    /// - Parameters:
    ///   - executable: path of `signage-store`.
    ///   - firstNumber: of the jobs' numbers, for two clients whose jobs must be told apart.
    ///   - mostJobs: that may wait; one more is refused at once.
    /// - Throws: epoll_create1's errno.
    public init(executable: String, firstNumber: UInt64 = 1, mostJobs: Int = 1000) throws(SystemError) {
        self.executable = executable
        self.mostJobs = mostJobs
        lastNumber = firstNumber - 1
        poller = try Poller()
    }

    /// Readable when `dispatch` has something to do.
    public var descriptor: Descriptor { poller.descriptor }

    /// Processes that are asked to leave or killed, and not gone.
    var leavingCount: Int { leaving.count }

    /// Whether a job is under way or waits.
    public var isBusy: Bool { current != nil || !waiting.isEmpty }

    /// Takes a job; its outcome comes as an event, also when the store cannot be started.
    ///
    /// - Returns: the job's number.
    public func submit(_ job: StoreJob, _ settings: StoreSettings, at now: Instant) -> UInt64 {
        lastNumber += 1
        if waiting.count >= mostJobs {
            untold.append(.finished(number: lastNumber, .late("too many commands wait for the disk")))
        } else {
            waiting.append(Job(number: lastNumber, settings: settings, job: job))
            startNext(at: now)
        }
        return lastNumber
    }

    /// Takes a job back that still waits; nothing when it is under way or done.
    public func cancel(_ number: UInt64) {
        waiting.removeAll { $0.number == number }
    }

    /// Hands a client's connection to a store of its own.
    ///
    /// - Parameters:
    ///   - connection: closed here by the caller's last reference.
    ///   - read: bytes that were read from it already.
    ///   - user: who the client is.
    ///   - settings: as for any job.
    ///   - now: the present.
    /// - Returns: the push's number; nil when as many as may be are under way.
    /// - Throws: the errno of starting the process.
    public func push(
        _ connection: Descriptor, read: [UInt8], user: UInt32, _ settings: StoreSettings, at now: Instant
    ) throws(SystemError) -> UInt64? {
        guard pushes.count < Self.mostPushes else { return nil }
        lastNumber += 1
        let process = try start(
            Job(number: lastNumber, settings: settings, job: .push(connection, read: read, user: user)))
        pushes[lastNumber] = Push(connection: process, limit: now + Self.pushLimit)
        return lastNumber
    }

    /// Tells a push what became of its generation.
    public func answer(push number: UInt64, _ verdict: PushVerdict) {
        guard let push = pushes[number] else { return }
        guard let (message, descriptors) = try? Parcel(number: number, body: verdict.encoded).packed() else {
            return
        }
        // A push that is gone by now needs no answer.
        _ = push.connection.deliver(message, descriptors)
    }

    /// Handles what the stores have sent, and their ends.
    public func dispatch(at now: Instant) -> [StoreEvent] {
        for (key, _) in (try? poller.ready()) ?? [] {
            if let worker, key == worker.socketKey || key == worker.processKey {
                let ending = worker.process.ending()
                receive(from: worker, at: now)
                if let ending, worker === self.worker {
                    lose("signage-store \(ending)", at: now)
                }
            } else if let (number, push) = pushes.first(where: {
                key == $0.value.connection.socketKey || key == $0.value.connection.processKey
            }) {
                let ending = push.connection.process.ending()
                receive(from: push.connection, ofPush: number)
                if ending != nil { endPush(number) }
            } else if let index = leaving.firstIndex(where: { $0.processKey == key }),
                leaving[index].process.ending() != nil
            {
                leaving.remove(at: index).unwatch()
            }
        }
        startNext(at: now)
        return takeUntold()
    }

    /// When `advance` must be called next; nil: only a store can make something happen.
    public func nextDeadline() -> Instant? {
        var deadlines = pushes.values.map(\.limit)
        if !untold.isEmpty { deadlines.append(Instant(nanoseconds: 0)) }
        if let current {
            deadlines.append(current.limit)
        } else if !waiting.isEmpty, let start = delay.start(at: Instant(nanoseconds: 0)) {
            deadlines.append(start)
        }
        if let idleSince { deadlines.append(idleSince + Self.idleLimit) }
        return deadlines.min()
    }

    /// Meets every deadline up to `now`.
    public func advance(to now: Instant) -> [StoreEvent] {
        if let current, current.limit <= now {
            lose("took longer than \(Self.jobLimit.components.seconds) s", isLate: true, at: now)
        }
        for (number, push) in pushes where push.limit <= now { endPush(number) }
        if let since = idleSince, since + Self.idleLimit <= now {
            retireWorker(killed: false)
        }
        startNext(at: now)
        return takeUntold()
    }

    /// Waits for a job's outcome, for a start that has nothing to show before; others' events are kept for later.
    ///
    /// - Returns: nil when it does not come within the time.
    public func outcome(of number: UInt64, within limit: Duration) -> StoreOutcome? {
        let end = Instant(nanoseconds: monotonicNanoseconds()) + limit
        var others: [StoreEvent] = []
        defer { untold = others + untold }
        while true {
            let now = Instant(nanoseconds: monotonicNanoseconds())
            for event in advance(to: now) + dispatch(at: now) {
                if case .finished(number, let outcome) = event { return outcome }
                others.append(event)
            }
            guard now < end else { return nil }
            let next = min(end, nextDeadline() ?? end)
            let wait = max(0, (next - now).nanoseconds / 1_000_000 + 1)
            _ = try? descriptor.wait(for: .readable, milliseconds: CInt(clamping: wait))
        }
    }

    /// Ends all stores; jobs under way have no outcome.
    public func close() {
        waiting = []
        current = nil
        worker = nil
        leaving = []
        pushes = [:]
        idleSince = nil
        untold = []
    }

    // MARK: - To the store

    private func start(_ job: Job) throws(SystemError) -> HelperConnection {
        let (message, descriptors) = try Self.packed(job)
        startedCount += 1
        return try HelperConnection(
            running: executable, count: startedCount, poller: poller, message: message,
            descriptors: descriptors, limits: HelperLimits())
    }

    private static func packed(_ job: Job) throws(SystemError) -> (message: [UInt8], [Descriptor]) {
        let (body, descriptors) = JobMessage(settings: job.settings, job: job.job).encoded
        return try Parcel(number: job.number, body: body, descriptors: descriptors).packed()
    }

    private func startNext(at now: Instant) {
        while current == nil, !waiting.isEmpty, delay.start(at: now) == nil {
            let job = waiting.removeFirst()
            idleSince = nil
            if leaving.count >= Self.mostLeaving {
                untold.append(.finished(number: job.number, .late("the disk does not answer")))
                continue
            }
            do throws(SystemError) {
                if let worker {
                    let (message, descriptors) = try Self.packed(job)
                    if worker.deliver(message, descriptors) {
                        current = (job.number, now + Self.jobLimit)
                        return
                    }
                    // It died at rest: not this job's fault.
                    retireWorker(killed: true)
                }
                worker = try start(job)
                current = (job.number, now + Self.jobLimit)
            } catch {
                delay.died(at: now)
                untold.append(
                    .finished(number: job.number, .lost("signage-store cannot be started: \(error)")))
            }
        }
    }

    // MARK: - From the store

    private func receive(from worker: HelperConnection, at now: Instant) {
        while worker === self.worker, let socket = worker.socket {
            do {
                switch try socket.receive(limit: Parcel.envelopeLimit) {
                case .nothingYet: return
                case .closed: worker.kill()
                case .message(let bytes, let descriptors):
                    if let errno = HelperProcess.startFailure(in: bytes) {
                        let error = SystemError("exec", executable, errno: errno)
                        return lose("signage-store cannot be started: \(error)", at: now)
                    }
                    let parcel = try Parcel(bytes, descriptors)
                    guard let current, parcel.number == current.number else {
                        return lose("signage-store answered without being asked", at: now)
                    }
                    let outcome = try StoreOutcome(parcel.body, parcel.descriptors)
                    self.current = nil
                    delay.worked()
                    idleSince = now
                    untold.append(.finished(number: parcel.number, outcome))
                    // What a long playlist took of memory is given back.
                    if case .loaded = outcome { retireWorker(killed: false) }
                    startNext(at: now)
                }
            } catch {
                return lose("the answer of signage-store makes no sense: \(error)", at: now)
            }
        }
    }

    private func receive(from connection: HelperConnection, ofPush number: UInt64) {
        while pushes[number] != nil, let socket = connection.socket {
            do {
                switch try socket.receive(limit: Parcel.envelopeLimit) {
                case .nothingYet: return
                case .closed: return connection.hangUp()
                case .message(let bytes, let descriptors):
                    if let errno = HelperProcess.startFailure(in: bytes) {
                        let error = SystemError("exec", executable, errno: errno)
                        untold.append(.trouble("signage-store cannot be started: \(error)"))
                        return endPush(number)
                    }
                    let parcel = try Parcel(bytes, descriptors)
                    let outcome = try StoreOutcome(parcel.body, parcel.descriptors)
                    if case .loaded(let content) = outcome {
                        untold.append(.installed(push: number, content))
                    } else {
                        untold.append(.finished(number: number, outcome))
                    }
                }
            } catch {
                untold.append(.trouble("the answer of signage-store makes no sense: \(error)"))
                return endPush(number)
            }
        }
    }

    /// The worker is of no more use: ends it, and the job under way with it.
    private func lose(_ reason: String, isLate: Bool = false, at now: Instant) {
        retireWorker(killed: true)
        delay.died(at: now)
        if let current {
            untold.append(.finished(number: current.number, isLate ? .late(reason) : .lost(reason)))
        } else {
            untold.append(.trouble(reason))
        }
        current = nil
    }

    private func retireWorker(killed: Bool) {
        idleSince = nil
        if let worker { retire(worker, killed: killed) }
        worker = nil
    }

    /// Parts with a store: it leaves by itself, or is killed.
    private func retire(_ store: HelperConnection, killed: Bool) {
        if killed { store.kill() } else { store.hangUp() }
        if store.process.ending() == nil { leaving.append(store) } else { store.unwatch() }
    }

    private func endPush(_ number: UInt64) {
        guard let push = pushes.removeValue(forKey: number) else { return }
        retire(push.connection, killed: true)
        untold.append(.pushEnded(push: number))
    }

    private func takeUntold() -> [StoreEvent] {
        defer { untold = [] }
        return untold
    }
}
