import Glibc
import Signage
import SystemCalls
import TestSupport
import Testing

@testable import Store

@Suite struct FrameCacheTests {
    /// A cache of three frames of 32 × 18, and a bit.
    private final class Bench {
        let folder: TemporaryFolder
        let store: Store
        let disk: FaultyDisk
        let cache: FrameCache
        static let size = PixelSize(width: 32, height: 18)
        static let bytes = 32 * 18 * 4
        var now: Int64 = 1_800_000_000_000_000_000

        init(limit: Int = 3 * Bench.bytes + 1000) throws {
            folder = try TemporaryFolder()
            store = Store(at: folder.path + "/state")
            disk = try FaultyDisk()
            mkdir(folder.path + "/fonts", 0o755)
            cache = FrameCache(
                at: folder.path + "/cache/frames", limit: limit, store: store,
                fonts: [folder.path + "/fonts"],
                disk: disk)
        }

        /// The cache of another program, with the same limit or another.
        func other(limit: Int = 3 * Bench.bytes + 1000) -> FrameCache {
            FrameCache(
                at: folder.path + "/cache/frames", limit: limit, store: store,
                fonts: [folder.path + "/fonts"], disk: disk)
        }

        func picture(_ text: String, size: PixelSize = Bench.size) -> Picture {
            .slide(
                SlidePicture(
                    content: .text(text), stamp: nil, size: size, fit: .contain, background: .black,
                    style: TextStyle(), scale: 1))
        }

        func painted(_ name: String) -> PaintedPicture {
            PaintedPicture(
                size: Self.size, isOpaque: false, notes: ["note of \(name)", "é"], source: "JPEG, 1 × 1")
        }

        @discardableResult
        func keep(
            _ name: String, for use: FrameCache.Use = .playing, epoch: Int64, in other: FrameCache? = nil
        ) throws -> String? {
            let pixels = (0..<Self.bytes).map { UInt8(truncatingIfNeeded: $0 &+ name.utf8.count) }
            let memory = try MemoryFile(name: "test", holding: pixels)
            let mapping = try Mapping(memory.descriptor, size: memory.size, writable: false)
            return (other ?? cache).keep(
                picture(name), painted(name), stride: 32 * 4, pixels: mapping, for: use, epoch: epoch,
                now: now)
        }

        /// Pixels; nil when they are not here.
        func fetch(_ name: String, epoch: Int64) throws -> [UInt8]? {
            let memory = try MemoryFile(name: "test", size: Self.bytes)
            guard
                let found = cache.fetch(
                    picture(name), into: memory.descriptor, size: memory.size, epoch: epoch)
            else { return nil }
            #expect(found.painted == painted(name) && found.stride == 32 * 4)
            return try Mapping(memory.descriptor, size: memory.size, writable: false).contents
        }

        var files: [String] { (try? directoryListing(folder.path + "/cache/frames")) ?? [] }
        var file: String { folder.path + "/cache/frames/" + (files.first ?? "") }
    }

