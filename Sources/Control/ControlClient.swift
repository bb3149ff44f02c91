internal import FoundationEssentials
internal import Glibc
public import SystemCalls

/// The operator's side of the control interface: one connection, one call at a time, waiting for each answer.
public final class ControlClient {
    /// Why there is no answer.
    public enum Failure: Error, Hashable, Sendable {
        /// The daemon cannot be reached; connect's errno says why.
        case unreachable(SystemError)
        /// No answer within so many seconds.
        case timedOut(seconds: Int)
        /// The daemon closed the connection, or has gone.
        case closed
        /// What came is no Varlink reply, or not the one to this call.
        case malformed
        /// The daemon answered with an error.
        case refused(ControlError)
    }

    /// Seconds until an answer must have come, for requests that are not asked to wait.
    public static let patience = 10
    /// Seconds for requests that wait for the painter or for files.
    public static let longPatience = 60

    private let socket: Descriptor
    /// Seconds more until an answer must have come: the connection is not made yet.
    private let extraPatience: Int
    private var input = MessageBuffer()
    private var room = [UInt8](repeating: 0, count: 65536)

    /// Connects to the daemon.
    ///
    /// - Throws: `.unreachable`.
    public init(path: String) throws(Failure) {
        socket = try Self.connection(to: path)
        extraPatience = 0
    }

    /// A connection for whoever speaks to the daemon in another way.
    ///
    /// - Throws: `.unreachable`.
    public static func connection(to path: String) throws(Failure) -> Descriptor {
        do throws(SystemError) {
            return try Descriptor.connecting(to: path, waiting: patience)
        } catch {
            throw .unreachable(error)
        }
    }

    /// Talks over a connection that is there already, for example to a bridge.
    ///
    /// - Parameters:
    ///   - socket: a stream socket, non-blocking.
    ///   - extraPatience: seconds that an answer may take longer, as the way to the daemon is still being made.
    public init(over socket: Descriptor, extraPatience: Int = 0) {
        self.socket = socket
        self.extraPatience = extraPatience
    }

    /// Finds out that there is a service at the other end, `org.varlink.service.GetInfo`; changes nothing there.
    public func greet() throws(Failure) {
        try send(method: ServiceInterface.name + ".GetInfo", RequestParameters(), patience: Self.patience)
        _ = try receive(NoParameters.self, patience: Self.patience)
    }

    /// What is on the screen and how the sign fares.
    public func status() throws(Failure) -> StatusReport {
        try call(.status, as: StatusReport.self)
    }

    /// Asks for something that is answered by being done.
    ///
    /// - Returns: milliseconds it waited for a page to be painted.
    public func perform(_ request: ControlRequest) throws(Failure) -> Int {
        try call(request, as: DoneParameters.self).waitedMilliseconds
    }

    /// Has the files read again.
    ///
    /// - Throws: `.refused(.playlistRefused)` when they cannot be used.
    public func reload() throws(Failure) -> ReloadReport {
        try call(.reload, as: ReloadReport.self)
    }

    /// The connectors.
    public func outputs() throws(Failure) -> [OutputReport] {
        try call(.outputs, as: OutputsParameters.self).outputs
    }

    /// Has a configuration tried: a text, or without one the device's file.
    ///
    /// - Throws: `.refused(.configurationRefused)` when it cannot be used.
    public func configure(
        text: String?, name: String, for length: Duration?
    ) throws(Failure) -> ConfigureReport {
        try call(.configure(text: text, name: name, for: length), as: ConfigureReport.self)
    }

    /// Keeps the configuration that is being tried.
    ///
    /// - Throws: `.refused` when none is, or it cannot be kept.
    public func confirmConfiguration() throws(Failure) -> ConfigureReport {
        try call(.confirmConfiguration, as: ConfigureReport.self)
    }

    /// Takes the configuration back that is being tried.
    ///
    /// - Throws: `.refused` when none is.
    public func revertConfiguration() throws(Failure) -> ConfigureReport {
        try call(.revertConfiguration, as: ConfigureReport.self)
    }

