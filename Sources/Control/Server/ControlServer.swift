public import SystemCalls

/// The daemon's side of the control interface: Varlink over a local stream socket, for many clients, never blocking.
///
/// One descriptor tells when there is something to do, `dispatch` does it and hands out what the daemon must answer.
/// Times are CLOCK_MONOTONIC in nanoseconds. Nothing a client sends, or does not read, can stop the daemon: requests,
/// queues, clients and waiting times are bounded.
public final class ControlServer {
    /// The most clients at once; one more gets the error `TooManyClients`.
    public static let mostClients = 64
    /// The longest request, bytes without its NUL.
    public static let longestRequest = MessageBuffer.longestMessage
    /// How many bytes of events may wait for a client; one that reads slower is dropped.
    public static let longestQueue = 1 << 20
    /// Nanoseconds until a client is dropped that does not read its answer, or does not finish its request.
    public static let longestStall: Int64 = 10_000_000_000
    /// Nanoseconds until a screenshot must have been read.
    public static let longestScreenshot: Int64 = 60_000_000_000
    /// The most screenshots on their way at once; one more gets the error `Busy`.
    public static let mostScreenshots = 2
    /// A client's next request is taken when fewer bytes than this wait for it.
    static let lowWater = 65536
    /// Requests of one client taken in one turn.
    static let requestsPerTurn = 32
    /// Connections accepted in one turn.
    private static let acceptsPerTurn = 16
    /// Nanoseconds in which a client that has come, or asked, is not dropped for another: time to say what it wants,
    /// which it mostly has done while it waited in line.
    public static let grace: Int64 = 20_000_000
    /// Nanoseconds without accepting after the process ran out of descriptors.
    private static let acceptPause: Int64 = 1_000_000_000

    private static let listenerKey: UInt64 = 0
    private static let timerKey: UInt64 = 1

    private let poller: Poller
    private let timer: TimerDescriptor
    private let listener: Descriptor
    private let info: ServiceInfo
    private var connections: [UInt64: Connection] = [:]
    /// The connection that waits for a call's answer.
    private var awaited: [UInt64: UInt64] = [:]
    private var nextKey: UInt64 = 2
    private var nextCall: UInt64 = 1
    private var monitors: Set<UInt64> = []
    private var acceptsFrom: Int64?
    private var armed: Int64?
    private var room = [UInt8](repeating: 0, count: 65536)

    /// Serves a listening socket: one of `listen`, or one inherited from systemd.
    ///
    /// - Parameters:
    ///   - listening: a local stream socket that listens.
    ///   - version: the product's, as `GetInfo` tells it.
    /// - Throws: the errno of what could not be set up.
    public init(listening: Descriptor, version: String) throws(SystemError) {
        let poller = try Poller()
        let timer = try TimerDescriptor()
        try listening.setNonBlocking()
        try poller.watch(listening.number, for: .readable, key: Self.listenerKey)
        try poller.watch(timer.descriptor.number, for: .readable, key: Self.timerKey)
        self.poller = poller
        self.timer = timer
        listener = listening
        info = ServiceInfo(version: version)
    }

    /// Readable when `dispatch` has something to do, time-outs included.
    public var descriptor: Descriptor { poller.descriptor }

    /// How many clients are connected.
    public var clientCount: Int { connections.count }

    /// Whether somebody listens to events.
    public var hasMonitors: Bool { !monitors.isEmpty }

    /// Whether a client still waits for the answer to a call; false once it is gone, and for calls without answer.
    public func isAwaited(_ call: UInt64) -> Bool { awaited[call] != nil }

    /// Takes what has happened on the sockets; time-outs included.
    ///
    /// - Returns: the calls to be answered by `reply`, in order.
    public func dispatch(at now: Int64) -> [ControlCall] {
        var calls: [ControlCall] = []
        for (key, events) in (try? poller.ready()) ?? [] {
            switch key {
            case Self.listenerKey: accept(at: now)
            case Self.timerKey:
                timer.acknowledge()
                armed = nil
            default: serve(key, events, at: now, &calls)
            }
        }
        return calls + advance(to: now)
    }

    /// Meets time-outs and takes requests that have waited for an answer to the one before.
    ///
    /// - Returns: the calls to be answered by `reply`, in order.
    public func advance(to now: Int64) -> [ControlCall] {
        var calls: [ControlCall] = []
        if let from = acceptsFrom, from <= now {
            acceptsFrom = nil
            try? poller.watch(listener.number, for: .readable, key: Self.listenerKey)
        }
        for connection in connections.values.sorted(by: { $0.key < $1.key }) {
            if let deadline = connection.deadline, deadline <= now {
                drop(connection)
            } else if connection.hasBacklog {
                takeRequests(of: connection, at: now, &calls)
                settle(connection)
            }
        }
        arm()
        return calls
    }

