import PlaylistFile
import Signage
import Testing

/// JSON is read as the part of YAML that it is, with what common writers put into it.
@Suite struct JSONTests {
    private func text(_ json: String) -> Slide.Content? {
        playlist(json).value?.slides.first?.content
    }

    @Test func escapesOfJSONAreRead() {
        #expect(
            text(#"{"slides":[{"text":"a\/b \"q\" \\ \u00e9 \ud83d\ude00 \uD834\uDD1E\n\t"}]}"#)
                == .text("a/b \"q\" \\ é 😀 𝄞\n\t"))
    }

    @Test func compactJSONWithoutSpacesIsRead() {
        let json =
            ##"{"slides":[{"color":"#ff9500","duration":2.5,"id":"a"}],"carousel":{"auto":false,"edge":0}}"##
        let reading = playlist(json)
        #expect(reading.diagnostics == [])
        #expect(reading.value?.slides.first?.duration == .milliseconds(2500))
        #expect(reading.value?.carousel.auto == false)
    }

    @Test func indentedJSONIsRead() {
        for indent in ["\t", "  ", "    "] {
            let json =
                "{\n\(indent)\"slides\": [\n\(indent)\(indent){\n\(indent)\"color\":\t\"red\"\n}\n]\n}\n"
            #expect(playlist(json).diagnostics == [])
            #expect(text(json) == .color(Color(red: 255, green: 0, blue: 0)))
        }
    }

    @Test func surrogatesAreEscapesInDoubleQuotesOnly() {
        #expect(text(#"slides: [{text: '\ud83d\ude00'}]"#) == .text(#"\ud83d\ude00"#))
        #expect(text(#"slides: [{text: C:\ud83d\ude00}]"#) == .text(#"C:\ud83d\ude00"#))
        #expect(text("slides:\n- text: |\n    \\ud83d\n") == .text(#"\ud83d"#))
        #expect(text(##"{"slides": [{"text": "\\ud83d\\ude00"}]} # \ud83d"##) == .text(#"\ud83d\ude00"#))
        #expect(text(#"{"slides": [{"text": "\\\ud83d\ude00"}]}"#) == .text(#"\😀"#))
    }

    @Test func placesBehindSurrogatesStayRight() {
        let reading = playlist(##"{"slides": [{"text": "\ud83d\ude00\ud83d\ude00", "fit": "x"}]}"##)
        #expect(reading.diagnostics.map(\.column) == [57])
    }

    @Test(arguments: [
        #""\ud83d""#, #""\ude00""#, #""\ud83d\ud83d\ude00""#, #""\ud83dx\ude00""#, #""\ud83d \ude00""#,
        #""\ud83d\u0041""#, #""\ude00\ud83d""#,
    ])
    func halfACharacterIsAnError(_ json: String) {
        let reading = playlist("{\"slides\": [{\"text\": \(json)}]}")
        #expect(reading.diagnostics.count == 1)
        #expect(
            reading.diagnostics.first?.message.hasSuffix("is half of a character: the other half is missing")
                == true)
        #expect(reading.diagnostics.first?.column == 22)
    }

    @Test func surrogatesInKeysAreNamed() {
        let reading = playlist(#"{"slides": [], "\ud83d\ude00": 1}"#)
        #expect(reading.diagnostics.map(\.path) == ["😀"])
    }
}
