import Glibc
import PlaylistFile
import PushProtocol
import Signage
import SystemCalls
import TestSupport
import Testing

@testable import Store

@Suite struct PushReceiverTests {
    @Test func whatIsPushedIsTheCurrentGeneration() throws {
        let bench = try StoreBench()
        let result = try bench.push(["a.jpg": "first", "b.jpg": "second"])
        let done = try #require(result.done)
        #expect(done.generation == 1 && done.activated && done.shown && done.ignored == nil)
        #expect(
            done.added == SlideList(["a.jpg", "b.jpg"]) && done.removed.count + done.repainted.count == 0)
        #expect(bench.announced == [1] && bench.shown == ["a.jpg", "b.jpg"])
        let loaded = try #require(bench.reopened.current().loaded)
        #expect(loaded.generation.origin == "anna@office" && loaded.generation.user == 1000)
        #expect(loaded.generation.created == "2027-01-15T08:00:00.000Z" && loaded.generation.slides == 2)
        let contents = try loaded.playlist.slides.map { slide -> String in
            guard case .image(let path) = slide.content else { return "" }
            return String(decoding: try bench.store.openVerified(path).readAll(limit: 100), as: UTF8.self)
        }
        #expect(contents == ["first", "second"])
    }

    @Test func onlyWhatIsMissingTravels() throws {
        let bench = try StoreBench()
        let playlist = TestPush.playlist(showing: ["a", "b"]).utf8.count
        #expect(try bench.push(["a": "12345", "b": "12"]).sent == playlist + 7)
        let second = try bench.push(["a": "12345", "b": "123"])
        #expect(second.sent == 3)
        #expect(second.done?.repainted == SlideList(["b"]) && second.done?.added.count == 0)
        let third = try bench.push(["c": "12345"])
        #expect(third.sent == TestPush.playlist(showing: ["c"]).utf8.count)
        #expect(third.done?.added == SlideList(["c"]) && third.done?.removed == SlideList(["a", "b"]))
        #expect(third.done?.generation == 3 && bench.shown == ["c"])
    }

    @Test func namesAreWhateverFilesMayBeCalled() throws {
        let bench = try StoreBench()
        let names = [
            "a b.jpg", "it's \"quoted\".png", "caf\u{e9}.jpg", "cafe\u{301}.jpg", "한글.png",
            "x/same.jpg", "y/same.jpg", "same.jpg",
        ]
        let pictures = Dictionary(
            uniqueKeysWithValues: names.enumerated().map { ("\($0.offset)", $0.element) })
        // The two ways to write é are one key of a dictionary: a push is a list.
        let files = pictures.sorted { $0.key < $1.key }.map { ($0.value, Array("content of \($0.key)".utf8)) }
        let result = try bench.push(TestPush(TestPush.playlist(showing: files.map(\.0)), files))
        #expect(result.done?.generation == 1 && result.findings.isEmpty)
        let slides = try #require(bench.reopened.current().loaded?.playlist.slides)
        try #require(slides.count == names.count)
        for (slide, file) in zip(slides, files) {
            guard case .image(let path) = slide.content else { continue }
            #expect(try bench.store.openVerified(path).readAll(limit: 100) == file.1)
        }
        #expect(Set(slides.map(\.id)).count == names.count && slides[5].id == "x/same.jpg")
    }

    @Test func aNameWithALineBreakMayBePushedButNoPlaylistShowsIt() throws {
        let bench = try StoreBench()
        let files = [("two\nlines.png", [UInt8(1)])]
        let result = try bench.push(TestPush(TestPush.playlist(showing: ["two\nlines.png"]), files))
        #expect(result.refusal?.diagnostics.first?.contains("slides[0].image") == true)
        #expect(try bench.push(TestPush("slides: []\n", files)).done?.generation == 1)
    }

    @Test func withoutActivationItOnlyWaits() throws {
        let bench = try StoreBench()
        let first = try bench.push(["a": "1"], activate: false)
        #expect(first.done?.generation == 1 && first.done?.activated == false && first.done?.shown == false)
        #expect(bench.announced.isEmpty && bench.shown == nil && bench.reopened.current().notes.isEmpty)
        try bench.push(["b": "2"])
        #expect(try bench.push(["c": "3"], activate: false).done?.generation == 3)
        #expect(bench.shown == ["b"] && bench.announced == [2])
        #expect(try bench.store.rollback(to: 3).number == 3)
        #expect(bench.shown == ["c"])
    }

    @Test func aDryRunChangesNothingButNeedNotSendAgain() throws {
        let bench = try StoreBench()
        try bench.push(["a": "1"])
        var push = TestPush(pictures: ["a": "1", "b": "22"])
        push.offer.dryRun = true
        let dry = try bench.push(push)
        #expect(dry.done?.generation == nil && dry.done?.added == SlideList(["b"]))
        #expect(try bench.store.history().count == 1 && bench.shown == ["a"])
        push.offer.dryRun = false
        #expect(try bench.push(push).sent == 0)
        #expect(bench.shown == ["a", "b"])
    }

    @Test func aPictureThatCannotBeShownStopsItUnlessForced() throws {
        let bench = try StoreBench()
        try bench.push(["a": "1"])
        var push = TestPush(pictures: ["a": "1", "b": "!"])
        let refused = try bench.push(push)
        #expect(refused.refusal?.exit == .badContent)
        #expect(refused.refusal?.reason == "1 warning; with --force it is taken all the same")
        #expect(refused.findings == ["slide 2 'b': not shown: the file is damaged"])
        #expect(bench.shown == ["a"] && bench.announced == [1])
        push.offer.force = true
        #expect(try bench.push(push).done?.warnings == 1)
        #expect(bench.announced == [1, 2])
    }

    @Test func aFileThatThePlaylistNamesMustBePushed() throws {
        let bench = try StoreBench()
        var push = TestPush(TestPush.playlist(showing: ["a", "/b", "../c", "./a"]), [("a", [1])])
        let refused = try bench.push(push)
        #expect(refused.refusal?.exit == .badContent && refused.findings.count == 2)
        #expect(refused.findings.first?.contains("'/b': is named from the root on") == true)
        #expect(refused.findings.last?.contains("'../c': leads out of the playlist's folder") == true)
        push.offer.force = true
        #expect(try bench.push(push).done?.warnings == 2)
        #expect(bench.shown == ["a", "./a"])
        let missing = try bench.push(TestPush(TestPush.playlist(showing: ["gone"]), []))
        #expect(missing.findings.first?.contains("'gone': is not among the pushed files") == true)
    }

    @Test func aPlaylistWithErrorsIsRefusedBeforeItsPicturesTravel() throws {
        let bench = try StoreBench()
        var push = TestPush("slides:\n  - imag: a\n", [("a", [UInt8](repeating: 0, count: 4 << 20))])
        push.offer.force = true
        let result = try bench.push(push)
        #expect(result.refusal?.exit == .badContent && result.refusal?.reason.contains("1 error") == true)
        #expect(result.refusal?.diagnostics.first?.hasPrefix("playlist.yaml:2:5: error: ") == true)
        #expect(try bench.store.history().isEmpty)
        #expect(try bench.files(bench.store.layout.incoming).isEmpty)
    }

    @Test(arguments: [0, 1, 30, 1_000_000, 2_999_999])
    func anInterruptedPushChangesNothingAndTheNextResumes(bytes: Int) throws {
        let bench = try StoreBench()
        try bench.push(["a": "1"])
        let large = [UInt8](repeating: 7, count: 3_000_000)
        var push = TestPush(
            TestPush.playlist(showing: ["a", "b"]), [("a", [UInt8(ascii: "1")]), ("b", large)])
        let total = push.playlist.count + large.count
        push.stopsAfter = bytes
        guard case .lost = try bench.push(push).outcome else {
            Issue.record("it was not lost")
            return
        }
        #expect(bench.shown == ["a"] && bench.announced == [1])
        push.stopsAfter = nil
        #expect(try bench.push(push).sent == total - bytes)
        #expect(bench.shown == ["a", "b"])
        #expect(try bench.files(bench.store.layout.incoming).isEmpty)
    }

    @Test func aContentThatIsNotWhatItSaidIsRefusedAndForgotten() throws {
        let bench = try StoreBench()
        try bench.push(["a": "1"])
        var push = TestPush(pictures: ["a": "1", "b": "honest"])
        push.lies = [ContentHash.id(of: Array("honest".utf8)): Array("forged".utf8)]
        let result = try bench.push(push)
        #expect(
            result.refusal?.exit == .failure && result.refusal?.reason.contains("'b' did not arrive") == true)
        #expect(bench.shown == ["a"])
        #expect(try bench.files(bench.store.layout.incoming).isEmpty)
        push.lies = [:]
        #expect(try bench.push(push).done?.generation == 2)
    }

    @Test func aPartThatIsDamagedOnTheDeviceIsAskedForAgain() throws {
        let bench = try StoreBench()
        let large = [UInt8](repeating: 7, count: 300_000)
        var push = TestPush(
            TestPush.playlist(showing: ["a", "b"]), [("a", [1]), ("b", large), ("c", [2])])
        push.stopsAfter = push.playlist.count + 200_000
        try bench.push(push)
        let part = try #require(try bench.files(bench.store.layout.incoming).first)
        try bench.damage(part)
        push.stopsAfter = nil
        let result = try bench.push(push)
        let asked = result.replies.compactMap { if case .wanted(let objects) = $0 { objects } else { nil } }
        let id = ContentHash.id(of: large)
        #expect(asked.map { $0.map(\.object) } == [[id, ContentHash.id(of: [2])], [id]])
        #expect(asked.map { $0[0].from } == [199_999, 0])
        #expect(result.done?.generation == 1 && bench.shown == ["a", "b"])
        #expect(try bench.store.openVerified(bench.store.layout.object(id)).readAll(limit: 1 << 20) == large)
    }

    @Test func anObjectDamagedOnTheDeviceIsNamedAndComesWithTheNextPush() throws {
        let bench = try StoreBench()
        try bench.push(["a": "first", "b": "second"])
        let id = ContentHash.id(of: Array("second".utf8))
        try bench.damage(bench.store.layout.object(id))
        #expect(throws: StoreFailure.damaged(id)) {
            try bench.store.openVerified(bench.store.layout.object(id))
        }
        #expect(throws: StoreFailure.missing(id)) {
            try bench.store.openVerified(bench.store.layout.object(id))
        }
        let loaded = try #require(bench.reopened.current().loaded)
        #expect(bench.shown == ["a"])
        #expect(loaded.playlist.slides[1].fault == "is missing on this device (no such file); push it again")
        #expect(
            loaded.diagnostics.first?.description.hasPrefix(
                "generation 1:3:12: warning: slides[1].image: 'b'") == true)
        #expect(try bench.store.history()[0].problem == "1 of 3 files are missing or damaged")
        #expect(try bench.push(["a": "first", "b": "second"]).sent == 6)
        #expect(bench.shown == ["a", "b"])
    }

    struct Trick: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var says: String
        var change: @Sendable (inout PushOffer) -> Void
    }

    @Test(arguments: [
        Trick(testDescription: "up", says: "'../b' leads out of the playlist's folder ('..')") {
            $0.files[0].path = "../b"
        },
        Trick(
            testDescription: "up, in the middle",
            says: "'a/../../b' leads out of the playlist's folder ('..')"
        ) {
            $0.files[0].path = "a/../../b"
        },
        Trick(testDescription: "absolute", says: "'/etc/passwd' is named from the root on") {
            $0.files[0].path = "/etc/passwd"
        },
        Trick(testDescription: "empty", says: "'' has no name") { $0.files[0].path = "" },
        Trick(testDescription: "empty part", says: "is not written plainly") { $0.files[0].path = "a//b" },
        Trick(testDescription: "NUL", says: "is not written plainly") { $0.files[0].path = "a\0" },
        Trick(testDescription: "twice", says: "'a' is there twice") { $0.files.append($0.files[0]) },
        Trick(testDescription: "negative size", says: "'a' has -1 bytes") { $0.files[0].size = -1 },
        Trick(testDescription: "huge size", says: "the limit is 2 GiB") { $0.files[0].size = .max },
        Trick(testDescription: "huge playlist", says: "the limit is 16 MiB") { $0.playlist.size = 1 << 30 },
        Trick(testDescription: "two sizes", says: "'b' has the content of another file, but not its size") {
            $0.files.append(FileEntry(path: "b", object: $0.files[0].object, size: 99))
        },
        Trick(testDescription: "another name", says: "must be named 'playlist.yaml'") {
            $0.playlist.path = "../playlist.yaml"
        },
    ])
    func whatCannotBeAnOfferIsRefusedAtOnce(trick: Trick) throws {
        let bench = try StoreBench()
        var push = TestPush(pictures: ["a": "1"])
        push.offer.force = true
        trick.change(&push.offer)
        let result = try bench.push(push)
        let lines = try #require(result.refusal).diagnostics
        #expect(result.replies.count == 1 && lines.count == 1 && lines[0].contains(trick.says))
        #expect(try fileStatus(bench.store.layout.root) == nil)
    }

    @Test func anotherVersionIsRefusedWithBothNumbers() throws {
        let bench = try StoreBench()
        var push = TestPush(pictures: [:])
        push.offer.version = 2
        #expect(
            try bench.push(push).refusal?.reason.contains("of version 2, this sign understands 1") == true)
    }

    @Test func whatIsNoOfferIsToldSo() throws {
        let bench = try StoreBench()
        let (here, there) = try streamPair()
        let client = try PushConnection(here, patience: 20)
        try client.send(bytes: Array("GET / HTTP/1.1\r\n\r\n\0".utf8))
        guard case .lost(let reason) = try bench.receiver(there).run(announce: { _ in (true, nil) }) else {
            Issue.record("it was taken")
            return
        }
        #expect(reason == "what came is no push that this version understands")
        #expect(try client.receive() == PushReply.refused(PushRefusal(reason, exit: .failure)))
    }

    @Test func manyFilesAreTaken() throws {
        let bench = try StoreBench()
        var push = TestPush("slides: []\n", [("a", Array("x".utf8))])
        let entry = push.offer.files[0]
        push.offer.files = (0..<2000).map {
            FileEntry(path: "folder/picture \($0).jpg", object: entry.object, size: entry.size)
        }
        #expect(try bench.push(push).done?.generation == 1)
        #expect(try bench.store.history()[0].generation?.files.count == 2000)
    }

    @Test func aHundredThousandFilesAreNotTooManyAndOneMoreIs() throws {
        let bench = try StoreBench()
        let receiver = try bench.receiver(try streamPair().0)
        var offer = TestPush("slides: []\n", [("a", Array("x".utf8))]).offer
        let entry = offer.files[0]
        offer.files = (0..<PushOffer.mostFiles).map {
            FileEntry(path: "folder/picture \($0).jpg", object: entry.object, size: entry.size)
        }
        try receiver.validate(offer)
        offer.files.append(entry)
        do throws(PushReceiver.Stop) {
            try receiver.validate(offer)
            Issue.record("it was taken")
        } catch {
            guard case .refused(let refusal) = error else { throw error }
            #expect(refusal.reason == "the push has 100001 files, the limit is 100000")
        }
    }

    @Test func ofTwoPushesTheSecondIsTold() throws {
        let bench = try StoreBench()
        let push = TestPush(pictures: ["a": "1"])
        try bench.store.prepare()
        let lock = try #require(try FileLock.take(bench.store.layout.pushLock))
        let refused = try bench.push(push)
        #expect(refused.replies.first == .waiting(reason: "another push is under way"))
        #expect(
            refused.refusal?.reason == "another push is still under way" && refused.refusal?.exit == .failure)
        withExtendedLifetime(lock) {}
    }

    @Test func ofTwoPushesTheSecondWaitsForTheFirst() throws {
        let bench = try StoreBench()
        bench.longestWait = 20
        let (firstHere, firstThere) = try streamPair()
        let first = try PushConnection(firstHere, patience: 20)
        let push = TestPush(pictures: ["a": "1"])
        let receiver = try bench.receiver(firstThere)
        let running = Worker { receiver.run { _ in (true, nil) } }
        try first.send(push.offer)
        // It holds the lock once it has said what it wants.
        guard case .wanted = try first.receive(PushReply.self) else {
            Issue.record("the first does not begin")
            return
        }
        let (secondHere, secondThere) = try streamPair()
        let second = try PushConnection(secondHere, patience: 20)
        let other = try bench.receiver(secondThere)
        let waiting = Worker { other.run { _ in (true, nil) } }
        try second.send(TestPush(pictures: ["b": "2"]).offer)
        #expect(try second.receive(PushReply.self) == .waiting(reason: "another push is under way"))
        first.hangUp()
        _ = running.result()
        while case .waiting = try second.receive(PushReply.self) {}
        second.hangUp()
        _ = waiting.result()
    }

    @Test func whatWasPaintedForTheCheckIsNotPaintedAgain() throws {
        let bench = try StoreBench()
        try bench.push(["a": "1", "b": "2"])
        let slides = try #require(
            bench.store.current().loaded?.playlist.pictures(on: PixelSize(width: 32, height: 18)))
        for picture in slides.slides.compactMap({ $0 }) {
            let memory = try MemoryFile(name: "test", size: 32 * 18 * 4)
            let found = bench.cache.fetch(
                picture, into: memory.descriptor, size: memory.size, epoch: bench.now)
            #expect(found?.painted.source == "FAKE, 2 × 1")
        }
        // A painter that cannot paint is not asked.
        unlink(bench.painter)
        #expect(try bench.push(["a": "1", "b": "2"]).done?.generation != nil)
    }

    @Test func whatIsOnlyCheckedDoesNotCountAsPlayingAndWhatIsActivatedDoes() throws {
        let bench = try StoreBench()
        func times() throws -> [Int64] {
            try bench.files(bench.folder.path + "/cache/frames").compactMap {
                try fileStatus($0)?.modified
            }
        }
        var push = TestPush(pictures: ["a": "1", "b": "2"])
        push.offer.dryRun = true
        try bench.push(push)
        #expect(try times() == [bench.now - 1, bench.now - 1])
        push.offer.dryRun = false
        push.offer.activate = false
        try bench.push(push)
        #expect(try times() == [bench.now - 1, bench.now - 1])
        push.offer.activate = true
        try bench.push(push)
        #expect(try times() == [bench.now, bench.now])
    }
}
