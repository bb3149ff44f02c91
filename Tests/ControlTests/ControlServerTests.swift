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
        Asked(method: "Reload", request: .reload),
        Asked(method: "Outputs", request: .outputs),
    ])
    func everyMethodIsUnderstood(asked: Asked) throws {
        let bench = try Bench()
        let client = try bench.client()
        client.call("\(Self.own).\(asked.method)", asked.parameters)
        bench.turn()
        #expect(bench.calls.map(\.request) == [asked.request])
        #expect(bench.calls.first?.peer == Peer(pid: getpid(), uid: getuid(), gid: getgid()))
    }
}
