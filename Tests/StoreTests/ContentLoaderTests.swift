import Glibc
import PlaylistFile
import Signage
import StoreJobs
import SystemCalls
import TestSupport
import Testing

@testable import Store

/// A sign's files and its store.
private final class Files {
    let bench: StoreBench
    var playlistIsGiven = false

    init() throws {
        bench = try StoreBench()
        try bench.folder.write("signaged.yaml", "name: shop-12\n")
        try bench.folder.write("playlist.yaml", "slides:\n  - color: red\n  - color: blue\n")
    }

    func load(isStart: Bool = false) -> Content { loader.load(isStart: isStart) }

    var loader: ContentLoader {
        let path = bench.folder.path
        return ContentLoader(
            StoreSettings(
                stateDirectory: path + "/state", cacheDirectory: path + "/cache", painter: bench.painter,
                configuration: path + "/signaged.yaml", configurationIsOptional: true,
                playlist: path + "/playlist.yaml", playlistIsGiven: playlistIsGiven,
                outputSize: PixelSize(width: 32, height: 18), epoch: 0), store: bench.reopened)
    }

    var path: String { bench.folder.path + "/playlist.yaml" }
    static let broken = "slides: {\n"
}

@Suite struct ContentLoaderTests {
    @Test func playableFilesArePlayed() throws {
        let files = try Files()
        let content = files.load(isStart: true)
        #expect(content.source == .file && content.path == files.path && content.generation == nil)
        #expect(content.playlist.slides.count == 2)
        #expect(content.configuration.name == "shop-12")
        #expect(content.summary == "2 slides" && content.ignored == nil)
    }

    @Test func aBrokenPlaylistGivesWayToTheLastGoodOneAtAStartOnly() throws {
        let files = try Files()
        _ = files.load(isStart: true)
        try files.bench.folder.write("playlist.yaml", Files.broken)
        let content = files.load(isStart: true)
        #expect(content.source == .lastGood && content.playlist.slides.count == 2)
        #expect(!content.errors.isEmpty)
        #expect(files.load().source == .none)
    }

    @Test func aStartKnowsTheSlideThatWasShownLast() throws {
        let files = try Files()
        #expect(files.load(isStart: true).place == nil)
        let disk = try FaultyDisk()
        let file = PlaceFile(in: files.bench.folder.path + "/cache", disk: disk)
        try file.write("summer")
        #expect(files.load(isStart: true).place == "summer")
        #expect(files.load().place == nil)
        // What is known is not written again.
        let calls = disk.calls
        try file.write("summer")
        #expect(disk.calls == calls)
        for damage in ["", "\u{FFFD}" + String(repeating: "x", count: 5000)] {
            try files.bench.folder.write("cache/place", damage)
            #expect(files.load(isStart: true).place == nil)
        }
    }

    @Test func theCopyIsWhatWasAcceptedWhateverTheFileSaysByNow() throws {
        let files = try Files()
        let good = try readFile(files.path, limit: 100)
        let (reading, bytes) = PlaylistReader.readWithBytes(path: files.path)
        #expect(bytes == good && reading.value?.slides.count == 2)
        try files.bench.folder.write("playlist.yaml", Files.broken)
        let copy = LastGoodPlaylist(in: files.bench.store)
        try copy.write(bytes, of: files.path)
        #expect(copy.read()?.bytes == good && copy.read()?.origin == files.path)
        #expect(files.load(isStart: true).source == .lastGood)
    }

    @Test func aDamagedCopyIsNoPlaylist() throws {
        let files = try Files()
        _ = files.load(isStart: true)
        try files.bench.folder.write("playlist.yaml", Files.broken)
        for damage in ["", "no line break", files.path + "\n" + Files.broken] {
            try files.bench.folder.write("state/last-good-playlist", damage)
            #expect(files.load(isStart: true).source == .none, "\(damage)")
        }
    }

    @Test func aCopyThatCannotBeKeptIsToldAndNothingElse() throws {
        let files = try Files()
        try files.bench.folder.write("state", "a file where the directory should be")
        let content = files.load()
        #expect(content.source == .file)
        #expect(content.troubles.first?.hasPrefix("no copy of the playlist can be kept") == true)
    }

