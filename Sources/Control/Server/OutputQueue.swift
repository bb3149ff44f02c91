internal import SystemCalls

/// Bytes that a client has not taken yet.
struct OutputQueue {
    private var bytes: [UInt8] = []
    private var head = 0

    /// How many bytes wait.
    var count: Int { bytes.count - head }
    var isEmpty: Bool { count == 0 }

    mutating func append(_ more: [UInt8]) {
        bytes.append(contentsOf: more)
    }

    /// Sends what the socket takes.
    ///
    /// - Returns: whether anything went.
    /// - Throws: send's errno.
    mutating func send(to socket: Descriptor) throws(SystemError) -> Bool {
        let before = count
        while !isEmpty {
            guard let sent = try socket.sendSome(bytes, from: head) else { break }
            head += sent
        }
        let sent = before - count
        if isEmpty {
            bytes.removeAll(keepingCapacity: bytes.capacity <= 65536)
            head = 0
        } else if head > 65536 {
            bytes.removeFirst(head)
            head = 0
        }
        return sent > 0
    }
}
