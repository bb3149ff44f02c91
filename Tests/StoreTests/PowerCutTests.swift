import Glibc
import PushProtocol
import Signage
import SystemCalls
import TestSupport
import Testing

@testable import Store

/// The power goes before each call that changes the disk; what was not synced is there or is not.
@Suite struct PowerCutTests {
    private static let old = ["a": "one", "b": "two"]
    private static let new = ["a": "one", "c": "three"]

    /// What there is before the push, and whether that is to play.
    struct Start: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var hasOld = true
        var losesLink = false
        var activates = true
        /// Only what happens once all has arrived and been checked: before that it is as another one.
        var isEndOnly = false

        var before: [String]? { hasOld ? ["a", "b"] : nil }
        var after: [String]? { activates ? ["a", "c"] : before }

        func steps(of calls: [String]) -> Range<Int> {
            // The last content or painted slide gets its name, of 62 or 64 digits.
            let last = calls.lastIndex { $0.hasPrefix("rename ") && $0.count > 60 } ?? 0
            return isEndOnly ? last..<calls.endIndex : calls.indices
        }
    }
    static let starts = [
        Start(testDescription: "after another"), Start(testDescription: "the first", hasOld: false),
        Start(
            testDescription: "the first, which only waits", hasOld: false, activates: false, isEndOnly: true),
        Start(testDescription: "after another, without the link", losesLink: true, isEndOnly: true),
        Start(
            testDescription: "after another, without the link, only waits", losesLink: true, activates: false,
            isEndOnly: true),
    ]

    /// A store that fails or loses power at a call of the push, and the calls of that push.
    private func run(
        _ start: Start, _ fault: FaultyDisk.Fault, at step: Int?
    ) throws -> (bench: StoreBench, disk: FaultyDisk, result: StoreBench.Result, calls: [String]) {
        let disk = try FaultyDisk()
        let bench = try StoreBench(disk: disk)
        bench.keep = start.activates ? 1 : 2
        if start.hasOld { try bench.push(Self.old) }
        if start.losesLink { unlink(bench.store.layout.current) }
        let before = disk.calls.count
        disk.fault = { number, _ in number - before == step ? fault : nil }
        let result = try bench.push(Self.new, activate: start.activates)
        return (bench, disk, result, Array(disk.calls.dropFirst(before)))
    }

    @Test(arguments: starts, [false, true])
    func thereIsTheOldOrTheNewGenerationWholeAndTheNextPushSucceeds(start: Start, losing: Bool) throws {
        let calls = try run(start, .powerGoes, at: nil).calls
        #expect(calls.count > 20)
        var olds = 0
        for step in start.steps(of: calls) {
            let (bench, disk, _, _) = try run(start, .powerGoes, at: step)
            if losing { disk.loseWhatWasNotSynced() }
            let (loaded, notes) = bench.reopened.current()
            let slides = loaded?.playlist.slides ?? []
            let shown = loaded.map { _ in slides.filter { $0.fault == nil }.map(\.id) }
            #expect(notes.isEmpty || start.losesLink, "before \(calls[step])")
            #expect(shown == start.before || shown == start.after, "before \(calls[step])")
            #expect((shown ?? []).count == slides.count, "before \(calls[step])")
            if shown == start.before { olds += 1 }
            for slide in slides {
                guard case .image(let path) = slide.content else { continue }
                #expect(throws: Never.self, "before \(calls[step])") { try bench.reopened.openVerified(path) }
            }
            // The same again, on a disk that works.
            let again = Store(at: bench.store.layout.root, disk: try FaultyDisk())
            let next = try bench.push(TestPush(pictures: Self.new), to: again)
            #expect(next.done != nil, "before \(calls[step]): \(next.replies)")
            #expect(bench.shown == ["a", "c"])
            #expect(
                try bench.files(bench.store.layout.root).filter { $0.contains(StoreLayout.temporaryPrefix) }
                    .isEmpty,
                "before \(calls[step])")
        }
        // The switch is one of the last things that happen; where an old generation goes after it, not the last.
        #expect(olds > (start.isEndOnly ? 3 : 10))
        if start.activates && start.hasOld { #expect(olds < start.steps(of: calls).count) }
    }

    @Test(arguments: starts)
    func everyCallThatFailsLeavesTheOldGenerationOrTheNewOne(start: Start) throws {
        let calls = try run(start, .fails(EIO), at: nil).calls
        for step in start.steps(of: calls) {
            let (bench, _, result, _) = try run(start, .fails(EIO), at: step)
            #expect(bench.shown == (result.done == nil ? start.before : start.after), "\(calls[step]) fails")
            let activated = (start.hasOld ? 1 : 0) + (result.done?.activated == true ? 1 : 0)
            #expect(bench.announced.count == activated)
            if let refusal = result.refusal {
                #expect(refusal.exit == .failure && refusal.reason.contains("Input/output error"))
                // What was refused must not play later either.
                #expect(try bench.store.numbers().count == (start.hasOld ? 1 : 0), "\(calls[step]) fails")
            }
        }
    }

    @Test func whatAnEarlierPushLeftInPlaceIsSyncedByTheOneThatShowsIt() throws {
        let disk = try FaultyDisk()
        let bench = try StoreBench(disk: disk)
        try bench.push(Self.old)
        var push = TestPush(pictures: Self.new)
        // It ends when its playlist is in its place, and no directory has been synced.
        push.stopsAfter = push.playlist.count + 1
        guard case .lost = try bench.push(push).outcome else {
            Issue.record("it was not lost")
            return
        }
        push.stopsAfter = nil
        #expect(try bench.push(push).done?.generation == 2)
        disk.loseWhatWasNotSynced()
        #expect(bench.shown == ["a", "c"] && bench.reopened.current().notes.isEmpty)
    }

    @Test func aPartThatCouldNotBeSyncedIsNotTrustedLater() throws {
        let disk = try FaultyDisk()
        let bench = try StoreBench(disk: disk)
        try bench.push(Self.old)
        disk.fault = { $1 == "sync" ? .fails(EIO) : nil }
        #expect(try bench.push(Self.new).refusal?.reason.contains("Input/output error") == true)
        #expect(try bench.files(bench.store.layout.incoming).isEmpty)
        // The same in the middle of a large one.
        let large = TestPush(
            TestPush.playlist(showing: ["b"]), [("b", [UInt8](repeating: 1, count: 33 << 20))])
        disk.fault = { [unowned disk] _, call in
            call == "sync" && disk.calls.last?.hasPrefix("sync \(large.offer.files[0].object)") == true
                ? .fails(EIO) : nil
        }
        #expect(try bench.push(large).refusal?.reason.contains("Input/output error") == true)
        #expect(try bench.files(bench.store.layout.incoming).isEmpty)
    }

    @Test(arguments: [(ENOSPC, "the disk is full"), (EROFS, "the disk is read-only"), (EDQUOT, "quota")])
    func aDiskThatTakesNothingIsToldAndWhatPlaysStays(code: CInt, words: String) throws {
        let disk = try FaultyDisk()
        let bench = try StoreBench(disk: disk)
        try bench.push(Self.old)
        for call in ["write", "create"] {
            disk.fault = { $1 == call ? .fails(code) : nil }
            let result = try bench.push(Self.new)
            #expect(result.refusal?.exit == .failure && result.refusal?.reason.contains(words) == true)
            #expect(bench.shown == ["a", "b"])
            if code != EROFS { #expect(try bench.files(bench.store.layout.incoming).isEmpty) }
        }
        disk.fault = { _, _ in .fails(code) }
        #expect(throws: StoreFailure.self) { try bench.store.choose(.file) }
        #expect(throws: StoreFailure.self) {
            try Quarantine(of: bench.store).add(.init(key: [1], reason: ""))
        }
        #expect(bench.shown == ["a", "b"])
        disk.fault = { _, _ in nil }
        #expect(try bench.push(Self.new).done?.generation == 2)
    }

    @Test func aFileSystemOfItsOwnThatIsFullOrReadOnly() throws {
        let folder = try TemporaryFolder()
        // Where this may not be mounted, the tests above have to do.
        guard system("mount -t tmpfs -o size=300k tmpfs '\(folder.path)' 2>/dev/null") == 0 else { return }
        defer { system("umount -l '\(folder.path)'") }
        let bench = try StoreBench()
        let disk = try FaultyDisk()
        disk.free = 1 << 40
        let store = Store(at: folder.path + "/state", disk: disk)
        let small = TestPush(pictures: ["a": "1"])
        #expect(try bench.push(small, to: store).done?.generation == 1)
        let large = TestPush(
            TestPush.playlist(showing: ["b"]), [("b", [UInt8](repeating: 1, count: 1 << 20))])
        let full = try bench.push(large, to: store)
        #expect(full.refusal?.reason.hasPrefix("the disk is full (write '") == true)
        #expect(store.current().loaded?.playlist.slides.map(\.id) == ["a"])
        #expect(system("mount -o remount,ro '\(folder.path)'") == 0)
        let locked = try bench.push(TestPush(pictures: ["c": "1"]), to: store)
        #expect(locked.refusal?.reason.hasPrefix("the disk is read-only (open '") == true)
        #expect(throws: StoreFailure.self) { try store.rollback(to: 1) }
        #expect(store.current().loaded?.playlist.slides.map(\.id) == ["a"])
    }
}
