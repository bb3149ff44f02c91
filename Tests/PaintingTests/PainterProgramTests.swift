import Glibc
import PaintJobs
import Signage
import SystemCalls
import Testing

@testable import Painting

/// The whole way: the client, the real program, and back.
@Suite struct PainterProgramTests {
    @Test func theProgramPaintsForItsClient() throws {
        let client = try PainterClient(executable: Self.program())
        defer { client.close() }
        let jobs: [Picture] = [
            textSlide(.text("Open"), 200, 100),
            .tickerStrip(TickerStrip(text: .plain("two for one"), style: TextStyle(), scale: 1, height: 90)),
            .tickerTile(
                TickerTile(
                    strip: TickerStrip(text: .plain("two for one"), style: TextStyle(), scale: 1, height: 90),
                    index: 0)),
            .badge(Badge(symbol: .paused, side: 64)),
        ]
        for (number, picture) in jobs.enumerated() {
            let outcome = try outcome(
                of: PaintJob(number: UInt64(number), picture: picture, file: nil), by: client)
            guard case .painted(let painted, let stride, let mapping)? = outcome else {
                Issue.record("\(picture): \(String(describing: outcome))")
                continue
            }
            if let size = picture.pixelSize {
                #expect(painted.size.height == size.height && painted.size.width <= size.width)
                #expect(stride == painted.size.width * 4)
                #expect(Set(mapping?.contents ?? []).count > 10)
            } else {
                #expect(painted.size.width > 100 && mapping == nil)
            }
        }
        #expect(client.failures == 0)
    }

    @Test func theProgramSaysWhatIsWrongWithAFile() throws {
        let client = try PainterClient(executable: Self.program())
        defer { client.close() }
        let file = try MemoryFile(name: "fixture", holding: Array("no picture".utf8)).descriptor
        let outcome = try outcome(
            of: PaintJob(number: 1, picture: imageSlide(20, 20), file: file), by: client)
        guard case .failed(let reason)? = outcome else {
            Issue.record("\(String(describing: outcome))")
            return
        }
        #expect(reason == "not a picture: its content is not JPEG, PNG, WebP, GIF or SVG")
    }

    @Test func startedByHandItSaysThatItIsNotForThat() {
        #expect(Self.exitStatus(system("'\(Self.program())' 3</dev/null 2>/dev/null")) == 64)
    }

    private static func exitStatus(_ status: CInt) -> CInt { status >> 8 & 255 }

    private static func program() -> String {
        var path = [CChar](repeating: 0, count: 4096)
        let count = max(0, readlink("/proc/self/exe", &path, path.count - 1))
        let own = String(decoding: path.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return own.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/signage-painter"
    }

    private func outcome(of job: PaintJob, by client: PainterClient) throws -> PaintOutcome? {
        let now = Instant(seconds: 1)
        let poller = try Poller()
        try poller.watch(client.descriptor.number, for: .readable, key: 0)
        client.submit(job, at: now)
        // Starting the program is nearly all of it; a minute is for a machine that is busy otherwise.
        while !(try poller.ready(within: 60_000)).isEmpty {
            for event in client.dispatch(at: now) {
                if case .finished(job.number, let outcome) = event { return outcome }
            }
        }
        return nil
    }
}
