internal import FoundationEssentials
internal import Glibc
public import SystemCalls

/// One end of a push: messages of JSON, each closed by a NUL, and raw bytes in between, over a local stream socket.
///
/// Everything waits, but never longer than `patience` for the other side to take or give a byte, nor past `longest` in
/// all, and if it has a `grace`, not for one that is slower than `leastRate` beyond that. What the other side says while bytes are sent is kept until it is asked for: neither side can block the other.
public final class PushConnection {
    /// Seconds that the store waits for a client to give or take a byte.
    public static let storePatience = 30
    /// Seconds that a client waits for the store: disks can be slow, and a picture may take its time.
    public static let clientPatience = 180
    /// Seconds in all in which a client must have sent its offer.
    public static let offerTime = 60
    /// Seconds that a client may fall behind `leastRate`.
    public static let storeGrace = 60
    /// Bytes a second at least.
    public static let leastRate = 1000
    /// Seconds that a push may take in all.
    public static let longest = 12 * 3600
    /// Bytes of a message: an offer or an answer of 100,000 files fits.
    public static let mostMessageBytes = 32 << 20
    /// Raw bytes that are handled at once.
    public static let chunk = 1 << 18

    /// Why it does not go on.
    public enum Failure: Error, Hashable, Sendable {
        /// Nothing came or went for so many seconds, or the push took that long in all.
        case timedOut(seconds: Int)
        /// Something came or went, but too little: less than `leastRate`, or not all of a message in its time.
        case tooSlow
        /// The other side has gone. After sending: what it said before can be received still.
        case closed
        /// What came is not a message of this protocol.
        case malformed
        /// A file that was to be sent could not be read, or has become shorter.
        case file(SystemError)
        /// A system call on the socket failed.
        case system(SystemError)
    }

    private let socket: Descriptor
    private let patience: Int
    private let end: Int64
    /// nil: as slow as it likes.
    private var pace: Pace?
    private var input: [UInt8]
    /// Bytes of `input` that are taken already.
    private var taken = 0
    /// Where a NUL has not been looked for yet.
    private var searched = 0
    /// Whether the other side says nothing more.
    private var isEnded = false
    private var room = [UInt8](repeating: 0, count: PushConnection.chunk)

    /// Takes a connection over.
    ///
    /// - Parameters:
    ///   - socket: becomes non-blocking.
    ///   - alreadyRead: bytes that were read from it before.
    ///   - patience: seconds to wait for a byte to come or go.
    ///   - longest: seconds it may take in all.
    ///   - grace: seconds that the other side may fall behind `leastRate`; nil: for ever.
    /// - Throws: `.system`.
    public init(
        _ socket: Descriptor, alreadyRead: [UInt8] = [], patience: Int, longest: Int = PushConnection.longest,
        grace: Int? = nil
    ) throws(Failure) {
        self.socket = socket
        self.patience = patience
        end = monotonicNanoseconds() + Int64(longest) * 1_000_000_000
        pace = grace.map { Pace(grace: $0) }
        input = alreadyRead
        do throws(SystemError) {
            try socket.setNonBlocking()
        } catch {
            throw .system(error)
        }
    }

    /// Says that nothing more will be said or listened to, shutdown(2): the other side can still read what was sent.
    public func hangUp() {
        _ = shutdown(socket.number, CInt(SHUT_RDWR))
    }

    // MARK: - Messages

