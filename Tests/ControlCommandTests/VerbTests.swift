import CPango
import Control
import ControlCommand
import FoundationEssentials
import Glibc
import Testing

@Suite struct VerbTests {
    struct Steering: CustomTestStringConvertible {
        var line: [String]
        var request: ControlRequest
        var testDescription: String { line.joined(separator: " ") }
    }

    @Test(arguments: [
        Steering(line: ["next"], request: .next),
        Steering(line: ["previous"], request: .previous),
        Steering(line: ["show", "summer"], request: .show(id: "summer", for: nil)),
        Steering(line: ["show", "summer", "--for", "10m"], request: .show(id: "summer", for: .seconds(600))),
        Steering(
            line: ["show", "--number", "3", "--for=250ms"], request: .showNumber(3, for: .milliseconds(250))),
        Steering(line: ["pause"], request: .pause(for: nil)),
        Steering(line: ["pause", "--for", "1h30m"], request: .pause(for: .seconds(5400))),
        Steering(line: ["resume"], request: .resume),
        Steering(line: ["display", "on"], request: .display(intent: "on")),
        Steering(line: ["display", "off"], request: .display(intent: "off")),
        Steering(line: ["display", "auto"], request: .display(intent: "auto")),
        Steering(line: ["identify"], request: .identify(for: nil)),
        Steering(line: ["identify", "--for", "1h"], request: .identify(for: .seconds(3600))),
        Steering(line: ["notice", "Back at 3"], request: .notice("Back at 3", for: nil)),
        Steering(line: ["notice", "Zu", "--for", "24h"], request: .notice("Zu", for: .seconds(86_400))),
        Steering(line: ["notice", "--clear"], request: .clearNotice),
        Steering(line: ["ticker", "start"], request: .tickerStart),
        Steering(line: ["ticker", "stop"], request: .tickerStop),
        Steering(line: ["ticker", "speed", "12.5"], request: .tickerSpeed(12.5)),
        Steering(line: ["ticker", "text", "두 개"], request: .tickerText("두 개", now: false)),
        Steering(
            line: ["ticker", "text", "-30 % today", "--now"], request: .tickerText("-30 % today", now: true)),
    ])
    func steeringVerbsAskForWhatTheySay(steering: Steering) throws {
        let daemon = try FakeDaemon()
        let result = daemon.run(steering.line)
        #expect(result.code == .success && result.output.isEmpty && result.complaints.isEmpty)
        #expect(daemon.requests == [steering.request])
    }

    struct Failing: CustomTestStringConvertible {
        var error: ControlError
        var code: ExitCode = .failure
        var complaint: String
        var testDescription: String { complaint }
    }

    @Test(arguments: [
        Failing(
            error: .noSuchSlide(id: "sumer", suggestion: "summer"),
            complaint: "there is no slide 'sumer'; did you mean 'summer'?"),
        Failing(error: .noSuchSlide(id: "3", suggestion: nil), complaint: "there is no slide '3'"),
        Failing(error: .noSuchNumber(9, slides: 5), complaint: "there is no slide number 9: there are 5"),
        Failing(
            error: .noSuchNumber(1, slides: 0), complaint: "there is no slide number 1: no slide can be shown"
        ),
        Failing(
            error: .notPainted(id: "a\u{1b}[2J"),
            complaint: "slide 'a\u{fffd}[2J' could not be painted in time"),
        Failing(error: .tickerOff, complaint: "the playlist has no ticker"),
        Failing(error: .refused(reason: "not now"), complaint: "not now"),
        Failing(
            error: .tooManyClients(limit: 64), code: .unavailable,
            complaint: "the daemon serves 64 clients already"),
        Failing(
            error: .methodNotFound("x.Y"),
            complaint: "the daemon has no method 'x.Y'; is it of another version?"),
        Failing(error: .other("com.example.Odd"), complaint: "the daemon answers 'com.example.Odd'"),
    ])
    func anErrorOfTheDaemonIsToldInWords(failing: Failing) throws {
        let result = try FakeDaemon().run(["next"]) { _ in .error(failing.error) }
        #expect(result.code == failing.code && result.output.isEmpty)
        #expect(result.complaints == ["signagectl: \(failing.complaint)"])
    }

    @Test func aDaemonThatGoesAwayCannotBeReached() throws {
        let daemon = try FakeDaemon()
        let result = daemon.run(["next"]) { _ in nil }
        #expect(result.code == .unavailable)
        #expect(result.complaints.first == "signagectl: the daemon at '\(daemon.path)' closed the connection")
    }

