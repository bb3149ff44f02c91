/// Bytes that are not what they should be: cut, too long, or a value that does not exist.
struct MalformedMessage: Error, Hashable, CustomStringConvertible {
    var what: String
    var description: String { "malformed message: \(what)" }
}

/// Puts values one after the other, little-endian; strings with their length before them.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func put<Value: FixedWidthInteger>(_ value: Value) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func put(_ value: Int) { put(Int64(value)) }
    mutating func put(_ value: Double) { put(value.bitPattern) }
    mutating func put(_ value: Bool) { put(UInt8(value ? 1 : 0)) }

    mutating func put(_ value: String) {
        put(UInt32(truncatingIfNeeded: value.utf8.count))
        bytes.append(contentsOf: value.utf8)
    }
}

/// Takes values off in the order they were put; never reads past the end, whatever the bytes say.
struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func take<Value: FixedWidthInteger>(_: Value.Type = Value.self) throws(MalformedMessage) -> Value
    {
        let size = MemoryLayout<Value>.size
        guard rest.count >= size else { throw MalformedMessage(what: "cut short") }
        var value: Value = 0
        for (place, byte) in rest.prefix(size).enumerated() {
            value |= Value(truncatingIfNeeded: UInt64(byte) << UInt64(8 * place))
        }
        rest.removeFirst(size)
        return value
    }

    mutating func takeInt() throws(MalformedMessage) -> Int {
        let value = try take(Int64.self)
        guard let value = Int(exactly: value) else { throw MalformedMessage(what: "number out of range") }
        return value
    }

    mutating func takeDouble() throws(MalformedMessage) -> Double {
        let value = Double(bitPattern: try take(UInt64.self))
        guard value.isFinite else { throw MalformedMessage(what: "not a number") }
        return value
    }

    mutating func takeBool() throws(MalformedMessage) -> Bool {
        try take(UInt8.self) != 0
    }

    mutating func takeString() throws(MalformedMessage) -> String {
        let count = Int(try take(UInt32.self))
        guard rest.count >= count else { throw MalformedMessage(what: "text cut short") }
        let text = String(decoding: rest.prefix(count), as: UTF8.self)
        rest.removeFirst(count)
        return text
    }

    /// Nothing may be left.
    func end() throws(MalformedMessage) {
        guard rest.isEmpty else { throw MalformedMessage(what: "too long") }
    }
}
