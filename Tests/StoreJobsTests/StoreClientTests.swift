import Glibc
import PlaylistFile
import Signage
import SystemCalls
import TestSupport
import Testing

@testable import StoreJobs

/// A client whose store is the fake one, with a behaviour.
final class StoreFixture {
    let client: StoreClient
    private let folder: TemporaryFolder
    static let settings = StoreSettings(
        stateDirectory: "/s", cacheDirectory: "/c", painter: "/p", configuration: "/etc/signaged.yaml",
        configurationIsOptional: true, playlist: "/srv/playlist.yaml", playlistIsGiven: true,
        outputSize: PixelSize(width: 2, height: 2), epoch: 5)

    init(_ behaviour: String) throws {
        folder = try TemporaryFolder()
        client = try StoreClient(executable: try folder.link(behaviour, toBuilt: "fake-store"))
    }

    deinit { client.close() }

    func outcome(of job: StoreJob) -> StoreOutcome? {
        let number = client.submit(
            job, Self.settings, at: Instant(nanoseconds: monotonicNanoseconds()))
        return client.outcome(of: number, within: .seconds(60))
    }

    func events() throws -> [StoreEvent] {
        for _ in 0..<100 {
            let now = Instant(nanoseconds: monotonicNanoseconds())
            let events = client.advance(to: now) + client.dispatch(at: now)
            if !events.isEmpty { return events }
            _ = try client.descriptor.wait(for: .readable, milliseconds: 10_000)
        }
        return []
    }
}

@Suite struct StoreClientTests {
    static let picture = Picture.slide(
        SlidePicture(
            content: .image(path: "/srv/a.jpg"), stamp: FileStamp(device: 1, inode: 2, size: 3, modified: 4),
            size: PixelSize(width: 2, height: 2), fit: .cover, background: .black, style: TextStyle(),
            scale: 1))

    private func reason(_ outcome: StoreOutcome?) -> String? {
        switch outcome {
        case .failed(let reason)?, .lost(let reason)?, .late(let reason)?: reason
        default: nil
        }
    }

    @Test func theIntentOfTheDisplayGoesBothWays() throws {
        let fixture = try StoreFixture("works")
        #expect(reason(fixture.outcome(of: .keepDisplay(.on))) == "on")
        guard case .loaded(let content)? = fixture.outcome(of: .load(isStart: true)) else {
            Issue.record("nothing was loaded")
            return
        }
        #expect(content.displayIntent == .off)
    }

    @Test func aTickersFileGoesAndItsTextComesBack() throws {
        let fixture = try StoreFixture("works")
        let file = TickerFile(
            path: "/srv/news.txt", name: "news.txt", line: 3, column: 9, separator: " / ",
            stamp: FileStamp(device: 1, inode: 2, size: 3, modified: 4))
        guard case .ticker(var read, let text)? = fixture.outcome(of: .readTicker(file)) else {
            Issue.record("no text came")
            return
        }
        #expect(read.fault == "is called news.txt" && text == " / ")
        read.fault = nil
        #expect(read == file)
    }

    @Test func whatIsLoadedComesBack() throws {
        let fixture = try StoreFixture("works")
        guard case .loaded(let content)? = fixture.outcome(of: .load(isStart: true)) else {
            Issue.record("nothing was loaded")
            return
        }
        #expect(content.path == "/srv/playlist.yaml")
        #expect(content.source == .store)
        // The process leaves with the memory that a long playlist has taken.
        #expect(fixture.client.nextDeadline() == nil)
        guard case .looked? = fixture.outcome(of: .look(paths: [])) else {
            Issue.record("no other one came")
            return
        }
    }

    @Test func aFrameIsWrittenToTheMemoryThatGoesWithTheJob() throws {
        let fixture = try StoreFixture("works")
        let memory = try MemoryFile(name: "pixels", size: 16)
        guard case .frame(let painted, 8)? = fixture.outcome(of: .frame(Self.picture, memory)) else {
            Issue.record("no frame")
            return
        }
        #expect(painted.size == PixelSize(width: 2, height: 2))
        let mapping = try Mapping(memory.descriptor, size: 16, writable: false)
        #expect(mapping.contents.prefix(4) == [1, 2, 3, 4])
    }

