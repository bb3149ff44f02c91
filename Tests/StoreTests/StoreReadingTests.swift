import Glibc
import PlaylistFile
import PushProtocol
import Signage
import SystemCalls
import TestSupport
import Testing

@testable import Store

@Suite struct StoreReadingTests {
    /// Three generations, each with a slide of its number's name; the last is current.
    private func three() throws -> StoreBench {
        let bench = try StoreBench()
        for name in ["one", "two", "three"] { try bench.push([name: name]) }
        return bench
    }

    @Test func whereNothingWasPushedNothingPlays() throws {
        let store = Store(at: "/nonexistent/signaged")
        let (loaded, notes) = store.current()
        #expect(loaded == nil && notes.isEmpty && store.chosenSource == nil)
        #expect(try store.history().isEmpty)
        #expect(Quarantine(of: store).list().isEmpty)
    }

    struct Broken: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var plays: String?
        var notes: [String]
        var breakIt: @Sendable (StoreBench) throws -> Void
    }

    @Test(arguments: [
        Broken(
            testDescription: "cut in half", plays: "two",
            notes: [
                "generation 3 cannot be used: its file is cut short or changed", "generation 2 plays instead",
            ]
        ) { try $0.cut($0.store.layout.generation(3)) },
        Broken(
            testDescription: "a bit flipped", plays: "two",
            notes: [
                "generation 3 cannot be used: its file is cut short or changed", "generation 2 plays instead",
            ]
        ) { try $0.damage($0.store.layout.generation(3)) },
        Broken(
            testDescription: "that of another", plays: "two",
            notes: [
                "generation 3 cannot be used: its file is that of generation 1", "generation 2 plays instead",
            ]
        ) { rename($0.store.layout.generation(1), $0.store.layout.generation(3)) },
        Broken(
            testDescription: "empty", plays: "two",
            notes: [
                "generation 3 cannot be used: its file does not begin as one of a generation",
                "generation 2 plays instead",
            ]
        ) { truncate($0.store.layout.generation(3), 0) },
        Broken(
            testDescription: "a directory", plays: "two",
            notes: [
                "generation 3 cannot be used: its file is none of a generation", "generation 2 plays instead",
            ]
        ) {
            unlink($0.store.layout.generation(3))
            mkdir($0.store.layout.generation(3), 0o700)
        },
        Broken(
            testDescription: "dangling", plays: "two",
            notes: ["there is no generation 3, there are 1, 2", "generation 2 plays instead"]
        ) { unlink($0.store.layout.generation(3)) },
        Broken(
            testDescription: "two broken", plays: "one",
            notes: [
                "there is no generation 3, there are 1, 2",
                "generation 2 cannot be used: its file is cut short or changed", "generation 1 plays instead",
            ]
        ) {
            unlink($0.store.layout.generation(3))
            try $0.cut($0.store.layout.generation(2))
        },
        Broken(
            testDescription: "all broken", plays: nil,
            notes: (1...3).reversed().map {
                "generation \($0) cannot be used: its file is cut short or changed"
            }
        ) { bench in for number in 1...3 { try bench.cut(bench.store.layout.generation(number)) } },
        Broken(
            testDescription: "no link", plays: "three",
            notes: [
                "no generation is the current one: the link 'current' is missing",
                "generation 3 plays instead",
            ]
        ) { unlink($0.store.layout.current) },
        Broken(
            testDescription: "a link elsewhere", plays: "three",
            notes: [
                "no generation is the current one: 'current' is a link to '../../etc/passwd'",
                "generation 3 plays instead",
            ]
        ) {
            unlink($0.store.layout.current)
            symlink("../../etc/passwd", $0.store.layout.current)
        },
        Broken(
            testDescription: "no link but a file", plays: "three",
            notes: [
                "no generation is the current one: 'current' is not a link", "generation 3 plays instead",
            ]
        ) {
            unlink($0.store.layout.current)
            rename($0.store.layout.generation(1), $0.store.layout.current)
        },
    ])
    func whereTheCurrentOneCannotBeUsedTheOneBeforePlays(broken: Broken) throws {
        let bench = try three()
        try broken.breakIt(bench)
        let (loaded, notes) = bench.reopened.current()
        #expect(loaded?.playlist.slides.map(\.id) == broken.plays.map { [$0] })
        #expect(notes == broken.notes)
        #expect(try bench.push(["four": "4"]).done?.generation == 4)
        #expect(bench.shown == ["four"] && bench.reopened.current().notes.isEmpty)
    }

    @Test func whereItsPlaylistIsDamagedTheOneBeforePlays() throws {
        let bench = try three()
        let playlist = try #require(bench.store.current().loaded?.generation.playlist.object)
        try bench.damage(bench.store.layout.object(playlist))
        let (loaded, notes) = bench.reopened.current()
        #expect(loaded?.generation.number == 2)
        #expect(notes.first?.hasPrefix("generation 3 cannot be used: its playlist: the content ") == true)
    }

    @Test func aPictureOfAnotherLengthIsNamedAndSkipped() throws {
        let bench = try StoreBench()
        try bench.push(["a": "1234", "b": "5678"])
        try bench.cut(bench.store.layout.object(ContentHash.id(of: Array("1234".utf8))))
        let slides = try #require(bench.reopened.current().loaded?.playlist.slides)
        #expect(slides.map(\.fault) == ["is damaged on this device (2 of 4 bytes); push it again", nil])
        #expect(bench.shown == ["b"])
    }

    @Test func theHistoryNamesAllAndWhatIsWrong() throws {
        let bench = try three()
        try bench.cut(bench.store.layout.generation(1))
        let history = try bench.store.history()
        #expect(history.map(\.number) == [3, 2, 1] && history.map(\.isCurrent) == [true, false, false])
        #expect(history.map { $0.problem == nil } == [true, true, false])
        #expect(history[2].generation == nil && history[1].generation?.files.map(\.path) == ["two"])
    }

    @Test func aGenerationIsReadOnlyIfEveryBitOfItIsAsItWas() throws {
        let entry = FileEntry(path: "한글\n\"", object: ContentHash.id(of: [1]), size: 1)
        let generation = Generation(
            number: 7, created: "2026-12-01T00:00:00.000Z", origin: "a", user: 0, slides: 1, playlist: entry,
            files: [entry])
        let bytes = try generation.sealed()
        #expect(try Generation(sealed: bytes, number: 7) == generation)
        #expect(throws: Generation.Damage(reason: "its file is that of generation 7")) {
            try Generation(sealed: bytes, number: 8)
        }
        for count in bytes.indices {
            #expect(throws: Generation.Damage.self) {
                try Generation(sealed: Array(bytes[..<count]), number: 7)
            }
            var other = bytes
            other[count] ^= 0x10
            #expect(throws: Generation.Damage.self) { try Generation(sealed: other, number: 7) }
        }
    }

    @Test func numbersInNamesAreWrittenInOneWay() {
        let names = ["1", "12", "0", "-1", "01", "+1", "1 ", "", "x", ".new-1", "99999999999999999999"]
        #expect(
            names.map { StoreLayout.number(of: $0) != nil } == [true, true]
                + Array(repeating: false, count: 9))
    }

    @Test func aPathIsAnObjectOnlyWhereObjectsLie() {
        let layout = StoreLayout(root: "/s")
        let id = ContentHash.id(of: [])
        #expect(layout.object(at: layout.object(id)) == id)
        #expect(layout.object(at: layout.partial(id)) == nil)
        #expect(layout.object(at: "/s/objects/e3/../../x") == nil && layout.object(at: "/etc/passwd") == nil)
    }
}
