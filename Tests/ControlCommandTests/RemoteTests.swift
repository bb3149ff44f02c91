import Control
import FoundationEssentials
import Glibc
import PushProtocol
import SystemCalls
import TestSupport
import Testing

@testable import ControlCommand

/// `-H`, with a program in ssh's place that runs `signagectl bridge` on this machine.
@Suite struct RemoteTests {
    /// What takes ssh's place, and the names of some hosts.
    final class Network {
        let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            try folder.write(
                "ssh",
                """
                while [ "$1" = -o ]; do shift 2; done
                host=$1
                shift 2
                echo "$host" >>"${0%ssh}called"
                case $host in
                *off) echo "ssh: connect to host $host port 22: No route to host" >&2; exit 255 ;;
                old) echo "signagectl: unknown command 'bridge'" >&2; echo "  try --help" >&2; exit 64 ;;
                bare) echo "sh: 1: signagectl: not found" >&2; exit 127 ;;
                mute) exit 255 ;;
                late)
                    if ! [ -e "${0%ssh}up" ]; then
                        >"${0%ssh}up"
                        echo "ssh: connect to host late port 22: Connection refused" >&2
                        exit 255
                    fi
                    ;;
                chatty) echo "Welcome to chatty" ;;
                loud) echo "Warning: this is loud" >&2 ;;
                esac
                exec "\(siblingProgram("signagectl"))" "$@"
                """)
            try checked("mkdir") { mkdir(folder.path + "/signagectl", 0o700) }
            try folder.write(
                "signagectl/hosts.yaml",
                """
                hosts: {entrance: bar, bar: pi@bar, lounge: lounge-off}
                groups: {two: [entrance, bar], one: [bar]}
                """)
        }

