import ControlCommand
import Testing

@Suite struct HelpTests {
    /// Every verb with the words its help must have.
    static let verbs: [(name: String, words: [String])] = [
        ("status", ["--json"]), ("next", []), ("previous", []), ("show", ["ID", "--number", "--for"]),
        ("pause", ["--for"]), ("resume", []), ("ticker", ["start", "stop", "speed", "text", "--now"]),
        ("display", ["on", "off", "auto", "restarts"]),
        ("identify", ["--for", "30 s"]), ("notice", ["TEXT", "--for", "--clear", "24 h"]),
        ("reload", ["78"]),
        ("configure", ["FILE", "--yes", "--wait", "--file", "--confirm", "--revert", "--show"]),
        ("check", ["PATH", "--strict", "--size"]),
        ("schema", ["playlist", "configuration", "yaml-language-server"]),
        ("preview", ["PATH", "--size", "-o, --output FILE.png"]),
        ("schedule", ["PATH", "--at", "--days", "--json"]),
        ("push", ["PATH", "--dry-run", "--no-activate", "--force"]), ("history", ["--json"]),
        ("rollback", ["GENERATION"]), ("use", ["store", "file"]), ("screenshot", ["FILE"]),
        ("outputs", ["--json"]),
        ("monitor", ["--json"]), ("bridge", ["standard input"]),
    ]

    @Test(arguments: verbs)
    func everyVerbTellsItsFlags(name: String, words: [String]) {
        for result in [run([name, "--help"]), run([name, "-h"]), run(["help", name])] {
            #expect(result.code == .success && result.complaints.isEmpty)
            for word in ["Usage: signagectl \(name)", "--socket PATH"] + words {
                #expect(result.text.contains(word))
            }
        }
    }

    @Test func theHelpNamesEveryVerb() {
        for result in [run(["--help"]), run(["help"]), run(["-h"])] {
            #expect(result.code == .success)
            for flag in ["-H, --host HOSTS", "--parallel N", "--retry-for TIME", "--json"] {
                #expect(result.text.contains("\n  \(flag) "))
            }
            for verb in Self.verbs { #expect(result.text.contains("\n  \(verb.name) ")) }
        }
    }

    @Test func theVersionIsTold() {
        #expect(run(["--version"]).text == "signagectl 0.1.0\n")
    }

    @Test func anOutputThatTakesNothingIsAFailure() {
        let result = run(["--version"], failsToWrite: true)
        #expect(result.code == .failure)
        #expect(result.complaints == ["signagectl: standard output cannot be written"])
    }
}
