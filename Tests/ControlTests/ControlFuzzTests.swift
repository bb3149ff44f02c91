import Control
import SystemCalls
import Testing

/// The same numbers at every run.
struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}

@Suite struct ControlFuzzTests {
    static let own = ControlInterface.name

    static let seeds = [
        "{\"method\":\"org.varlink.service.GetInfo\",\"parameters\":{}}",
        "{\"method\":\"org.varlink.service.GetInterfaceDescription\",\"parameters\":{\"interface\":\"\(own)\"}}",
        "{\"method\":\"\(own).Status\"}",
        "{\"method\":\"\(own).Show\",\"parameters\":{\"id\":\"summer\",\"forMilliseconds\":600000}}",
        "{\"method\":\"\(own).Show\",\"parameters\":{\"number\":3}}",
        "{\"method\":\"\(own).SetTickerSpeed\",\"parameters\":{\"speed\":12.5}}",
        "{\"method\":\"\(own).SetTickerText\",\"parameters\":{\"text\":\"\\ud83d\\ude00 두\",\"now\":true}}",
        "{\"method\":\"\(own).Next\",\"parameters\":{},\"oneway\":true}",
        "{\"method\":\"\(own).Monitor\",\"parameters\":{},\"more\":true}",
        "{\"method\":\"\(own).Screenshot\",\"parameters\":{},\"more\":true,\"upgrade\":false}",
    ]

    static let splices = [
        "{", "}", "[", "]", "\"", ":", ",", "\\u0000", "\\ud800", "1e999", "-0", "null", "true", "\u{0}",
        "{\"a\":",
        String(repeating: "[", count: 600), "9223372036854775808", "NaN", "\\", "//", "\u{feff}", "\u{ff}",
    ]

    /// A message with one to four changes.
    static func mutated(_ numbers: inout SeededNumbers) -> [UInt8] {
        var bytes = Array(seeds[Int.random(in: seeds.indices, using: &numbers)].utf8)
        for _ in 0..<Int.random(in: 1...4, using: &numbers) {
            let place = Int.random(in: 0...max(0, bytes.count - 1), using: &numbers)
            switch Int.random(in: 0..<6, using: &numbers) {
            case 0 where !bytes.isEmpty: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
            case 1 where !bytes.isEmpty: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
            case 2:
                bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 0..<9, using: &numbers)))
            case 3: bytes.removeLast(min(bytes.count, Int.random(in: 0..<20, using: &numbers)))
            case 4: bytes.insert(contentsOf: bytes[..<place], at: place)
            default:
                bytes.insert(
                    contentsOf: splices[Int.random(in: splices.indices, using: &numbers)].utf8, at: place)
            }
        }
        return bytes
    }

    @Test func tenThousandMutatedMessagesEndInAnswersOrAClosedConnection() throws {
        var numbers = SeededNumbers(state: 20_261_201)
        let bench = try Bench()
        var client = try bench.client()
        var (answered, closed) = (0, 0)
        for round in 0..<10_000 {
            let message = Self.mutated(&numbers)
            client.send(message + [0])
            client.call("org.varlink.service.GetInfo")
            for _ in 0..<20 {
                bench.turn()
                if bench.calls.isEmpty { break }
                while let call = bench.calls.first {
                    switch call.request {
                    case .status: bench.answer(.status(sampleStatus()))
                    case .screenshot: bench.answer(.screenshot(Screenshot(width: 0, height: 0) { _ in [] }))
                    default: bench.answer(.done(waitedMilliseconds: 0))
                    }
                }
            }
            let answers = client.messages()
            if client.isClosed {
                closed += 1
                client = try bench.client()
            } else if answers.contains(where: { $0.contains("subscribed") }) {
                answered += 1
                client = try bench.client()
            } else {
                answered += 1
                try #require(answers.last?.contains("\"version\":\"1.2.3\"") == true, "round \(round)")
            }
        }
        #expect(answered > 1000 && closed > 1000)
        bench.turn()
        #expect(bench.server.clientCount <= 1)
    }
}