    /// The text of the configuration in force.
    public func configuration() throws(Failure) -> String {
        try call(.showConfiguration, as: ConfigurationParameters.self).text
    }

    /// The generations that are kept, the newest first.
    public func history() throws(Failure) -> [GenerationReport] {
        try call(.history, as: HistoryParameters.self).generations
    }

    /// What shows when.
    ///
    /// - Parameters:
    ///   - time: of the device's clock, as `ControlRequest.schedule` takes it; nil: now.
    ///   - days: how far to look ahead; nil: a week.
    /// - Returns: the changes, from the beginning on.
    /// - Throws: `.refused` when it is no time.
    public func schedule(at time: String?, days: Int?) throws(Failure) -> ScheduleReport {
        try call(.schedule(at: time, days: days), as: ScheduleReport.self)
    }

    /// Plays another generation; nil: the one before the current one.
    ///
    /// - Throws: `.refused` when there is none, or it cannot be used.
    public func rollback(to generation: Int?) throws(Failure) -> ReloadReport {
        try call(.rollback(to: generation), as: ReloadReport.self)
    }

    /// Chooses what plays: "file" or "store".
    ///
    /// - Throws: `.refused` when that cannot be used.
    public func use(source: String) throws(Failure) -> ReloadReport {
        try call(.use(source: source), as: ReloadReport.self)
    }

    /// Turns the connection into a push's: of no more use here afterwards.
    ///
    /// - Returns: the connection, and what was read from it already.
    public func push() throws(Failure) -> (connection: Descriptor, read: [UInt8]) {
        try send(.push, more: false, upgrade: true, patience: Self.patience)
        _ = try receive(NoParameters.self, patience: Self.patience)
        return (socket, input.takeRest())
    }

    /// The frame on the screen.
    ///
    /// - Returns: pixels, and `width · height · 4` bytes: blue, green, red and one that means nothing.
    public func screenshot() throws(Failure) -> (width: Int, height: Int, pixels: [UInt8]) {
        var pixels: [UInt8] = []
        var size: (width: Int, height: Int)?
        try stream(.screenshot, patience: Self.patience, as: ScreenshotParameters.self) {
            part throws(Failure) in
            let bytesPerRow = part.width.multipliedReportingOverflow(by: 4)
            guard part.format == "xrgb8888", part.width >= 0, part.height >= 0, !bytesPerRow.overflow,
                part.width == size?.width ?? part.width, part.height == size?.height ?? part.height,
                let rows = Data(base64Encoded: part.data),
                part.firstRow.multipliedReportingOverflow(by: bytesPerRow.partialValue).partialValue
                    == pixels.count,
                part.rows.multipliedReportingOverflow(by: bytesPerRow.partialValue).partialValue == rows.count
            else { throw .malformed }
            size = (part.width, part.height)
            pixels.append(contentsOf: rows)
            return true
        }
        guard let size, pixels.count == size.height * size.width * 4 else { throw .malformed }
        return (size.width, size.height, pixels)
    }

    /// Listens to events until `each` says false or the daemon has gone; waits for ever.
    public func monitor(_ each: (MonitorEvent) -> Bool) throws(Failure) {
        try stream(.monitor, patience: nil, as: MonitorEvent.self) { event throws(Failure) in each(event) }
    }

    // MARK: - Messages

    private func call<Answer: Decodable>(
        _ request: ControlRequest, as type: Answer.Type
    ) throws(Failure) -> Answer {
        let patience =
            switch request {
            case .status, .outputs, .history, .schedule: Self.patience
            default: Self.longPatience
            }
        try send(request, more: false, patience: patience)
        return try receive(type, patience: patience).parameters
    }

    private func stream<Answer: Decodable>(
        _ request: ControlRequest, patience: Int?, as type: Answer.Type,
        _ each: (Answer) throws(Failure) -> Bool
    ) throws(Failure) {
        try send(request, more: true, patience: patience ?? Self.patience)
        while true {
            let (answer, continues) = try receive(type, patience: patience)
            if try !each(answer) || !continues { return }
        }
    }

