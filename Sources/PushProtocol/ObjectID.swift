/// Which content a file has: its SHA-256.
public struct ObjectID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// Bytes of a SHA-256.
    public static let size = 32

    /// The 32 bytes.
    public let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// An id as it is written: 64 digits, `0…9` and `a…f`, nothing else.
    public init?(_ text: some StringProtocol) {
        let digits = text.utf8.compactMap(Self.value)
        guard digits.count == 2 * Self.size, text.utf8.count == digits.count else { return nil }
        bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// 64 hexadecimal digits.
    public var description: String {
        String(
            decoding: bytes.flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// In the order of their text.
    public static func < (one: ObjectID, other: ObjectID) -> Bool {
        one.bytes.lexicographicallyPrecedes(other.bytes)
    }

    private static let digits = Array("0123456789abcdef".utf8)

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

extension ObjectID: Codable {
    /// From its text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = ObjectID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a SHA-256")
        }
        self = id
    }

    /// As its text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