    /// When `advance` must be called next; nil: nothing will happen by itself. The descriptor becomes readable then.
    public func nextDeadline() -> Int64? {
        var moments = connections.values.compactMap { $0.hasBacklog ? 0 : $0.deadline }
        if let acceptsFrom { moments.append(acceptsFrom) }
        return moments.min()
    }

    /// Answers a call; without effect when the client is gone, or asked for no answer.
    public func reply(to call: UInt64, _ reply: ControlReply, at now: Int64) {
        guard let key = awaited.removeValue(forKey: call), let connection = connections[key] else { return }
        connection.occupation = .nothing
        switch reply {
        case .done(let waited):
            connection.send(ReplyMessage.success(DoneParameters(waitedMilliseconds: waited)), at: now)
        case .status(let report):
            connection.send(ReplyMessage.success(report.bounded()), at: now)
        case .history(let generations):
            connection.send(ReplyMessage.success(HistoryParameters(generations: generations)), at: now)
        case .schedule(let report):
            connection.send(ReplyMessage.success(report), at: now)
        case .outputs(let reports):
            connection.send(ReplyMessage.success(OutputsParameters(outputs: reports)), at: now)
        case .reloaded(let report) where !report.accepted:
            let refusal = ControlError.playlistRefused(
                summary: report.summary, diagnostics: report.diagnostics)
            connection.send(ReplyMessage.failure(refusal.bounded()), at: now)
        case .reloaded(let report):
            connection.send(ReplyMessage.success(report.bounded()), at: now)
        case .configured(let report):
            connection.send(ReplyMessage.success(report.bounded()), at: now)
        case .configuration(let text):
            connection.send(ReplyMessage.success(ConfigurationParameters(text: text)), at: now)
        case .screenshot(let screenshot):
            connection.occupation = .screenshot(ScreenshotStream(screenshot), since: now)
            connection.flush(at: now)
        case .error(let error):
            connection.send(ReplyMessage.failure(error.bounded()), at: now)
        }
        settle(connection)
        arm()
    }

    /// Grants a `Push` and lets go of its connection, which from now on is the caller's.
    ///
    /// - Returns: the connection and what was read from it after the request; nil when the client is gone.
    public func handOver(_ call: UInt64, at now: Int64) -> (connection: Descriptor, read: [UInt8])? {
        guard let key = awaited[call], let connection = connections[key] else { return nil }
        connection.send(ReplyMessage.success(NoParameters()), at: now)
        let rest = connection.takeRest()
        let isSent = !connection.isBroken && connection.output.isEmpty
        drop(connection, isHandedOver: isSent)
        arm()
        return isSent ? (connection.socket, rest) : nil
    }

    /// Tells an event to every client that listens; one whose queue is full is dropped.
    ///
    /// - Parameters:
    ///   - event: its times are set here.
    ///   - now: the event's monotonic time.
    public func publish(_ event: MonitorEvent, at now: Int64) {
        guard !monitors.isEmpty else { return }
        let message = ReplyMessage.success(event.stamped(at: now), continues: true)
        for key in monitors.sorted() {
            guard let connection = connections[key] else { continue }
            if connection.output.count + message.count > Self.longestQueue {
                drop(connection)
            } else {
                connection.send(message, at: now)
                settle(connection)
            }
        }
        arm()
    }

    // MARK: - Clients

    private func accept(at now: Int64) {
        for _ in 0..<Self.acceptsPerTurn {
            let victim = connections.count >= Self.mostClients ? self.victim : nil
            if let victim, victim.lastRequest + Self.grace > now {
                return stopAccepting(until: victim.lastRequest + Self.grace)
            }
            do throws(SystemError) {
                guard let socket = try listener.accepted() else { return }
                let connection = Connection(key: nextKey, socket: socket, peer: try socket.peer(), at: now)
                nextKey += 1
                if let victim { drop(victim) }
                if connections.count >= Self.mostClients {
                    connection.send(ReplyMessage.failure(.tooManyClients(limit: Self.mostClients)), at: now)
                } else {
                    connections[connection.key] = connection
                    settle(connection)
                }
            } catch {
                // Out of descriptors or memory.
                return stopAccepting(until: now + Self.acceptPause)
            }
        }
    }

