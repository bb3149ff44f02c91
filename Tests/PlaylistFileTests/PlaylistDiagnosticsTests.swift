import PlaylistFile
import Signage
import Testing

/// A file and everything that is said about it.
struct DiagnosticCase: CustomTestStringConvertible, Sendable {
    var name: String
    var text: String
    var diagnostics: [String]

    init(_ name: String, _ text: String, _ diagnostics: String...) {
        self.name = name
        self.text = text
        self.diagnostics = diagnostics
    }

    var testDescription: String { name }
}

/// Each kind of problem, with its exact place.
@Suite struct PlaylistDiagnosticsTests {
    @Test(arguments: [
        DiagnosticCase(
            "empty file", "",
            "p:1:1: error: the file is empty; a playlist begins with 'slides:'"),
        DiagnosticCase(
            "only a comment", "# nothing\n",
            "p:1:1: error: the file is empty; a playlist begins with 'slides:'"),
        DiagnosticCase(
            "an empty document", "---\n",
            "p:2:1: error: expected a mapping with slides, carousel and ticker, found nothing"),
        DiagnosticCase(
            "a list", "- image: a.jpg\n",
            "p:1:1: error: expected a mapping with slides, carousel and ticker, found a list"),
        DiagnosticCase(
            "a word", "slides",
            "p:1:1: error: expected a mapping with slides, carousel and ticker, found 'slides'"),
        DiagnosticCase(
            "no slides", "\ncarousel: {}\n",
            "p:2:1: error: 'slides' is missing; an empty list is 'slides: []'"),
        DiagnosticCase(
            "slides is a word", "slides: all",
            "p:1:9: error: slides: expected a list of slides, found 'all'"),
        DiagnosticCase(
            "slides is a mapping", "slides: {image: a.jpg}",
            "p:1:9: error: slides: expected a list of slides, found a mapping"),
        DiagnosticCase(
            "a slide is a word", "slides:\n  - a.jpg\n",
            "p:2:5: error: slides[0]: expected a slide such as {image: summer.jpg}, found 'a.jpg'"),
        DiagnosticCase(
            "a slide is nothing", "slides:\n  -\n  - color: red\n",
            "p:2:4: error: slides[0]: expected a slide such as {image: summer.jpg}, found nothing"),
        DiagnosticCase(
            "a slide is null", "slides: [null]",
            "p:1:10: error: slides[0]: expected a slide such as {image: summer.jpg}, found 'null'"),
        DiagnosticCase(
            "a slide shows nothing", "slides:\n  - duration: 5s\n",
            "p:2:5: error: slides[0]: a slide needs one of image, text, markup or color"),
        DiagnosticCase(
            "a slide shows two things", "slides:\n  - image: a.jpg\n    text: Hello\n",
            "p:3:11: error: slides[0].text: a slide shows one thing, and 'image' is given already"),
        DiagnosticCase(
            "a second document", "slides: []\n---\nslides: []\n",
            "p:2:1: error: a second document begins here; a file holds one"),
    ])
    func wholeFile(_ example: DiagnosticCase) { check(example) }