    /// Sends a message.
    public func send(_ message: some Encodable) throws(Failure) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(message) else { throw .malformed }
        try send(bytes: Array(json) + [0])
    }

    /// Waits for a message.
    ///
    /// - Parameters:
    ///   - _: its type.
    ///   - seconds: in which all of it must be here; nil: as long as something comes.
    /// - Returns: the next one.
    /// - Throws: `.closed` when the other side has gone before, `.tooSlow`, `.malformed`.
    public func receive<Message: Decodable>(
        _: Message.Type = Message.self, within seconds: Int? = nil
    ) throws(Failure) -> Message {
        let deadline = seconds.map { monotonicNanoseconds() + Int64($0) * 1_000_000_000 } ?? .max
        while true {
            if let message: Message = try arrived() { return message }
            if isEnded { throw .closed }
            try wait(for: .readable, until: deadline)
            try readSome()
        }
    }

    /// A message that is here already; does not wait.
    ///
    /// - Returns: nil when there is none.
    public func arrived<Message: Decodable>(_: Message.Type = Message.self) throws(Failure) -> Message? {
        if searched >= input.count { try readSome() }
        guard let nul = input[searched...].firstIndex(of: 0) else {
            searched = input.count
            guard input.count - taken <= Self.mostMessageBytes else { throw .malformed }
            return nil
        }
        let message = input[taken..<nul]
        defer { take(nul + 1 - taken) }
        guard message.count <= Self.mostMessageBytes,
            let value = try? JSONDecoder().decode(Message.self, from: Data(message))
        else { throw .malformed }
        return value
    }

    // MARK: - Raw bytes

    /// Sends bytes as they are.
    public func send(bytes: [UInt8]) throws(Failure) {
        var sent = 0
        while sent < bytes.count {
            do throws(SystemError) {
                if let count = try socket.sendSome(bytes, from: sent) {
                    sent += count
                    pace?.move(count)
                    continue
                }
            } catch {
                throw Self.failure(error)
            }
            // The other side may be waiting for us to listen before it takes more.
            let listens = !isEnded && input.count - taken <= Self.mostMessageBytes
            try wait(for: listens ? [.readable, .writable] : .writable)
            if listens { try readSome() }
        }
    }

    /// Sends a part of a file as it is, pread(2).
    ///
    /// - Parameters:
    ///   - file: to read from.
    ///   - first: the first byte's place in it.
    ///   - count: bytes; all of them must be there.
    ///   - sent: told of the bytes sent so far, after each `chunk`.
    /// - Throws: `.file` with ENODATA when there are fewer, besides the rest.
    public func send(file: Descriptor, from first: Int, count: Int, sent: (Int) -> Void = { _ in })
        throws(Failure)
    {
        var done = 0
        while done < count {
            var chunk = [UInt8](repeating: 0, count: min(Self.chunk, count - done))
            let length: Int
            do throws(SystemError) {
                length = try checked("pread") {
                    chunk.withUnsafeMutableBytes {
                        pread(file.number, $0.baseAddress, $0.count, off_t(first + done))
                    }
                }
                if length == 0 { throw SystemError("pread", errno: ENODATA) }
            } catch {
                throw .file(error)
            }
            chunk.removeLast(chunk.count - length)
            try send(bytes: chunk)
            done += length
            sent(done)
        }
    }

    /// Waits for raw bytes.
    ///
    /// - Parameter most: how many are still to come, at least 1.
    /// - Returns: at least one, at most `most` and `chunk`.
    /// - Throws: `.closed` when the other side has gone before.
    public func receiveBytes(atMost most: Int) throws(Failure) -> [UInt8] {
        while taken == input.count {
            if isEnded { throw .closed }
            try readSome()
            if taken == input.count && !isEnded { try wait(for: .readable) }
        }
        let count = min(most, Self.chunk, input.count - taken)
        let bytes = Array(input[taken..<taken + count])
        take(count)
        return bytes
    }

    // MARK: - The socket

    private func take(_ count: Int) {
        taken += count
        if taken >= input.count {
            input.removeAll(keepingCapacity: input.count <= Self.chunk)
            taken = 0
        } else if taken > Self.chunk {
            input.removeFirst(taken)
            taken = 0
        }
        searched = taken
    }

    /// Takes what is there, at most a `chunk`.
    private func readSome() throws(Failure) {
        guard !isEnded else { return }
        let result = room.withUnsafeMutableBytes { bytes -> Result<Int?, SystemError> in
            do throws(SystemError) {
                return .success(try socket.read(into: bytes))
            } catch {
                return .failure(error)
            }
        }
        do throws(SystemError) {
            guard let count = try result.get() else { return }
            if count == 0 { isEnded = true } else { input += room[..<count] }
            pace?.move(count)
        } catch {
            guard error.errno == ECONNRESET else { throw .system(error) }
            isEnded = true
        }
    }

    private func wait(for interest: Poller.Interest, until deadline: Int64 = .max) throws(Failure) {
        let start = monotonicNanoseconds()
        defer { pace?.wait(monotonicNanoseconds() - start) }
        let limit = start + Int64(patience) * 1_000_000_000
        let slowest = min(deadline, pace.map { start + $0.left } ?? .max)
        while true {
            let now = monotonicNanoseconds()
            guard now < min(limit, end) else {
                throw .timedOut(seconds: end < limit ? Self.longest : patience)
            }
            guard now < slowest else { throw .tooSlow }
            do throws(SystemError) {
                let milliseconds = CInt(clamping: (min(limit, end, slowest) - now) / 1_000_000 + 1)
                if try socket.wait(for: interest, milliseconds: milliseconds) { return }
            } catch {
                throw .system(error)
            }
        }
    }

    private static func failure(_ error: SystemError) -> Failure {
        error.errno == EPIPE || error.errno == ECONNRESET ? .closed : .system(error)
    }
}
