internal import Glibc
public import SystemCalls
internal import Wire

/// The store's end of the socket: jobs come in, outcomes go out.
public final class StoreInbox {
    /// The descriptor that a store is started with.
    public static let inherited: CInt = 3

    private let socket: MessageSocket

    /// Takes over a blocking socket.
    public init(owning descriptor: Descriptor) {
        socket = MessageSocket(owning: descriptor)
    }

    /// A job as it arrived.
    public struct Job {
        public let number: UInt64
        public let settings: StoreSettings
        public let job: StoreJob
    }

    /// Waits for a job.
    ///
    /// - Returns: nil when the other side is done.
    /// - Throws: a `SystemError`, or that the message made no sense: the two sides are not of one version.
    public func next() throws -> Job? {
        guard let parcel = try receive() else { return nil }
        let message = try JobMessage(parcel.body, parcel.descriptors)
        return Job(number: parcel.number, settings: message.settings, job: message.job)
    }

    /// Answers a job.
    ///
    /// - Throws: the errno of making or sending the message; EPIPE when the other side is gone.
    public func answer(_ number: UInt64, _ outcome: StoreOutcome) throws(SystemError) {
        let (body, descriptors) = outcome.encoded
        try send(Parcel(number: number, body: body, descriptors: descriptors))
    }

    /// Tells that a push has put a generation in place, and waits until the sign has taken it or not.
    ///
    /// - Returns: nil when the other side is gone.
    /// - Throws: as `next` and `answer`.
    public func announce(_ number: UInt64, _ content: Content) throws -> PushVerdict? {
        try answer(number, .loaded(content))
        guard let parcel = try receive() else { return nil }
        return try PushVerdict(parcel.body)
    }

    private func send(_ parcel: Parcel) throws(SystemError) {
        let (message, descriptors) = try parcel.packed()
        _ = try socket.send(message, descriptors)
    }

    private func receive() throws -> Parcel? {
        while true {
            switch try socket.receive(limit: Parcel.envelopeLimit) {
            case .closed: return nil
            case .nothingYet: _ = try socket.descriptor.wait(for: .readable, milliseconds: -1)
            case .message(let bytes, let descriptors): return try Parcel(bytes, descriptors)
            }
        }
    }
}

/// What the sign made of a generation that a push has put in place.
public struct PushVerdict: Hashable, Sendable {
    /// Whether it plays now.
    public var isShown: Bool
    /// Why it does not, and what to do.
    public var reason: String?

    public init(isShown: Bool, reason: String?) {
        self.isShown = isShown
        self.reason = reason
    }

    var encoded: [UInt8] {
        var writer = ByteWriter()
        writer.put(isShown)
        writer.put(reason) { writer, text in writer.put(text) }
        return writer.bytes
    }

    init(_ body: [UInt8]) throws(MalformedMessage) {
        var reader = ByteReader(body)
        isShown = try reader.takeBool()
        reason = try reader.takeOptional { reader throws(MalformedMessage) in try reader.takeString() }
        try reader.end()
    }
}