    @Test(arguments: [
        DiagnosticCase(
            "near miss", "slides:\n  - image: a.jpg\n    duraton: 5s\n",
            "p:3:5: error: slides[0].duraton: unknown key 'duraton', did you mean 'duration'?"),
        DiagnosticCase(
            "swapped letters", "slides: []\nticekr: {text: a}\n",
            "p:2:1: error: ticekr: unknown key 'ticekr', did you mean 'ticker'?"),
        DiagnosticCase(
            "camel case", "slides: []\ncarousel: {transitionDuration: 1s}\n",
            "p:2:12: error: carousel.transitionDuration: unknown key 'transitionDuration', did you mean 'transition_duration'?"
        ),
        DiagnosticCase(
            "nothing near", "slides: []\nticker:\n  text: a\n  blink: true\n",
            "p:4:3: error: ticker.blink: unknown key 'blink'; known here: text, markup, texts, file, separator, position, height, overlay, speed, gap, scroll, drag, style"
        ),
        DiagnosticCase(
            "what an unknown key holds", "slides: []\nfoo:\n  - {a: [1, {b: c}]}\nbar: 1\n",
            "p:2:1: error: foo: unknown key 'foo'; known here: slides, carousel, ticker",
            "p:4:1: error: bar: unknown key 'bar'; known here: slides, carousel, ticker"),
        DiagnosticCase(
            "duplicate", "slides: []\ncarousel:\n  edge: 1\n  swipe: true\n  edge: 2\n",
            "p:5:3: error: carousel.edge: 'edge' is here already, in line 3"),
        DiagnosticCase(
            "a list as a key", "slides: []\n? [a, b]\n: c\n",
            "p:2:3: error: expected a key, found a list"),
        DiagnosticCase(
            "a key over two lines", "slides: []\n\"a\\nb\": 1\n",
            "p:2:1: error: a b: unknown key 'a b'; known here: slides, carousel, ticker"),
    ])
    func keys(_ example: DiagnosticCase) { check(example) }

