import Control
import Glibc
import SystemCalls
import Testing

/// A client whose other end is this test.
@Suite struct ControlClientTests {
    /// Bytes that wait for the client before it asks, and then the other side ends.
    private static func asking<Answer>(
        _ replies: String, _ body: (ControlClient) throws(ControlClient.Failure) -> Answer
    ) throws -> (answer: Result<Answer, ControlClient.Failure>, request: String) {
        let (own, other) = try Descriptor.streamPair()
        try own.setNonBlocking()
        try other.writeAll(Array(replies.utf8))
        shutdown(other.number, CInt(SHUT_WR))
        let client = ControlClient(over: own, extraPatience: 5)
        let answer: Result<Answer, ControlClient.Failure>
        do throws(ControlClient.Failure) {
            answer = .success(try body(client))
        } catch {
            answer = .failure(error)
        }
        var room = [UInt8](repeating: 0, count: 4096)
        let count = try room.withUnsafeMutableBytes { try other.read(into: $0) } ?? 0
        return (answer, String(decoding: room.prefix(count).prefix { $0 != 0 }, as: UTF8.self))
    }

    @Test func aConnectionThatIsThereWillDo() throws {
        let (answer, request) = try Self.asking("{\"parameters\":{\"waitedMilliseconds\":7}}\0") {
            client throws(ControlClient.Failure) in
            try client.perform(.identify(for: .seconds(90)))
        }
        #expect(answer == .success(7))
        #expect(
            request
                == "{\"method\":\"com.signaged.Control.Identify\",\"parameters\":{\"forMilliseconds\":90000}}"
        )
    }

    @Test(arguments: ["", "{\"parameters\":{\"waitedMill"])
    func oneThatEndsFirstIsClosed(reply: String) throws {
        let (answer, _) = try Self.asking(reply) { client throws(ControlClient.Failure) in
            try client.perform(.next)
        }
        #expect(answer == .failure(.closed))
    }
}
