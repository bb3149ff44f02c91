import Control
import Glibc
import SystemCalls
import TestSupport
import Testing

@testable import ControlCommand

@Suite struct ConfigureVerbTests {
    private let folder: TemporaryFolder
    private var file: String { folder.path + "/new.yaml" }
    private static let text = "name: sent\nmode: 1280x720\n"

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("new.yaml", Self.text)
    }

    private static let applied = ConfigureReport(
        summary: "playing on 'HDMI-A-1', 1280x720 at 60.0 Hz",
        diagnostics: [
            ControlDiagnostic(
                file: "new.yaml", line: 3, column: 1, severity: "warning", path: "clock",
                message: "not supported yet")
        ], shown: true, remaining: 59.9)
    private static let kept = ConfigureReport(summary: "'/var/lib/configuration.yaml' is kept")
    private static let back = ConfigureReport(summary: "'new.yaml' is taken back")

    /// A sign that takes everything.
    private static func willing(_ request: ControlRequest) -> ControlReply? {
        switch request {
        case .configure: .configured(applied)
        case .confirmConfiguration: .configured(kept)
        case .revertConfiguration: .configured(back)
        case .showConfiguration: .configuration("name: é\n")
        default: nil
        }
    }

    private func sent(for length: Duration? = nil) -> ControlRequest {
        .configure(text: Self.text, name: file, for: length)
    }

    @Test func withoutATerminalItSaysHowItIsKept() throws {
        let daemon = try FakeDaemon()
        let result = daemon.run(["configure", file], answer: Self.willing)
        #expect(result.code == .success && daemon.requests == [sent()])
        #expect(
            result.text == """
                new.yaml:3:1: warning: clock: not supported yet
                playing on 'HDMI-A-1', 1280x720 at 60.0 Hz
                goes back in 60 s unless 'signagectl configure --confirm' keeps it

                """)
    }

    @Test func itIsKeptAtOnceWhenAFrameWasSeen() throws {
        let daemon = try FakeDaemon()
        let result = daemon.run(["configure", file, "--yes", "--wait", "5m"], answer: Self.willing)
        #expect(result.code == .success)
        #expect(daemon.requests == [sent(for: .seconds(300)), .confirmConfiguration])
        #expect(result.text.hasSuffix("\n'/var/lib/configuration.yaml' is kept\n"))
    }

    @Test func whatWasNotSeenIsNotKeptByItself() throws {
        var dark = Self.applied
        dark.shown = false
        let daemon = try FakeDaemon()
        let result = daemon.run(["configure", file, "--yes"]) { [dark] request in
            if case .configure = request { .configured(dark) } else { Self.willing(request) }
        }
        #expect(result.code == .failure)
        #expect(daemon.requests == [sent(), .revertConfiguration])
        #expect(result.complaints.first?.contains("it was taken back") == true)
    }

    @Test func oneThatCannotBeUsedEndsWith78AndAllItsProblems() throws {
        let error = ControlDiagnostic(
            file: file, line: 2, column: 7, severity: "error", path: "mode", message: "not offered")
        let result = try FakeDaemon().run(["configure", file, "--yes"]) { _ in
            .error(.configurationRefused(summary: "nothing has changed", diagnostics: [error]))
        }
        #expect(result.code == .badContent)
        #expect(result.text == "\(file):2:7: error: mode: not offered\n")
        #expect(result.complaints == ["signagectl: nothing has changed"])
    }

    @Test func oneThatWaitsKeepsAnotherOut() throws {
        let result = try FakeDaemon().run(["configure", file]) { _ in
            .error(.refused(reason: "another waits"))
        }
        #expect(result.code == .failure && result.complaints == ["signagectl: another waits"])
    }

    struct Question: CustomTestStringConvertible, Sendable {
        var answers: [Console.Answer]
        var end: ControlRequest?
        var code: ExitCode
        var testDescription: String { "\(answers)" }
    }

    @Test(arguments: [
        Question(answers: [.nothing, .line("y")], end: .confirmConfiguration, code: .success),
        Question(answers: [.line("YES")], end: .confirmConfiguration, code: .success),
        Question(answers: [.line("n")], end: .revertConfiguration, code: .failure),
        Question(answers: [.line("")], end: .revertConfiguration, code: .failure),
        Question(answers: [.nothing, .ended], end: .revertConfiguration, code: .failure),
        Question(answers: [], end: nil, code: .failure),
    ])
    func onATerminalAPersonIsAsked(question: Question) throws {
        let daemon = try FakeDaemon()
        let progress = Progress()
        let result = daemon.run(
            ["configure", file], progress: progress, answers: question.answers, answer: Self.willing)
        #expect(result.code == question.code)
        #expect(daemon.requests == [sent()] + (question.end.map { [$0] } ?? []))
        #expect(progress.lines.first == "Keep it? [y/N] 60 s ")
        if question.end == nil {
            // A second each.
            #expect(progress.lines.count == 61 && progress.lines[59] == "Keep it? [y/N] 1 s ")
            #expect(result.complaints == ["signagectl: nobody said that it is to be kept: it has gone back"])
        }
    }

    @Test(arguments: [
        ("--file", ControlRequest.configure(text: nil, name: "configuration", for: nil)),
        ("--confirm", .confirmConfiguration), ("--revert", .revertConfiguration),
        ("--show", .showConfiguration),
    ])
    func eachActionIsOneRequest(flag: String, request: ControlRequest) throws {
        let daemon = try FakeDaemon()
        let result = daemon.run(["configure", flag], answer: Self.willing)
        #expect(result.code == .success && daemon.requests == [request])
        if flag == "--show" { #expect(result.text == "name: é\n") }
    }

    @Test(arguments: [
        ("configure", "FILE, --file, --confirm, --revert or --show is missing"),
        ("configure a b", "unexpected argument 'b'"),
        ("configure a --confirm", "unexpected argument 'a'"),
        ("configure --file --confirm", "--file and --confirm do not go together"),
        ("configure --confirm --yes", "--yes and --wait belong to FILE or --file"),
        ("configure --show --wait 5s", "--yes and --wait belong to FILE or --file"),
        ("configure a --wait 2h", "'2h' cannot be used for --wait: expected more than no time, at most 1h"),
        ("configure -H a,b -", "standard input can be read once only; name a file"),
    ])
    func aWrongCommandLineIsNamed(line: String, complaint: String) {
        let result = run(
            line.split(separator: " ").map(String.init), environment: ["SIGNAGED_SOCKET": "/no"])
        #expect(result.code == .usage && result.complaints.first == "signagectl: \(complaint)")
    }

    @Test func aFileThatCannotBeSentIsNamed() throws {
        try folder.write("large.yaml", String(repeating: "#", count: 256 * 1024 + 1))
        let large = run(["configure", folder.path + "/large.yaml"])
        #expect(large.code == .badContent)
        #expect(large.complaints.first?.hasSuffix("is larger than 256 KiB, the limit") == true)
        let path = folder.path + "/latin.yaml"
        let latin = try Descriptor(opening: path, O_WRONLY | O_CREAT)
        try latin.writeAll([0x6e, 0x3a, 0x20, 0xe9, 0x0a])
        let result = run(["configure", path])
        #expect(result.code == .badContent)
        #expect(result.complaints == ["signagectl: '\(path)' is not UTF-8"])
        #expect(run(["configure", folder.path + "/none"]).code == .failure)
    }

    @Test func theTextMayComeFromStandardInput() throws {
        let daemon = try FakeDaemon()
        let result = daemon.run(
            ["configure", "-"], input: Array("name: x".utf8), answers: [.line("y")], answer: Self.willing)
        // Nobody is asked: the answer would be read from the same place.
        #expect(result.code == .success)
        #expect(daemon.requests == [.configure(text: "name: x", name: "standard input", for: nil)])
    }
}