    @Test(arguments: [
        DiagnosticCase(
            "image", "slides: [{image: \"\"}, {image: [a]}, {image: \"a\\0\"}]",
            "p:1:18: error: slides[0].image: expected the path of a picture, found nothing",
            "p:1:31: error: slides[1].image: expected the path of a picture, found a list",
            "p:1:45: error: slides[2].image: the character U+0000 has no place here"),
        DiagnosticCase(
            "text", "slides: [{text: [a]}, {text: \"a\\ab\"}]",
            "p:1:17: error: slides[0].text: expected text, found a list",
            "p:1:30: error: slides[1].text: the character U+0007 has no place here"),
        DiagnosticCase(
            "id", "slides: [{color: red, id: \"\"}, {color: red, id: \"a\\nb\"}]",
            "p:1:27: error: slides[0].id: expected a name, found nothing",
            "p:1:49: error: slides[1].id: the character U+000A has no place here"),
        DiagnosticCase(
            "the same id", "slides:\n- {color: red, id: a}\n- {color: red, id: b}\n- {color: red, id: a}\n",
            "p:4:20: error: slides[2].id: 'a' is the id of slides[0] already"),
        DiagnosticCase(
            "duration", "slides: [{color: red, duration: soon}, {color: red, duration: 99ms}]",
            "p:1:33: error: slides[0].duration: expected a duration such as 250ms, 5s, 1m30s or a number of seconds, found 'soon'",
            "p:1:63: error: slides[1].duration: '99ms' is shorter than 100ms, the least"),
        DiagnosticCase(
            "long duration", "slides: [{color: red, duration: 9000h}, {color: red, duration: -1}]",
            "p:1:33: error: slides[0].duration: '9000h' is longer than 366 days, the limit",
            "p:1:64: error: slides[1].duration: '-1' is shorter than 100ms, the least"),
        DiagnosticCase(
            "duration out of order", "slides: [{color: red, duration: 30s1m}]",
            "p:1:33: error: slides[0].duration: expected a duration such as 250ms, 5s, 1m30s or a number of seconds, found '30s1m'"
        ),
        DiagnosticCase(
            "duration is nothing", "slides:\n  - color: red\n    duration:\n    fit: cover\n",
            "p:3:5: error: slides[0].duration: expected a duration such as 250ms, 5s, 1m30s or a number of seconds, found nothing"
        ),
        DiagnosticCase(
            "fit", "slides: [{color: red, fit: covr}, {color: red, fit: zoom}]",
            "p:1:28: error: slides[0].fit: expected contain, cover, stretch or center, found 'covr'; did you mean 'cover'?",
            "p:1:53: error: slides[1].fit: expected contain, cover, stretch or center, found 'zoom'"),
        DiagnosticCase(
            "colour", "slides: [{color: \"#ff95\"}, {color: oragne}, {color: {r: 1}}]",
            ##"p:1:18: error: slides[0].color: expected a colour such as "#ff9500" or white, found '#ff95'"##,
            ##"p:1:36: error: slides[1].color: expected a colour such as "#ff9500" or white, found 'oragne'; did you mean 'orange'?"##,
            ##"p:1:53: error: slides[2].color: expected a colour such as "#ff9500" or white, found a mapping"##
        ),
        DiagnosticCase(
            "colour without quotes", "slides:\n- color: red\n  background: #ff9500\n",
            ##"p:3:3: error: slides[0].background: expected a colour such as "#ff9500" or white, found nothing; a colour that begins with # needs quotes"##
        ),
        DiagnosticCase(
            "style", "slides: [{text: a, style: {size: 0, font: \"\", align: middle, weight: bold}}]",
            "p:1:34: error: slides[0].style.size: expected a number of points from 1 to 2000, found '0'",
            "p:1:43: error: slides[0].style.font: expected the name of a font, found nothing",
            "p:1:54: error: slides[0].style.align: expected left, center or right, found 'middle'",
            "p:1:62: error: slides[0].style.weight: unknown key 'weight'; known here: font, size, color, align"
        ),
        DiagnosticCase(
            "style is a word", "slides: [{text: a, style: bold}]",
            "p:1:27: error: slides[0].style: expected a mapping such as {size: 96}, found 'bold'"),
        DiagnosticCase(
            "when", "slides: [{color: red, when: {days: monday, from: 7, to: \"24:01\", since: 2026-02-30}}]",
            "p:1:36: error: slides[0].when.days: expected days such as mon-fri or [sat, sun], found 'monday'",
            ##"p:1:50: error: slides[0].when.from: expected a time such as "07:00", found '7'"##,
            ##"p:1:57: error: slides[0].when.to: expected a time such as "07:00", found '24:01'"##,
            "p:1:73: error: slides[0].when.since: '2026-02-30' is no date"),
        DiagnosticCase(
            "when is a word", "slides: [{color: red, when: mon}]",
            "p:1:29: error: slides[0].when: expected a time window such as {days: mon-fri}, or a list of them, found 'mon'"
        ),
        DiagnosticCase(
            "weight",
            "slides: [{color: red, weight: 0}, {color: red, weight: 1.5}, {color: red, weight: 101}]",
            "p:1:31: error: slides[0].weight: expected a whole number from 1 to 100, found '0'",
            "p:1:56: error: slides[1].weight: expected a whole number from 1 to 100, found '1.5'",
            "p:1:83: error: slides[2].weight: expected a whole number from 1 to 100, found '101'"),
        DiagnosticCase(
            "enabled", "slides: [{color: red, enabled: maybe}]",
            "p:1:32: error: slides[0].enabled: expected true or false, found 'maybe'"),
        DiagnosticCase(
            "bad markup", "slides:\n  - markup: |\n      <b>Hello\n",
            "p:2:13: error: slides[0].markup: bad markup: '<b>' is not closed"),
    ])
    func slides(_ example: DiagnosticCase) { check(example) }

