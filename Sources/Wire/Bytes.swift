/// Bytes that are not what they should be: cut, too long, or a value that does not exist.
public struct MalformedMessage: Error, Hashable, CustomStringConvertible {
    public var what: String

    public init(what: String) {
        self.what = what
    }

    public var description: String { "malformed message: \(what)" }
}

/// Puts values one after the other, little-endian; strings with their length before them.
public struct ByteWriter {
    public private(set) var bytes: [UInt8] = []

    public init() {}

    public mutating func put<Value: FixedWidthInteger>(_ value: Value) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    public mutating func put(_ value: Int) { put(Int64(value)) }
    public mutating func put(_ value: Double) { put(value.bitPattern) }
    public mutating func put(_ value: Bool) { put(UInt8(value ? 1 : 0)) }

    public mutating func put(_ value: String) {
        put(UInt32(truncatingIfNeeded: value.utf8.count))
        bytes.append(contentsOf: value.utf8)
    }

    /// A value that may be missing: whether it is there, then the value.
    public mutating func put<Value>(_ value: Value?, _ body: (inout ByteWriter, Value) -> Void) {
        put(value != nil)
        if let value { body(&self, value) }
    }

    /// A list: how many, then each.
    public mutating func put<Value>(_ values: [Value], _ body: (inout ByteWriter, Value) -> Void) {
        put(UInt32(truncatingIfNeeded: values.count))
        for value in values { body(&self, value) }
    }
}

/// Takes values off in the order they were put; never reads past the end, whatever the bytes say.
public struct ByteReader {
    private var rest: ArraySlice<UInt8>

    public init(_ bytes: [UInt8]) { rest = bytes[...] }

    public mutating func take<Value: FixedWidthInteger>(
        _: Value.Type = Value.self
    ) throws(MalformedMessage) -> Value {
        let size = MemoryLayout<Value>.size
        guard rest.count >= size else { throw MalformedMessage(what: "cut short") }
        var value: Value = 0
        for (place, byte) in rest.prefix(size).enumerated() {
            value |= Value(truncatingIfNeeded: UInt64(byte) << UInt64(8 * place))
        }
        rest.removeFirst(size)
        return value
    }

    public mutating func takeInt() throws(MalformedMessage) -> Int {
        let value = try take(Int64.self)
        guard let value = Int(exactly: value) else { throw MalformedMessage(what: "number out of range") }
        return value
    }

    public mutating func takeDouble() throws(MalformedMessage) -> Double {
        let value = Double(bitPattern: try take(UInt64.self))
        guard value.isFinite else { throw MalformedMessage(what: "not a number") }
        return value
    }

    public mutating func takeBool() throws(MalformedMessage) -> Bool {
        try take(UInt8.self) != 0
    }

    public mutating func takeString() throws(MalformedMessage) -> String {
        let count = Int(try take(UInt32.self))
        guard rest.count >= count else { throw MalformedMessage(what: "text cut short") }
        let text = String(decoding: rest.prefix(count), as: UTF8.self)
        rest.removeFirst(count)
        return text
    }

    /// A value that may be missing.
    public mutating func takeOptional<Value>(
        _ body: (inout ByteReader) throws(MalformedMessage) -> Value
    ) throws(MalformedMessage) -> Value? {
        try takeBool() ? try body(&self) : nil
    }

    /// A list; its length is believed only as far as there are bytes.
    public mutating func takeList<Value>(
        _ body: (inout ByteReader) throws(MalformedMessage) -> Value
    ) throws(MalformedMessage) -> [Value] {
        var values: [Value] = []
        for _ in 0..<(try take(UInt32.self)) {
            if rest.isEmpty { throw MalformedMessage(what: "list cut short") }
            values.append(try body(&self))
        }
        return values
    }

    /// A value by the name of its case.
    public mutating func takeCase<Value: RawRepresentable<String>>() throws(MalformedMessage) -> Value {
        let name = try takeString()
        guard let value = Value(rawValue: name) else { throw MalformedMessage(what: "unknown value") }
        return value
    }

    /// Nothing may be left.
    public func end() throws(MalformedMessage) {
        guard rest.isEmpty else { throw MalformedMessage(what: "too long") }
    }
}
