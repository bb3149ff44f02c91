/// JSON's `\ud83d\ude00`, which libyaml refuses.
///
/// Before parsing, the backslash of each such escape is replaced by a code point that is never a character; where
/// such a backslash stands (in double quotes, where it is an escape, or elsewhere, where it is a backslash) is
/// known only after parsing. One character stands for one, so places stay right.
enum SurrogateEscapes {
    /// An escape whose other half is missing.
    struct Lone: Error {
        var escape: String
    }

    /// U+10FFFE.
    private static let stand: Unicode.Scalar = "\u{10FFFE}"
    private static let backslash = UInt8(ascii: "\\")

    /// The text with the stand-in for each backslash of a surrogate escape; nil when there is none.
    static func mark(_ bytes: [UInt8]) -> [UInt8]? {
        var marked: [UInt8] = []
        var copied = 0
        var index = 0
        while index < bytes.count {
            guard bytes[index] == backslash else {
                index += 1
                continue
            }
            if isSurrogate(bytes[(index + 1)...].prefix(5)) {
                marked += bytes[copied..<index]
                marked += Array(String(stand).utf8)
                copied = index + 1
            }
            // What follows a backslash is no escape of its own, also when it is another backslash.
            index += 2
        }
        guard copied > 0 else { return nil }
        return marked + bytes[copied...]
    }

    /// A scalar's text with its characters in place of the stand-ins.
    ///
    /// - Parameters:
    ///   - text: as parsed.
    ///   - joining: whether escapes count there (in double quotes).
    /// - Returns: the text as it was meant.
    /// - Throws: the escape that has no other half.
    static func restore(_ text: String, joining: Bool) throws(Lone) -> String {
        guard text.unicodeScalars.contains(stand) else { return text }
        var result = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.first {
            guard scalar == stand else {
                result.append(scalar)
                rest.removeFirst()
                continue
            }
            guard joining else {
                result.append("\\")
                rest.removeFirst()
                continue
            }
            let escape = "\\" + String(String.UnicodeScalarView(rest.dropFirst().prefix(5)))
            guard let high = takeUnit(&rest), high < 0xDC00, let low = takeUnit(&rest), low >= 0xDC00,
                let joined = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
            else { throw Lone(escape: escape) }
            result.append(joined)
        }
        return String(result)
    }

    /// `ud83d`: a letter u and four digits from d800 to dfff.
    private static func isSurrogate(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count == 5, bytes.first == UInt8(ascii: "u") else { return false }
        return unit(String(decoding: bytes.dropFirst(), as: UTF8.self)).map { $0 & 0xF800 == 0xD800 } ?? false
    }

    private static func takeUnit(_ rest: inout Substring.UnicodeScalarView) -> UInt32? {
        guard rest.first == stand, rest.dropFirst().first == "u" else { return nil }
        let digits = String(String.UnicodeScalarView(rest.dropFirst(2).prefix(4)))
        guard let value = unit(digits) else { return nil }
        rest.removeFirst(6)
        return value
    }

    private static func unit(_ digits: String) -> UInt32? {
        guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit) else { return nil }
        return UInt32(digits, radix: 16)
    }
}
