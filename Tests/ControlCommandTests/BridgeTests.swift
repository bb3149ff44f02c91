import Glibc
import SystemCalls
import TestSupport
import Testing

@testable import ControlCommand

/// The two far ends of a bridge, and the bridge between them.
private struct Ends {
    let client: Descriptor
    let daemon: Descriptor
    private let input: Descriptor
    private let output: Descriptor

    init() throws {
        let (client, input) = try Descriptor.streamPair()
        let (daemon, output) = try Descriptor.streamPair()
        for end in [client, daemon, input, output] { try end.setNonBlocking() }
        (self.client, self.input, self.daemon, self.output) = (client, input, daemon, output)
    }

    func run() throws { try Bridge.run(input: input, output: input, daemon: output) }
}

private func say(_ text: String, to end: Descriptor) throws { try end.writeAll(Array(text.utf8)) }

private func finish(_ end: Descriptor, _ how: Int = SHUT_WR) { shutdown(end.number, CInt(how)) }

/// All that has come, up to the end if it is there.
private func heard(_ end: Descriptor) throws -> (text: String, ended: Bool) {
    var text: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 4096)
    while let count = try room.withUnsafeMutableBytes({ try end.read(into: $0) }) {
        if count == 0 { return (String(decoding: text, as: UTF8.self), true) }
        text += room[..<count]
    }
    return (String(decoding: text, as: UTF8.self), false)
}

@Suite struct BridgeTests {
    @Test func bothSidesAreHeardOut() throws {
        let ends = try Ends()
        try say("asked\0and more", to: ends.client)
        finish(ends.client)
        try say("answered\0", to: ends.daemon)
        finish(ends.daemon)
        try ends.run()
        #expect(try heard(ends.daemon).text == "asked\0and more")
        #expect(try heard(ends.client).text == "answered\0")
    }

    @Test func aClientThatLeavesIsStillHeard() throws {
        let ends = try Ends()
        try say("the last word\0", to: ends.client)
        finish(ends.client, SHUT_RDWR)
        try ends.run()
        #expect(try heard(ends.daemon).text == "the last word\0")
    }

    @Test func aDaemonThatLeavesIsStillHeard() throws {
        let ends = try Ends()
        try say("too many clients\0", to: ends.daemon)
        finish(ends.daemon, SHUT_RDWR)
        try say("anybody there?", to: ends.client)
        try ends.run()
        #expect(try heard(ends.client).text == "too many clients\0")
    }

    /// The program itself, with megabytes in both directions at once and a client that goes on to listen.
    @Test func nothingIsLostInEitherDirection() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/socket"
        let listener = try Descriptor.listening(at: path, mode: 0o600)
        let (client, other) = try Descriptor.streamPair()
        try client.setNonBlocking()
        let nothing = try Descriptor(opening: "/dev/null", O_RDWR)
        let child = try ChildProcess(
            running: [siblingProgram("signagectl"), "bridge", "--socket", path], environment: [:],
            input: other, output: other, errors: nothing, inOwnGroup: true)
        defer { child.end() }
        try #require(try listener.wait(for: .readable, milliseconds: 60_000))
        let daemon = try #require(try listener.accepted())
        var dice = SplitMix(state: 7)
        let sides = [client, daemon]
        let texts = (0..<2).map { _ in (0..<3_000_000).map { _ in UInt8(truncatingIfNeeded: dice.next()) } }
        var sent = [0, 0]
        var received: [[UInt8]] = [[], []]
        var room = [UInt8](repeating: 0, count: 65536)
        while received[0].count < texts[1].count || received[1].count < texts[0].count {
            let wants = (0..<2).map { side in
                (
                    sides[side],
                    sent[side] < texts[side].count ? [.readable, .writable] : Poller.Interest.readable
                )
            }
            let ready = try readiness(of: wants, milliseconds: 60_000)
            try #require(ready.contains { !$0.isEmpty })
            for side in 0..<2 {
                if ready[side].contains(.writable) {
                    sent[side] += try sides[side].sendSome(texts[side], from: sent[side]) ?? 0
                }
                if ready[side].contains(.readable) {
                    let count = try room.withUnsafeMutableBytes { try sides[side].read(into: $0) } ?? 0
                    try #require(count > 0)
                    received[side] += room[..<count]
                }
            }
        }
        #expect(received[0] == texts[1] && received[1] == texts[0])
        // The client's end is passed on, and the daemon's last words come after it.
        finish(client)
        try #require(try daemon.wait(for: .readable, milliseconds: 60_000))
        #expect(try heard(daemon).ended)
        try say("bye", to: daemon)
        finish(daemon)
        #expect(child.ending(within: 60_000) == .exited(0))
        #expect(try heard(client).text == "bye")
    }
}
