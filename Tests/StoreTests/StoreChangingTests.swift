import Glibc
import PushProtocol
import SystemCalls
import TestSupport
import Testing

@testable import Store

@Suite struct StoreChangingTests {
    private func bench(_ names: String..., keep: Int = 5) throws -> StoreBench {
        let bench = try StoreBench()
        bench.keep = keep
        for name in names { try bench.push([name: name]) }
        return bench
    }

    /// Contents that are here, as text.
    private func contents(_ bench: StoreBench) throws -> Set<String> {
        Set(
            try bench.files(bench.store.layout.objects).map {
                String(decoding: try readFile($0, limit: 1000), as: UTF8.self)
            }.filter { !$0.hasPrefix("slides") })
    }

    // MARK: - Rollback

    @Test func rollbackGoesBackOneByOneAndToANumber() throws {
        let bench = try bench("a", "b", "c")
        #expect(try bench.store.rollback(to: nil).number == 2)
        #expect(bench.shown == ["b"])
        #expect(try bench.store.rollback(to: nil).number == 1)
        #expect(throws: StoreFailure.nothingBefore) { try bench.store.rollback(to: nil) }
        #expect(try bench.store.rollback(to: 3).number == 3)
        #expect(bench.shown == ["c"])
        #expect(throws: StoreFailure.noGeneration(9, kept: [1, 2, 3])) { try bench.store.rollback(to: 9) }
        #expect(throws: StoreFailure.nothingBefore) {
            try Store(at: bench.folder.path + "/x").rollback(to: nil)
        }
    }

    @Test func rollbackWorksWhereTheNewestIsBroken() throws {
        let bench = try bench("a", "b", "c", "d")
        try bench.cut(bench.store.layout.generation(4))
        try bench.damage(bench.store.layout.generation(3))
        #expect(try bench.store.rollback(to: nil).number == 2)
        #expect(bench.shown == ["b"] && bench.reopened.current().notes.isEmpty)
        #expect(throws: StoreFailure.unusable(3, reason: "its file is cut short or changed")) {
            try bench.store.rollback(to: 3)
        }
        #expect(bench.shown == ["b"])
    }

    @Test func rollbackWorksWhereTheLinkIsDanglingOrGone() throws {
        let bench = try bench("a", "b", "c")
        unlink(bench.store.layout.generation(3))
        #expect(try bench.store.rollback(to: nil).number == 2)
        // Without the link the newest plays, and the one before it is meant.
        unlink(bench.store.layout.current)
        #expect(bench.shown == ["b"])
        #expect(try bench.store.rollback(to: nil).number == 1)
        #expect(bench.shown == ["a"] && bench.reopened.current().notes.isEmpty)
        unlink(bench.store.layout.current)
        symlink("/etc/passwd", bench.store.layout.current)
        #expect(bench.shown == ["b"])
        #expect(try bench.store.rollback(to: nil).number == 1)
        #expect(bench.shown == ["a"] && bench.reopened.current().notes.isEmpty)
    }

    @Test func whereNothingHasPlayedYetThereIsNothingToGoBackTo() throws {
        let bench = try StoreBench()
        for name in ["a", "b"] { try bench.push([name: name], activate: false) }
        #expect(throws: StoreFailure.nothingBefore) { try bench.store.rollback(to: nil) }
        #expect(bench.shown == nil)
        #expect(try bench.store.rollback(to: 1).number == 1)
    }

    @Test func whoChangesTheStoreKeepsOthersOut() throws {
        let bench = try bench("a")
        let lock = try #require(try FileLock.take(bench.store.layout.changeLock))
        #expect(throws: StoreFailure.busy) {
            try FileLock.wait(for: bench.store.layout.changeLock, seconds: 0)
        }
        withExtendedLifetime(lock) {}
    }

    // MARK: - Numbers and garbage

    @Test func theNewestAreKeptAndWhatOnlyTheOthersShowedGoes() throws {
        let bench = try bench("a", "b", "c", keep: 2)
        #expect(try bench.store.history().map(\.number) == [3, 2])
        #expect(try contents(bench) == ["b", "c"])
        try bench.push(["b": "b", "d": "d"])
        #expect(try contents(bench) == ["b", "c", "d"])
    }

    @Test func theCurrentOneStaysHoweverOldItIs() throws {
        let bench = try bench("a", "b", keep: 2)
        #expect(try bench.store.rollback(to: nil).number == 1)
        for name in ["c", "d", "e"] { try bench.push([name: name], activate: false) }
        #expect(try bench.store.history().map(\.number) == [5, 4, 1])
        #expect(bench.shown == ["a"])
        #expect(try contents(bench) == ["a", "d", "e"])
    }

    @Test func aBrokenGenerationProtectsNothingAndHarmsNobody() throws {
        let bench = try bench("a", "b", "c", keep: 3)
        try bench.cut(bench.store.layout.generation(2))
        try bench.push(["d": "d"])
        // 4, 3 and 1 are the newest that can be read: the broken one lies between them and is let be.
        #expect(try bench.store.history().map(\.number) == [4, 3, 2, 1])
        #expect(try contents(bench) == ["a", "c", "d"])
        try bench.push(["e": "e"])
        #expect(try bench.store.history().map(\.number) == [5, 4, 3])
        #expect(bench.shown == ["e"])
    }

    @Test func whatPlaysInPlaceOfABrokenCurrentOneStays() throws {
        let bench = try bench("a", "b", keep: 1)
        bench.keep = 1
        try bench.push(["c": "c"], activate: false)
        #expect(bench.shown == ["b"])
        let other = try self.bench("a", "b", keep: 5)
        try other.cut(other.store.layout.generation(2))
        other.keep = 1
        try other.push(["c": "c"], activate: false)
        #expect(other.shown == ["a"])
        // Nobody knows what the broken one shows, and it is chosen still.
        #expect(try contents(other) == ["a", "b", "c"])
    }

    @Test func aNumberIsNeverGivenTwice() throws {
        let bench = try bench("a", "b", keep: 1)
        try bench.cut(bench.store.layout.generation(2))
        #expect(try bench.push(["c": "c"]).done?.generation == 3)
        unlink(bench.store.layout.generation(3))
        #expect(try bench.push(["d": "d"]).done?.generation == 4)
        #expect(try bench.store.rollback(to: 4).number == 4)
    }

    @Test func whereAGenerationCannotBeReadNowNothingIsRemoved() throws {
        let bench = try bench("a", "b")
        bench.keep = 1
        // ELOOP: like a disk's error it says nothing of what the file holds.
        unlink(bench.store.layout.generation(1))
        symlink("1", bench.store.layout.generation(1))
        let result = try bench.push(TestPush(pictures: ["c": "c"], activate: false))
        #expect(result.refusal?.reason.contains("Too many levels of symbolic links") == true)
        #expect(throws: StoreFailure.self) { try bench.store.collectGarbage(keep: 1, now: bench.now) }
        #expect(try contents(bench) == ["a", "b"])
        #expect(bench.shown == ["b"])
    }

    @Test func partsOfContentsGoAfterADayAndWhatIsLeftOfAWriteAtOnce() throws {
        let bench = try bench("a")
        let layout = bench.store.layout
        let (young, old, future) = (
            ContentHash.id(of: [1]), ContentHash.id(of: [2]), ContentHash.id(of: [3])
        )
        for id in [young, old, future] { try bench.folder.write("state/incoming/\(id)", "x") }
        let hour: Int64 = 3600 * 1_000_000_000
        func age(_ path: String, _ time: Int64) {
            let moment = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: 0)
            utimensat(AT_FDCWD, path, [moment, moment], 0)
        }
        age(layout.partial(young), bench.now - 23 * hour)
        age(layout.partial(old), bench.now - 25 * hour)
        // The clock was set back: nobody knows how old it is.
        age(layout.partial(future), bench.now + 2 * hour)
        try bench.folder.write("state/generations/.new-1", "x")
        try bench.folder.write("state/.new-2", "x")
        try bench.store.collectGarbage(keep: 5, now: bench.now)
        #expect(try bench.files(layout.incoming) == [layout.partial(young)])
        #expect(try bench.files(layout.root).filter { $0.contains(".new-") }.isEmpty)
    }

    // MARK: - Source

    @Test func theSourceIsRemembered() throws {
        let bench = try StoreBench()
        #expect(bench.store.chosenSource == nil)
        try bench.store.choose(.file)
        #expect(bench.reopened.chosenSource == .file)
        try bench.store.choose(.store)
        #expect(bench.reopened.chosenSource == .store)
        try bench.folder.write("state/source", "nonsense\n")
        #expect(bench.reopened.chosenSource == nil)
    }

    // MARK: - Room

    @Test func aPushBeyondTheLimitIsRefusedBeforeItStartsWithTheNumbers() throws {
        let bench = try StoreBench()
        bench.limit = 1000
        bench.keep = 2
        func push(_ name: String, _ count: Int) throws -> StoreBench.Result {
            try bench.push(
                TestPush(
                    TestPush.playlist(showing: [name]),
                    [(name, [UInt8](repeating: UInt8(count % 251), count: count))]))
        }
        let refused = try push("a", 1000)
        #expect(refused.sent == nil && refused.refusal?.exit == .failure)
        #expect(
            refused.refusal?.reason
                == "it does not fit the store: it has 1023 bytes, with the earlier generations that stay (0) that makes "
                + "1023 bytes, and the limit is 1000 bytes (store.limit, store.keep)")
        #expect(try push("a", 400).done != nil)
        #expect(try push("b", 401).done != nil)
        // The first will go, the second stays: that is too much with 700, and not with 500.
        #expect(try push("c", 700).refusal?.reason.contains("that stay (1) that makes 1.2 KiB") == true)
        #expect(try push("c", 500).done != nil)
        #expect(bench.shown == ["c"])
    }

    @Test func aPushThatTheDiskHasNoRoomForIsRefusedBeforeItStarts() throws {
        let disk = try FaultyDisk()
        let bench = try StoreBench(disk: disk)
        try bench.push(["a": "a"])
        let push = TestPush(TestPush.playlist(showing: ["b"]), [("b", [UInt8](repeating: 1, count: 10_000))])
        disk.free = Store.reserve + 10_000
        let refused = try bench.push(push)
        #expect(
            refused.refusal?.reason
                == "it does not fit the disk: 9.8 KiB are still to come, and 9.8 KiB can be used "
                + "(64.0 MiB stay free for the system)")
        #expect(refused.sent == nil && bench.shown == ["a"])
        disk.free = Store.reserve + 10_000 + push.playlist.count
        #expect(try bench.push(push).done != nil)
        disk.free = 0
        // What is here already needs no room.
        #expect(try bench.push(push).done?.generation == 3)
        #expect(try bench.push(["c": "c"]).refusal?.reason.contains("0 bytes can be used") == true)
    }

    @Test func whatBelongsToNothingMakesRoom() throws {
        let disk = try FaultyDisk()
        let bench = try StoreBench(disk: disk)
        var dry = TestPush(pictures: ["a": "a"])
        dry.offer.dryRun = true
        try bench.push(dry)
        #expect(try contents(bench) == ["a"])
        disk.free = 0
        #expect(try bench.push(["b": "b"]).refusal != nil)
        #expect(try contents(bench).isEmpty)
    }

    @Test func whatDryRunsLeaveIsLimitedAsTheRest() throws {
        let bench = try StoreBench()
        bench.limit = 1000
        func dry(_ name: String) throws -> StoreBench.Result {
            var push = TestPush(
                TestPush.playlist(showing: [name]), [(name, Array(String(repeating: name, count: 400).utf8))])
            push.offer.dryRun = true
            return try bench.push(push)
        }
        for name in ["a", "b"] { #expect(try dry(name).done != nil) }
        // Both fit, and need not be sent again.
        #expect(try dry("a").sent == 0)
        #expect(try dry("c").done != nil)
        #expect(try contents(bench).map(\.first) == ["c"])
        #expect(try bench.push(["d": "d"]).done != nil)
        #expect(bench.shown == ["d"])
    }

    @Test func partsOfOtherPushesMakeRoom() throws {
        let disk = try FaultyDisk()
        let bench = try StoreBench(disk: disk)
        let push = TestPush(pictures: ["a": "12345"])
        let (own, other) = (push.offer.files[0].object, ContentHash.id(of: [1]))
        try bench.store.prepare()
        for id in [own, other] { try bench.folder.write("state/incoming/\(id)", "123") }
        disk.free = 0
        #expect(try bench.push(push).refusal != nil)
        #expect(try bench.files(bench.store.layout.incoming) == [bench.store.layout.partial(own)])
    }

    @Test func partsCountInTheLimit() throws {
        let bench = try StoreBench()
        bench.limit = 1000
        try bench.store.prepare()
        let other = ContentHash.id(of: [1])
        try bench.folder.write("state/incoming/\(other)", String(repeating: "x", count: 990))
        let moment = timespec(tv_sec: Int(bench.now / 1_000_000_000) - 3600, tv_nsec: 0)
        utimensat(AT_FDCWD, bench.store.layout.partial(other), [moment, moment], 0)
        #expect(try bench.push(["a": "1"]).done != nil)
        #expect(try bench.files(bench.store.layout.incoming).isEmpty)
    }
}
