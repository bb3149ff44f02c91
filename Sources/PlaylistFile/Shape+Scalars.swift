internal import Signage

extension Shape where Value == Bool {
    /// `true` or `false`; here `yes`, `no`, `on` and `off` mean that as well.
    static var flag: Shape {
        Shape(scalar: "true or false") { (text) throws(Unfit) in
            switch text.lowercased() {
            case "true", "yes", "on": return true
            case "false", "no", "off": return false
            default: throw .different
            }
        }.described(.flag) { .flag($0) }
    }
}

extension Shape where Value == Double {
    /// A number, both ends included.
    static func number(_ range: ClosedRange<Double>, of unit: String = "") -> Shape {
        Shape(scalar: inWords("a number", unit, range)) { (text) throws(Unfit) in
            guard let number = Decimal.number(text), range.contains(number) else { throw .different }
            return number
        }.described(.number(range)) { .number($0) }
    }
}

extension Shape where Value == Int {
    /// A whole number, both ends included.
    static func whole(_ range: ClosedRange<Int>, of unit: String = "") -> Shape {
        let limits = Double(range.lowerBound)...Double(range.upperBound)
        return Shape(scalar: inWords("a whole number", unit, limits)) { (text) throws(Unfit) in
            guard let number = Decimal.number(text), let whole = Int(exactly: number), range.contains(whole)
            else { throw .different }
            return whole
        }.described(.whole(range)) { .number(Double($0)) }
    }
}

private func inWords(_ kind: String, _ unit: String, _ range: ClosedRange<Double>) -> String {
    let limits = "from \(Decimal.written(range.lowerBound)) to \(Decimal.written(range.upperBound))"
    return unit.isEmpty ? "\(kind) \(limits)" : "\(kind) of \(unit) \(limits)"
}

extension Shape where Value: CaseIterable & RawRepresentable<String> & Sendable {
    /// One of a few words.
    static var choice: Shape {
        choice(
            Dictionary(uniqueKeysWithValues: Value.allCases.map { ($0.rawValue, $0) }),
            order: Value.allCases.map(\.rawValue)
        ).described(.words(Value.allCases.map(\.rawValue))) { Form.word($0.rawValue) }
    }
}

extension Shape where Value: Sendable {
    /// One of a few words that stand for values.
    static func choice(_ values: [String: Value], order: [String]) -> Shape { one(of: values, order) }

    private static func one(of values: [String: Value], _ order: [String]) -> Shape {
        let expected = order.dropLast().joined(separator: ", ") + " or " + (order.last ?? "")
        return Shape(scalar: expected) { (text) throws(Unfit) in
            if let value = values[text] { return value }
            guard let near = Spelling.nearest(to: text, among: order) else { throw .different }
            throw .advice("did you mean '\(near)'?")
        }.described(.words(order))
    }

}

extension Shape where Value: Equatable & Sendable {
    /// One of a few words that stand for values, of which a default can be told.
    static func choice(_ values: [String: Value], order: [String]) -> Shape {
        one(of: values, order).described(.words(order)) { value in
            order.first { values[$0] == value }.map { Form.word($0) }
        }
    }

    /// A word, or else something of another shape.
    static func word(_ word: String, _ value: Value, or other: Shape) -> Shape {
        let expected = "'\(word)' or \(other.expected)"
        return Shape(other.kind, expected) { (document, node) throws(Stop) in
            if case .scalar(let scalar) = node.kind, scalar.text == word { return value }
            guard case .scalar = node.kind, !node.isEmpty else {
                return try document.refuse(node, expected: expected)
            }
            return try other.read(document, node)
        }.described(.either([.words([word]), other.form])) {
            $0 == value ? .text(word) : other.written($0)
        }
    }
}

extension Shape where Value == String {
    /// Text of several lines.
    ///
    /// - Parameters:
    ///   - limit: characters (code points).
    ///   - checked: another look at it, for what else may be wrong.
    /// - Returns: a shape whose value has no line breaks at its end.
    static func text(
        atMost limit: Int, checked: @escaping @Sendable (String) throws(Unfit) -> Void = { _ in }
    ) -> Shape {
        Shape(.text, scalar: "text") { (text) throws(Unfit) in
            try Plain.check(text, atMost: limit, lineBreaks: true)
            try checked(text)
            return Plain.withoutFinalBreaks(text)
        }.described(.text(0...limit)) { .text($0) }
    }

    /// A name: something in one line.
    static func name(_ expected: String, atMost limit: Int) -> Shape {
        Shape(.text, scalar: expected) { (text) throws(Unfit) in
            guard !text.isEmpty else { throw .because("expected \(expected), found nothing") }
            try Plain.check(text, atMost: limit, lineBreaks: false)
            return text
        }.described(.text(1...limit)) { .text($0) }
    }
}

/// What text may hold.
enum Plain {
    static func check(_ text: String, atMost limit: Int, lineBreaks: Bool) throws(Unfit) {
        var count = 0
        for scalar in text.unicodeScalars {
            count += 1
            guard count <= limit else {
                throw .because("longer than \(limit) characters, the limit")
            }
            if scalar.breaksLine, !(lineBreaks && isBreakOrTab(scalar)) {
                let code = String(scalar.value, radix: 16, uppercase: true)
                let padded = String(repeating: "0", count: max(0, 4 - code.count)) + code
                throw .because("the character U+\(padded) has no place here")
            }
        }
    }

    /// Without the line breaks that YAML's block texts end in.
    static func withoutFinalBreaks(_ text: String) -> String {
        guard let last = text.unicodeScalars.last, isBreak(last) else { return text }
        var scalars = text.unicodeScalars
        while let last = scalars.last, isBreak(last) { scalars.removeLast() }
        return String(scalars)
    }

    /// In one line: each line break and each tab is a space.
    static func inOneLine(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isBreakOrTab) else { return text }
        return String(text.map { $0.unicodeScalars.allSatisfy(isBreakOrTab) ? " " : $0 })
    }

    private static func isBreakOrTab(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\t" || isBreak(scalar)
    }

    private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
        default: false
        }
    }
}

/// Numbers as people write them: digits, a point, a sign, an exponent.
enum Decimal {
    /// nil for anything else, among it "nan", "inf" and "0x10".
    static func number(_ text: some StringProtocol) -> Double? {
        let allowed = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "+"),
                UInt8(ascii: "e"), UInt8(ascii: "E"):
                true
            default: false
            }
        }
        guard allowed, text.utf8.count <= 40, let number = Double(text), number.isFinite else { return nil }
        return number
    }

    /// Without a needless ".0".
    static func written(_ number: Double) -> String {
        Int(exactly: number).map { "\($0)" } ?? "\(number)"
    }
}
