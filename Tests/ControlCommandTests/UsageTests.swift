import Control
import ControlCommand
import Glibc
import SystemCalls
import Testing

/// What ends before the daemon has said a word.
@Suite struct UsageTests {
    struct Mistake: CustomTestStringConvertible {
        var line: String
        var complaint: String
        var testDescription: String { line }
    }

    @Test(arguments: [
        Mistake(line: "", complaint: "COMMAND is missing"),
        Mistake(line: "stauts", complaint: "unknown command 'stauts'; did you mean 'status'?"),
        Mistake(line: "frobnicate", complaint: "unknown command 'frobnicate'"),
        Mistake(line: "help nxt", complaint: "unknown command 'nxt'; did you mean 'next'?"),
        Mistake(line: "--sockte x status", complaint: "unknown option '--sockte'; did you mean '--socket'?"),
        Mistake(line: "status --josn", complaint: "unknown option '--josn'; did you mean '--json'?"),
        Mistake(line: "status --socket", complaint: "'--socket' needs a value: --socket PATH"),
        Mistake(line: "status now", complaint: "unexpected argument 'now'"),
        Mistake(line: "show", complaint: "name a slide: ID, or --number N"),
        Mistake(line: "show a b", complaint: "unexpected argument 'b'"),
        Mistake(line: "show a --number 1", complaint: "unexpected argument 'a'"),
        Mistake(
            line: "show --number 0",
            complaint: "'0' cannot be used for --number: expected a whole number from 1"),
        Mistake(
            line: "show a --for soon",
            complaint: "'soon' cannot be used for --for: expected a time like 90s, 10m or 1h30m"),
        Mistake(
            line: "pause --for 0s", complaint: "'0' cannot be used for --for: expected more than no time"),
        Mistake(
            line: "identify --for 61m", complaint: "'61m' cannot be used for --for: expected at most 1h"),
        Mistake(line: "notice", complaint: "TEXT is missing"),
        Mistake(line: "notice a b", complaint: "unexpected argument 'b'"),
        Mistake(
            line: "notice a --for 25h", complaint: "'25h' cannot be used for --for: expected at most 24h"),
        Mistake(line: "notice a --clear", complaint: "unexpected argument 'a'"),
        Mistake(line: "notice --clear --for 1h", complaint: "--clear takes no time"),
        Mistake(line: "identify now", complaint: "unexpected argument 'now'"),
        Mistake(line: "ticker", complaint: "start, stop, speed, text is missing"),
        Mistake(line: "ticker strat", complaint: "unknown command 'ticker strat'; did you mean 'start'?"),
        Mistake(line: "ticker start now", complaint: "unexpected argument 'now'"),
        Mistake(line: "ticker stop --now", complaint: "--now belongs to 'ticker text'"),
        Mistake(line: "ticker speed", complaint: "N is missing"),
        Mistake(
            line: "ticker speed -5",
            complaint: "'-5' cannot be used for speed: expected points a second, from 0 to 5000"),
        Mistake(
            line: "ticker speed nan",
            complaint: "'nan' cannot be used for speed: expected points a second, from 0 to 5000"),
        Mistake(line: "ticker text", complaint: "TEXT is missing"),
        Mistake(line: "check", complaint: "PATH is missing"),
        Mistake(line: "preview", complaint: "PATH is missing"),
        Mistake(
            line: "preview /x --size 9000x10",
            complaint:
                "'9000x10' cannot be used for --size: expected pixels across and down, like 1920x1080, "
                + "at most 8192 each"),
        Mistake(line: "schedule a b", complaint: "unexpected argument 'b'"),
        Mistake(
            line: "schedule --days 367",
            complaint: "'367' cannot be used for --days: expected a whole number from 1 to 366"),
        Mistake(
            line: "schedule --at noon",
            complaint:
                "'noon' cannot be used for --at: expected 2026-12-24, 07:00, or 2026-12-24 07:00"),
        Mistake(
            line: "-H shop schedule playlist.yaml", complaint: "a PATH is of this machine: without -H"),
        Mistake(line: "push", complaint: "PATH is missing"),
        Mistake(line: "push a b", complaint: "unexpected argument 'b'"),
        Mistake(
            line: "rollback 0",
            complaint: "'0' cannot be used for GENERATION: expected a number, as 'signagectl history' shows"),
        Mistake(line: "display", complaint: "on, off, auto is missing"),
        Mistake(
            line: "display dim", complaint: "'dim' cannot be used for display: expected on, off or auto"),
        Mistake(line: "use", complaint: "store or file is missing"),
        Mistake(line: "use disk", complaint: "'disk' cannot be used for use: expected store or file"),
        Mistake(line: "screenshot a b", complaint: "unexpected argument 'b'"),
    ])
    func aWrongCommandLineIsNamedAndEndsWith64(mistake: Mistake) {
        let result = run(
            mistake.line.split(separator: " ").map(String.init), environment: ["SIGNAGED_SOCKET": "/no"])
        #expect(result.code == .usage && result.output.isEmpty)
        #expect(result.complaints.first == "signagectl: \(mistake.complaint)")
        #expect(result.complaints.last?.contains("--help'") == true)
    }

    @Test func aPictureIsNotWrittenToATerminal() {
        let result = run(["screenshot", "-"], isTerminal: true)
        #expect(result.code == .usage && result.output.isEmpty)
    }

    @Test func withoutADaemonTheReasonAndTheRemedyAreTold() {
        let result = run(["status"], environment: ["SIGNAGED_SOCKET": "/nowhere/control.sock"])
        #expect(result.code == .unavailable)
        #expect(
            result.complaints.first
                == "signagectl: cannot reach the daemon: there is no socket at '/nowhere/control.sock'")
        #expect(result.complaints.contains { $0.contains("systemctl status signaged") })
    }

    @Test func aSocketThatNobodyServesIsToldApart() throws {
        let path = "/tmp/signaged-stale-\(getpid())-\(UInt64.random(in: 0 ... .max)).socket"
        defer { unlink(path) }
        _ = try ControlServer.listen(path: path, group: nil)
        for arguments in [["--socket", path, "next"], ["next", "--socket=\(path)"]] {
            let result = run(arguments, environment: ["SIGNAGED_SOCKET": "/elsewhere"])
            #expect(result.code == .unavailable)
            #expect(
                result.complaints.first == "signagectl: cannot reach the daemon: nobody listens at '\(path)'")
        }
    }
}
