internal import Glibc
public import Signage
public import SystemCalls
internal import Wire

/// The painter's end of the socket: jobs come in, answers go out.
public final class JobInbox {
    /// The descriptor that a painter is started with.
    public static let inherited: CInt = 3

    private let socket: MessageSocket

    /// Takes over a blocking socket.
    public init(owning descriptor: Descriptor) {
        socket = MessageSocket(owning: descriptor)
    }

    /// Says that the painter is ready; before anything else.
    ///
    /// - Parameter filesAreConfined: whether it can read fonts and libraries only.
    /// - Throws: sendmsg's errno; EPIPE when the other side is gone.
    public func greet(filesAreConfined: Bool) throws(SystemError) {
        _ = try socket.send(GreetingMessage(filesAreConfined: filesAreConfined).encoded)
    }

    /// A job as it arrived.
    public struct Job {
        public let number: UInt64
        public let picture: Picture
        /// The picture's file, at its beginning.
        public let file: Descriptor?
        /// Zeros to paint on, as large as `Picture.pixelSize` asks; nil when it has no pixels.
        public let pixels: Mapping?
        /// The memory behind `pixels`.
        public let memory: Descriptor?
    }

    /// Waits for a job.
    ///
    /// - Returns: nil when the other side is done.
    /// - Throws: a `SystemError`, or that the message made no sense: the two sides are not of one version.
    public func next() throws -> Job? {
        while true {
            switch try socket.receive(limit: JobMessage.limit) {
            case .closed: return nil
            case .nothingYet: try Self.wait(for: socket.descriptor)
            case .message(let bytes, let descriptors): return try Self.job(bytes, descriptors)
            }
        }
    }

    /// Answers a job whose pixels are painted.
    ///
    /// - Throws: sendmsg's errno; EPIPE when the other side is gone.
    public func answer(_ number: UInt64, painted: PaintedPicture, stride: Int) throws(SystemError) {
        _ = try socket.send(ReplyMessage(number: number, result: .painted(painted, stride: stride)).encoded)
    }

    /// Answers a job that cannot be done.
    ///
    /// - Throws: sendmsg's errno; EPIPE when the other side is gone.
    public func answer(_ number: UInt64, failed reason: String) throws(SystemError) {
        _ = try socket.send(ReplyMessage(number: number, result: .failed(reason)).encoded)
    }

    private static func job(_ bytes: [UInt8], _ descriptors: [Descriptor]) throws -> Job {
        let message = try JobMessage(encoded: bytes)
        let expected = 1 + (message.pixelBytes > 0 ? 1 : 0) + (message.hasFile ? 1 : 0)
        guard descriptors.count == expected else { throw MalformedMessage(what: "descriptors are missing") }
        let encoded = try Mapping(descriptors[0], size: message.pictureBytes, writable: false).contents
        let picture = try Picture(encoded: encoded)
        let memory = message.pixelBytes > 0 ? descriptors[1] : nil
        let pixels = try memory.map { try Mapping($0, size: message.pixelBytes, writable: true) }
        return Job(
            number: message.number, picture: picture, file: message.hasFile ? descriptors.last : nil,
            pixels: pixels,
            memory: memory)
    }

    private static func wait(for descriptor: Descriptor) throws(SystemError) {
        var entry = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
        try checked("poll") { poll(&entry, 1, -1) }
    }
}