    @Test(arguments: [
        DiagnosticCase(
            "flags", "slides: []\ncarousel: {auto: maybe, loop: 1, swipe: [], fling: {}}\n",
            "p:2:18: error: carousel.auto: expected true or false, found 'maybe'",
            "p:2:31: error: carousel.loop: expected true or false, found '1'",
            "p:2:41: error: carousel.swipe: expected true or false, found a list",
            "p:2:52: error: carousel.fling: expected true or false, found a mapping"),
        DiagnosticCase(
            "words", "slides: []\ncarousel: {transition: slid, axis: x, at_end: halt, tap: click}\n",
            "p:2:24: error: carousel.transition: expected slide, fade or none, found 'slid'; did you mean 'slide'?",
            "p:2:36: error: carousel.axis: expected horizontal or vertical, found 'x'",
            "p:2:47: error: carousel.at_end: expected rewind or stop, found 'halt'",
            "p:2:58: error: carousel.tap: expected none or pause, found 'click'"),
        DiagnosticCase(
            "numbers", "slides: []\ncarousel: {edge: -1, spacing: 0x10, padding: nan, swipe_distance: 1e9}\n",
            "p:2:18: error: carousel.edge: expected a number of points from 0 to 100000, found '-1'",
            "p:2:31: error: carousel.spacing: expected a number of points from 0 to 100000, found '0x10'",
            "p:2:46: error: carousel.padding: expected a number of points from 0 to 100000, found 'nan'",
            "p:2:67: error: carousel.swipe_distance: expected a number of points from 0 to 10000, found '1e9'"
        ),
        DiagnosticCase(
            "lengths",
            "slides: []\ncarousel: {page_size: 0, region: {x: -1, width: 101%, height: 0%, y: 1m}}\n",
            "p:2:23: error: carousel.page_size: expected a number of points above 0, or up to 100%, found '0'",
            "p:2:38: error: carousel.region.x: expected a number of points from 0, or from 0% to 100%, found '-1'",
            "p:2:49: error: carousel.region.width: expected a number of points above 0, or up to 100%, found '101%'",
            "p:2:63: error: carousel.region.height: expected a number of points above 0, or up to 100%, found '0%'",
            "p:2:70: error: carousel.region.y: expected a number of points from 0, or from 0% to 100%, found '1m'"
        ),
        DiagnosticCase(
            "region too wide", "slides: []\ncarousel:\n  region: {x: 60%, width: 50%}\n",
            "p:3:27: error: carousel.region.width: x and width together are more than 100%"),
        DiagnosticCase(
            "region too low", "slides: []\ncarousel:\n  region: {y: 1%}\n",
            "p:3:15: error: carousel.region.y: y and height together are more than 100%"),
        DiagnosticCase(
            "no room for a page", "slides: []\ncarousel: {region: {width: 400}, edge: 150, spacing: 50}\n",
            "p:2:40: error: carousel.edge: edge and spacing on both sides leave no room for a page"),
        DiagnosticCase(
            "indicator", "slides: []\ncarousel: {indicator: {style: capsules, position: left, halo: 2}}\n",
            "p:2:31: error: carousel.indicator.style: expected capsule, dots, counter or none, found 'capsules'; did you mean 'capsule'?",
            "p:2:51: error: carousel.indicator.position: expected bottom, top or inside, found 'left'",
            "p:2:63: error: carousel.indicator.halo: expected true or false, found '2'"),
        DiagnosticCase(
            "indicator colours", "slides: []\ncarousel: {indicator: {color: redd, inactive_color: [1]}}\n",
            ##"p:2:31: error: carousel.indicator.color: expected a colour such as "#ff9500" or white, found 'redd'; did you mean 'red'?"##,
            ##"p:2:53: error: carousel.indicator.inactive_color: expected a colour such as "#ff9500" or white, found a list"##
        ),
        DiagnosticCase(
            "transition duration", "slides: []\ncarousel: {transition_duration: -1s}\n",
            "p:2:33: error: carousel.transition_duration: expected a duration such as 250ms, 5s, 1m30s or a number of seconds, found '-1s'"
        ),
    ])
    func carousel(_ example: DiagnosticCase) { check(example) }