    /// Leaves new connections in the socket's own queue for some time.
    private func stopAccepting(until moment: Int64) {
        acceptsFrom = moment
        try? poller.watch(listener.number, for: [], key: Self.listenerKey)
    }

    /// Who is dropped so that another can come in: one of the user who has the most, the longest without a request, and
    /// rather one that waits for nothing than one that listens to events. None that waits for an answer.
    private var victim: Connection? {
        var counts: [UInt32: Int] = [:]
        for connection in connections.values { counts[connection.peer.uid, default: 0] += 1 }
        func rank(_ connection: Connection) -> (Int, Int, Int64, UInt64) {
            let isListening = if case .events = connection.occupation { 1 } else { 0 }
            return (
                -counts[connection.peer.uid, default: 0], isListening, connection.lastRequest, connection.key
            )
        }
        return connections.values.filter(\.isExpendable).min { rank($0) < rank($1) }
    }

    private func serve(_ key: UInt64, _ events: Poller.Interest, at now: Int64, _ calls: inout [ControlCall])
    {
        guard let connection = connections[key] else { return }
        let isGone = !events.isDisjoint(with: .closed)
        room.withUnsafeMutableBytes { bytes in
            if isGone {
                connection.hangUp(bytes, at: now)
            } else if events.contains(.readable) {
                connection.receive(bytes, at: now)
            }
        }
        if events.contains(.writable) && !isGone { connection.flush(at: now) }
        takeRequests(of: connection, at: now, &calls)
        if isGone && !connection.hasBacklog {
            drop(connection)
        } else {
            settle(connection)
        }
    }

    private func takeRequests(of connection: Connection, at now: Int64, _ calls: inout [ControlCall]) {
        var taken = 0
        while connection.isReadyForRequest, taken < Self.requestsPerTurn {
            if connection.input.isTooLong {
                connection.send(ReplyMessage.failure(.messageTooLarge(limit: Self.longestRequest)), at: now)
                connection.isClosing = true
                return
            }
            guard let bytes = connection.nextMessage(at: now) else { return }
            taken += 1
            take(bytes, of: connection, at: now, &calls)
        }
    }

    private func take(
        _ bytes: [UInt8], of connection: Connection, at now: Int64, _ calls: inout [ControlCall]
    ) {
        guard let request = RequestMessage(bytes) else {
            connection.send(ReplyMessage.failure(.malformedMessage), at: now)
            connection.isClosing = true
            return
        }
        func answer(_ message: @autoclosure () -> [UInt8]) {
            if !request.oneway { connection.send(message(), at: now) }
        }
        switch request.demand {
        case .information:
            answer(ReplyMessage.success(info))
        case .description(ControlInterface.name):
            answer(ReplyMessage.success(InterfaceDescription(description: ControlInterface.description)))
        case .description(ServiceInterface.name):
            answer(ReplyMessage.success(InterfaceDescription(description: ServiceInterface.description)))
        case .description(let other):
            answer(ReplyMessage.failure(.interfaceNotFound(other)))
        case .refused(let error):
            answer(ReplyMessage.failure(error))
        case .control(.monitor):
            connection.occupation = .events
            monitors.insert(connection.key)
            answer(ReplyMessage.success(MonitorEvent(.subscribed).stamped(at: now), continues: true))
        case .control(.screenshot) where screenshotCount >= Self.mostScreenshots:
            answer(ReplyMessage.failure(.busy))
        case .control(let control):
            let call = nextCall
            nextCall += 1
            if !request.oneway {
                connection.occupation = .answer(call: call, isScreenshot: control == .screenshot)
                awaited[call] = connection.key
            }
            calls.append(ControlCall(id: call, request: control, peer: connection.peer))
        }
    }

    /// Screenshots asked for or on their way.
    private var screenshotCount: Int {
        connections.values.count { connection in
            switch connection.occupation {
            case .screenshot, .answer(_, isScreenshot: true): true
            default: false
            }
        }
    }

    /// Closes a client that is done with, or tells the poller what it waits for.
    private func settle(_ connection: Connection) {
        if !connection.isOver { connection.watch(with: poller) }
        if connection.isOver { drop(connection) }
    }

    private func drop(_ connection: Connection, isHandedOver: Bool = false) {
        if case .answer(let call, _) = connection.occupation { awaited[call] = nil }
        monitors.remove(connection.key)
        connections[connection.key] = nil
        connection.close(with: poller, isHandedOver: isHandedOver)
    }

    private func arm() {
        let deadline = nextDeadline()
        guard deadline != armed else { return }
        try? timer.arm(atNanoseconds: deadline)
        armed = deadline
    }
}
