import Control
import ControlCommand
import Testing

@Suite struct GenerationTests {
    static let generations = [
        GenerationReport(
            number: 12, created: "2026-12-02T09:30:00Z", origin: "anna@office:/home/anna/summer", user: 1000,
            slides: 8, files: 6, bytes: 12_345_678, current: true, problem: nil),
        GenerationReport(
            number: 9, created: nil, origin: "\u{1b}[31mevil", user: nil, slides: 100, files: 0, bytes: 512,
            current: false, problem: "its playlist is damaged"),
    ]

    @Test func historyIsATable() throws {
        let result = try FakeDaemon().run(["history"]) { _ in .history(Self.generations) }
        #expect(result.code == .success)
        #expect(
            result.text == """
                      pushed                slides  files     size  from
                * 12  2026-12-02T09:30:00Z       8      6  12.3 MB  anna@office:/home/anna/summer
                  9   ?                        100      0    512 B  \u{fffd}[31mevil
                generation 9 cannot be played: its playlist is damaged

                """)
    }

    @Test func historyIsJSONForPrograms() throws {
        let result = try FakeDaemon().run(["history", "--json"]) { _ in .history(Self.generations) }
        #expect(result.code == .success && result.text.hasPrefix("[\n"))
        for part in ["\"number\" : 12", "\"current\" : true", "\"created\" : null", "\"problem\" : null"] {
            #expect(result.text.contains(part))
        }
        #expect(try FakeDaemon().run(["history", "--json"]) { _ in .history([]) }.text == "[\n\n]\n")
    }

    @Test func anEmptyHistorySaysSo() throws {
        #expect(try FakeDaemon().run(["history"]) { _ in .history([]) }.text == "nothing was pushed yet\n")
    }

    static let report = ReloadReport(
        accepted: true, summary: "generation 9: 100 slides, 1 warning",
        diagnostics: [
            ControlDiagnostic(
                file: "playlist.yaml", line: 3, column: 5, severity: "warning", path: "slides[1].image",
                message: "'a.jpg': no such file; the slide is skipped")
        ], time: "2026-12-02T09:30:00Z")

    @Test(arguments: [
        ("rollback", ControlRequest.rollback(to: nil)), ("rollback 9", .rollback(to: 9)),
        ("use store", .use(source: "store")), ("use file", .use(source: "file")),
    ])
    func anotherPlaylistIsAskedForAndItsProblemsTold(line: String, request: ControlRequest) throws {
        let daemon = try FakeDaemon()
        let result = daemon.run(line.split(separator: " ").map(String.init)) { _ in .reloaded(Self.report)
        }
        #expect(result.code == .success && daemon.requests == [request])
        #expect(
            result.text == """
                playlist.yaml:3:5: warning: slides[1].image: 'a.jpg': no such file; the slide is skipped
                generation 9: 100 slides, 1 warning

                """)
    }

    @Test func aGenerationThatCannotBeUsedEndsWith78() throws {
        var report = Self.report
        report.accepted = false
        let result = try FakeDaemon().run(["rollback"]) { [report] _ in .reloaded(report) }
        #expect(result.code == .badContent)
        #expect(result.text.hasPrefix("playlist.yaml:3:5: warning: "))
        let none = try FakeDaemon().run(["rollback", "3"]) { _ in
            .error(.refused(reason: "there is no generation 3"))
        }
        #expect(none.code == .failure && none.complaints == ["signagectl: there is no generation 3"])
    }
}