    /// A display that is turned has frames of its own: rows of the turned picture.
    @Test(arguments: Rotation.allCases) func framesAreKeptAsTheyAreTurned(_ rotation: Rotation) throws {
        let bench = try Bench()
        try bench.keep("a", epoch: 1)
        let picture = bench.picture("a").turned(by: rotation)
        let memory = try MemoryFile(name: "test", size: Bench.bytes)
        func fetch(_ picture: Picture) -> Int? {
            bench.other().fetch(picture, into: memory.descriptor, size: memory.size, epoch: 2)?.stride
        }
        #expect(fetch(picture) == (rotation == .none ? 32 * 4 : nil))
        let stride = rotation.swapsSides ? 18 * 4 : 32 * 4
        let pixels = try MemoryFile(
            name: "test", holding: (0..<Bench.bytes).map { UInt8(truncatingIfNeeded: $0 * 7) })
        let mapping = try Mapping(pixels.descriptor, size: pixels.size, writable: false)
        // Rows of another length are not those of this picture.
        #expect(
            bench.cache.keep(
                picture, bench.painted("a"), stride: rotation.swapsSides ? 32 * 4 : 18 * 4, pixels: mapping,
                epoch: 2, now: bench.now) == nil)
        #expect(fetch(picture) == (rotation == .none ? 32 * 4 : nil))
        #expect(
            bench.cache.keep(
                picture, bench.painted("a"), stride: stride, pixels: mapping, epoch: 2, now: bench.now)
                == nil)
        #expect(fetch(picture) == stride)
        if rotation != .none {
            let copy = try Mapping(memory.descriptor, size: memory.size, writable: false)
            #expect(copy.contents == mapping.contents)
        }
        #expect(bench.files.count == (rotation == .none ? 1 : 2))
    }

    @Test func whatWasKeptComesBackAsItWas() throws {
        let bench = try Bench()
        #expect(try bench.fetch("a", epoch: 0) == nil)
        #expect(try bench.keep("a", epoch: 1) == nil)
        #expect(
            try bench.fetch("a", epoch: 1) == (0..<Bench.bytes).map { UInt8(truncatingIfNeeded: $0 &+ 1) })
        #expect(bench.cache.recall(bench.picture("a"), epoch: 1) == bench.painted("a"))
        #expect(try bench.fetch("b", epoch: 1) == nil)
        let other = FrameCache(
            at: bench.folder.path + "/cache/frames", limit: 1 << 20, store: bench.store, fonts: [])
        #expect(other.recall(bench.picture("a"), epoch: 1) == nil, "other fonts, other pixels")
    }

    @Test func onlySlidesAreKept() throws {
        let bench = try Bench()
        let memory = try MemoryFile(name: "test", size: 8 * 8 * 4)
        let pixels = try Mapping(memory.descriptor, size: memory.size, writable: false)
        let badge = Picture.badge(Badge(symbol: .paused, side: 8))
        let painted = PaintedPicture(size: PixelSize(width: 8, height: 8), isOpaque: true)
        #expect(bench.cache.keep(badge, painted, stride: 32, pixels: pixels, epoch: 0, now: 0) == nil)
        #expect(bench.files.isEmpty && bench.disk.calls.isEmpty)
    }

    @Test func aFontThatComesMakesTextNew() throws {
        let bench = try Bench()
        try bench.keep("a", epoch: 1)
        utimensat(AT_FDCWD, bench.folder.path + "/fonts", [timespec(), timespec()], 0)
        #expect(try bench.fetch("a", epoch: 1) == nil)
    }

    @Test func anotherVersionOfAFileIsAnotherPictureAndAnObjectIsItsContent() throws {
        let store = Store(at: "/s")
        func key(_ path: String, _ modified: Int64) -> String {
            let slide = SlidePicture(
                content: .image(path: path),
                stamp: FileStamp(device: 1, inode: 2, size: 3, modified: modified),
                size: Bench.size, fit: .contain, background: .black, style: TextStyle(), scale: 1)
            return FrameKey(slide, objects: store.layout.objects, fonts: []).name
        }
        #expect(key("/p/a.jpg", 1) != key("/p/a.jpg", 2) && key("/p/a.jpg", 1) != key("/p/b.jpg", 1))
        #expect(key("/s/objects/ab/cd", 1) == key("/s/objects/ab/cd", 2))
    }

    @Test func whatPlaysStaysAndNothingIsWrittenOnceItHasGoneRound() throws {
        let bench = try Bench()
        let names = ["a", "b", "c", "d", "e", "f"]
        for name in names where try bench.fetch(name, epoch: 10) == nil { try bench.keep(name, epoch: 10) }
        #expect(bench.files.count == 3)
        let calls = bench.disk.calls
        for _ in 0..<3 {
            var hits = 0
            for name in names {
                if try bench.fetch(name, epoch: 10) == nil {
                    try bench.keep(name, epoch: 10)
                } else {
                    hits += 1
                }
            }
            #expect(hits == 3)
        }
        #expect(bench.disk.calls == calls)
    }

    @Test func whatPlayedBeforeMakesRoomTheOldestFirst() throws {
        let bench = try Bench()
        for (index, name) in ["a", "b", "c"].enumerated() {
            bench.now = Int64(10 + index)
            try bench.keep(name, epoch: Int64(10 + index))
        }
        // A new load shows a, the oldest, again: it is touched, once.
        bench.now = 20
        #expect(try bench.fetch("a", epoch: 20) != nil)
        try bench.keep("d", epoch: 20)
        #expect(try bench.fetch("b", epoch: 20) == nil)
        #expect(bench.cache.recall(bench.picture("c"), epoch: 0) != nil)
        try bench.keep("e", epoch: 20)
        #expect(try ["a", "d", "e"].allSatisfy { try bench.fetch($0, epoch: 20) != nil })
        #expect(bench.cache.recall(bench.picture("c"), epoch: 0) == nil)
        try bench.keep("f", epoch: 20)
        #expect(bench.files.count == 3)
    }

    @Test func aClockThatWasSetBackDoesNotFillTheCacheForEver() throws {
        let bench = try Bench()
        for name in ["a", "b", "c"] { try bench.keep(name, epoch: 1) }
        bench.now -= 40 * 24 * 3600 * 1_000_000_000
        try bench.keep("d", epoch: bench.now)
        #expect(try bench.fetch("d", epoch: bench.now) != nil)
    }

    @Test func nothingIsKeptWhereNothingMayBe() throws {
        let bench = try Bench(limit: 0)
        #expect(try bench.keep("a", epoch: 0) == nil)
        #expect(bench.files.isEmpty)
        let small = try Bench(limit: Bench.bytes)
        #expect(try small.keep("a", epoch: 0) == nil)
        #expect(small.files.isEmpty)
    }

    @Test func aCheckTakesNoRoomFromWhatPlaysNorFromItself() throws {
        let bench = try Bench()
        try bench.keep("old", epoch: 10)
        bench.now += 100
        try bench.keep("a", epoch: bench.now)
        let calls = bench.disk.calls.count
        for name in ["x", "y", "z"] { try bench.keep(name, for: .check, epoch: bench.now) }
        #expect(bench.disk.calls.dropFirst(calls).filter { $0.hasPrefix("create") }.count == 2)
        func here(_ names: String...) throws -> [Bool] {
            try names.map { name in
                try fileStatus(
                    bench.folder.path + "/cache/frames/"
                        + FrameKey.name(of: bench.picture(name), bench.store, bench.folder)) != nil
            }
        }
        #expect(try here("old", "a", "x", "y", "z") == [false, true, true, true, false])
        // The next check may have what the last one left behind.
        let next = bench.other()
        #expect(next.recall(bench.picture("x"), epoch: bench.now) != nil)
        try bench.keep("z", for: .check, epoch: bench.now, in: next)
        #expect(try here("a", "x", "y", "z") == [true, true, false, true])
        // And so may what plays, for which a check's frames stay when they are used.
        #expect(try bench.fetch("z", epoch: bench.now) != nil)
        try bench.keep("b", epoch: bench.now)
        #expect(try here("a", "b", "x", "z") == [true, true, false, true])
    }

    @Test func whatHasBeenActivatedIsYoungerThanWhatPlayedBefore() throws {
        let bench = try Bench()
        try bench.keep("a", epoch: bench.now)
        try bench.keep("x", for: .check, epoch: bench.now)
        try bench.keep("y", for: .check, epoch: bench.now)
        bench.now += 10
        bench.cache.claimChecked(now: bench.now)
        bench.now += 10
        try bench.keep("z", epoch: bench.now)
        #expect(try bench.fetch("a", epoch: 0) == nil)
        #expect(try ["x", "y", "z"].allSatisfy { try bench.fetch($0, epoch: bench.now) != nil })
    }

    @Test func aSmallerLimitIsKeptToAndNoneRemovesAll() throws {
        let bench = try Bench()
        try bench.other().trim(now: bench.now)
        for (index, name) in ["a", "b", "c"].enumerated() {
            bench.now += Int64(index)
            try bench.keep(name, epoch: 10)
        }
        try bench.other().trim(now: bench.now)
        #expect(bench.files.count == 3)
        try bench.other(limit: 2 * Bench.bytes).trim(now: bench.now)
        #expect(bench.files.count == 1)
        #expect(try bench.fetch("c", epoch: 10) != nil)
        try bench.other(limit: 0).trim(now: bench.now)
        #expect(bench.files.isEmpty)
    }

    @Test func whatStaysFreeForTheSystemIsNotUsed() throws {
        let bench = try Bench()
        try bench.keep("a", epoch: 10)
        bench.disk.free = Store.reserve + Bench.bytes
        #expect(try bench.keep("b", epoch: 10) == nil)
        #expect(bench.files.count == 1)
        // What does not play any more makes room.
        bench.now += 100
        #expect(try bench.keep("b", epoch: bench.now) == nil)
        #expect(try bench.fetch("a", epoch: 0) == nil)
        #expect(try bench.fetch("b", epoch: 0) != nil)
    }

    @Test func aFileThatIsNotWholeIsRemovedAndPaintedAgain() throws {
        let bench = try Bench()
        try bench.keep("a", epoch: 0)
        let whole = try readFile(bench.file, limit: 1 << 20)
        let head = whole.count - Bench.bytes
        func check(_ bytes: [UInt8], _ what: String) throws {
            try bench.folder.write("cache/frames/" + (bench.files.first ?? "x"), bytes)
            let path = bench.file
            #expect(try bench.fetch("a", epoch: 0) == nil, "\(what)")
            #expect(try fileStatus(path) == nil, "\(what)")
            try bench.folder.write("cache/frames/" + (path.split(separator: "/").last ?? ""), whole)
        }
        for count in Array(0...head) + [head + 1, whole.count - 1] {
            try check(Array(whole.prefix(count)), "cut to \(count)")
        }
        try check(whole + [0], "too long")
        for place in 0..<head {
            var bytes = whole
            bytes[place] ^= 0x80
            try check(bytes, "byte \(place) changed")
        }
        #expect(try bench.fetch("a", epoch: 0) != nil)
    }

    @Test func aFrameOfAnotherSizeIsNone() throws {
        let bench = try Bench()
        try bench.keep("a", epoch: 0)
        let larger = bench.picture("a", size: PixelSize(width: 64, height: 18))
        let memory = try MemoryFile(name: "test", size: 64 * 18 * 4)
        #expect(bench.cache.fetch(larger, into: memory.descriptor, size: memory.size, epoch: 0) == nil)
        let small = try MemoryFile(name: "test", size: 16)
        #expect(
            bench.cache.fetch(bench.picture("a"), into: small.descriptor, size: small.size, epoch: 0) == nil)
    }

    @Test func aDirectoryThatCannotBeWrittenIsSaidOnce() throws {
        let bench = try Bench()
        bench.disk.fault = { $1 == "write" ? .fails(ENOSPC) : nil }
        #expect(
            try bench.keep("a", epoch: 0)?.hasPrefix("painted slides cannot be kept: the disk is full")
                == true)
        #expect(try bench.keep("a", epoch: 0) == nil)
        #expect(bench.files.isEmpty)
        bench.disk.fault = { _, _ in nil }
        #expect(try bench.keep("a", epoch: 0) == nil)
        #expect(try bench.fetch("a", epoch: 0) != nil)
    }
}

extension FrameKey {
    fileprivate static func name(of picture: Picture, _ store: Store, _ folder: TemporaryFolder) -> String {
        guard case .slide(let slide) = picture else { return "" }
        return FrameKey(slide, objects: store.layout.objects, fonts: [folder.path + "/fonts"]).name
    }
}
