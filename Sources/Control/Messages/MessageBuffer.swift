internal import Glibc

/// Bytes as they come, cut into messages at each NUL.
struct MessageBuffer {
    /// The longest message, bytes.
    static let longestMessage = 1 << 20

    private var bytes: [UInt8] = []
    /// Where the first message begins.
    private var head = 0
    /// Up to here there is no NUL.
    private var scanned = 0
    /// Where the first message ends, once that is known.
    private var end: Int?

    /// Whether a whole message is there.
    var hasMessage: Bool { end != nil }

    /// Whether a message has begun but not ended.
    var hasPart: Bool { end == nil && head < bytes.count }

    /// Whether the message at the head is longer than allowed, ended or not.
    var isTooLong: Bool { (end ?? bytes.count) - head > Self.longestMessage }

    mutating func append(_ more: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: more)
        findEnd()
    }

    /// Takes the message at the head, without its NUL; nil when none is whole.
    mutating func next() -> [UInt8]? {
        guard let end else { return nil }
        let message = Array(bytes[head..<end])
        head = end + 1
        scanned = head
        self.end = nil
        if head == bytes.count || head > 65536 {
            bytes.removeFirst(head)
            (head, scanned) = (0, 0)
        }
        findEnd()
        return message
    }

    /// All bytes that have not been taken, for whoever goes on reading.
    mutating func takeRest() -> [UInt8] {
        defer { self = MessageBuffer() }
        return Array(bytes[head...])
    }

    private mutating func findEnd() {
        guard end == nil, scanned < bytes.count else { return }
        end = bytes.withUnsafeBytes { all -> Int? in
            guard let start = all.baseAddress, let found = memchr(start + scanned, 0, all.count - scanned)
            else {
                return nil
            }
            return UnsafeRawPointer(found) - start
        }
        scanned = end ?? bytes.count
    }
}
