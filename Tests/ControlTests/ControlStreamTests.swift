import Control
import FoundationEssentials
import SystemCalls
import Testing

/// Answers in many replies: screenshots and events.
@Suite struct ControlStreamTests {
    static let own = ControlInterface.name

    struct Part: Decodable {
        struct Parameters: Decodable {
            var width: Int
            var height: Int
            var format: String
            var firstRow: Int
            var rows: Int
            var data: String
        }
        var parameters: Parameters
        var continues: Bool?
    }

    /// Pixels that tell their place.
    static func pixels(_ width: Int, _ rows: Range<Int>) -> [UInt8] {
        rows.flatMap { row in (0..<width * 4).map { UInt8(truncatingIfNeeded: row &* 31 &+ $0 &* 7) } }
    }

    /// Counts what a screenshot asked for.
    final class Asked {
        var rows: [Range<Int>] = []
    }

    @Test(arguments: [(1, 1), (300, 200), (1000, 130), (3, 0), (0, 5), (60_000, 3)])
    func aScreenshotArrivesWhole(width: Int, height: Int) throws {
        let bench = try Bench()
        let client = try bench.client()
        client.call("\(Self.own).Screenshot", "{}", ",\"more\":true")
        client.call("org.varlink.service.GetInfo")
        bench.turn()
        bench.answer(.screenshot(Screenshot(width: width, height: height) { Self.pixels(width, $0) }))
        var texts: [String] = []
        for _ in 0..<200 where texts.last?.contains("1.2.3") != true {
            texts += client.messages()
            bench.turn()
        }
        #expect(texts.popLast()?.contains("1.2.3") == true)
        var received: [UInt8] = []
        for (index, text) in texts.enumerated() {
            if width < 50_000 { #expect(text.utf8.count < 256 * 1024) }
            let part = try JSONDecoder().decode(Part.self, from: Data(text.utf8))
            #expect(part.parameters.width == width && part.parameters.height == height)
            #expect(part.parameters.format == "xrgb8888")
            #expect(part.parameters.firstRow * width * 4 == received.count)
            #expect((part.continues ?? false) == (index < texts.count - 1))
            let data = try #require(Data(base64Encoded: part.parameters.data))
            #expect(data.count == part.parameters.rows * width * 4)
            received += data
        }
        #expect(received == Self.pixels(width, 0..<height))
    }

    @Test func rowsAreMadeAsTheClientReads() throws {
        let bench = try Bench()
        let client = try bench.client()
        client.call("\(Self.own).Screenshot", "{}", ",\"more\":true")
        bench.turn()
        let asked = Asked()
        bench.answer(
            .screenshot(
                Screenshot(width: 1000, height: 2000) { rows in
                    asked.rows.append(rows)
                    return [UInt8](repeating: 0, count: rows.count * 4000)
                }))
        bench.turn()
        #expect(asked.rows.count <= 3)
        for _ in 0..<1000 where asked.rows.last?.upperBound != 2000 {
            client.received.removeAll()
            client.read()
            bench.turn()
        }
        #expect(asked.rows.last?.upperBound == 2000)
        #expect(zip(asked.rows, asked.rows.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    }

    @Test func aScreenshotThatIsNotReadLetsItsFrameGo() throws {
        let bench = try Bench()
        let client = try bench.client()
        client.call("\(Self.own).Screenshot", "{}", ",\"more\":true")
        bench.turn()
        weak var frame: Asked?
        func answer() {
            let held = Asked()
            frame = held
            bench.answer(
                .screenshot(
                    Screenshot(width: 1000, height: 2000) { rows in
                        held.rows.append(rows)
                        return [UInt8](repeating: 0, count: rows.count * 4000)
                    }))
        }
        answer()
        bench.turn()
        #expect(frame != nil)
        bench.now += ControlServer.longestStall
        _ = bench.server.advance(to: bench.now)
        #expect(frame == nil && bench.server.clientCount == 0)
    }

    @Test func aScreenshotReadDropByDropEndsToo() throws {
        let bench = try Bench()
        let client = try bench.client()
        client.call("\(Self.own).Screenshot", "{}", ",\"more\":true")
        bench.turn()
        bench.answer(
            .screenshot(
                Screenshot(width: 1000, height: 20_000) { [UInt8](repeating: 0, count: $0.count * 4000) }))
        for _ in 0..<20 where bench.server.clientCount > 0 {
            bench.now += ControlServer.longestStall / 2
            client.received.removeAll()
            client.read()
            bench.calls += bench.server.dispatch(at: bench.now)
        }
        #expect(bench.server.clientCount == 0)
    }

    @Test func aThirdScreenshotIsToldToComeBack() throws {
        let bench = try Bench()
        let clients = try (0..<3).map { _ in try bench.client() }
        for client in clients {
            client.call("\(Self.own).Screenshot", "{}", ",\"more\":true")
            bench.turn()
        }
        #expect(bench.calls.count == 2)
        #expect(clients[2].messages() == ["{\"error\":\"\(Self.own).Busy\",\"parameters\":{}}"])
        bench.answer(.error(.noOutput))
        clients[2].call("\(Self.own).Screenshot", "{}", ",\"more\":true")
        bench.turn()
        #expect(bench.calls.count == 2)
    }

    @Test func eventsComeWithTheirTimesAndOnlyTheirFields() throws {
        let bench = try Bench()
        let client = try bench.client()
        #expect(!bench.server.hasMonitors)
        client.call("\(Self.own).Monitor", "{}", ",\"more\":true")
        bench.turn()
        #expect(client.messages().first?.contains("\"event\":\"subscribed\"") == true)
        bench.server.publish(.slide(index: 0, id: "a", cause: "swipe"), at: 2_500_000_000)
        bench.server.publish(.reload(accepted: false, summary: "2 errors"), at: 3_000_000_000)
        let events = client.messages()
        try #require(events.count == 2)
        #expect(
            events[0].hasPrefix(
                "{\"continues\":true,\"parameters\":{\"cause\":\"swipe\",\"event\":\"slide\",\"id\":\"a\",\"index\":0,"
                    + "\"monotonic\":2.5,\"number\":1,\"wall\":\"2"))
        #expect(
            events[1].contains(
                "\"accepted\":false,\"event\":\"reload\",\"monotonic\":3,\"text\":\"2 errors\","))
    }

    @Test func aListenerThatLeavesIsForgotten() throws {
        let bench = try Bench()
        var client: RawClient? = try bench.client()
        client?.call("\(Self.own).Monitor", "{}", ",\"more\":true")
        bench.turn()
        #expect(bench.server.hasMonitors)
        client = nil
        bench.turn()
        #expect(!bench.server.hasMonitors && bench.server.clientCount == 0)
        bench.server.publish(.resume(by: "touch"), at: bench.now)
    }
}
