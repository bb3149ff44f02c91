import Glibc
import PaintJobs
import Signage
import SystemCalls
import TestSupport
import Testing

/// Pictures that mean harm, and the real program: each is painted or refused with a reason, whatever becomes of the
/// painter.
@Suite struct HostilePicturesTests {
    @Test func everyOneIsPaintedOrRefusedAndNoProcessIsLeft() throws {
        let folder = try TemporaryFolder()
        let make = repository + "/Tests/Hostile/make"
        try #require(system("python3 '\(make)' '\(folder.path)/pictures'") == 0)
        let paths = Self.files(matching: folder.path + "/pictures/*")
        #expect(paths.count > 200)
        // Under a name of its own it is found among the processes.
        let client = try PainterClient(
            executable: try folder.link("hostile-painter", toBuilt: "signage-painter"))
        let mostMemory = try #require(PainterClient.limits.addressSpace) / 1024
        var painted = 0
        var peak = 0
        for (number, path) in paths.enumerated() {
            let job = PaintJob(
                number: UInt64(number), picture: imageSlide(640, 360),
                file: try Descriptor(opening: path, O_RDONLY))
            switch try Self.outcome(of: job, by: client) {
            case .painted?: painted += 1
            case .failed(let reason)?, .crashed(let reason)?:
                #expect(!reason.isEmpty && !reason.contains("cannot be started"), "\(path): \(reason)")
                #expect(!reason.contains("forbidden"), "\(path): \(reason)")
            case .postponed(let reason)?: Issue.record("\(path): not tried, \(reason)")
            case nil: Issue.record("\(path): no outcome")
            }
            for process in Self.painters() {
                let most = try Self.peakMemory(of: process)
                #expect(most < mostMemory, "\(path): \(most) kB")
                peak = max(peak, most)
            }
        }
        // Some are sound but for what they bring along; and the painter was seen.
        #expect(painted > 20 && painted < paths.count / 2 && peak > 0)
        let last = Self.painters()
        client.close()
        // It is killed then, but a busy machine takes its time to give back so much memory.
        for process in last.compactMap({ pid_t($0.dropFirst("/proc/".count)) }) { waitpid(process, nil, 0) }
        #expect(Self.painters().isEmpty)
        print("hostile pictures: \(painted) of \(paths.count) painted, the painter's peak \(peak) kB")
    }

    private static func outcome(of job: PaintJob, by client: PainterClient) throws -> PaintOutcome? {
        client.submit(job, at: now)
        while true {
            for case .finished(job.number, let outcome) in client.dispatch(at: now) + client.advance(to: now)
            {
                return outcome
            }
            guard let deadline = client.nextDeadline() else { return nil }
            let wait = max(0, (deadline - now).nanoseconds / 1_000_000 + 1)
            _ = try client.descriptor.wait(for: .readable, milliseconds: CInt(clamping: wait))
        }
    }

    private static var now: Instant { Instant(nanoseconds: monotonicNanoseconds()) }

    private static func painters() -> [String] {
        files(matching: "/proc/[0-9]*").filter { text($0 + "/comm") == "hostile-painter\n" && !isGone($0) }
    }

    /// Killed, and not waited for yet.
    private static func isGone(_ process: String) -> Bool {
        text(process + "/stat").contains(") Z ") || peakLine(of: process) == nil
    }

    private static func peakMemory(of process: String) throws -> Int {
        // It may go in between.
        peakLine(of: process).flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }

    private static func peakLine(of process: String) -> Substring? {
        text(process + "/status").split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    }

    private static func text(_ path: String) -> String {
        String(decoding: (try? fileContents(path)) ?? [], as: UTF8.self)
    }

    private static func files(matching pattern: String) -> [String] {
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(pattern, 0, nil, &found) == 0 else { return [] }
        return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
    }
}
