internal import Signage

/// The ticker as the file writes it.
struct WrittenTicker: Sendable {
    var settings = TickerSettings(text: .plain(""))
    var look = Look()
    var texts: [String] = []
    var separator = TickerLines.separator
    /// The path as written, and its place.
    var file: (path: String, mark: Mark)?

    struct Look: Sendable {
        var style = TextStyle(size: 32)
        var background = TickerSettings(text: .plain("")).background
        var align: TextStyle.Alignment?
    }

    /// Characters of its text at most.
    static let textLimit = TickerLines.limit
    /// Texts in a list at most.
    private static let mostTexts = 10_000

    private static let contents = ["text", "markup", "texts", "file"]

    static let table = Mapping<WrittenTicker>(
        [
            Key(
                "text", .text(atMost: textLimit),
                about: "plain text in one line; line breaks and tabs become spaces; empty: no band"
            ) { ticker, text, _, _ in
                ticker.settings.text = .plain(Plain.inOneLine(text))
            },
            Key("markup", .markup(atMost: textLimit), about: "the same with Pango markup") {
                ticker, text, _, _ in
                ticker.settings.text = .markup(Plain.inOneLine(text))
            },
            Key(
                "texts",
                .list(
                    of: Shape<String>.text(atMost: textLimit), expected: "a list of texts",
                    limit: { _ in mostTexts }), \.texts, about: "several plain texts, one after the other"),
            Key(
                "file", .name("the path of a text file", atMost: 4095),
                about:
                    "a text file, read again when it changes: its path, relative to the playlist",
                more: "#text-from-a-file"
            ) { ticker, path, _, mark in
                ticker.file = (path, mark)
            },
            Key(
                "separator", .text(atMost: 200), about: "between two of `texts`, or two lines of `file`",
                otherwise: "`\"   ·   \"`"
            ) {
                ticker, text, _, _ in
                ticker.separator = Plain.inOneLine(text)
            },
            Key("position", .choice, \.settings.position, about: "on which side of the screen the band is"),
            Key(
                "height", .number(1...10_000, of: "points"), \.settings.height,
                about: "of the band, in points"),
            Key(
                "overlay", .flag, \.settings.overlay,
                about: "`true`: lies over the pages instead of beside them"),
            Key(
                "speed", .number(0...5000, of: "points per second"), \.settings.speed,
                about: "points per second; 0 stands still"),
            Key("gap", .points, \.settings.gap, about: "points between the end and the next beginning"),
            Key(
                "scroll", .choice, \.settings.scroll,
                about: "`auto`: only when text and gap are wider than the band"),
            Key(
                "drag", .flag, \.settings.drag,
                about:
                    "`true`: a finger on the band moves a text that scrolls, both ways and round; it goes on from where it is let go, with `speed: 0` it stays there"
            ),
            Key("style", style, \.look, about: "how it looks"),
        ],
        oneOf: contents,
        finish: { ticker, found, document in
            let kinds = found.places.filter { contents.contains($0.name) }
            if kinds.isEmpty, !found.hasUnknown {
                document.report(.error, found.start, "a ticker needs one of text, markup, texts or file")
            }
            for extra in kinds.dropFirst() {
                document.report(
                    .error, extra.mark, "a ticker shows one thing, and '\(kinds[0].name)' is given already",
                    at: .key(extra.name))
            }
            if let mark = found["texts"] { ticker.join(document, mark) }
        })

    static let shape = table.shape("a mapping such as {text: Welcome}") { WrittenTicker() }

    private static let style = Mapping<Look>([
        Key(
            "font", .name("the name of a font", atMost: 200), \.style.font,
            about: "a family name of fontconfig"),
        Key("size", .fontSize, \.style.size, about: "of the letters, in points"),
        Key("color", .color, \.style.color, about: "of the letters"),
        Key("background", .color, \.background, about: "of the band; over pages it may be transparent"),
        Key(
            "align", .choice, \.align, about: "where a text rests that need not scroll",
            otherwise: "where it begins"),
    ]).shape("a mapping such as {size: 32}") { Look() }

    /// Makes one line of its texts.
    private mutating func join(_ document: Document, _ mark: Mark) {
        let line = TickerLines.joined(texts.map(Plain.inOneLine), by: separator)
        guard line.unicodeScalars.count <= Self.textLimit else {
            return document.report(.error, mark, TickerLines.tooLong, at: .key("texts"))
        }
        settings.text = .plain(line)
    }

    /// nil: no text, no band. What is in its file is not read yet.
    var finished: TickerSettings? {
        guard file != nil || !settings.text.source.isEmpty else { return nil }
        var settings = settings
        settings.style = look.style
        settings.background = look.background
        settings.align = look.align
        return settings
    }
}
