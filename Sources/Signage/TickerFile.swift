/// The file that a ticker's text is in, as it was seen last.
public struct TickerFile: Hashable, Sendable {
    /// Absolute.
    public var path: String
    /// As the playlist names it.
    public var name: String
    /// Where the playlist names it, from 1: for what there is to say of it.
    public var line: Int
    public var column: Int
    /// Between two of its lines.
    public var separator: String
    /// Which version was read; nil: none.
    public var stamp: FileStamp?
    /// Why its text cannot be shown; nil: it can.
    public var fault: String?

    public init(
        path: String, name: String, line: Int = 1, column: Int = 1, separator: String,
        stamp: FileStamp? = nil, fault: String? = nil
    ) {
        self.path = path
        self.name = name
        self.line = line
        self.column = column
        self.separator = separator
        self.stamp = stamp
        self.fault = fault
    }
}

extension TickerSettings {
    /// The same with the text of earlier settings, where that came from the same file and the file has none now.
    func keepingText(of earlier: TickerSettings?) -> TickerSettings {
        guard let file, file.fault != nil, let earlier, earlier.file?.path == file.path else { return self }
        var settings = self
        settings.text = earlier.text
        return settings
    }
}

extension Sign {
    /// Where the ticker's text comes from; nil: from the playlist itself.
    public var tickerFile: TickerFile? { tickerSettings?.file }

    /// The ticker's file was read again: another text follows the old one, and the same one changes nothing.
    mutating func take(_ file: TickerFile, _ text: String?, at now: Instant) {
        // The answer may be late: another playlist plays by now.
        guard let known = tickerSettings?.file, known.path == file.path, known.separator == file.separator
        else { return }
        tickerSettings?.file = file
        guard let text, tickerSettings?.text != .plain(text) else { return }
        tickerSettings?.text = .plain(text)
        _ = ticker?.setText(text, now: false, at: now)
    }
}
