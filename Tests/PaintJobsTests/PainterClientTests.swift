import Glibc
import Signage
import SystemCalls
import TestSupport
import Testing

@testable import PaintJobs

@Suite struct PainterClientTests {
    private let start = Instant(seconds: 1)

    @Test func aJobComesBackWithPixelsInMemoryOfTheClient() throws {
        let fixture = try PainterFixture("paints")
        #expect(fixture.client.state == .resting)
        guard case .painted(let picture, let stride, let mapping?)? = try fixture.outcome(of: .badge(5))
        else {
            Issue.record("not painted")
            return
        }
        #expect(
            picture
                == PaintedPicture(
                    size: PixelSize(width: 8, height: 8), isOpaque: true, notes: ["a note"],
                    source: "FAKE, 2 × 1")
        )
        #expect(stride == 32)
        #expect(mapping.contents.count == 256)
        #expect(mapping.contents.prefix(4) == [0x11, 0x22, 0x33, 0xff])
        #expect(!fixture.client.isBusy)
        #expect(fixture.client.failures == 0)
    }

    @Test func theFileGoesAlongAsADescriptor() throws {
        let fixture = try PainterFixture("paints")
        let memory = try MemoryFile(name: "file", holding: [0x77])
        var job = PaintJob.badge(1)
        job.file = memory.descriptor
        guard case .painted(_, _, let mapping?)? = try fixture.outcome(of: job) else {
            Issue.record("not painted")
            return
        }
        #expect(mapping.contents.first == 0x77)
    }

    @Test func aStripHasAWidthAndNoPixels() throws {
        let fixture = try PainterFixture("paints")
        let strip = TickerStrip(text: .plain("한글"), style: TextStyle(), scale: 1, height: 64)
        let job = PaintJob(number: 2, picture: .tickerStrip(strip), file: nil)
        guard case .painted(let picture, _, nil)? = try fixture.outcome(of: job) else {
            Issue.record("not painted")
            return
        }
        #expect(picture.size == PixelSize(width: 1234, height: 56))
    }

    @Test func onePainterDoesManyJobs() throws {
        let fixture = try PainterFixture("paints")
        for number in 1...20 {
            guard case .painted? = try fixture.outcome(of: .badge(UInt64(number))) else {
                Issue.record("job \(number)")
                return
            }
        }
        #expect(fixture.client.failures == 0)
    }

    struct Misbehaviour: CustomTestStringConvertible {
        var name: String
        var reason: String
        var testDescription: String { name }
    }

    @Test(arguments: [
        Misbehaviour(
            name: "dies-in-mid-job",
            reason: "the painter was killed while painting it, as happens when the machine is out of memory"),
        Misbehaviour(name: "ends-in-mid-job", reason: "the painter ended with status 3 while painting it"),
        Misbehaviour(
            name: "makes-a-forbidden-call",
            reason: "the painter was stopped for a forbidden system call while painting it"),
        Misbehaviour(
            name: "uses-up-the-processor",
            reason: "the painter was stopped while painting it: it had used up its time on the processor"),
        Misbehaviour(
            name: "crashes", reason: "the painter crashed while painting it: Segmentation fault"),
        Misbehaviour(name: "closes-its-socket", reason: "the painter was killed while painting it"),
        Misbehaviour(name: "wrong-number", reason: "answers another job"),
        Misbehaviour(name: "huge-size", reason: "sizes that were not asked for"),
        Misbehaviour(name: "other-size", reason: "sizes that were not asked for"),
        Misbehaviour(name: "odd-stride", reason: "sizes that were not asked for"),
        Misbehaviour(name: "narrow-stride", reason: "sizes that were not asked for"),
        Misbehaviour(name: "garbage", reason: "not a reply"),
        Misbehaviour(name: "long-garbage", reason: "Message too long"),
    ])
    func aPainterThatMisbehavesFailsItsJobAndNothingElse(_ misbehaviour: Misbehaviour) throws {
        let fixture = try PainterFixture(misbehaviour.name)
        let outcome = try #require(try fixture.outcome(of: .tile(1)))
        #expect(outcome.reason?.contains(misbehaviour.reason) == true)
        #expect(outcome.isCrash)
        #expect(fixture.client.failures == 1)
        #expect(!fixture.client.isBusy)
        // The next job starts another painter at once.
        #expect(try fixture.outcome(of: .tile(2))?.reason?.contains(misbehaviour.reason) == true)
    }

    /// Decoders have a thread for each processor.
    @Test(arguments: [1, 2, 4, 64])
    func aJobMayUseAllProcessorsForAllOfItsTime(processors: Int) {
        #expect(
            .seconds(PainterClient.processorSeconds(processors: processors))
                > PainterClient.jobLimit * processors)
    }

    @Test func aRefusedJobIsNoFailureOfThePainter() throws {
        let fixture = try PainterFixture("refuses")
        let outcome = try #require(try fixture.outcome(of: .badge(1)))
        #expect(outcome.reason == "the file is damaged" && !outcome.isCrash)
        #expect(fixture.client.failures == 0)
    }

    @Test func memoryCannotBeTruncatedUnderTheClient() throws {
        let fixture = try PainterFixture("truncates-its-memory")
        guard case .painted(let picture, _, let mapping?)? = try fixture.outcome(of: .badge(1)) else {
            Issue.record("not painted")
            return
        }
        #expect(picture.notes == ["sealed"])
        #expect(mapping.contents.allSatisfy { $0 == 0 })
    }

    @Test func aMissingProgramFailsTheJobAndIsNamed() throws {
        let client = try PainterClient(executable: "/nowhere/signage-painter")
        client.submit(.badge(1), at: start)
        let poller = try Poller()
        try poller.watch(client.descriptor.number, for: .readable, key: 0)
        _ = try poller.ready(within: 10_000)
        let events = client.dispatch(at: start)
        guard case .finished(1, .postponed(let reason))? = events.first else {
            Issue.record("\(events)")
            return
        }
        #expect(
            reason
                == "the painter cannot be started: exec '/nowhere/signage-painter': No such file or directory"
        )
        client.close()
    }

    @Test func aJobEndsAfterTwentySeconds() throws {
        let fixture = try PainterFixture("hangs")
        try fixture.submitToReadyPainter(.badge(1), at: start)
        #expect(fixture.client.state == .painting)
        #expect(fixture.client.nextDeadline() == start + .seconds(20))
        #expect(fixture.client.advance(to: start + .milliseconds(19_999)).isEmpty)
        let events = fixture.client.advance(to: start + .seconds(20))
        guard case .finished(1, .crashed("painting it took longer than 20 s"))? = events.first else {
            Issue.record("\(events)")
            return
        }
        #expect(fixture.client.failures == 1)
        #expect(fixture.client.state == .resting)
    }

    @Test func anAbandonedJobEndsAtOnceWithoutAnOutcome() throws {
        let fixture = try PainterFixture("hangs")
        fixture.client.submit(.badge(1), at: start)
        fixture.client.abandon(at: start)
        #expect(!fixture.client.isBusy)
        #expect(fixture.client.failures == 0)
        // The killed process goes quietly, and then nothing is left to wait for.
        #expect(try fixture.events(at: start).isEmpty)
        #expect(fixture.client.nextDeadline() == nil)
    }

    @Test func aPainterWithoutWorkLeavesAfterTenSeconds() throws {
        let fixture = try PainterFixture("paints")
        _ = try fixture.outcome(of: .badge(1), at: start)
        #expect(fixture.client.nextDeadline() == start + .seconds(10))
        #expect(fixture.client.advance(to: start + .seconds(10)).isEmpty)
        #expect(try fixture.events(at: start + .seconds(10)).isEmpty)
        #expect(fixture.client.nextDeadline() == nil)
        #expect(fixture.client.failures == 0)
    }

    @Test func aPainterThatDoesNotLeaveIsKilled() throws {
        let fixture = try PainterFixture("never-leaves")
        _ = try fixture.outcome(of: .badge(1), at: start)
        _ = fixture.client.advance(to: start + .seconds(10))
        #expect(fixture.client.nextDeadline() == start + .seconds(12))
        _ = fixture.client.advance(to: start + .seconds(12))
        #expect(try fixture.events(at: start + .seconds(12)).isEmpty)
        #expect(fixture.client.nextDeadline() == nil)
    }

    @Test func anAnswerNobodyAskedForEndsThePainter() throws {
        let fixture = try PainterFixture("answers-twice")
        _ = try fixture.outcome(of: .badge(1), at: start)
        let events = try fixture.events(at: start)
        guard case .died("the painter answered without being asked")? = events.first else {
            Issue.record("\(events)")
            return
        }
        #expect(fixture.client.failures == 1)
    }

    @Test func repeatedDeathsPutTheNextStartOff() throws {
        let fixture = try PainterFixture("exits-at-once")
        for number: UInt64 in 1...2 { _ = try fixture.outcome(of: .badge(number), at: start) }
        fixture.client.submit(.badge(3), at: start)
        #expect(fixture.client.state == .restarting)
        #expect(fixture.client.isBusy)
        #expect(fixture.client.advance(to: start + .milliseconds(499)).isEmpty)
        #expect(fixture.client.state == .restarting)
        _ = fixture.client.advance(to: start + .milliseconds(500))
        #expect(fixture.client.state == .painting)
        #expect(fixture.client.nextDeadline() == start + .milliseconds(20_500))
    }

    @Test func whatCannotBePaintedIsRefusedWithoutAPainter() throws {
        let fixture = try PainterFixture("paints")
        for side in [0, -1, 40_000, 20_000] {
            fixture.client.submit(.badge(1, side: side), at: start)
            #expect(fixture.client.nextDeadline() == start)
            guard case .finished(1, .failed(let reason))? = fixture.client.advance(to: start).first else {
                Issue.record("side \(side)")
                continue
            }
            #expect(reason.contains("cannot be painted"))
        }
        #expect(fixture.client.failures == 0)
    }

    @Test func aPainterInheritsNothingItShouldNotHave() throws {
        let leak = try Descriptor(opening: "/dev/null", O_RDONLY)
        _ = fcntl(leak.number, F_SETFD, 0)
        let fixture = try PainterFixture("says-where-it-is")
        guard case .painted(let picture, _, _)? = try fixture.outcome(of: .badge(1)) else {
            Issue.record("not painted")
            return
        }
        #expect(picture.notes.contains("descriptors [0, 1, 2, 3]"))
        #expect(
            picture.notes.contains("at most 1073741824 bytes of memory, 64 files, 0 written, 0 dumped"))
        #expect(picture.notes.contains("environment [\"LANG=C.UTF-8\"]"))
        #expect(picture.notes.contains("first to go 1000"))
    }

    @Test(arguments: [
        Misbehaviour(name: "exits-at-once", reason: "the painter does not start: it ended with status 7"),
        Misbehaviour(name: "mumbles", reason: "not a greeting"),
    ])
    func aPainterThatDoesNotStartIsNoPicturesFault(_ misbehaviour: Misbehaviour) throws {
        let fixture = try PainterFixture(misbehaviour.name)
        let outcome = try #require(try fixture.outcome(of: .badge(1)))
        #expect(outcome.reason?.contains(misbehaviour.reason) == true)
        #expect(!outcome.isCrash)
        #expect(fixture.client.failures == 1)
    }

    @Test func aPainterThatIsNeverReadyIsNoPicturesFault() throws {
        let fixture = try PainterFixture("hangs-at-once")
        fixture.client.submit(.badge(1), at: start)
        let events = fixture.client.advance(to: start + .seconds(20))
        guard case .finished(1, .postponed("the painter was not ready after 20 s"))? = events.first else {
            Issue.record("\(events)")
            return
        }
    }

    @Test func thatFilesAreNotConfinedIsToldOnce() throws {
        let fixture = try PainterFixture("knows-no-landlock")
        fixture.client.submit(.badge(1), at: start)
        var events = try fixture.events(at: start)
        guard case .filesUnconfined? = events.first else {
            Issue.record("\(events)")
            return
        }
        if events.count == 1 { events += try fixture.events(at: start) }
        guard case .finished(1, .painted) = events[1] else {
            Issue.record("\(events)")
            return
        }
        // Neither when the same painter is asked again nor when another is started.
        #expect(try fixture.outcome(of: .badge(2))?.reason == nil)
        fixture.client.close()
        fixture.client.submit(.badge(3), at: start)
        guard case .finished(3, .painted)? = try fixture.events(at: start).first else {
            Issue.record("told twice")
            return
        }
    }

    @Test func aHelperThatUsesUpItsTimeOnTheProcessorIsStopped() throws {
        let folder = try TemporaryFolder()
        let (here, there) = try MessageSocket.pair()
        let helper = try HelperProcess(
            running: try folder.link("spins", toBuilt: "fake-painter"), socket: there, limits: HelperLimits())
        let parcel = try JobParcel(.badge(1))
        _ = try here.send(parcel.message, parcel.descriptors)
        try helper.allowProcessorTime(seconds: 0)
        // It has a second at least; a minute is for a machine that is busy otherwise.
        _ = try helper.descriptor.wait(for: .readable, milliseconds: 60_000)
        #expect(helper.ending() == .killed(signal: Int(SIGXCPU)))
    }
}