    @Test func aBrokenConfigurationCostsItsValuesAtAStartAndIsRefusedLater() throws {
        let files = try Files()
        try files.bench.folder.write("signaged.yaml", "name: shop-12\nscale: huge\n")
        let content = files.load(isStart: true)
        #expect(content.source == .file && content.configuration.name == "shop-12")
        #expect(content.errors.count == 1)
        #expect(files.load().source == .none)
    }

    @Test func aPushDoesNotLookAtTheConfiguration() throws {
        let files = try Files()
        try files.bench.push(["summer.jpg": "s"])
        try files.bench.folder.write("signaged.yaml", "scale: huge\n")
        #expect(files.load().source == .none)
        let content = files.loader.loadPlaylist()
        #expect(content.source == .store && content.errors.isEmpty)
    }

    @Test func onceSomethingWasPushedTheStorePlays() throws {
        let files = try Files()
        try files.bench.push(["summer.jpg": "s"])
        let content = files.load()
        #expect(content.source == .store && content.generation == 1)
        #expect(content.playlist.slides.map(\.id) == ["summer.jpg"])
        #expect(content.ignored == "'\(files.path)' does not play: 'signagectl use file' plays it")
        // The file is not even looked at.
        try files.bench.folder.write("playlist.yaml", Files.broken)
        #expect(files.load().errors.isEmpty)
    }

    @Test func theOperatorChooses() throws {
        let files = try Files()
        try files.bench.push(["summer.jpg": "s"])
        try files.bench.store.choose(.file)
        let content = files.load()
        #expect(content.source == .file && content.playlist.slides.count == 2)
        #expect(content.ignored == "generation 1 of the store does not play: 'signagectl use store' plays it")
        try files.bench.store.choose(.store)
        #expect(files.load().source == .store)
    }

    @Test func aFileThatIsNotThereIsNotSpokenOf() throws {
        let files = try Files()
        try files.bench.push(["summer.jpg": "s"])
        try checked("unlink") { unlink(files.path) }
        #expect(files.load().ignored == nil)
    }

    @Test func aSourceIsTriedBeforeItIsChosen() throws {
        let files = try Files()
        try files.bench.push(["summer.jpg": "s"])
        #expect(files.loader.loadPlaylist(from: .file).source == .file)
        try files.bench.folder.write("playlist.yaml", Files.broken)
        let content = files.loader.loadPlaylist(from: .file)
        #expect(content.source == .none && !content.errors.isEmpty)
        #expect(files.load().source == .store)
    }

    @Test func aPlaylistOfTheCommandLinePlaysWhateverWasPushed() throws {
        let files = try Files()
        try files.bench.push(["summer.jpg": "s"])
        try files.bench.store.choose(.store)
        files.playlistIsGiven = true
        let content = files.load()
        #expect(content.source == .file)
        #expect(
            content.ignored
                == "generation 1 of the store does not play: signaged was started with --playlist")
    }

    @Test func aGenerationThatCannotBeReadGivesWayToTheOneBeforeAndThatIsSaid() throws {
        let files = try Files()
        try files.bench.push(["summer.jpg": "s"])
        try files.bench.push(["winter.jpg": "w"])
        try files.bench.cut(files.bench.store.layout.generation(2))
        let content = files.load()
        #expect(content.source == .store && content.generation == 1)
        #expect(content.playlist.slides.map(\.id) == ["summer.jpg"])
        #expect(content.diagnostics.map(\.severity) == [.warning, .warning])
        #expect(content.diagnostics.last?.message == "generation 1 plays instead")
    }

    @Test func aStoreWithNothingThatCanBePlayedGivesWayToTheFileAndThatIsSaid() throws {
        let files = try Files()
        try files.bench.push(["summer.jpg": "s"])
        try files.bench.cut(files.bench.store.layout.generation(1))
        let content = files.load()
        #expect(content.source == .file && content.playlist.slides.count == 2)
        #expect(
            content.diagnostics.last?.message
                == "the store has nothing that can be played, playing '\(files.path)' instead")
    }

    @Test func whatEndedThePainterIsRemembered() throws {
        let files = try Files()
        try Quarantine(of: files.bench.store).add(.init(key: [1, 2], reason: "killed"))
        #expect(files.load(isStart: true).quarantine == [QuarantinedPicture(key: [1, 2], reason: "killed")])
    }
}