    @Test(arguments: [
        DiagnosticCase(
            "no text", "slides: []\nticker: {speed: 1}\n",
            "p:2:9: error: ticker: a ticker needs one of text, markup, texts or file"),
        DiagnosticCase(
            "text and markup", "slides: []\nticker: {markup: a, text: b}\n",
            "p:2:27: error: ticker.text: a ticker shows one thing, and 'markup' is given already"),
        DiagnosticCase(
            "texts and file", "slides: []\nticker: {file: a.txt, texts: [b], text: c}\n",
            "p:2:30: error: ticker.texts: a ticker shows one thing, and 'file' is given already",
            "p:2:41: error: ticker.text: a ticker shows one thing, and 'file' is given already"),
        DiagnosticCase(
            "texts that are none", "slides: []\nticker: {texts: a}\n",
            "p:2:17: error: ticker.texts: expected a list of texts, found 'a'"),
        DiagnosticCase(
            "a text that is none", "slides: []\nticker: {texts: [a, [b]]}\n",
            "p:2:21: error: ticker.texts[1]: expected text, found a list"),
        DiagnosticCase(
            "no file", "slides: []\nticker: {file: \"\"}\n",
            "p:2:16: error: ticker.file: expected the path of a text file, found nothing"),
        DiagnosticCase(
            "numbers", "slides: []\nticker: {text: a, speed: 5001, gap: -1, height: 0}\n",
            "p:2:26: error: ticker.speed: expected a number of points per second from 0 to 5000, found '5001'",
            "p:2:37: error: ticker.gap: expected a number of points from 0 to 100000, found '-1'",
            "p:2:49: error: ticker.height: expected a number of points from 1 to 10000, found '0'"),
        DiagnosticCase(
            "words", "slides: []\nticker: {text: a, position: left, scroll: on, overlay: 3}\n",
            "p:2:29: error: ticker.position: expected bottom or top, found 'left'",
            "p:2:43: error: ticker.scroll: expected auto, always or never, found 'on'",
            "p:2:56: error: ticker.overlay: expected true or false, found '3'"),
        DiagnosticCase(
            "markup", "slides: []\nticker: {markup: Fish & chips}\n",
            "p:2:18: error: ticker.markup: bad markup: '&' begins an entity; write '&amp;' for the sign itself"
        ),
        DiagnosticCase(
            "drag and align", "slides: []\nticker: {text: a, drag: 1, style: {align: start}}\n",
            "p:2:25: error: ticker.drag: expected true or false, found '1'",
            "p:2:43: error: ticker.style.align: expected left, center or right, found 'start'"),
        DiagnosticCase(
            "style", "slides: []\nticker: {text: a, style: {background: \"#12\", size: big}}\n",
            ##"p:2:39: error: ticker.style.background: expected a colour such as "#ff9500" or white, found '#12'"##,
            "p:2:52: error: ticker.style.size: expected a number of points from 1 to 2000, found 'big'"),
    ])
    func ticker(_ example: DiagnosticCase) { check(example) }

    @Test(arguments: [
        DiagnosticCase(
            "a missing picture", "slides:\n  - image: missing.jpg\n",
            "p:2:12: warning: slides[0].image: 'missing.jpg': no such file; the slide is skipped"),
        DiagnosticCase(
            "a missing text", "slides: []\nticker: {speed: 9, file: missing.txt}\n",
            "p:2:26: warning: ticker.file: 'missing.txt': no such file; the ticker keeps the text it had"),
        DiagnosticCase(
            "when",
            "slides:\n- color: red\n  when: [{days: [mon-fri, sun], from: \"07:00\"}, {until: 2026-12-24}]\n"),
        DiagnosticCase(
            "until before since", "slides:\n- {color: red, when: {since: 2026-12-24, until: 2026-12-23}}\n",
            "p:2:49: warning: slides[0].when.until: before 'since': this window never opens"),
        DiagnosticCase(
            "days that do not come",
            "slides:\n- {color: red, when: [{}, {days: [sat, sun], since: 2026-12-07, until: 2026-12-11}]}\n",
            "p:2:34: warning: slides[0].when[1].days: none of them is between 'since' and 'until': this window never opens"
        ),
        DiagnosticCase(
            "no time at all", "slides:\n- {color: red, when: {from: \"24:00\", to: \"00:00\"}}\n",
            "p:2:42: warning: slides[0].when.to: from 24:00 to 00:00 is no time: this window never opens"),
        DiagnosticCase(
            "days that do come",
            "slides:\n- {color: red, when: {days: sat, since: 2026-12-07, until: 2026-12-12}}\n"),
        DiagnosticCase("a whole day", "slides:\n- {color: red, when: {from: \"07:00\", to: \"07:00\"}}\n"),
    ])
    func warnings(_ example: DiagnosticCase) throws {
        check(example)
        #expect(playlist(example.text).value != nil)
    }

