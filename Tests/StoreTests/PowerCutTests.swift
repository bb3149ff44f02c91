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

    /// A store with a generation, and the calls of the push after it.
    private func run(cutBefore step: Int?, losing: Bool) throws -> (bench: StoreBench, calls: [String]) {
        let disk = try FaultyDisk()
        let bench = try StoreBench(disk: disk)
        bench.keep = 1
        try bench.push(Self.old)
        let before = disk.calls.count
        disk.fault = { number, _ in number - before == step ? .powerGoes : nil }
        try bench.push(Self.new)
        if losing { disk.loseWhatWasNotSynced() }
        return (bench, Array(disk.calls.dropFirst(before)))
    }

    @Test(arguments: [false, true])
    func thereIsTheOldOrTheNewGenerationWholeAndTheNextPushSucceeds(losing: Bool) throws {
        let calls = try run(cutBefore: nil, losing: false).calls
        #expect(calls.count > 20)
        var olds = 0
        for step in calls.indices {
            let bench = try run(cutBefore: step, losing: losing).bench
            let (loaded, notes) = bench.reopened.current()
            let slides = loaded?.playlist.slides ?? []
            let shown = slides.filter { $0.fault == nil }.map(\.id)
            #expect(notes.isEmpty, "before \(calls[step])")
            #expect(shown == ["a", "b"] || shown == ["a", "c"], "before \(calls[step])")
            #expect(shown.count == slides.count, "before \(calls[step])")
            if shown == ["a", "b"] { olds += 1 }
            for slide in slides {
                guard case .image(let path) = slide.content else { continue }
                #expect(throws: Never.self, "before \(calls[step])") { try bench.reopened.openVerified(path) }
            }
            // The same again, on a disk that works.
            let next = try bench.push(TestPush(pictures: Self.new), to: bench.reopened)
            #expect(next.done != nil, "before \(calls[step]): \(next.replies)")
            #expect(bench.shown == ["a", "c"])
            #expect(
                try bench.files(bench.store.layout.root).filter { $0.contains(StoreLayout.temporaryPrefix) }
                    .isEmpty,
                "before \(calls[step])")
        }
        // The switch is one of the last things that happen, and not the last.
        #expect(olds > 10 && olds < calls.count)
    }

    @Test func everyCallThatFailsLeavesTheOldGenerationOrTheNewOne() throws {
        let calls = try run(cutBefore: nil, losing: false).calls
        for step in calls.indices {
            let disk = try FaultyDisk()
            let bench = try StoreBench(disk: disk)
            bench.keep = 1
            try bench.push(Self.old)
            let before = disk.calls.count
            disk.fault = { number, _ in number - before == step ? .fails(EIO) : nil }
            let result = try bench.push(Self.new)
            let expected = result.done == nil ? ["a", "b"] : ["a", "c"]
            #expect(bench.shown == expected, "\(calls[step]) fails")
            #expect(bench.announced.count == (result.done == nil ? 1 : 2))
            if let refusal = result.refusal {
                #expect(refusal.exit == .failure && refusal.reason.contains("Input/output error"))
            }
        }
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
