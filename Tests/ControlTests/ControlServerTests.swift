import Control
import Glibc
import SystemCalls
import Testing

@Suite struct ControlServerTests {
    static let own = ControlInterface.name

    @Test func aStrangerFindsOutWhatTheServiceIs() throws {
        let bench = try Bench()
        let client = try bench.client()
        client.call("org.varlink.service.GetInfo")
        client.call("org.varlink.service.GetInterfaceDescription", "{\"interface\":\"\(Self.own)\"}")
        client.call("org.varlink.service.GetInterfaceDescription", "{\"interface\":\"org.varlink.service\"}")
        bench.turn()
        let answers = client.messages()
        try #require(answers.count == 3)
        #expect(
            answers[0]
                == "{\"parameters\":{\"interfaces\":[\"org.varlink.service\",\"\(Self.own)\"],\"product\":\"signaged\","
                + "\"url\":\"\",\"vendor\":\"signaged\",\"version\":\"1.2.3\"}}")
        #expect(answers[1].contains("interface \(Self.own)") && answers[1].contains("method SetTickerText("))
        #expect(answers[2].contains("interface org.varlink.service"))
        #expect(bench.calls.isEmpty)
    }

    struct Asked: CustomTestStringConvertible {
        var method: String
        var parameters: String = "{}"
        var request: ControlRequest
        var testDescription: String { method + parameters }
    }

    @Test(arguments: [
        Asked(method: "Status", request: .status),
        Asked(method: "Next", request: .next),
        Asked(method: "Previous", request: .previous),
        Asked(method: "Show", parameters: "{\"id\":\"a\"}", request: .show(id: "a", for: nil)),
        Asked(
            method: "Show", parameters: "{\"id\":\"a\",\"number\":null,\"forMilliseconds\":1500}",
            request: .show(id: "a", for: .milliseconds(1500))),
        Asked(method: "Show", parameters: "{\"number\":3}", request: .showNumber(3, for: nil)),
        Asked(method: "Pause", request: .pause(for: nil)),
        Asked(method: "Pause", parameters: "{\"forMilliseconds\":1}", request: .pause(for: .milliseconds(1))),
        Asked(method: "Resume", request: .resume),
        Asked(method: "StartTicker", request: .tickerStart),
        Asked(method: "StopTicker", request: .tickerStop),
        Asked(method: "SetTickerSpeed", parameters: "{\"speed\":0}", request: .tickerSpeed(0)),
        Asked(method: "SetTickerSpeed", parameters: "{\"speed\":12.5}", request: .tickerSpeed(12.5)),
        Asked(method: "SetTickerText", parameters: "{\"text\":\"\"}", request: .tickerText("", now: false)),
        Asked(
            method: "SetTickerText", parameters: "{\"text\":\"두 \\u0026\",\"now\":true}",
            request: .tickerText("두 &", now: true)),
        Asked(
            method: "SetDisplay", parameters: "{\"intent\":\"off\"}", request: .display(intent: "off")),
        Asked(method: "Identify", request: .identify(for: nil)),
        Asked(
            method: "Identify", parameters: "{\"forMilliseconds\":3600000}",
            request: .identify(for: .seconds(3600))),
        Asked(
            method: "ShowNotice", parameters: "{\"text\":\"Back at 3\"}",
            request: .notice("Back at 3", for: nil)),
        Asked(
            method: "ShowNotice", parameters: "{\"text\":\"a\\nb\",\"forMilliseconds\":86400000}",
            request: .notice("a\nb", for: .seconds(86_400))),
        Asked(method: "ClearNotice", request: .clearNotice),
        Asked(method: "Reload", request: .reload),
        Asked(method: "Outputs", request: .outputs),
        Asked(method: "History", request: .history),
        Asked(method: "Schedule", request: .schedule(at: nil, days: nil)),
        Asked(
            method: "Schedule", parameters: "{\"at\":\"2026-12-24 07:00\",\"days\":366}",
            request: .schedule(at: "2026-12-24 07:00", days: 366)),
        Asked(
            method: "Configure",
            parameters: "{\"text\":\"name: a\",\"name\":\"a.yaml\",\"forMilliseconds\":5000}",
            request: .configure(text: "name: a", name: "a.yaml", for: .seconds(5))),
        Asked(
            method: "Configure", request: .configure(text: nil, name: "configuration", for: nil)),
        Asked(method: "ConfirmConfiguration", request: .confirmConfiguration),
        Asked(method: "RevertConfiguration", request: .revertConfiguration),
        Asked(method: "ShowConfiguration", request: .showConfiguration),
        Asked(method: "Rollback", request: .rollback(to: nil)),
        Asked(method: "Rollback", parameters: "{\"generation\":12}", request: .rollback(to: 12)),
        Asked(method: "Use", parameters: "{\"source\":\"store\"}", request: .use(source: "store")),
    ])
    func everyMethodIsUnderstood(asked: Asked) throws {
        let bench = try Bench()
        let client = try bench.client()
        client.call("\(Self.own).\(asked.method)", asked.parameters)
        bench.turn()
        #expect(bench.calls.map(\.request) == [asked.request])
        #expect(bench.calls.first?.peer == Peer(pid: getpid(), uid: getuid(), gid: getgid()))
    }

    struct Refused: CustomTestStringConvertible {
        var method: String
        var parameters: String = "{}"
        var flags: String = ""
        var error: String
        var testDescription: String { method + parameters + flags }
    }

    static let service = "org.varlink.service."

    @Test(arguments: [
        Refused(
            method: "com.example.X.Y",
            error: service + "InterfaceNotFound\",\"parameters\":{\"interface\":\"com.example.X\"}"),
        Refused(method: "Y", error: service + "MethodNotFound\",\"parameters\":{\"method\":\"Y\"}"),
        Refused(method: "", error: service + "MethodNotFound\""),
        Refused(
            method: own + ".Nxt",
            error: service + "MethodNotFound\",\"parameters\":{\"method\":\"\(own).Nxt\"}"),
        Refused(method: service + "GetAll", error: service + "MethodNotFound\""),
        Refused(
            method: service + "GetInterfaceDescription",
            error: service + "InvalidParameter\",\"parameters\":{\"parameter\":\"interface\"}"),
        Refused(
            method: service + "GetInterfaceDescription", parameters: "{\"interface\":\"x.y\"}",
            error: service + "InterfaceNotFound\",\"parameters\":{\"interface\":\"x.y\"}"),
        Refused(
            method: own + ".Show", error: service + "InvalidParameter\",\"parameters\":{\"parameter\":\"id\"}"
        ),
        Refused(
            method: own + ".Rollback", parameters: "{\"generation\":0}",
            error: service + "InvalidParameter\",\"parameters\":{\"parameter\":\"generation\"}"),
        Refused(
            method: own + ".Use", parameters: "{\"source\":\"last-good\"}",
            error: service + "InvalidParameter\",\"parameters\":{\"parameter\":\"source\"}"),
        Refused(
            method: own + ".Configure", parameters: "{\"forMilliseconds\":3600001}",
            error: service + "InvalidParameter\",\"parameters\":{\"parameter\":\"forMilliseconds\"}"),
        Refused(
            method: own + ".Configure", parameters: "{\"name\":\"\"}",
            error: service + "InvalidParameter\",\"parameters\":{\"parameter\":\"name\"}"),
        Refused(
            method: own + ".ShowNotice",
            error: service + "InvalidParameter\",\"parameters\":{\"parameter\":\"text\"}"),
        Refused(
            method: own + ".ShowNotice", parameters: "{\"text\":\" \\n\"}",
            error: service + "InvalidParameter\",\"parameters\":{\"parameter\":\"text\"}"),
        Refused(
            method: own + ".ShowNotice",
            parameters: "{\"text\":\"\(String(repeating: "a", count: 4097))\"}",
            error: service + "InvalidParameter\",\"parameters\":{\"parameter\":\"text\"}"),
        Refused(
            method: own + ".ShowNotice", parameters: "{\"text\":\"a\",\"forMilliseconds\":86400001}",
            error: service + "InvalidParameter\",\"parameters\":{\"parameter\":\"forMilliseconds\"}"),
        Refused(
            method: own + ".Schedule", parameters: "{\"days\":367}",
            error: service + "InvalidParameter\",\"parameters\":{\"parameter\":\"days\"}"),
        Refused(
            method: own + ".Schedule", parameters: "{\"at\":\"\(String(repeating: "0", count: 65))\"}",
            error: service + "InvalidParameter\",\"parameters\":{\"parameter\":\"at\"}"),
        Refused(method: own + ".Push", error: service + "MethodNotImplemented\""),
        Refused(
            method: own + ".Show", parameters: "{\"id\":7}",
            error: service + "InvalidParameter\",\"parameters\":{\"parameter\":\"id\"}"),
        Refused(
            method: own + ".Show", parameters: "{\"id\":\"a\",\"number\":1}",
            error: service + "InvalidParameter\",\"parameters\":{\"parameter\":\"number\"}"),
        Refused(
            method: own + ".Show", parameters: "{\"number\":0}",
            error: service + "InvalidParameter\",\"parameters\":{\"parameter\":\"number\"}"),
        Refused(
            method: own + ".Show", parameters: "{\"number\":1.5}",
            error: service + "InvalidParameter\",\"parameters\":{\"parameter\":\"number\"}"),
        Refused(
            method: own + ".Show", parameters: "{\"number\":99999999999999999999}",
            error: service + "InvalidParameter\",\"parameters\":{\"parameter\":\"number\"}"),
        Refused(
            method: own + ".Show", parameters: "{\"id\":\"a\",\"for\":1}",
            error: service + "InvalidParameter\",\"parameters\":{\"parameter\":\"for\"}"),
        Refused(
            method: own + ".Next", parameters: "{\"id\":\"a\"}",
            error: service + "InvalidParameter\",\"parameters\":{\"parameter\":\"id\"}"),
        Refused(
            method: own + ".Next", parameters: "[]",
            error: service + "InvalidParameter\",\"parameters\":{\"parameter\":\"parameters\"}"),
        Refused(
            method: own + ".Identify", parameters: "{\"forMilliseconds\":3600001}",
            error: service + "InvalidParameter\",\"parameters\":{\"parameter\":\"forMilliseconds\"}"),
        Refused(
            method: own + ".Pause", parameters: "{\"forMilliseconds\":0}",
            error: service + "InvalidParameter\",\"parameters\":{\"parameter\":\"forMilliseconds\"}"),
        Refused(
            method: own + ".Pause", parameters: "{\"forMilliseconds\":9223372036854775807}",
            error: service + "InvalidParameter\""),
        Refused(
            method: own + ".SetTickerSpeed", parameters: "{\"speed\":-1}",
            error: service + "InvalidParameter\",\"parameters\":{\"parameter\":\"speed\"}"),
        Refused(
            method: own + ".SetTickerSpeed", parameters: "{\"speed\":1e300}",
            error: service + "InvalidParameter\",\"parameters\":{\"parameter\":\"speed\"}"),
        Refused(
            method: own + ".SetTickerSpeed", parameters: "{\"speed\":\"fast\"}",
            error: service + "InvalidParameter\",\"parameters\":{\"parameter\":\"speed\"}"),
        Refused(
            method: own + ".SetTickerText", parameters: "{\"text\":\"a\\u0000b\"}",
            error: service + "InvalidParameter\",\"parameters\":{\"parameter\":\"text\"}"),
        Refused(
            method: own + ".SetTickerText",
            parameters: "{\"text\":\"\(String(repeating: "é", count: 32769))\"}",
            error: service + "InvalidParameter\""),
        Refused(method: own + ".Monitor", error: service + "ExpectedMore\""),
        Refused(method: own + ".Screenshot", error: service + "ExpectedMore\""),
        Refused(
            method: own + ".Next", flags: ",\"upgrade\":true",
            error: service + "MethodNotImplemented\",\"parameters\":{\"method\":\"\(own).Next\"}"),
    ])
    func whatCannotBeDoneIsAnsweredByAnError(refused: Refused) throws {
        let bench = try Bench()
        let client = try bench.client()
        client.call(refused.method, refused.parameters, refused.flags)
        client.call("org.varlink.service.GetInfo")
        bench.turn()
        let answers = client.messages()
        try #require(answers.count == 2)
        #expect(answers[0].hasPrefix("{\"error\":\"" + refused.error))
        #expect(answers[1].contains("1.2.3"))
        #expect(bench.calls.isEmpty && !client.isClosed)
    }

    @Test(arguments: [
        "", "x", "[]", "{}", "null", "7", "{\"method\":7}", "{\"parameters\":{}}", "{\"method\":\"a.b\"} x",
        "{\"method\":\"\(own).Next\",\"oneway\":1}",
        "{\"method\":\"\(own).Next\",\"oneway\":true,\"more\":true}",
        "{\"method\":\"\(own).Next\",\"parameters\":" + String(repeating: "[", count: 200_000),
        "{\"method\":\"\(own).Next\",\"parameters\":" + String(repeating: "{\"a\":", count: 20_000) + "1"
            + String(repeating: "}", count: 20_001),
    ])
    func whatIsNoRequestClosesTheConnection(text: String) throws {
        let bench = try Bench()
        let client = try bench.client()
        bench.send(Array(text.utf8) + [0], by: client)
        client.call("org.varlink.service.GetInfo")
        bench.turn()
        let answers = client.messages()
        #expect(answers == ["{\"error\":\"\(Self.own).MalformedMessage\",\"parameters\":{}}"])
        #expect(client.isClosed && bench.calls.isEmpty && bench.server.clientCount == 0)
    }

    @Test func requestsOfOneClientAreAnsweredInOrder() throws {
        let bench = try Bench()
        let client = try bench.client()
        client.call("\(Self.own).Next")
        client.call("org.varlink.service.GetInfo")
        client.call("\(Self.own).Show", "{\"id\":\"b\"}")
        bench.turn()
        #expect(bench.calls.map(\.request) == [.next])
        #expect(client.messages().isEmpty)
        bench.answer(.done(waitedMilliseconds: 3))
        #expect(client.messages() == ["{\"parameters\":{\"waitedMilliseconds\":3}}"])
        bench.turn()
        #expect(bench.calls.map(\.request) == [.show(id: "b", for: nil)])
        #expect(client.messages().count == 1)
        bench.answer(.error(.noSuchSlide(id: "b", suggestion: "bb")))
        #expect(
            client.messages() == [
                "{\"error\":\"\(Self.own).NoSuchSlide\",\"parameters\":{\"id\":\"b\",\"suggestion\":\"bb\"}}"
            ])
    }

    @Test func clientsDoNotWaitForEachOther() throws {
        let bench = try Bench()
        let (first, second) = (try bench.client(), try bench.client())
        first.call("\(Self.own).Next")
        bench.turn()
        second.call("\(Self.own).Previous")
        bench.turn()
        #expect(bench.calls.map(\.request) == [.next, .previous])
        bench.server.reply(to: bench.calls[1].id, .done(waitedMilliseconds: 0), at: bench.now)
        #expect(second.messages().count == 1)
        #expect(first.messages().isEmpty)
    }

    @Test func aOnewayRequestIsDoneWithoutAnAnswer() throws {
        let bench = try Bench()
        let client = try bench.client()
        client.call("\(Self.own).Next", "{}", ",\"oneway\":true")
        client.call("\(Self.own).Nonsense", "{}", ",\"oneway\":true")
        client.call("\(Self.own).Previous", "{}", ",\"oneway\":true")
        bench.turn()
        #expect(bench.calls.map(\.request) == [.next, .previous])
        #expect(!bench.server.isAwaited(bench.calls[0].id))
        bench.answer(.done(waitedMilliseconds: 0))
        bench.answer(.error(.tickerOff))
        client.call("org.varlink.service.GetInfo")
        bench.turn()
        #expect(client.messages().count == 1)
    }

    @Test func aOnewayRequestCountsThoughTheClientLeftAtOnce() throws {
        let bench = try Bench()
        do {
            let client = try bench.client()
            for _ in 0..<100 { client.call("\(Self.own).Next", "{}", ",\"oneway\":true") }
        }
        bench.turn()
        #expect(bench.calls.count == 100)
        #expect(bench.server.clientCount == 0)
    }

    @Test func moreOnAMethodWithOneAnswerIsNoMistake() throws {
        let bench = try Bench()
        let client = try bench.client()
        client.call("\(Self.own).Next", "{}", ",\"more\":true")
        bench.turn()
        bench.answer(.done(waitedMilliseconds: 0))
        #expect(client.messages() == ["{\"parameters\":{\"waitedMilliseconds\":0}}"])
    }

    @Test func aClientThatOnlyStoppedSendingGetsItsAnswer() throws {
        let bench = try Bench()
        let client = try bench.client()
        client.call("\(Self.own).Next")
        shutdown(client.socket.number, CInt(SHUT_WR))
        bench.turn()
        bench.answer(.done(waitedMilliseconds: 0))
        #expect(client.messages().count == 1)
        bench.turn()
        client.read()
        #expect(client.isClosed && bench.server.clientCount == 0)
    }

    @Test func theCallOfAClientThatLeftIsNotAwaited() throws {
        let bench = try Bench()
        var client: RawClient? = try bench.client()
        client?.call("\(Self.own).Next")
        bench.turn()
        let call = try #require(bench.calls.first)
        #expect(bench.server.isAwaited(call.id))
        client = nil
        bench.turn()
        #expect(!bench.server.isAwaited(call.id) && bench.server.clientCount == 0)
        bench.server.reply(to: call.id, .done(waitedMilliseconds: 0), at: bench.now)
    }

    @Test func statusHasEveryNameOfTheContract() throws {
        let bench = try Bench()
        let client = try bench.client()
        client.call("\(Self.own).Status")
        bench.turn()
        var status = sampleStatus()
        status.slide = nil
        status.ticker = nil
        status.playlist.loaded = nil
        status.outputs[0].frames.lastFlipAge = nil
        bench.answer(.status(status))
        #expect(
            client.messages() == [
                "{\"parameters\":{\"configuration\":{\"ignored\":null,\"path\":\"/etc/signaged/signaged.yaml\","
                    + "\"source\":\"file\",\"trial\":null},"
                    + "\"display\":{\"cause\":\"hours\",\"intent\":\"auto\",\"on\":true,"
                    + "\"until\":\"2026-12-01T22:00:00.000+01:00\"},\"hold\":null,\"name\":\"shop-12\",\"notice\":null,\"outputs\":[{\"frames\":{\"lastFlipAge\":null,\"missed\":2,"
                    + "\"presented\":1000,\"recoveries\":0},\"height\":1080,\"name\":\"HDMI-A-1\",\"presenter\":\"composited\","
                    + "\"refresh\":60,\"rotation\":0,\"scale\":1,\"width\":1920}],\"painter\":{\"failures\":0,"
                    + "\"skipped\":[{\"id\":\"b\",\"reason\":\"truncated JPEG\"}],\"state\":\"idle\"},\"pause\":null,\"playlist\":"
                    + "{\"generation\":null,\"ignored\":null,\"loaded\":null,"
                    + "\"path\":\"/etc/signaged/playlist.yaml\",\"problems\":[],"
                    + "\"source\":\"file\"},\"problems\":[],\"reload\":null,"
                    + "\"schedule\":{\"next\":\"2026-12-01T11:00:00.000+01:00\",\"trusted\":true,\"waiting\":2},"
                    + "\"slide\":null,\"slides\":5,"
                    + "\"state\":\"playing\",\"ticker\":null,\"timeZone\":\"Europe/Paris\",\"touch\":{\"devices\":"
                    + "[{\"name\":\"Goodix\",\"node\":\"/dev/input/event3\"}]},\"uptime\":3600,\"version\":\"1.2.3\"}}"
            ])
    }

    @Test func aReloadThatWasRefusedIsAnError() throws {
        let bench = try Bench()
        let client = try bench.client()
        for accepted in [true, false] {
            client.call("\(Self.own).Reload")
            bench.turn()
            bench.answer(
                .reloaded(ReloadReport(accepted: accepted, summary: "s", diagnostics: [], time: "t")))
        }
        #expect(
            client.messages() == [
                "{\"parameters\":{\"accepted\":true,\"diagnostics\":[],\"summary\":\"s\",\"time\":\"t\"}}",
                "{\"error\":\"\(Self.own).PlaylistRefused\",\"parameters\":{\"diagnostics\":[],\"summary\":\"s\"}}",
            ])
    }

    @Test func theHistoryIsAListOfGenerations() throws {
        let bench = try Bench()
        let client = try bench.client()
        client.call("\(Self.own).History")
        bench.turn()
        bench.answer(
            .history([
                GenerationReport(
                    number: 2, created: nil, origin: "", user: nil, slides: 0, files: 0, bytes: 0,
                    current: true,
                    problem: "cut short")
            ]))
        #expect(
            client.messages() == [
                "{\"parameters\":{\"generations\":[{\"bytes\":0,\"created\":null,\"current\":true,"
                    + "\"files\":0,\"number\":2,\"origin\":\"\",\"problem\":\"cut short\",\"slides\":0,"
                    + "\"user\":null}]}}"
            ])
    }

    @Test func aPushIsHandedOverWithWhatCameAfterTheRequest() throws {
        let bench = try Bench()
        let client = try bench.client()
        let request = "{\"method\":\"\(Self.own).Push\",\"upgrade\":true}"
        client.send(Array(request.utf8) + [0] + Array("bytes of a push\0{\"method\":".utf8))
        bench.turn()
        #expect(bench.calls.map(\.request) == [.push])
        let taken = try #require(bench.server.handOver(bench.calls[0].id, at: bench.now))
        #expect(String(decoding: taken.read, as: UTF8.self) == "bytes of a push\0{\"method\":")
        #expect(client.messages() == ["{\"parameters\":{}}"])
        // The server has let go of it, but it is open.
        #expect(bench.server.clientCount == 0 && bench.server.nextDeadline() == nil)
        client.send(Array("more".utf8))
        bench.turn()
        var room = [UInt8](repeating: 0, count: 10)
        #expect(read(taken.connection.number, &room, 10) == 4)
        try taken.connection.writeAll(Array("answer\0".utf8))
        #expect(client.messages() == ["answer"] && !client.isClosed)
        #expect(bench.server.handOver(bench.calls[0].id, at: bench.now) == nil)
    }

    @Test func longListsAreCutInAnAnswer() throws {
        let bench = try Bench()
        let client = try bench.client()
        client.call("\(Self.own).Status")
        bench.turn()
        var status = sampleStatus()
        status.painter.skipped = (0..<100_000).map { .init(id: "slide \($0)", reason: "not there") }
        bench.answer(.status(status))
        let answer = client.messages().first ?? ""
        #expect(answer.contains("99000 more slides") && answer.utf8.count < 100_000)
    }

    @Test func aNumberThatIsNoneMakesAnErrorNotATrap() throws {
        let bench = try Bench()
        let client = try bench.client()
        client.call("\(Self.own).Status")
        bench.turn()
        var status = sampleStatus()
        status.uptime = .nan
        bench.answer(.status(status))
        #expect(client.messages().first?.contains("Refused") == true)
    }
}
