/// Which content a file has: its SHA-256.
public struct ObjectID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// Bytes of a SHA-256.
    public static let size = 32

    // Four words, the first byte in the highest place: a playlist may have 100,000 of them, to be compared often.
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// - Parameter bytes: `size` of them.
    init(bytes: [UInt8]) {
        func word(_ index: Int) -> UInt64 {
            var word: UInt64 = 0
            for place in index * 8..<index * 8 + 8 { word = word << 8 | UInt64(bytes[place]) }
            return word
        }
        words = (word(0), word(1), word(2), word(3))
    }

    /// An id as it is written: 64 digits, `0…9` and `a…f`, nothing else.
    public init?(_ text: some StringProtocol) {
        var text = String(text)
        let bytes = text.withUTF8 { digits -> [UInt8]? in
            guard digits.count == 2 * Self.size else { return nil }
            var bytes = [UInt8](repeating: 0, count: Self.size)
            var place = 0
            while place < digits.count {
                guard let value = Self.value(digits[place]) else { return nil }
                bytes[place >> 1] = bytes[place >> 1] << 4 | value
                place += 1
            }
            return bytes
        }
        guard let bytes else { return nil }
        self.init(bytes: bytes)
    }

    /// The 32 bytes.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.size)
        for word in [words.0, words.1, words.2, words.3] {
            withUnsafeBytes(of: word.bigEndian) { bytes.append(contentsOf: $0) }
        }
        return bytes
    }

    /// 64 hexadecimal digits.
    public var description: String {
        String(unsafeUninitializedCapacity: 2 * Self.size) { room in
            var place = 0
            for word in [words.0, words.1, words.2, words.3] {
                var shift: UInt64 = 64
                while shift > 0 {
                    shift -= 4
                    room[place] = Self.digit(UInt8(truncatingIfNeeded: word >> shift & 15))
                    place += 1
                }
            }
            return place
        }
    }

    public static func == (one: ObjectID, other: ObjectID) -> Bool { one.words == other.words }

    /// In the order of their text.
    public static func < (one: ObjectID, other: ObjectID) -> Bool { one.words < other.words }

    /// Of all bytes: a client is free to choose them.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
        hasher.combine(words.3)
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

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
