internal import CLinux
internal import Glibc

/// A local socket that keeps message boundaries and carries descriptors: SOCK_SEQPACKET with SCM_RIGHTS.
public final class MessageSocket {
    /// The most descriptors in one message.
    public static let mostDescriptors = 8

    /// The socket, non-blocking.
    public let descriptor: Descriptor

    /// Takes over a socket, for example one inherited from a parent.
    public init(owning descriptor: Descriptor) {
        self.descriptor = descriptor
    }

    /// Two connected sockets, socketpair(2).
    ///
    /// - Throws: socketpair's errno.
    public static func pair() throws(SystemError) -> (MessageSocket, MessageSocket) {
        var numbers: [CInt] = [-1, -1]
        try checked("socketpair") { signage_seqpacket_pair(&numbers) }
        return (
            MessageSocket(owning: Descriptor(owning: numbers[0])),
            MessageSocket(owning: Descriptor(owning: numbers[1]))
        )
    }

    /// Sends one message, sendmsg(2).
    ///
    /// - Returns: false when the other side has no room now.
    /// - Throws: sendmsg's errno; EPIPE when the other side is gone.
    public func send(_ bytes: [UInt8], _ descriptors: [Descriptor] = []) throws(SystemError) -> Bool {
        let numbers = descriptors.map(\.number)
        do throws(SystemError) {
            try checked("sendmsg") {
                signage_send(descriptor.number, bytes, bytes.count, numbers, numbers.count)
            }
            return true
        } catch  where error.errno == EAGAIN {
            return false
        }
    }

    /// What receive found.
    public enum Received {
        case message([UInt8], [Descriptor])
        case nothingYet
        case closed
    }

    /// Takes one message, recvmsg(2).
    ///
    /// - Parameter limit: bytes a message may have.
    /// - Returns: a message with its descriptors, or that there is none yet, or none any more.
    /// - Throws: recvmsg's errno; EMSGSIZE when the message was longer than `limit`.
    public func receive(limit: Int) throws(SystemError) -> Received {
        var bytes = [UInt8](repeating: 0, count: limit)
        var numbers = [CInt](repeating: -1, count: Self.mostDescriptors)
        var count = numbers.count
        do throws(SystemError) {
            let length = try checked("recvmsg") {
                signage_receive(descriptor.number, &bytes, limit, &numbers, &count)
            }
            let descriptors = numbers.prefix(count).map { Descriptor(owning: $0) }
            if length == 0 { return .closed }
            return .message(Array(bytes.prefix(length)), descriptors)
        } catch  where error.errno == EAGAIN {
            return .nothingYet
        } catch  where error.errno == ECONNRESET {
            // The other side left without reading all we sent. That is told once, and before what it has sent.
            return try receive(limit: limit)
        }
    }
}