    @Test func aFileComesBackOpen() throws {
        let fixture = try StoreFixture("works")
        let memory = try MemoryFile(name: "pixels", size: 16)
        let job = StoreJob.keepFrame(
            Self.picture, PaintedPicture(size: PixelSize(width: 2, height: 2), isOpaque: true), stride: 8,
            memory)
        guard case .noFrame(let file?)? = fixture.outcome(of: job) else {
            Issue.record("no file")
            return
        }
        #expect(fcntl(file.number, F_GETFD) >= 0)
    }

    @Test func aConfigurationGoesThereWholeAndComesBack() throws {
        let fixture = try StoreFixture("works")
        let text = ConfigurationText(name: "a.yaml", bytes: [UInt8](repeating: 0xA7, count: 262_144))
        guard case .setup(let setup)? = fixture.outcome(of: .tryConfiguration(text)),
            case .setup(let file)? = fixture.outcome(of: .tryConfiguration(nil)),
            case .text(let bytes)? = fixture.outcome(of: .readConfiguration),
            case .done? = fixture.outcome(of: .keepConfiguration(text))
        else {
            Issue.record("another outcome")
            return
        }
        #expect(setup.path == "a.yaml 262144" && file.path == "/etc/signaged.yaml")
        #expect(bytes == Array("name: a".utf8))
    }

    @Test func jobsAreDoneInTheirOrderByOneProcess() throws {
        let fixture = try StoreFixture("works")
        let now = Instant(nanoseconds: monotonicNanoseconds())
        let first = fixture.client.submit(.look(paths: ["a", "한글"]), StoreFixture.settings, at: now)
        let second = fixture.client.submit(.history, StoreFixture.settings, at: now)
        #expect(fixture.client.isBusy)
        guard case .done? = fixture.client.outcome(of: second, within: .seconds(60)) else {
            Issue.record("no history")
            return
        }
        let kept = try fixture.events()
        guard case .finished(first, .looked(let stamps))? = kept.first else {
            Issue.record("the first job's outcome was lost")
            return
        }
        #expect(stamps.map { $0?.size } == [1, 6])
        #expect(!fixture.client.isBusy)
    }

    @Test(arguments: [
        ("dies-in-mid-job", "killed by signal 9"), ("exits-at-once", "ended with status 7"),
        ("answers-another", "without being asked"),
    ])
    func aStoreThatFailsCostsTheJobUnderWay(behaviour: String, words: String) throws {
        let fixture = try StoreFixture(behaviour)
        let said = reason(fixture.outcome(of: .history))
        #expect(said?.contains(words) == true, "\(said ?? "nothing")")
        #expect(!fixture.client.isBusy)
    }