    private struct Request: Encodable {
        var method: String
        var more: Bool?
        var upgrade: Bool?
        var parameters: RequestParameters
    }

    private func send(
        _ request: ControlRequest, more: Bool, upgrade: Bool = false, patience: Int
    ) throws(Failure) {
        let (method, parameters) = request.wire
        try send(method: method.fullName, parameters, more: more, upgrade: upgrade, patience: patience)
    }

    private func send(
        method: String, _ parameters: RequestParameters, more: Bool = false, upgrade: Bool = false,
        patience: Int
    ) throws(Failure) {
        let message = Request(
            method: method, more: more ? true : nil, upgrade: upgrade ? true : nil, parameters: parameters)
        guard let json = ReplyMessage.encode(json: message) else {
            throw .refused(.invalidParameter("speed"))
        }
        let seconds = patience + extraPatience
        let deadline = monotonicNanoseconds() + Int64(seconds) * 1_000_000_000
        var inTime = true
        do throws(SystemError) {
            inTime = try send(json + [0], until: deadline)
        } catch {
            // The daemon may have said why before it closed: what it said is read next.
        }
        if !inTime { throw .timedOut(seconds: seconds) }
    }

    /// Sends all of a message; false when the daemon does not take it in time.
    private func send(_ bytes: [UInt8], until deadline: Int64) throws(SystemError) -> Bool {
        var sent = 0
        while sent < bytes.count {
            if let count = try socket.sendSome(bytes, from: sent) {
                sent += count
            } else if try !socket.wait(for: .writable, milliseconds: 200), monotonicNanoseconds() >= deadline
            {
                return false
            }
        }
        return true
    }

    private struct Envelope<Answer: Decodable>: Decodable {
        var parameters: Answer?
        var error: String?
        var continues: Bool?
    }

    /// The parts of a reply that tell whether it is an error.
    private struct Head: Decodable {
        var error: String?
    }

    private func receive<Answer: Decodable>(
        _ type: Answer.Type, patience: Int?
    ) throws(Failure) -> (parameters: Answer, continues: Bool) {
        let message = Data(try nextMessage(patience: patience))
        let decoder = JSONDecoder()
        guard let head = try? decoder.decode(Head.self, from: message) else { throw .malformed }
        if let error = head.error {
            let envelope = try? decoder.decode(Envelope<ErrorParameters>.self, from: message)
            throw .refused(ControlError(name: error, parameters: envelope?.parameters ?? ErrorParameters()))
        }
        guard let envelope = try? decoder.decode(Envelope<Answer>.self, from: message),
            let parameters = envelope.parameters
        else { throw .malformed }
        return (parameters, envelope.continues ?? false)
    }

    private func nextMessage(patience: Int?) throws(Failure) -> [UInt8] {
        let seconds = patience.map { $0 + extraPatience }
        let deadline = seconds.map { monotonicNanoseconds() + Int64($0) * 1_000_000_000 }
        while true {
            if let message = input.next() { return message }
            let now = monotonicNanoseconds()
            if let deadline, let seconds, now >= deadline { throw .timedOut(seconds: seconds) }
            do throws(SystemError) {
                let wait = deadline.map { max(1, ($0 - now) / 1_000_000) } ?? -1
                guard try socket.wait(for: .readable, milliseconds: CInt(clamping: wait)) else { continue }
                let count = try receive()
                if count == 0 { throw SystemError("read", errno: ECONNRESET) }
            } catch {
                throw .closed
            }
        }
    }

    /// Reads what is there: bytes read, 0 at the end, nil for nothing yet.
    private func receive() throws(SystemError) -> Int? {
        let result = room.withUnsafeMutableBytes { bytes -> Result<Int?, SystemError> in
            do throws(SystemError) {
                let count = try socket.read(into: bytes)
                if let count { input.append(UnsafeRawBufferPointer(rebasing: bytes[..<count])) }
                return .success(count)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}
