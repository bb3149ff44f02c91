/// A text of the file as a message names it: in quotes, on one line, shortened.
func quoted(_ text: some StringProtocol) -> String {
    "'\(shown(text, atMost: 60))'"
}

/// A text on one line: control characters become spaces, and what is too long ends in "…".
func shown(_ text: some StringProtocol, atMost limit: Int) -> String {
    var scalars = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars {
        guard count < limit else { return String(scalars) + "…" }
        scalars.append(scalar.breaksLine ? " " : scalar)
        count += 1
    }
    return String(scalars)
}

extension Unicode.Scalar {
    /// Whether it has no place in a line of a log: control characters and separators of lines.
    var breaksLine: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
        default: false
        }
    }
}
