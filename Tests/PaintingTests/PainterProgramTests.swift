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
            .counter(Counter(number: 1000, count: 1000, scale: 1)),
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
        #expect(
            reason
                == "not a picture: its content is not JPEG, PNG, WebP, GIF, TIFF, HEIC, AVIF, SVG or PDF")
    }

    /// These load a module of libvips when the program is confined already, and PDF also finds a font.
    @Test func theProgramLoadsWhatAPictureNeeds() throws {
        let page =
            "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
            + "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 48 32]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj\n"
            + "4 0 obj<</Length 44>>stream\nBT /F 30 Tf 2 6 Td (Mm) Tj ET                \nendstream endobj\n"
            + "5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 R>>\n"
        let files = [
            ("HEIC, 48 × 32", try keptPicture("quadrants.heic")),
            ("AVIF, 48 × 32", try keptPicture("quadrants.avif")),
            ("PDF, 48 × 32 points", Array(page.utf8)),
        ]
        let client = try PainterClient(executable: Self.program())
        defer { client.close() }
        for (number, (source, bytes)) in files.enumerated() {
            let file = try MemoryFile(name: "fixture", holding: bytes).descriptor
            let outcome = try outcome(
                of: PaintJob(number: UInt64(number), picture: imageSlide(48, 32), file: file), by: client)
            guard case .painted(let painted, _, let mapping)? = outcome else {
                Issue.record("\(source): \(String(describing: outcome))")
                continue
            }
            #expect(painted.source == source)
            // Quarters, or black letters on white: neither is one colour.
            #expect(Set(mapping?.contents ?? []).count > 1)
        }
        #expect(client.failures == 0)
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
