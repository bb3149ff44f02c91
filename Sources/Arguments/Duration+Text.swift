extension Duration {
    /// The longest length of time that is read: ten years.
    private static let longestSeconds = 10 * 366 * 86400.0

    /// A length of time as people write it: "250ms", "90s", "10m", "1h30m", "2d", or a number of seconds, "1.5".
    ///
    /// Units come in falling order, each once.
    ///
    /// - Returns: nil when the text is none, or is longer than ten years.
    public init?(text: String) {
        let units: [(name: String, seconds: Double)] = [
            ("d", 86400), ("h", 3600), ("m", 60), ("s", 1), ("ms", 0.001),
        ]
        var rest = Substring(text)
        var seconds = 0.0
        var nextUnit = 0
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            guard digits.first?.isNumber == true, digits.last?.isNumber == true, let amount = Double(digits)
            else {
                return nil
            }
            rest = rest.dropFirst(digits.count)
            let name = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(name.count)
            if name.isEmpty {
                guard nextUnit == 0, rest.isEmpty else { return nil }
                seconds = amount
                break
            }
            guard let unit = units.indices.first(where: { units[$0].name == name }), unit >= nextUnit else {
                return nil
            }
            seconds += amount * units[unit].seconds
            nextUnit = unit + 1
        }
        guard seconds.isFinite, seconds <= Self.longestSeconds else { return nil }
        self = .nanoseconds(Int64((seconds * 1e9).rounded()))
    }
}
