/// Whether a text is well-formed markup of Pango: known tags, closed in turn, and known entities.
///
/// What the values of attributes mean is the painter's to say. Works on bytes: what has a meaning is ASCII, and a
/// combining mark behind a `>` would hide it from `Character`.
struct MarkupSyntax {
    private static let tags: Set<String> = [
        "span", "b", "big", "i", "s", "sub", "sup", "small", "tt", "u", "markup",
    ]
    private static let entities: Set<String> = ["amp", "lt", "gt", "quot", "apos"]

    private var rest: ArraySlice<UInt8>
    private var open: [String] = []

    /// Throws what is wrong first, in words.
    static func check(_ text: String) throws(Unfit) {
        var syntax = MarkupSyntax(rest: Array(text.utf8)[...])
        try syntax.check()
    }

    private mutating func check() throws(Unfit) {
        while let next = rest.firstIndex(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) {
            rest = rest[next...]
            if rest.first == UInt8(ascii: "&") {
                try takeEntity()
            } else if take("<!--") {
                try skip(past: "-->", orElse: "'<!--' is not closed")
            } else if take("</") {
                try takeEndTag()
            } else {
                try takeStartTag()
            }
        }
        if let last = open.last { throw bad("'<\(last)>' is not closed") }
    }

    private func bad(_ reason: String) -> Unfit {
        .because("bad markup: \(reason)")
    }

    // MARK: - Parts

    private mutating func takeEntity() throws(Unfit) {
        guard let end = rest.prefix(16).firstIndex(of: UInt8(ascii: ";")) else {
            throw bad("'&' begins an entity; write '&amp;' for the sign itself")
        }
        let name = String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)
        guard Self.entities.contains(name) || isCharacterReference(name) else {
            throw bad("unknown entity \(quoted("&\(name);")); write '&amp;' for the sign '&' itself")
        }
        rest = rest[(end + 1)...]
    }

    private func isCharacterReference(_ name: String) -> Bool {
        guard name.first == "#" else { return false }
        let digits = name.dropFirst()
        let code = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let code, Unicode.Scalar(code) != nil else { return false }
        return code >= 0x20 || [0x09, 0x0A, 0x0D].contains(code)
    }

    private mutating func takeEndTag() throws(Unfit) {
        let name = takeName()
        skipBlanks()
        guard take(">") else { throw bad("'</\(name)' is not closed by '>'") }
        guard let last = open.popLast() else { throw bad("'</\(name)>' closes nothing") }
        guard last == name else { throw bad("'</\(name)>' stands where '</\(last)>' should") }
    }

    private mutating func takeStartTag() throws(Unfit) {
        rest = rest.dropFirst()
        let name = takeName()
        guard !name.isEmpty else { throw bad("'<' begins a tag; write '&lt;' for the sign itself") }
        guard Self.tags.contains(name) else {
            throw bad("unknown tag '<\(name)>'; known are b, big, i, s, span, sub, sup, small, tt, u")
        }
        while true {
            let hadBlanks = skipBlanks()
            if take("/>") { return }
            if take(">") { return open.append(name) }
            guard hadBlanks, try takeAttribute(of: name) else { throw bad("'<\(name)' is not closed by '>'") }
        }
    }

    /// `name="value"` or `name='value'`; false when there is none.
    private mutating func takeAttribute(of tag: String) throws(Unfit) -> Bool {
        let name = takeName()
        guard !name.isEmpty else { return false }
        guard tag == "span" else { throw bad("'<\(tag)>' takes no attributes; use '<span>'") }
        skipBlanks()
        guard take("=") else { throw bad("'=' is missing after '\(name)'") }
        skipBlanks()
        guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw bad("the value of '\(name)' needs quotes")
        }
        rest = rest.dropFirst()
        while let byte = rest.first, byte != UInt8(ascii: "<") {
            if byte == UInt8(ascii: "&") {
                try takeEntity()
                continue
            }
            rest = rest.dropFirst()
            if byte == quote { return true }
        }
        throw bad("the value of '\(name)' is not closed by its quote")
    }

    // MARK: - Bytes

    /// Letters, digits and `_`, at most 32.
    private mutating func takeName() -> String {
        let name = rest.prefix(32).prefix { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        rest = rest.dropFirst(name.count)
        return String(decoding: name, as: UTF8.self)
    }

    private mutating func take(_ text: StaticString) -> Bool {
        guard rest.starts(with: text.bytes) else { return false }
        rest = rest.dropFirst(text.utf8CodeUnitCount)
        return true
    }

    private mutating func skip(past end: StaticString, orElse reason: String) throws(Unfit) {
        while !rest.isEmpty {
            if take(end) { return }
            rest = rest.dropFirst()
        }
        throw bad(reason)
    }

    @discardableResult
    private mutating func skipBlanks() -> Bool {
        let blanks = rest.prefix { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        rest = rest.dropFirst(blanks.count)
        return !blanks.isEmpty
    }
}

extension StaticString {
    fileprivate var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
    }
}

extension Shape where Value == String {
    /// Pango markup.
    static func markup(atMost limit: Int) -> Shape {
        .text(atMost: limit) { (text) throws(Unfit) in try MarkupSyntax.check(text) }
    }
}