    static var status: StatusReport {
        StatusReport(
            name: "shop-12", state: "paused", slide: SlideStatus(index: 2, id: "summer\n", moving: true),
            slides: 5,
            schedule: ScheduleStatus(waiting: 2, trusted: true, next: "2026-12-01T11:00:00.000+01:00"),
            ticker: TickerStatus(scrolling: true, offset: 12.5, speed: 100),
            outputs: [
                OutputStatus(
                    name: "HDMI-A-1", width: 1920, height: 1080, refresh: 59.94, rotation: 0, scale: 1,
                    presenter: "composited",
                    frames: FrameStatus(presented: 1000, missed: 2, lastFlipAge: 0.016))
            ],
            display: DisplayStatus(
                intent: "auto", on: true, cause: "hours", until: "2026-12-01T22:00:00.000+01:00"),
            playlist: PlaylistStatus(
                source: "file", path: "/etc/signaged/playlist.yaml", generation: nil,
                loaded: "2026-12-01T08:00:00.000Z",
                problems: [
                    ControlDiagnostic(
                        file: "/etc/signaged/playlist.yaml", line: 7, column: 3, severity: "warning",
                        path: "slides[1].image", message: "'b.jpg': no such file")
                ]),
            configuration: ConfigurationStatus(source: "file", path: "/etc/signaged/signaged.yaml"),
            touch: TouchStatus(devices: [.init(name: "Goodix", node: "/dev/input/event3")]),
            painter: PainterStatus(
                state: "resting", failures: 1, skipped: [.init(id: "b.jpg", reason: "no such file")]),
            reload: ReloadReport(
                accepted: true, summary: "5 slides, 1 warning", diagnostics: [],
                time: "2026-12-01T08:00:00.000Z"),
            problems: ["/var/lib/signaged cannot be written"], version: "1.2.3", uptime: 7500,
            timeZone: "Europe/Paris")
    }