    @Test(arguments: [
        DiagnosticCase(
            "not closed", "slides: [{color: red}\n",
            "p:2:1: error: did not find expected ',' or ']' while parsing a flow sequence that begins in line 1"
        ),
        DiagnosticCase(
            "a comma is missing", "slides: [{color: red} {color: blue}]\n",
            "p:1:23: error: did not find expected ',' or ']' while parsing a flow sequence"),
        DiagnosticCase(
            "tab", "slides:\n\t- color: red\n",
            "p:2:1: error: found character that cannot start any token while scanning for the next token; indent with spaces, not tabs"
        ),
        DiagnosticCase(
            "colon in a value", "slides:\n- text: Today: fish\n",
            "p:2:14: error: mapping values are not allowed in this context; a value that contains ': ' needs quotes, and keys of one mapping stand in one column"
        ),
        DiagnosticCase(
            "at", "slides:\n- text: @home\n",
            "p:2:9: error: found character that cannot start any token while scanning for the next token; a value that begins so needs quotes"
        ),
        DiagnosticCase(
            "indentation", "slides:\n  - color: red\n   duration: 3s\n",
            "p:3:4: error: did not find expected '-' indicator while parsing a block collection that begins in line 2"
        ),
        DiagnosticCase(
            "quote", "slides:\n- text: \"Today\n- color: red\n",
            "p:4:1: error: found unexpected end of stream while scanning a quoted scalar that begins in line 2"
        ),
        DiagnosticCase(
            "escape", "slides:\n- text: \"a\\qb\"\n",
            "p:2:11: error: found unknown escape character while parsing a quoted scalar"),
        DiagnosticCase(
            "what comes before it", "slides:\n- colour: red\n- text: \"a\\qb\"\n",
            "p:2:3: error: slides[0].colour: unknown key 'colour', did you mean 'color'?",
            "p:3:11: error: found unknown escape character while parsing a quoted scalar"),
        DiagnosticCase(
            "control character", "slides:\n- text: a\u{1}b\n",
            "p:2:10: error: control characters are not allowed: U+0001"),
        DiagnosticCase(
            "anchor and alias", "slides:\n- &a {color: red}\n- *a\n",
            "p:2:3: error: slides[0]: anchors (&) and aliases (*) are not allowed",
            "p:3:3: error: slides[1]: anchors (&) and aliases (*) are not allowed"),
        DiagnosticCase(
            "tag", "slides: !!seq\n- color: !name red\n",
            "p:1:9: error: slides: tags (!) are not allowed; a value's type is the key's",
            "p:2:10: error: slides[0].color: tags (!) are not allowed; a value's type is the key's"),
        DiagnosticCase(
            "unknown alias in a value", "slides:\n- text: *b\n",
            "p:2:9: error: slides[0].text: anchors (&) and aliases (*) are not allowed"),
        DiagnosticCase(
            "half a character", #"{"slides": [{"text": "a\ud83d"}]}"#,
            ##"p:1:22: error: slides[0].text: '\ud83d' is half of a character: the other half is missing"##),
        DiagnosticCase(
            "halves the wrong way round", #"{"slides": [{"text": "\ude00\ud83d"}]}"#,
            ##"p:1:22: error: slides[0].text: '\ude00' is half of a character: the other half is missing"##),
        DiagnosticCase(
            "colour without quotes in braces", "slides:\n- text: a\n  style: {color: #ff9500}\n",
            "p:4:1: error: did not find expected node content while parsing a flow node; a colour that begins with # needs quotes"
        ),
    ])
    func syntax(_ example: DiagnosticCase) { check(example) }

    private func check(_ example: DiagnosticCase) {
        let reading = playlist(example.text)
        #expect(reading.diagnostics.map(\.description) == example.diagnostics)
        #expect((reading.value == nil) == reading.hasErrors)
    }
}
