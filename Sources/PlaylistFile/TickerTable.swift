internal import Signage

/// The ticker as the file writes it.
struct WrittenTicker: Sendable {
    var settings = TickerSettings(text: .plain(""))
    var look = Look()

    struct Look: Sendable {
        var style = TextStyle(size: 32)
        var background = TickerSettings(text: .plain("")).background
        var align: TextStyle.Alignment?
    }

    /// Characters of its text at most.
    static let textLimit = 65_536

    static let table = Mapping<WrittenTicker>(
        [
            Key("text", .text(atMost: textLimit)) { ticker, text, _, _ in
                ticker.settings.text = .plain(Plain.inOneLine(text))
            },
            Key("markup", .markup(atMost: textLimit)) { ticker, text, _, _ in
                ticker.settings.text = .markup(Plain.inOneLine(text))
            },
            Key("position", .choice, \.settings.position),
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
            Key("scroll", .choice, \.settings.scroll),
            Key("drag", .flag, \.settings.drag, about: "`true`: a finger moves a text that scrolls"),
            Key("style", style, \.look),
        ],
        oneOf: ["text", "markup"],
        finish: { _, found, document in
            switch (found["text"], found["markup"]) {
            case (nil, nil) where !found.hasUnknown:
                document.report(.error, found.start, "a ticker needs text or markup")
            case (let text?, let markup?):
                let last = max(text, markup)
                document.report(
                    .error, last, "a ticker has text or markup, not both",
                    at: .key(last == text ? "text" : "markup"))
            default: break
            }
        })

    static let shape = table.shape("a mapping such as {text: Welcome}") { WrittenTicker() }

    private static let style = Mapping<Look>([
        Key(
            "font", .name("the name of a font", atMost: 200), \.style.font,
            about: "a family name of fontconfig"),
        Key("size", .fontSize, \.style.size, about: "of the letters, in points"),
        Key("color", .color, \.style.color, about: "of the letters"),
        Key("background", .color, \.background),
        Key("align", .choice, \.align, about: "where a text rests that need not scroll"),
    ]).shape("a mapping such as {size: 32}") { Look() }

    /// nil: no text, no band.
    var finished: TickerSettings? {
        guard !settings.text.source.isEmpty else { return nil }
        var settings = settings
        settings.style = look.style
        settings.background = look.background
        settings.align = look.align
        return settings
    }
}