    @Test func statusIsReadableAndSafeForATerminal() throws {
        let result = try FakeDaemon().run(["status"]) { _ in .status(Self.status) }
        #expect(result.code == .success)
        #expect(
            result.text == """
                shop-12: paused
                  slide     3 of 5, 'summer\u{fffd}', turning
                  times     2 slides wait, the next change at 2026-12-01T11:00:00.000+01:00
                  ticker    running, 100 pt/s
                  output    HDMI-A-1, 1920x1080 at 59.94 Hz, scale 1, composited
                  frames    1000 presented, 2 missed, the last one 0.02 s ago
                  display   on by its hours until 2026-12-01T22:00:00.000+01:00
                  playlist  /etc/signaged/playlist.yaml (file), playing since 2026-12-01T08:00:00.000Z
                  settings  /etc/signaged/signaged.yaml (file)
                  touch     Goodix (/dev/input/event3)
                  painter   resting, 1 failure
                  reload    accepted at 2026-12-01T08:00:00.000Z: 5 slides, 1 warning
                  running   2 h 5 min, signaged 1.2.3, time zone Europe/Paris
                  skipped slides:
                    'b.jpg': no such file
                  problems of the playlist:
                    /etc/signaged/playlist.yaml:7:3: warning: slides[1].image: 'b.jpg': no such file
                  problems:
                    /var/lib/signaged cannot be written

                """)
    }

    @Test func statusTellsWhatEndsByItself() throws {
        var status = Self.status
        status.pause = PauseStatus(by: "touch", until: "2026-12-01T12:00:00.000+01:00")
        status.hold = HoldStatus(until: "2026-12-01T12:30:00.000+01:00", returnsTo: "menu")
        let text = try FakeDaemon().run(["status"]) { _ in .status(status) }.text
        #expect(text.contains("\n  paused    by touch until 2026-12-01T12:00:00.000+01:00\n"))
        #expect(text.contains("\n  shown     until 2026-12-01T12:30:00.000+01:00, then 'menu' again\n"))
        status.pause?.until = nil
        status.hold?.until = nil
        let timeless = try FakeDaemon().run(["status"]) { _ in .status(status) }.text
        #expect(timeless.contains("\n  paused    by touch\n"))
        #expect(timeless.contains("\n  shown     then 'menu' again\n"))
    }

    @Test func statusTellsANotice() throws {
        var status = Self.status
        status.notice = NoticeStatus(text: "Back\nat 3", until: "2026-12-01T12:00:00.000+01:00")
        let result = try FakeDaemon().run(["status"]) { _ in .status(status) }
        #expect(
            result.text.contains("\n  notice    'Back\u{fffd}at 3' until 2026-12-01T12:00:00.000+01:00\n"))
        let json = try FakeDaemon().run(["status", "--json"]) { _ in .status(status) }
        #expect(try JSONDecoder().decode(StatusReport.self, from: Data(json.output)) == status)
        let without = try FakeDaemon().run(["status", "--json"]) { _ in .status(Self.status) }
        #expect(without.text.contains("\"notice\" : null"))
    }

    @Test func statusAsJSONIsWhatTheDaemonSaid() throws {
        let result = try FakeDaemon().run(["status", "--json"]) { _ in .status(Self.status) }
        #expect(result.code == .success)
        #expect(try JSONDecoder().decode(StatusReport.self, from: Data(result.output)) == Self.status)
        #expect(result.text.contains("\"generation\" : null") && result.text.contains("\"number\" : 3"))
    }

    @Test func aReloadTellsItsResult() throws {
        let warning = ControlDiagnostic(
            file: "p.yaml", line: 2, column: 5, severity: "warning", path: "slides[0]", message: "odd")
        let report = ReloadReport(accepted: true, summary: "3 slides", diagnostics: [warning], time: "t")
        let result = try FakeDaemon().run(["reload"]) { _ in .reloaded(report) }
        #expect(result.code == .success)
        #expect(result.text == "p.yaml:2:5: warning: slides[0]: odd\n3 slides\n")
    }

    @Test func aRefusedReloadNamesEveryErrorAndEndsWith78() throws {
        let errors = (1...3).map {
            ControlDiagnostic(
                file: "p.yaml", line: $0, column: 1, severity: "error", path: "", message: "bad \($0)")
        }
        let result = try FakeDaemon().run(["reload"]) { _ in
            .error(.playlistRefused(summary: "3 errors, keeping the current playlist", diagnostics: errors))
        }
        #expect(result.code == .badContent)
        #expect(
            result.text == "p.yaml:1:1: error: bad 1\np.yaml:2:1: error: bad 2\np.yaml:3:1: error: bad 3\n")
        #expect(result.complaints == ["signagectl: 3 errors, keeping the current playlist"])
    }

    @Test func outputsTellWhichConnectorIsUsedAndWhy() throws {
        let reports = [
            OutputReport(
                name: "HDMI-A-1", connected: true, modes: ["1920x1080@60.00", "1280x720@60.00"],
                mode: "1920x1080@60.00", reason: "the first one connected"),
            OutputReport(
                name: "HDMI-A-2", connected: false, modes: [], mode: nil, reason: "nothing connected"),
        ]
        let result = try FakeDaemon().run(["outputs"]) { _ in .outputs(reports) }
        #expect(
            result.text == """
                HDMI-A-1: connected, in use at 1920x1080@60.00: the first one connected
                  modes: 1920x1080@60.00 1280x720@60.00
                HDMI-A-2: not connected, not used: nothing connected

                """)
        let json = try FakeDaemon().run(["outputs", "--json"]) { _ in .outputs(reports) }
        #expect(try JSONDecoder().decode([OutputReport].self, from: Data(json.output)) == reports)
    }

    @Test func monitorWritesALinePerEventUntilTheDaemonEnds() throws {
        let events: [MonitorEvent] = [
            .slide(index: 1, id: "b", cause: "swipe"), .pause(by: "touch"),
            .touchEnded(index: 0, turned: false),
            .reload(accepted: false, summary: "2 errors"),
            .display("HDMI-A-1", width: 800, height: 480, refresh: 60),
            .notice("shop-12"), MonitorEvent(.display), MonitorEvent(.init(rawValue: "unheardOf")),
        ]
        let result = try FakeDaemon().run(["monitor"], events: events)
        #expect(result.code == .unavailable)
        let lines = result.text.split(separator: "\n").map { $0.drop { $0 != " " }.dropFirst() }
        #expect(
            lines == [
                "subscribed", "slide 2 'b' by swipe", "pause by touch", "touchEnded 1 settled back",
                "reload refused: 2 errors", "display HDMI-A-1 800x480 at 60 Hz", "notice shop-12",
                "display none", "unheardOf",
            ])
    }

    @Test func monitorAsJSONWritesAnObjectPerLine() throws {
        let result = try FakeDaemon().run(
            ["monitor", "--json"], events: [.slide(index: 1, id: "b", cause: "timer")])
        let lines = result.text.split(separator: "\n")
        try #require(lines.count == 2)
        let event = try JSONDecoder().decode(MonitorEvent.self, from: Data(lines[1].utf8))
        #expect(event.id == "b" && event.number == 2 && event.monotonic > 0 && event.wall.hasSuffix("Z"))
    }
}
