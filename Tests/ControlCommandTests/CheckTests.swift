import ControlCommand
import Glibc
import SystemCalls
import TestSupport
import Testing

@Suite struct CheckTests {
    /// A folder with a playlist, and a painter of a behaviour.
    final class Folder {
        private let folder: TemporaryFolder
        let painter: String
        var path: String { folder.path }

        init(_ playlist: String, painter behaviour: String = "paints") throws {
            folder = try TemporaryFolder()
            painter = try folder.link(behaviour, toBuilt: "fake-painter")
            try write(playlist, to: "playlist.yaml")
        }

        func write(_ text: String, to name: String) throws {
            try folder.write(name, text)
        }

        /// Runs `check` with the arguments after its path.
        func check(_ arguments: [String] = [], on name: String = "/playlist.yaml") -> CommandResult {
            ControlCommandTests.run(["check", path + name] + arguments, painter: painter)
        }
    }

    @Test func everySlideAndTheTickerArePaintedAndTold() throws {
        let folder = try Folder(
            """
            slides:
              - image: a.jpg
              - text: Fish
                id: fish
              - {color: red, id: red}
            ticker: {text: hello}
            """)
        try folder.write("x", to: "a.jpg")
        let result = folder.check(["--size", "320x240"])
        #expect(result.code == .success && result.complaints.isEmpty)
        #expect(
            result.text == """
                slide 1 'a.jpg': FAKE, 2 × 1; shown; a note
                slide 2 'fish': FAKE, 2 × 1; shown; a note
                slide 3 'red': colour; shown
                ticker: FAKE, 2 × 1; shown; a note
                3 of 3 slides can be shown, 3 warnings

                """)
        #expect(folder.check(on: "").text == folder.check().text)
    }

    @Test func whatCannotBePaintedIsNamedAndTheRestGoesOn() throws {
        let folder = try Folder("slides:\n  - image: a.jpg\n  - image: gone.jpg\n", painter: "refuses")
        try folder.write("x", to: "a.jpg")
        let result = folder.check()
        #expect(result.code == .success)
        let lines = result.text.split(separator: "\n")
        try #require(lines.count == 4)
        #expect(lines[0].hasPrefix("\(folder.path)/playlist.yaml:3:12: warning: slides[1].image: 'gone.jpg'"))
        #expect(lines[1] == "slide 1 'a.jpg': not shown: the file is damaged")
        #expect(lines[2] == "slide 2 'gone.jpg': not shown: no such file")
        #expect(lines[3] == "0 of 2 slides can be shown, 2 warnings")
    }

    @Test func aPainterThatDiesCostsOnlyItsSlide() throws {
        let folder = try Folder("slides:\n  - text: a\n  - text: b\n", painter: "dies-in-mid-job")
        let result = folder.check()
        #expect(result.code == .success)
        #expect(
            result.text.hasPrefix(
                "slide 1 'text:a': text; not shown: the painter was killed while painting it"))
        #expect(result.text.hasSuffix("0 of 2 slides can be shown, 2 warnings\n"))
    }

    @Test func strictMakesWarningsErrors() throws {
        let folder = try Folder("slides:\n  - text: a\n", painter: "refuses")
        let result = folder.check(["--strict"])
        #expect(result.code == .badContent)
        #expect(result.complaints == ["signagectl: warnings count as errors with --strict"])
        #expect(try Folder("slides: []\n").check(["--strict"]).code == .success)
    }

    @Test func aPlaylistWithErrorsIsRefusedWithAllOfThem() throws {
        let folder = try Folder("slides:\n  - image: 7\n    duraton: 3s\n  - colour: red\n")
        let result = folder.check()
        #expect(result.code == .badContent)
        let errors = result.text.split(separator: "\n")
        #expect(
            errors.count >= 2
                && errors.allSatisfy { $0.contains("/playlist.yaml:") && $0.contains(": error: ") })
        #expect(
            result.complaints == [
                "signagectl: '\(folder.path)/playlist.yaml' cannot be used: \(errors.count) errors"
            ])
    }

    @Test func withoutThePainterThatIsSaid() throws {
        let folder = try Folder("slides:\n  - text: a\n")
        unlink(folder.painter)
        let result = folder.check()
        #expect(result.code == .failure)
        #expect(result.complaints.first?.contains("the pictures were not checked") == true)
    }

    @Test func aFileThatIsNotThereCannotBeUsed() {
        let result = run(["check", "/nowhere/playlist.yaml"])
        #expect(result.code == .badContent && result.text.contains("error"))
    }

    @Test(arguments: ["", "1920", "0x5", "axb", "1x2x3", "99999x1"])
    func aSizeThatIsNoneIsWrongUsage(size: String) {
        #expect(run(["check", "/x", "--size=\(size)"]).code == .usage)
    }
}
