import Glibc
import SystemCalls
import Testing

/// A child on pipes.
private final class Started {
    let child: ChildProcess
    private(set) var input: Descriptor?
    let output: Descriptor

    init(_ command: [String], _ environment: [String: String] = ["PATH": "/usr/bin:/bin"]) throws {
        let (childsInput, input) = try Descriptor.pipe()
        let (output, childsOutput) = try Descriptor.pipe()
        child = try ChildProcess(
            running: command, environment: environment, input: childsInput, output: childsOutput,
            errors: childsOutput, inOwnGroup: true)
        (self.input, self.output) = (input, output)
    }

    func say(_ text: String) throws {
        try input?.writeAll(Array(text.utf8))
        input = nil
    }

    /// What it says until it, and all it has started, have closed their output.
    func heard() throws -> String {
        String(decoding: try output.readAll(limit: 1 << 20), as: UTF8.self)
    }
}

@Suite struct ChildProcessTests {
    @Test func itHasTheThreeDescriptorsTheEnvironmentAndItsStatus() throws {
        let started = try Started(
            ["sh", "-c", "cat; echo $WORD $HOME >&2; exit 7"], ["PATH": "/usr/bin:/bin", "WORD": "two words"])
        try started.say("in\n")
        #expect(try started.heard() == "in\ntwo words\n")
        #expect(started.child.ending(within: 60_000) == .exited(7))
        #expect(started.child.ending() == .exited(7))
    }

    @Test func aProgramThatIsNotThereIsToldAtOnce() {
        #expect(throws: SystemError("spawn", "no-such-program-here", errno: ENOENT)) {
            _ = try Started(["no-such-program-here"])
        }
    }

    @Test func itEndsWithAllThatItHasStarted() throws {
        let started = try Started(["sh", "-c", "sleep 1000 & echo ready; wait"])
        var room = [UInt8](repeating: 0, count: 16)
        _ = try room.withUnsafeMutableBytes { try started.output.read(into: $0) }
        #expect(started.child.ending() == nil)
        #expect(started.child.end() == .killed(signal: Int(SIGTERM)))
        // The sleeper held the output open.
        #expect(try started.heard() == "")
    }

    @Test func oneThatMindsNoRequestIsMadeToEnd() throws {
        let started = try Started(["sh", "-c", "trap '' TERM; echo ready; read line"])
        var room = [UInt8](repeating: 0, count: 16)
        _ = try room.withUnsafeMutableBytes { try started.output.read(into: $0) }
        #expect(started.child.end() == .killed(signal: Int(SIGKILL)))
    }

    @Test func theOwnEnvironmentIsRead() {
        let path = getenv("PATH").map { String(cString: $0) }
        #expect(path != nil && ChildProcess.ownEnvironment["PATH"] == path)
    }

    @Test func readinessTellsWhichAndWhatFor() throws {
        let (reading, writing) = try Descriptor.pipe()
        #expect(
            try readiness(of: [(reading, .readable), (writing, .writable)], milliseconds: 0) == [
                [], .writable,
            ])
        try writing.writeAll([1])
        #expect(try readiness(of: [(reading, .readable)], milliseconds: -1) == [.readable])
        #expect(try readiness(of: [(reading, [])], milliseconds: 0) == [[]])
    }
}
