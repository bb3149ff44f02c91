import Glibc
import Signage
import SystemCalls
import TestSupport
import Testing

@testable import Daemon

/// Where the carousel goes on after a start.
@Suite struct PlaceTests {
    @Test func theMemoryKnowsTheLastSlideAfterACrash() throws {
        let memory = try PlaceMemory()
        #expect(memory.start() == nil)
        memory.remember("summer")
        memory.remember("fish & chips")
        let next = try #require(PlaceMemory(inheriting: memory.descriptor))
        #expect(next.start() == Place(id: "fish & chips"))
    }

    @Test func aSlideOverWhichTwoStartsDidNotLastIsPassed() throws {
        let memory = try PlaceMemory()
        _ = memory.start()
        memory.remember("bad")
        #expect(memory.start() == Place(id: "bad"))
        #expect(memory.start() == Place(id: "bad", isPassed: true))
        // It lasts.
        memory.settle()
        #expect(memory.start() == Place(id: "bad"))
    }

    @Test func anIdentityThatIsTooLongIsNotRemembered() throws {
        let memory = try PlaceMemory()
        memory.remember("short")
        memory.remember(String(repeating: "x", count: 5000))
        #expect(memory.start() == nil)
    }

    @Test func whatIsNotItsMemoryIsLeftAlone() throws {
        #expect(PlaceMemory(inheriting: try Descriptor(opening: "/dev/null", O_RDWR)) == nil)
        let small = try MemoryFile(name: "small", size: 16)
        #expect(PlaceMemory(inheriting: small.descriptor) == nil)
        // A length that no identity has.
        var bytes = [UInt8](repeating: 0, count: 4096)
        bytes[7] = 0xFF
        let wild = try MemoryFile(name: "wild", holding: bytes)
        #expect(try #require(PlaceMemory(inheriting: wild.descriptor)).start() == nil)
    }

    @Test func theDiskIsWrittenHourlyAtMostAndOnlyForAnotherSlide() {
        var saving = PlaceSaving(saved: "a", at: Instant(seconds: 0))
        #expect(saving.nextDeadline == nil && saving.last() == nil)
        saving.show("a")
        #expect(saving.nextDeadline == nil)
        saving.show("b")
        #expect(saving.nextDeadline == Instant(seconds: 3600))
        #expect(saving.due(at: Instant(seconds: 3599)) == nil)
        #expect(saving.due(at: Instant(seconds: 3600)) == "b")
        #expect(saving.nextDeadline == nil)
        saving.show("c")
        #expect(saving.nextDeadline == Instant(seconds: 7200))
        saving.show("b")
        #expect(saving.due(at: Instant(seconds: 9000)) == nil)
        saving.show("c")
        #expect(saving.last() == "c")
        #expect(saving.last() == nil)
    }

    @Test func descriptorsAreSortedByWhatTheyAre() throws {
        var pair: [CInt] = [-1, -1]
        try checked("socketpair") { socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) }
        let place = try Descriptor(opening: "/dev/null", O_RDONLY)
        let card = try Descriptor(opening: "/dev/null", O_RDONLY)
        let folder = try TemporaryFolder()
        let listening = try Descriptor.listening(at: folder.path + "/socket", mode: 0o600)
        let sorted = InheritedDescriptors([
            ("signaged.socket", Descriptor(owning: pair[0])), ("place", place), ("card", card),
            ("signaged.socket", listening), ("unknown", Descriptor(owning: pair[1])),
        ])
        // A socket that does not listen is none of ours.
        #expect(sorted.socket === listening)
        #expect(sorted.cards.count == 1 && sorted.cards.first === card)
        #expect(sorted.place === place)
    }
}
