import PlaylistFile
import Signage
import Testing

@Suite struct SlideIdentityTests {
    private func ids(_ text: String) -> [String]? {
        playlist(text).value?.slides.map(\.id)
    }

    @Test func identityIsWhatTheSlideShows() {
        let text =
            "slides: [{image: a/b.jpg}, {text: Hello}, {markup: <b>Hi</b>}, {color: Red}, {image: /x.png}]"
        #expect(ids(text) == ["a/b.jpg", "text:Hello", "markup:<b>Hi</b>", "color:Red", "/x.png"])
    }

    @Test func whatOccursMoreThanOnceIsNumbered() {
        let text = "slides: [{image: a.jpg}, {color: red}, {image: a.jpg}, {color: red}, {image: a.jpg}]"
        #expect(ids(text) == ["a.jpg", "color:red", "a.jpg#2", "color:red#2", "a.jpg#3"])
    }

    @Test func namesGivenInTheFileComeFirst() {
        let text =
            "slides: [{image: a.jpg}, {image: a.jpg}, {color: red, id: a.jpg}, {color: red, id: a.jpg#2}]"
        #expect(ids(text) == ["a.jpg#3", "a.jpg#4", "a.jpg", "a.jpg#2"])
    }

    @Test func longTextsThatBeginAlikeAreToldApart() throws {
        let start = String(repeating: "so long ", count: 10)
        let found = try #require(ids("slides: [{text: \"\(start)one\"}, {text: \"\(start)two\"}]"))
        #expect(found[0] != found[1])
        #expect(
            found.allSatisfy { $0.hasPrefix("text:so long so long ") && $0.count == 54 && !$0.contains("#") })
    }

    @Test func identityIsOneLine() {
        #expect(ids("slides: [{text: \"a\\nb\\tc\"}]") == ["text:a b c"])
    }
}
