import PlaylistFile
import Signage
import Testing

/// A value as written and what it means; nil: it is refused.
struct ScalarCase<Value: Sendable>: CustomTestStringConvertible, Sendable {
    var text: String
    var value: Value?

    init(_ text: String, _ value: Value?) {
        self.text = text
        self.value = value
    }

    var testDescription: String { text.isEmpty ? "nothing" : text }
}

/// Scalars are read by the key's type, quoted or not.
@Suite struct ScalarTests {
    private func slide(_ key: String, _ value: String) -> Slide? {
        playlist("slides:\n- color: red\n  \(key): \(value)\n").value?.slides.first
    }

    @Test(arguments: [
        ScalarCase<Duration>("250ms", .milliseconds(250)),
        ScalarCase("5s", .seconds(5)),
        ScalarCase("1m30s", .seconds(90)),
        ScalarCase("2h", .seconds(7200)),
        ScalarCase("1d", .seconds(86_400)),
        ScalarCase("366d", .seconds(366 * 86_400)),
        ScalarCase("1h2m3s4ms", .milliseconds(3_723_004)),
        ScalarCase("1.5s", .milliseconds(1500)),
        ScalarCase("0.1", .milliseconds(100)),
        ScalarCase("3", .seconds(3)),
        ScalarCase("\"3\"", .seconds(3)),
        ScalarCase("1e1", .seconds(10)),
        ScalarCase("null", nil as Duration?),
        ScalarCase("~", nil),
    ])
    func durations(_ example: ScalarCase<Duration>) throws {
        let found = try #require(slide("duration", example.text))
        #expect(found.duration == example.value)
    }

    @Test(arguments: [
        "0.099", "99ms", "1s1m", "1s1s", "5 s", "5S", "s", "ms5", "1..5s", "٣s", "1e3s", "-5s", "inf", "nan",
        "0x10", "366d1ms", "99999999999999999999h", "1e300", "07:00", "\"\"", "[]", "{}", "true",
    ])
    func durationsRefused(_ text: String) {
        #expect(slide("duration", text) == nil)
    }

    @Test(arguments: [
        ScalarCase("\"#fff\"", Color.white),
        ScalarCase("\"#F80\"", Color(red: 0xFF, green: 0x88, blue: 0)),
        ScalarCase("\"#ff9500\"", Color(red: 0xFF, green: 0x95, blue: 0)),
        ScalarCase("'#11223344'", Color(red: 0x11, green: 0x22, blue: 0x33, alpha: 0x44)),
        ScalarCase("RebeccaPurple", Color(red: 0x66, green: 0x33, blue: 0x99)),
        ScalarCase("transparent", Color(red: 0, green: 0, blue: 0, alpha: 0)),
        ScalarCase("\"#ff950\"", nil), ScalarCase("\"#\"", nil), ScalarCase("\"#gggggg\"", nil),
        ScalarCase("\"#+fffff\"", nil), ScalarCase("ff9500", nil), ScalarCase("rgb(1,2,3)", nil),
        ScalarCase("\"#ff95000000\"", nil), ScalarCase("\"#１２３\"", nil),
    ])
    func colors(_ example: ScalarCase<Color>) {
        #expect(slide("background", example.text)?.background == example.value)
    }

    @Test(arguments: [
        ScalarCase("true", true), ScalarCase("yes", true), ScalarCase("On", true),
        ScalarCase("\"true\"", true),
        ScalarCase("false", false), ScalarCase("no", false), ScalarCase("OFF", false), ScalarCase("1", nil),
        ScalarCase("y", nil),
    ])
    func flags(_ example: ScalarCase<Bool>) {
        let reading = playlist("slides: []\ncarousel: {auto: \(example.text)}\n")
        #expect(reading.value?.carousel.auto == example.value)
    }

    @Test(arguments: [
        ScalarCase("0", Length.points(0)), ScalarCase("12.5", .points(12.5)),
        ScalarCase("\"50%\"", .percent(50)),
        ScalarCase("33.3%", .percent(33.3)), ScalarCase("100%", .percent(100)), ScalarCase("100.1%", nil),
        ScalarCase("-1", nil), ScalarCase("50 %", nil), ScalarCase("%", nil), ScalarCase("10px", nil),
    ])
    func lengths(_ example: ScalarCase<Length>) {
        let reading = playlist("slides: []\ncarousel: {region: {x: \(example.text), width: 1}}\n")
        #expect(reading.value?.carousel.region.x == example.value)
    }

    @Test(arguments: ["no", "on", "null", "~", "07:00", "2026-12-24", "1e3", "0x10", "true"])
    func wordsOfYAMLAreTextWhereTextBelongs(_ text: String) {
        let reading = playlist("slides:\n- text: \(text)\n  id: \(text)\n")
        #expect(reading.value?.slides.first?.content == .text(text))
        #expect(reading.value?.slides.first?.id == text)
    }

    @Test func sectionsWithNothingInThemAreDefaults() {
        let expected = Playlist()
        #expect(playlist("slides:\ncarousel:\n#  auto: false\nticker:\n").value == expected)
        #expect(playlist("slides: []\ncarousel: null\nticker: ~\n").value == expected)
        #expect(playlist(#"{"slides": null, "carousel": {"region": null, "edge": null}}"#).value == expected)
    }

    @Test func blockTextLosesItsFinalBreaks() {
        let reading = playlist("slides:\n- text: |\n    one\n    two\n\n- text: >+\n    a\n    b\n\n")
        #expect(reading.value?.slides.map(\.content) == [.text("one\ntwo"), .text("a b")])
    }

    @Test func tickerTextIsOneLine() {
        let reading = playlist("slides: []\nticker:\n  text: \"a\\r\\nb\\tc\\u2028d\\n\"\n")
        #expect(reading.value?.ticker?.text == .plain("a b c d"))
        let markup = playlist("slides: []\nticker:\n  markup: |\n    <b>a</b>\n    b\n")
        #expect(markup.value?.ticker?.text == .markup("<b>a</b> b"))
    }

    @Test func emptyTickerTextMeansNoBand() throws {
        for text in ["\"\"", "", "|\n\n"] {
            let reading = playlist("slides: []\nticker:\n  text: \(text)\n")
            #expect(try #require(reading.value).ticker == nil)
        }
    }
}
