internal import SystemCalls
internal import Wire

/// A message of any length between the daemon and the store: a few bytes over the socket, and the rest in memory that
/// goes with them as the first descriptor.
struct Parcel {
    /// Bytes that go over the socket.
    static let envelopeLimit = 64
    /// Bytes of the rest: a playlist of 100,000 slides has some 40 MB.
    static let mostBodyBytes = 256 << 20
    private static let magic: UInt32 = 0x314a_5353  // "SSJ1"

    /// Comes back with the outcome.
    var number: UInt64
    var body: [UInt8]
    /// Go with it after the body's.
    var descriptors: [Descriptor] = []

    /// The bytes and the descriptors to be sent.
    ///
    /// - Throws: the errno of the call that makes the memory.
    func packed() throws(SystemError) -> (message: [UInt8], descriptors: [Descriptor]) {
        var writer = ByteWriter()
        writer.put(Self.magic)
        writer.put(number)
        writer.put(body.count)
        let memory = try MemoryFile(name: "signage-message", holding: body)
        return (writer.bytes, [memory.descriptor] + descriptors)
    }

    init(number: UInt64, body: [UInt8], descriptors: [Descriptor] = []) {
        self.number = number
        self.body = body
        self.descriptors = descriptors
    }

    /// What has come.
    ///
    /// - Throws: a `MalformedMessage`, or mmap's errno.
    init(_ message: [UInt8], _ descriptors: [Descriptor]) throws {
        var reader = ByteReader(message)
        guard try reader.take(UInt32.self) == Self.magic else {
            throw MalformedMessage(what: "not of a store")
        }
        number = try reader.take()
        let count = try reader.takeInt()
        try reader.end()
        guard 1...Self.mostBodyBytes ~= count, let memory = descriptors.first else {
            throw MalformedMessage(what: "sizes out of range")
        }
        body = try Mapping(memory, size: count, writable: false).contents
        self.descriptors = Array(descriptors.dropFirst())
    }
}
