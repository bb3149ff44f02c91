import Control
import Glibc
import SystemCalls
import Testing

/// What a client cannot take from the daemon: memory, connections, time.
@Suite struct ControlBoundsTests {
    static let own = ControlInterface.name

    @Test func aNewClientTakesThePlaceOfTheLongestIdle() throws {
        let bench = try Bench()
        var clients: [RawClient] = []
        for _ in 0..<ControlServer.mostClients {
            clients.append(try bench.client())
            bench.turn()
            bench.now += 1
        }
        // The first has come before all others, but has asked for something since.
        clients[0].call("org.varlink.service.GetInfo")
        bench.turn()
        let late = try bench.client()
        late.call("\(Self.own).Next")
        bench.turn()
        // They may all be about to say what they want: it waits.
        #expect(bench.calls.isEmpty && clients.allSatisfy { !$0.isClosed })
        bench.now += ControlServer.grace
        bench.turn()
        bench.turn()
        #expect(bench.calls.count == 1)
        #expect(bench.server.clientCount == ControlServer.mostClients)
        for client in clients { client.read() }
        #expect(clients.map(\.isClosed) == [false, true] + [Bool](repeating: false, count: 62))
    }

    @Test func whoWaitsForAnAnswerIsNotSentAwayForOthers() throws {
        let bench = try Bench()
        var clients: [RawClient] = []
        for _ in 0..<ControlServer.mostClients {
            clients.append(try bench.client())
            clients.last?.call("\(Self.own).Next")
            bench.turn()
        }
        bench.now += ControlServer.grace
        let late = try bench.client()
        bench.turn()
        #expect(
            late.messages() == ["{\"error\":\"\(Self.own).TooManyClients\",\"parameters\":{\"limit\":64}}"])
        #expect(late.isClosed)
        #expect(bench.server.clientCount == 64)
        bench.answer(.done(waitedMilliseconds: 0))
        let next = try bench.client()
        next.call("\(Self.own).Status")
        bench.turn()
        #expect(bench.calls.last?.request == .status)
    }

    @Test func idleClientsGoBeforeThoseThatListen() throws {
        let bench = try Bench()
        let listening = try bench.client()
        listening.call("\(Self.own).Monitor", "{}", ",\"more\":true")
        bench.turn()
        var idle: [RawClient] = []
        for _ in 0..<ControlServer.mostClients + 10 {
            bench.now += ControlServer.grace
            idle.append(try bench.client())
            bench.turn()
        }
        bench.server.publish(MonitorEvent.note(id: nil, "still there"), at: bench.now)
        #expect(listening.messages().last?.contains("still there") == true)
        idle.removeAll()
        bench.turn()
        // But when all there is to drop listens, one of them makes room.
        var others: [RawClient] = []
        for _ in 0..<ControlServer.mostClients {
            bench.now += ControlServer.grace
            others.append(try bench.client())
            others.last?.call("\(Self.own).Monitor", "{}", ",\"more\":true")
            bench.turn()
        }
        listening.read()
        #expect(listening.isClosed)
    }

    @Test func amongAThousandBadClientsAGoodOneIsAnswered() throws {
        let bench = try Bench()
        var bad: [RawClient] = []
        for number in 0..<1000 {
            let client = try bench.client()
            switch number % 4 {
            case 0: client.send(Array("{\"method\":\"half".utf8))
            case 1: client.send([UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20))
            case 2: for _ in 0..<50 { client.call("org.varlink.service.GetInfo") }
            default: break
            }
            bad.append(client)
            bench.now += ControlServer.grace / 10
            bench.turn()
            if number % 100 == 99 {
                let good = try bench.client()
                good.call("\(Self.own).Next")
                bench.turn()
                #expect(bench.calls.count == 1)
                bench.answer(.done(waitedMilliseconds: 3))
                #expect(good.messages() == ["{\"parameters\":{\"waitedMilliseconds\":3}}"])
            }
            #expect(bench.server.clientCount <= ControlServer.mostClients)
        }
    }

    /// A GetInfo request of so many bytes.
    static func request(ofBytes count: Int) -> [UInt8] {
        let head = Array("{\"method\":\"org.varlink.service.GetInfo\"".utf8)
        return head + [UInt8](repeating: UInt8(ascii: " "), count: count - head.count - 1) + [
            UInt8(ascii: "}"), 0,
        ]
    }

    @Test func aRequestOfOneMebibyteIsTheLongest() throws {
        let bench = try Bench()
        let client = try bench.client()
        bench.send(Self.request(ofBytes: ControlServer.longestRequest), by: client)
        #expect(client.messages().first?.contains("1.2.3") == true)
        bench.send(Self.request(ofBytes: ControlServer.longestRequest + 1), by: client)
        #expect(
            client.messages() == [
                "{\"error\":\"\(Self.own).MessageTooLarge\",\"parameters\":{\"limit\":1048576}}"
            ])
        #expect(client.isClosed && bench.server.clientCount == 0)
    }

    @Test func aRequestThatNeverEndsIsCutOff() throws {
        let bench = try Bench()
        let client = try bench.client()
        bench.send([UInt8](repeating: UInt8(ascii: "{"), count: 3 << 20), by: client)
        #expect(client.isClosed && bench.server.clientCount == 0)
    }

    @Test func aRequestThatIsNotFinishedInTimeIsGivenUp() throws {
        let bench = try Bench()
        let client = try bench.client()
        client.send(Array("{\"method\":".utf8))
        bench.turn()
        #expect(bench.server.nextDeadline() == bench.now + ControlServer.longestStall)
        bench.now += ControlServer.longestStall - 1
        client.send(Array("\"x".utf8))
        bench.turn()
        #expect(bench.server.clientCount == 1)
        bench.now += 1
        bench.calls += bench.server.advance(to: bench.now)
        #expect(bench.server.clientCount == 0)
        client.read()
        #expect(client.isClosed)
    }

    @Test func aSilentClientMayStay() throws {
        let bench = try Bench()
        let client = try bench.client()
        bench.turn()
        #expect(bench.server.nextDeadline() == nil)
        bench.now += 1000 * ControlServer.longestStall
        client.call("\(Self.own).Next")
        bench.turn()
        #expect(bench.calls.count == 1)
    }

    @Test func aClientThatAsksAndNeverReadsIsGivenUp() throws {
        let bench = try Bench()
        let client = try bench.client()
        let request = Array("{\"method\":\"org.varlink.service.GetInfo\"}".utf8) + [0]
        var taken = 0
        for _ in 0..<2000 {
            guard let count = try client.socket.sendSome(request, from: 0), count == request.count else {
                break
            }
            taken += 1
            bench.turn()
        }
        // The requests of which nothing fits any more stay in the client's own socket.
        #expect(bench.server.clientCount == 1)
        for _ in 0..<100_000 where client.send(request) == request.count { bench.turn() }
        let deadline = try #require(bench.server.nextDeadline())
        #expect(deadline <= bench.now + ControlServer.longestStall)
        _ = bench.server.advance(to: deadline)
        #expect(bench.server.clientCount == 0)
    }

    @Test func aBurstOfEventsDropsOnlyTheSlowReader() throws {
        let bench = try Bench()
        let (slow, quick) = (try bench.client(), try bench.client())
        for client in [slow, quick] { client.call("\(Self.own).Monitor", "{}", ",\"more\":true") }
        bench.turn()
        #expect(bench.server.hasMonitors && bench.calls.isEmpty)
        var seen = quick.messages().count
        for index in 0..<20_000 {
            bench.server.publish(.slide(index: index, id: "slide \(index)", cause: "timer"), at: bench.now)
            if index % 100 == 0 { seen += quick.messages().count }
        }
        bench.turn()
        seen += quick.messages().count
        #expect(seen == 20_001)
        #expect(bench.server.clientCount == 1)
        #expect(bench.server.hasMonitors)
    }

    @Test func aFloodOfRequestsIsTakenInTurns() throws {
        let bench = try Bench()
        let (flood, other) = (try bench.client(), try bench.client())
        let request = "{\"method\":\"\(Self.own).Next\",\"oneway\":true}"
        for _ in 0..<200 { flood.send(request) }
        other.call("\(Self.own).Previous")
        _ = bench.server.dispatch(at: bench.now)
        let first = bench.server.dispatch(at: bench.now)
        #expect(first.count < 100 && first.contains { $0.request == .previous })
        bench.calls = first
        bench.turn()
        #expect(bench.calls.count == 201)
    }
}
