import Testing

@testable import PushProtocol

@Suite struct PaceTests {
    private static let second: Int64 = 1_000_000_000

    struct Client: CustomTestStringConvertible, Sendable {
        var testDescription: String
        /// Bytes that come at once in the beginning.
        var first = 0
        /// Bytes that come after each wait.
        var bytes: Int
        /// Seconds of each wait.
        var wait: Int64
        /// Seconds after which it is given up, of a whole day.
        var isGivenUpAfter: Int64?
    }

    @Test(arguments: [
        Client(testDescription: "silent", bytes: 0, wait: 1, isGivenUpAfter: 60),
        Client(testDescription: "a byte now and then", bytes: 1, wait: 29, isGivenUpAfter: 87),
        Client(
            testDescription: "fast, then a byte now and then", first: 2 << 30, bytes: 1, wait: 29,
            isGivenUpAfter: 87),
        Client(testDescription: "half the least rate", bytes: 500, wait: 1, isGivenUpAfter: 119),
        Client(testDescription: "the least rate", bytes: 1000, wait: 1, isGivenUpAfter: nil),
        Client(testDescription: "the least rate, in pieces", bytes: 25_000, wait: 25, isGivenUpAfter: nil),
        Client(testDescription: "fast", bytes: 1 << 18, wait: 1, isGivenUpAfter: nil),
    ])
    func onlyWhoKeepsUpTheLeastRateIsWaitedFor(client: Client) {
        var pace = Pace(grace: 60)
        pace.move(client.first)
        var time: Int64 = 0
        while pace.left > 0 && time < 24 * 3600 {
            pace.wait(client.wait * Self.second)
            time += client.wait
            if pace.left > 0 { pace.move(client.bytes) }
        }
        #expect((pace.left > 0 ? nil : time) == client.isGivenUpAfter)
    }
}