        var environment: [String: String] {
            [
                "SIGNAGECTL_SSH": "sh \(folder.path)/ssh", "XDG_CONFIG_HOME": folder.path,
                "PATH": "/usr/bin:/bin",
            ]
        }
    }

    private let network: Network

    init() throws { network = try Network() }

    // MARK: One

    @Test(arguments: [["-H", "bar", "next"], ["next", "--host", "pi@other"], ["next", "-H", "loud"]])
    func oneIsSteeredAsThisMachineIs(line: [String]) throws {
        let daemon = try FakeDaemon()
        let result = daemon.run(line, environment: network.environment)
        #expect(result.code == .success && result.output.isEmpty && result.complaints.isEmpty)
        #expect(daemon.requests == [.next])
    }

    @Test func theAnswerOfOneIsTheSame() throws {
        for line in [["status"], ["status", "--json"]] {
            let here = try FakeDaemon().run(line) { _ in .status(VerbTests.status) }
            let there = try FakeDaemon().run(["-H", "bar"] + line, environment: network.environment) { _ in
                .status(VerbTests.status)
            }
            #expect(here.code == .success && here.output == there.output)
        }
    }

    @Test func aRefusalOfOneIsTheDaemons() throws {
        let result = try FakeDaemon().run(["-H", "bar", "next"], environment: network.environment) {
            _ in
            .error(.tickerOff)
        }
        #expect(result.code == .failure && result.complaints == ["signagectl: the playlist has no ticker"])
    }

    struct Unreached: CustomTestStringConvertible {
        var host: String
        var says: String
        var testDescription: String { host }
    }

    @Test(arguments: [
        Unreached(
            host: "lounge",
            says: "cannot reach lounge-off: ssh: connect to host lounge-off port 22: No route to host"),
        Unreached(host: "old", says: "cannot reach old: unknown command 'bridge'"),
        Unreached(host: "bare", says: "cannot reach bare: sh: 1: signagectl: not found"),
        Unreached(host: "mute", says: "cannot reach mute: ssh ended with status 255"),
        Unreached(
            host: "nobody",
            says: "cannot reach nobody: cannot reach the daemon: there is no socket at '/nowhere/socket'"),
    ])
    func oneThatCannotBeReachedSaysWhy(unreached: Unreached) throws {
        var environment = network.environment
        environment["SIGNAGED_SOCKET"] = "/nowhere/socket"
        let result = run(["-H", unreached.host, "status"], environment: environment)
        #expect(result.code == .unavailable && result.output.isEmpty)
        #expect(result.complaints == ["signagectl: \(unreached.says)"])
    }

    @Test func aShellThatTalksMakesNoSense() throws {
        let result = try FakeDaemon().run(["-H", "chatty", "next"], environment: network.environment)
        #expect(result.code == .failure)
        #expect(result.complaints.first == "signagectl: the answer of 'chatty' makes no sense")
    }

    @Test func aMissingProgramIsNamed() {
        let result = run(["-H", "bar", "next"], environment: ["SIGNAGECTL_SSH": "/nowhere/ssh -v"])
        #expect(result.code == .failure)
        #expect(
            result.complaints == ["signagectl: '/nowhere/ssh' cannot be run: No such file or directory"])
    }

    // MARK: Several

    @Test func severalHaveALineEach() throws {
        let daemon = try FakeDaemon()
        let result = daemon.run(["-H", "@all", "next"], environment: network.environment)
        #expect(result.code == .unavailable)
        #expect(daemon.requests == [.next, .next])
        let fault = "cannot reach lounge-off: ssh: connect to host lounge-off port 22: No route to host"
        #expect(result.text == "entrance  done\nbar       done\nlounge    \(fault)\n")
        #expect(
            result.complaints == ["signagectl: not done on 1 of 3 screens:", "  lounge: \(fault)"])
    }

    /// The entrance's address is another one's name.
    @Test func aNameIsLookedUpOnce() throws {
        let daemon = try FakeDaemon()
        let result = daemon.run(["-H", "@all", "next"], environment: network.environment)
        #expect(result.code == .unavailable)
        let called = try readFile(network.folder.path + "/called", limit: 1 << 20)
        #expect(
            Set(String(decoding: called, as: UTF8.self).split(separator: "\n"))
                == ["bar", "pi@bar", "lounge-off"])
    }

    @Test func theLargestExitStatusIsTheWholes() throws {
        let report = ReloadReport(
            accepted: false, summary: "2 errors, keeping the current playlist", diagnostics: [], time: "t")
        let result = try FakeDaemon().run(["-H", "@all", "reload"], environment: network.environment) {
            _ in .reloaded(report)
        }
        #expect(result.code == .badContent)
        #expect(result.text.contains("bar       2 errors, keeping the current playlist\n"))
        #expect(result.complaints.first == "signagectl: not done on 3 of 3 screens:")
    }

    @Test func statusesOfSeveralAreATable() throws {
        var status = VerbTests.status
        status.playlist.generation = 12
        let result = try FakeDaemon().run(
            ["-H", "@two,mute", "status"], environment: network.environment
        ) { _ in .status(status) }
        #expect(
            result.text == """
                HOST      NAME     STATE   SLIDE          GENERATION  LAST FLIP  PROBLEMS
                entrance  shop-12  paused  3/5 'summer\u{fffd}'  12          0.02 s     /var/lib/signaged cannot be \
                written, and 2 more
                bar       shop-12  paused  3/5 'summer\u{fffd}'  12          0.02 s     /var/lib/signaged cannot be \
                written, and 2 more
                mute      cannot reach mute: ssh ended with status 255

                """)
    }

    struct Object: Decodable {
        var host: String
        var exit: Int
        var result: StatusReport?
        var error: String?
    }

    @Test func severalAsJSONAreAnArray() throws {
        let result = try FakeDaemon().run(
            ["-H", "@all", "status", "--json"], environment: network.environment
        ) { _ in .status(VerbTests.status) }
        let objects = try JSONDecoder().decode([Object].self, from: Data(result.output))
        #expect(objects.map(\.host) == ["entrance", "bar", "lounge"])
        #expect(objects.map(\.exit) == [0, 0, 69])
        #expect(objects.map(\.result) == [VerbTests.status, VerbTests.status, nil])
        #expect(objects[0].error == nil && objects[2].error?.hasPrefix("cannot reach lounge-off") == true)
    }

    @Test func aVerbWithoutJSONAnswersInWords() throws {
        let reports = ReloadReport(accepted: true, summary: "3 slides", diagnostics: [], time: "t")
        let result = try FakeDaemon().run(
            ["--json", "-H", "@one", "reload"], environment: network.environment
        ) { _ in .reloaded(reports) }
        #expect(
            result.text == "[\n{\"host\":\"bar\",\"exit\":0,\"result\":\"3 slides\",\"error\":null}\n]\n")
    }

    @Test func pixelsGoToAFileForEach() throws {
        let file = network.folder.path + "/shot.of.wall.png"
        let result = try FakeDaemon().run(
            ["-H", "@two", "screenshot", file], environment: network.environment
        ) {
            _ in .screenshot(Screenshot(width: 2, height: 1) { _ in [0, 0, 0, 0, 255, 255, 255, 0] })
        }
        #expect(result.code == .success)
        for host in ["entrance", "bar"] {
            let path = network.folder.path + "/shot.of.wall-\(host).png"
            #expect(result.text.contains("\(path): 2x1"))
            #expect(try readFile(path, limit: 1 << 20).starts(with: [0x89, 0x50, 0x4e, 0x47]))
        }
    }

    @Test func eventsOfSeveralNameTheirHost() throws {
        let events: [MonitorEvent] = [.pause(by: "touch")]
        let environment = network.environment
        let lines = try FakeDaemon().run(["-H", "@one", "monitor"], environment: environment, events: events)
            .text.split(separator: "\n")
        #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("bar: 20") })
        #expect(lines.last?.hasSuffix(" pause by touch") == true)
        let json = try FakeDaemon().run(
            ["-H", "@one", "monitor", "--json"], environment: environment, events: events)
        #expect(json.code == .unavailable)
        let objects = json.text.split(separator: "\n")
        #expect(objects.count == 2 && objects.allSatisfy { $0.hasPrefix("{\"host\":\"bar\",\"") })
        #expect(objects.allSatisfy { $0.hasSuffix("Z\"}") })
    }

    @Test func aTerminalSeesTheProgress() throws {
        let progress = Progress()
        let result = try FakeDaemon().run(
            ["-H", "@two", "next"], environment: network.environment, progress: progress)
        #expect(result.text == "entrance  done\nbar       done\n" && result.complaints.isEmpty)
        #expect(progress.lines.first == "0 of 2 done, waiting for entrance, bar")
        #expect(progress.lines.last == "")
    }

    @Test func operandsThatLookLikeFlagsStayOperands() throws {
        let daemon = try FakeDaemon()
        let result = daemon.run(
            ["-H", "@one", "ticker", "--now", "text", "--", "--for"], environment: network.environment)
        #expect(result.code == .success && daemon.requests == [.tickerText("--for", now: true)])
    }

    // MARK: Again

    @Test func oneThatIsNotReachedIsTriedAgain() throws {
        let daemon = try FakeDaemon()
        let result = daemon.run(
            ["-H", "late,bar", "--retry-for", "60s", "next"], environment: network.environment)
        #expect(result.code == .success && result.text == "late  done\nbar   done\n")
        #expect(daemon.requests == [.next, .next])
        #expect(
            result.complaints == [
                "late: cannot reach late: ssh: connect to host late port 22: Connection refused; trying again"
            ])
    }

    @Test(arguments: [["next"], ["rollback"], ["show", "a"], ["use", "file"]])
    func whatMayHaveBeenDoneIsNotDoneTwice(line: [String]) throws {
        let daemon = try FakeDaemon()
        let result = daemon.run(
            ["-H", "bar", "--retry-for", "2s"] + line, environment: network.environment
        ) { _ in nil }
        #expect(result.code == .unavailable && daemon.requests.count == 1)
        #expect(!result.complaints.contains { $0.contains("trying again") })
    }

    @Test func aQuestionIsAskedAgain() throws {
        let result = try FakeDaemon().run(
            ["-H", "bar", "--retry-for", "1s", "history"], environment: network.environment
        ) { _ in nil }
        #expect(result.code == .unavailable)
        #expect(result.complaints.first?.hasSuffix("closed the connection; trying again") == true)
    }

    struct Ending: CustomTestStringConvertible {
        var status: Int
        var verb: String
        var code: ExitCode
        var calls: Int
        var testDescription: String { "\(verb): \(status)" }
    }

    @Test(arguments: [
        Ending(status: 69, verb: "next", code: .unavailable, calls: 1),
        Ending(status: 69, verb: "status", code: .unavailable, calls: 2),
        Ending(status: 75, verb: "next", code: .unavailable, calls: 2),
        Ending(status: 1, verb: "status", code: .failure, calls: 1),
    ])
    func onlyWhatCannotBeDoneTwiceIsTriedAgain(ending: Ending) throws {
        let program = try network.folder.write(
            "control", "#!/bin/sh\necho x >>\"$0.calls\"\nexit \(ending.status)\n")
        try checked("chmod") { chmod(program, 0o700) }
        let result = run(
            ["-H", "bar", "--retry-for", "1s", ending.verb], environment: network.environment,
            program: program)
        #expect(result.code == ending.code)
        #expect(try readFile(program + ".calls", limit: 100).count == 2 * ending.calls)
    }

    @Test(arguments: [
        (["-H", "lounge", "next"], ExitCode.unavailable),
        (["--one-of-several", "-H", "lounge", "next"], .undone),
        (["--one-of-several", "-H", "bar", "next"], .unavailable),
    ])
    func oneOfSeveralTellsWhatIsCertainlyUndone(line: [String], code: ExitCode) throws {
        let result = try FakeDaemon().run(line, environment: network.environment) { _ in nil }
        #expect(result.code == code)
    }

    // MARK: Pushes

    /// More than fits the sockets on the way.
    private func longPlaylist() throws {
        let text = String(repeating: "# a long comment about nothing at all\n", count: 20_000)
        try network.folder.write("playlist.yaml", text + "slides: [{color: red}]\n")
    }

    private static func take(_ object: WantedObject, _ connection: PushConnection, most: Int = .max) throws {
        var rest = min(most, object.size - object.from)
        while rest > 0 { rest -= try connection.receiveBytes(atMost: rest).count }
    }

    @Test func aPushReachesSeveral() throws {
        try longPlaylist()
        let daemon = try FakeDaemon()
        daemon.store = { connection in
            let playlist = (try connection.receive(PushOffer.self)).playlist
            let wanted = WantedObject(object: playlist.object, size: playlist.size, from: 7)
            try connection.send(PushReply.wanted([wanted]))
            try Self.take(wanted, connection)
            try connection.send(PushReply.finding("slide 1 'color:red': a note"))
            try connection.send(PushReply.done(PushTests.result(added: ["color:red"])))
        }
        let result = daemon.run(
            ["-H", "@two", "push", network.folder.path], environment: network.environment)
        #expect(result.code == .success && daemon.requests == [.push, .push])
        let outcome = "generation 7: 1 slide added; it plays\n"
        #expect(result.text == "entrance  \(outcome)bar       \(outcome)")
    }

    @Test(arguments: [
        ("before it is known what the sign lacks", nil, ExitCode.unavailable),
        ("while something is missing", 1000, .undone), ("when all has arrived", Int.max, .unavailable),
    ])
    func aPushThatIsLostMayBeRepeatedWhileSomethingIsMissing(when: String, bytes: Int?, code: ExitCode) throws
    {
        try longPlaylist()
        let daemon = try FakeDaemon()
        daemon.store = { connection in
            let playlist = (try connection.receive(PushOffer.self)).playlist
            guard let bytes else { return }
            let wanted = WantedObject(object: playlist.object, size: playlist.size, from: 0)
            try connection.send(PushReply.wanted([wanted]))
            try Self.take(wanted, connection, most: bytes)
        }
        let result = daemon.run(
            ["--one-of-several", "-H", "bar", "push", network.folder.path],
            painter: "/nowhere", environment: network.environment)
        #expect(result.code == code)
        #expect(result.complaints.last?.contains("the connection to the sign was lost") == true)
    }

    // MARK: Mistakes

    struct Mistake: CustomTestStringConvertible {
        var line: String
        var complaint: String
        var testDescription: String { line }
    }

    @Test(arguments: [
        Mistake(line: "-H @tow next", complaint: "there is no group '@tow' in"),
        Mistake(line: "-H -v next", complaint: "'-H' needs a value: -H HOSTS"),
        Mistake(line: "--host=-v next", complaint: "'-v' cannot be used for --host"),
        Mistake(line: "--parallel 2 next", complaint: "--parallel and --retry-for need -H"),
        Mistake(line: "-H bar next --parallel 0", complaint: "'0' cannot be used for --parallel"),
        Mistake(line: "-H @two next --parallel 257", complaint: "a whole number from 1 to 256"),
        Mistake(line: "-H @two next --retry-for soon", complaint: "'soon' cannot be used for --retry-for"),
        Mistake(line: "-H bar check x", complaint: "'check' has to do with this machine only: no -H"),
        Mistake(line: "-H bar bridge", complaint: "'bridge' has to do with this machine only: no -H"),
        Mistake(line: "-H bar next --json", complaint: "unknown option '--json'"),
        Mistake(line: "next --json", complaint: "unknown option '--json'"),
        Mistake(line: "-H @two screenshot -", complaint: "several pictures do not fit standard output"),
        Mistake(line: "-H bar --socket run/x next", complaint: "'run/x' cannot be the socket on another"),
    ])
    func aWrongCommandLineIsNamedAndEndsWith64(mistake: Mistake) throws {
        let result = run(
            mistake.line.split(separator: " ").map(String.init), environment: network.environment)
        #expect(result.code == .usage && result.output.isEmpty)
        #expect(result.complaints.first?.hasPrefix("signagectl: ") == true)
        #expect(result.complaints.first?.contains(mistake.complaint) == true)
    }

    @Test func hostsThatCannotBeReadAreNamedWithTheirPlace() throws {
        try network.folder.write("signagectl/hosts.yaml", "hosts: {a: b}\ngroups: {g: [b]}\n")
        let result = run(["-H", "a", "next"], environment: network.environment)
        #expect(result.code == .badContent)
        let place = "hosts.yaml:2:14: error: groups.g[0]: there is no host 'b'"
        #expect(result.complaints.first?.contains(place) == true)
    }

    @Test func withoutADaemonTheBridgeSaysWhy() {
        let result = run(["bridge", "--socket", "/nowhere/socket"])
        #expect(result.code == .unavailable)
        #expect(
            result.complaints.first
                == "signagectl: cannot reach the daemon: there is no socket at '/nowhere/socket'")
    }
}
