/// Several texts as the one line of a ticker.
enum TickerLines {
    /// Between two texts, unless the playlist says otherwise.
    static let separator = "   ·   "
    /// Characters of the whole line at most.
    static let limit = 65_536
    /// As in "…, the limit".
    static let tooLong = "all texts together are longer than \(limit) characters, the limit"

    /// Joins texts; empty ones are left out.
    ///
    /// Where one of them runs from right to left each is isolated (U+2068 … U+2069), so that they come one after the
    /// other whatever their directions: two Arabic texts beside each other would else change places in an English line.
    static func joined(_ texts: [String], by separator: String) -> String {
        let texts = texts.filter { !$0.isEmpty }
        guard texts.count > 1, texts.contains(where: { $0.unicodeScalars.contains(where: \.isRightToLeft) })
        else { return texts.joined(separator: separator) }
        return texts.map { "\u{2068}\($0)\u{2069}" }.joined(separator: separator)
    }

    /// The texts of a file: its lines, without the spaces around them and the empty ones.
    static func texts(of content: String) -> [String] {
        content.split(whereSeparator: \.isNewline).compactMap { line in
            let scalars = line.unicodeScalars.map { $0.breaksLine ? " " : $0 }
            guard let first = scalars.firstIndex(where: { $0 != " " }),
                let last = scalars.lastIndex(where: { $0 != " " })
            else { return nil }
            return String(String.UnicodeScalarView(scalars[first...last]))
        }
    }
}

extension Unicode.Scalar {
    /// Whether it belongs to a script that is written from right to left: the blocks that Unicode sets aside for these.
    fileprivate var isRightToLeft: Bool {
        switch value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
