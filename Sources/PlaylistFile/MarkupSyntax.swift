/// Whether a text is well-formed markup of Pango: known tags, closed in turn, and known entities.
///
/// What the values of attributes mean is the painter's to say.
enum MarkupSyntax {
    private static let tags: Set<Substring> = [
        "span", "b", "big", "i", "s", "sub", "sup", "small", "tt", "u", "markup",
    ]
    private static let entities: Set<Substring> = ["amp", "lt", "gt", "quot", "apos"]

    static func check(_ text: String) throws(Unfit) {
        var open: [Substring] = []
        var rest = text[...]
        while let next = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
            rest = rest[next...]
            if rest.first == "&" {
                try takeEntity(&rest)
            } else if rest.hasPrefix("<!--") {
                try takeComment(&rest)
            } else if rest.hasPrefix("</") {
                try takeEndTag(&rest, &open)
            } else {
                try takeStartTag(&rest, &open)
            }
        }
        if let last = open.last { throw bad("'<\(last)>' is not closed") }
    }

    private static func bad(_ reason: String) -> Unfit {
        .because("bad markup: \(reason)")
    }

    private static func takeEntity(_ rest: inout Substring) throws(Unfit) {
        guard let end = rest.prefix(16).firstIndex(of: ";") else {
            throw bad("'&' begins an entity; write '&amp;' for the sign itself")
        }
        let name = rest[rest.index(after: rest.startIndex)..<end]
        guard entities.contains(name) || isCharacterReference(name) else {
            throw bad("unknown entity \(quoted("&\(name);")); write '&amp;' for the sign '&' itself")
        }
        rest = rest[rest.index(after: end)...]
    }

    private static func isCharacterReference(_ name: Substring) -> Bool {
        guard name.first == "#" else { return false }
        let digits = name.dropFirst()
        let code = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let code, let scalar = Unicode.Scalar(code) else { return false }
        return code >= 0x20 || scalar == "\n" || scalar == "\t" || scalar == "\r"
    }

    private static func takeComment(_ rest: inout Substring) throws(Unfit) {
        var body = rest.dropFirst(4)
        while let dash = body.firstIndex(of: "-") {
            body = body[dash...]
            if body.hasPrefix("-->") {
                rest = body.dropFirst(3)
                return
            }
            body = body.dropFirst()
        }
        throw bad("'<!--' is not closed")
    }

    private static func takeEndTag(_ rest: inout Substring, _ open: inout [Substring]) throws(Unfit) {
        guard let end = rest.firstIndex(of: ">") else { throw bad("'>' is missing after \(quoted(rest))") }
        let name = rest[..<end].dropFirst(2).trimmedEnd
        rest = rest[rest.index(after: end)...]
        guard let last = open.popLast() else { throw bad("'</\(shown(name, atMost: 20))>' closes nothing") }
        guard last == name else {
            throw bad("'</\(shown(name, atMost: 20))>' stands where '</\(last)>' should")
        }
    }

    private static func takeStartTag(_ rest: inout Substring, _ open: inout [Substring]) throws(Unfit) {
        let name = rest.dropFirst().prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard !name.isEmpty else { throw bad("'<' begins a tag; write '&lt;' for the sign itself") }
        guard tags.contains(name) else {
            throw bad(
                "unknown tag '<\(shown(name, atMost: 20))>'; known are b, big, i, s, span, sub, sup, small, tt, u"
            )
        }
        rest = rest.dropFirst(name.count + 1)
        while true {
            let blanks = rest.prefix(while: \.isWhitespace)
            rest = rest.dropFirst(blanks.count)
            if rest.hasPrefix("/>") {
                rest = rest.dropFirst(2)
                return
            }
            if rest.first == ">" {
                rest = rest.dropFirst()
                open.append(name)
                return
            }
            guard !blanks.isEmpty, try takeAttribute(&rest, of: name) else {
                throw bad("'<\(name)' is not closed by '>'")
            }
        }
    }

    /// `name="value"` or `name='value'`; false when there is none.
    private static func takeAttribute(_ rest: inout Substring, of tag: Substring) throws(Unfit) -> Bool {
        let name = rest.prefix { $0.isASCII && $0.isLetter || $0 == "_" }
        guard !name.isEmpty else { return false }
        guard tag == "span" else { throw bad("'<\(tag)>' takes no attributes; use '<span>'") }
        rest = rest.dropFirst(name.count).drop(while: \.isWhitespace)
        guard rest.first == "=" else { throw bad("'=' is missing after '\(shown(name, atMost: 20))'") }
        rest = rest.dropFirst().drop(while: \.isWhitespace)
        guard let quote = rest.first, quote == "\"" || quote == "'" else {
            throw bad("the value of '\(shown(name, atMost: 20))' needs quotes")
        }
        rest = rest.dropFirst()
        while let next = rest.firstIndex(where: { $0 == quote || $0 == "&" || $0 == "<" }) {
            rest = rest[next...]
            if rest.first == quote {
                rest = rest.dropFirst()
                return true
            }
            if rest.first == "<" { break }
            try takeEntity(&rest)
        }
        throw bad("the value of '\(shown(name, atMost: 20))' is not closed by \(quote)")
    }
}

extension Substring {
    fileprivate var trimmedEnd: Substring {
        var text = self
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return text
    }
}

extension Shape where Value == String {
    /// Pango markup.
    static func markup(atMost limit: Int) -> Shape {
        .text(atMost: limit) { (text) throws(Unfit) in try MarkupSyntax.check(text) }
    }
}
