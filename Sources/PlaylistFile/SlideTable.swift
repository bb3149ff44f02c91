internal import Signage

/// A slide as the file writes it: what the carousel decides is still open.
struct WrittenSlide: Sendable {
    /// The path as written, for a picture.
    var content: Slide.Content?
    /// What the slide shows, in words: its identity when it has no `id`.
    var subject = ""
    var id: String?
    var duration: Duration?
    var transition: CarouselSettings.Transition?
    var transitionDuration: Duration?
    var fit: Fit?
    var background: Color?
    var style = TextStyle()
    var schedule = Schedule()
    var weight = 1
    var isEnabled = true
    /// Of the value that says what is shown.
    var contentMark = Mark()
    var idMark = Mark()
    var scheduleMark = Mark()
    var weightMark = Mark()

    /// Characters of a text slide at most.
    static let textLimit = 4096

    private static let contents = ["image", "text", "markup", "color"]

    static let table = Mapping<WrittenSlide>(
        [
            Key(
                "image", .name("the path of a picture", atMost: 4095),
                about: "a picture file: its path, relative to the playlist"
            ) { slide, path, _, mark in
                slide.show(.image(path: path), path, mark)
            },
            Key("text", .text(atMost: textLimit), about: "plain text; line breaks are kept") {
                slide, text, _, mark in
                slide.show(.text(text), "text:" + SlideIdentity.shortened(text), mark)
            },
            Key(
                "markup", .markup(atMost: textLimit),
                about:
                    "text with Pango markup: `<b>`, `<i>`, `<span …>`; `&` is written `&amp;`",
                more: "https://docs.gtk.org/Pango/pango_markup.html"
            ) { slide, text, _, mark in
                slide.show(.markup(text), "markup:" + SlideIdentity.shortened(text), mark)
            },
            Key("color", .namedColor, about: "one colour all over") { slide, color, _, mark in
                slide.show(.color(color.color), "color:" + color.name, mark)
            },
            Key(
                "id", .name("a name", atMost: 200),
                about: "a name, the only one of its kind, for `signagectl show`", otherwise: "what it shows"
            ) { slide, id, _, mark in
                slide.id = id
                slide.idMark = mark
            },
            Key(
                "duration", .duration(atLeast: .milliseconds(100)), \.duration, about: "how long it is shown",
                otherwise: "the carousel's"),
            Key(
                "transition", .choice, \.transition, about: "how the change to it looks",
                otherwise: "the carousel's"),
            Key(
                "transition_duration", .duration(), \.transitionDuration,
                about: "how long the change to it takes; not longer than the slide is shown",
                otherwise: "the carousel's"),
            Key(
                "fit", .choice, \.fit,
                about:
                    "how a picture fills its page: whole (`contain`), filling it and cut (`cover`), distorted (`stretch`), pixel for pixel (`center`)",
                otherwise: "the carousel's"),
            Key(
                "background", .color, \.background, about: "behind what does not fill the page",
                otherwise: "the carousel's"),
            Key(
                "style", StyleTable.ofSlide.shape("a mapping such as {size: 96}") { TextStyle() }, \.style,
                about: "how text looks"),
            Key(
                "when", .windows, about: "the times at which it is shown",
                otherwise: "always", more: "#slides-by-the-clock"
            ) { slide, windows, _, mark in
                slide.schedule = Schedule(windows)
                slide.scheduleMark = mark
            },
            Key(
                "weight", .whole(1...Slide.mostWeight),
                about: "how often it comes in a round", otherwise: "`1`", more: "#more-often-than-others"
            ) { slide, weight, _, mark in
                slide.weight = weight
                slide.weightMark = mark
            },
            Key(
                "enabled", .flag, \.isEnabled, about: "`false`: kept in the file and checked, but not shown"),
        ],
        oneOf: contents,
        finish: { _, found, document in
            let kinds = found.places.filter { contents.contains($0.name) }
            if kinds.isEmpty, !found.hasUnknown {
                document.report(.error, found.start, "a slide needs one of image, text, markup or color")
            }
            for extra in kinds.dropFirst() {
                document.report(
                    .error, extra.mark, "a slide shows one thing, and '\(kinds[0].name)' is given already",
                    at: .key(extra.name))
            }
        })

    static let shape = table.shape("a slide such as {image: summer.jpg}") { WrittenSlide() }

    private mutating func show(_ content: Slide.Content, _ subject: String, _ mark: Mark) {
        self.content = content
        self.subject = subject
        contentMark = mark
    }
}

/// How text looks.
enum StyleTable {
    static let ofSlide = Mapping<TextStyle>([
        Key("font", .name("the name of a font", atMost: 200), \.font, about: "a family name of fontconfig"),
        Key("size", .fontSize, \.size, about: "of the letters, in points"),
        Key("color", .color, \.color, about: "of the letters"),
        Key("align", .choice, \.align, about: "where lines of different length begin or end"),
    ])
}

extension Shape where Value == Double {
    static var fontSize: Shape { .number(1...2000, of: "points") }
    static var points: Shape { .number(0...100_000, of: "points") }
}