    @Test func aProgramThatIsMissingIsNamed() throws {
        let client = try StoreClient(executable: "/nowhere/signage-store")
        let number = client.submit(
            .history, StoreFixture.settings, at: Instant(nanoseconds: monotonicNanoseconds()))
        let said = reason(client.outcome(of: number, within: .seconds(60)))
        #expect(
            said
                == "signage-store cannot be started: exec '/nowhere/signage-store': No such file or directory"
        )
    }

    @Test func aDiskThatHangsIsGivenUp() throws {
        let fixture = try StoreFixture("hangs")
        let now = Instant(nanoseconds: monotonicNanoseconds())
        let number = fixture.client.submit(.history, StoreFixture.settings, at: now)
        #expect(fixture.client.nextDeadline() == now + StoreClient.jobLimit)
        #expect(fixture.client.advance(to: now + StoreClient.jobLimit - .nanoseconds(1)).isEmpty)
        guard
            case .finished(number, .late(let reason))? = fixture.client.advance(
                to: now + StoreClient.jobLimit
            ).first
        else {
            Issue.record("it was waited for")
            return
        }
        #expect(reason == "took longer than 180 s")
    }

    @Test func aDiskThatNeverAnswersDoesNotFillTheMachineWithStores() throws {
        // Its processes do not go, as those that wait for a dead disk do not.
        let fixture = try StoreFixture("hangs")
        var now = Instant(nanoseconds: monotonicNanoseconds())
        var late = 0
        for _ in 0..<10 {
            let number = fixture.client.submit(.history, StoreFixture.settings, at: now)
            // After a while it is started, and after some more it has had its time.
            for wait in [.seconds(10), StoreClient.jobLimit] {
                now = now + wait
                for case .finished(number, .late) in fixture.client.advance(to: now) { late += 1 }
            }
        }
        #expect(late == 10)
        #expect(fixture.client.leavingCount <= StoreClient.mostLeaving)
    }

    @Test func aJobThatWaitsCanBeTakenBack() throws {
        let fixture = try StoreFixture("works")
        let now = Instant(nanoseconds: monotonicNanoseconds())
        let first = fixture.client.submit(.history, StoreFixture.settings, at: now)
        let second = fixture.client.submit(.look(paths: []), StoreFixture.settings, at: now)
        let third = fixture.client.submit(.look(paths: ["a"]), StoreFixture.settings, at: now)
        fixture.client.cancel(second)
        guard case .looked(let stamps)? = fixture.client.outcome(of: third, within: .seconds(60)) else {
            Issue.record("the last one was not done")
            return
        }
        #expect(stamps.count == 1)
        let others = try fixture.events()
        guard case .finished(first, .done)? = others.first, others.count == 1 else {
            Issue.record("the second one was done")
            return
        }
    }

    @Test func moreJobsThanMayWaitAreRefusedAtOnce() throws {
        let folder = try TemporaryFolder()
        let client = try StoreClient(
            executable: try folder.link("hangs", toBuilt: "fake-store"), firstNumber: 1000, mostJobs: 2)
        defer { client.close() }
        let now = Instant(nanoseconds: monotonicNanoseconds())
        let numbers = (0..<4).map { _ in client.submit(.history, StoreFixture.settings, at: now) }
        #expect(numbers == [1000, 1001, 1002, 1003])
        guard case .finished(1003, .late)? = client.advance(to: now).first else {
            Issue.record("the fourth one waits")
            return
        }
    }

    @Test func aStoreWithoutWorkLeaves() throws {
        let fixture = try StoreFixture("works")
        _ = fixture.outcome(of: .history)
        guard let deadline = fixture.client.nextDeadline() else {
            Issue.record("it would stay for ever")
            return
        }
        _ = fixture.client.advance(to: deadline)
        #expect(fixture.client.nextDeadline() == nil)
        // And a new one comes for the next job.
        guard case .done? = fixture.outcome(of: .history) else {
            Issue.record("no new one came")
            return
        }
    }

    @Test(arguments: [(true, "y"), (false, "n")])
    func aPushIsToldWhatBecameOfIt(isShown: Bool, word: String) throws {
        let fixture = try StoreFixture("works")
        var pair: [CInt] = [-1, -1]
        #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) == 0)
        let here = Descriptor(owning: pair[0])
        let there = Descriptor(owning: pair[1])
        let number = try #require(
            try fixture.client.push(
                there, read: [7, 8, 9], user: 1000, StoreFixture.settings,
                at: Instant(nanoseconds: monotonicNanoseconds())))
        guard case .installed(number, let content)? = try fixture.events().first else {
            Issue.record("nothing was installed")
            return
        }
        #expect(content.path == "3 1000")
        fixture.client.answer(push: number, PushVerdict(isShown: isShown, reason: "the file plays"))
        var room = [UInt8](repeating: 0, count: 1)
        #expect(try here.wait(for: .readable, milliseconds: 60_000))
        #expect(read(here.number, &room, 1) == 1)
        #expect(room == Array(word.utf8))
        guard case .pushEnded(number)? = try fixture.events().first else {
            Issue.record("it did not end")
            return
        }
    }

    @Test func morePushesThanMayBeAreRefused() throws {
        let fixture = try StoreFixture("hangs")
        let null = try Descriptor(opening: "/dev/null", O_RDWR)
        let now = Instant(nanoseconds: 0)
        for _ in 0..<StoreClient.mostPushes {
            #expect(try fixture.client.push(null, read: [], user: 0, StoreFixture.settings, at: now) != nil)
        }
        #expect(try fixture.client.push(null, read: [], user: 0, StoreFixture.settings, at: now) == nil)
        // A push that never ends is ended.
        _ = fixture.client.advance(to: now + StoreClient.pushLimit)
        #expect(try fixture.client.push(null, read: [], user: 0, StoreFixture.settings, at: now) != nil)
    }
}
