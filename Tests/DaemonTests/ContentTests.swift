import Signage
import TestSupport
import Testing

@testable import Daemon

struct ContentTests {
    /// A folder with both files, and a place for the copy.
    private final class Files {
        let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        var reader: ContentReader {
            get throws {
                let options = try Options([
                    "--config", folder.path + "/signaged.yaml", "--playlist", folder.path + "/playlist.yaml",
                ])
                return ContentReader(options: options, lastGood: LastGoodPlaylist(in: folder.path + "/state"))
            }
        }
    }

    private let good = "slides:\n  - color: red\n  - color: blue\n"
    private let broken = "slides: {\n"

    @Test func playableFilesArePlayed() throws {
        let files = try Files()
        try files.folder.write("signaged.yaml", "name: shop-12\n")
        try files.folder.write("playlist.yaml", good)
        let content = try files.reader.start()
        #expect(content.source == .file)
        #expect(content.playlist.slides.count == 2)
        #expect(content.configuration.name == "shop-12")
        #expect(content.summary == "2 slides")
    }

    @Test func brokenPlaylistGivesWayToTheLastGoodOne() throws {
        let files = try Files()
        try files.folder.write("signaged.yaml", "")
        let path = try files.folder.write("playlist.yaml", good)
        let reader = try files.reader
        try reader.lastGood.write(copyOf: path)
        try files.folder.write("playlist.yaml", broken)
        let content = reader.start()
        #expect(content.source == .lastGood)
        #expect(
            content.playlist.slides.map(\.content) == [
                .color(Color(red: 255, green: 0, blue: 0)), .color(Color(red: 0, green: 0, blue: 255)),
            ])
        #expect(!content.errors.isEmpty)
        #expect(reader.read().source == .none)
    }

    @Test func damagedCopyIsNoPlaylist() throws {
        let files = try Files()
        try files.folder.write("signaged.yaml", "")
        let path = try files.folder.write("playlist.yaml", good)
        let reader = try files.reader
        try reader.lastGood.write(copyOf: path)
        try files.folder.write("playlist.yaml", broken)
        for damage in ["", "no line break", path + "\n" + broken] {
            try files.folder.write("state/last-good-playlist", damage)
            #expect(reader.start().source == .none, "\(damage)")
        }
    }

    @Test func brokenConfigurationCostsItsValuesOnly() throws {
        let files = try Files()
        try files.folder.write("signaged.yaml", "name: shop-12\nscale: huge\n")
        try files.folder.write("playlist.yaml", good)
        let reader = try files.reader
        let content = reader.start()
        #expect(content.source == .file)
        #expect(content.configuration.name == "shop-12")
        #expect(content.errors.count == 1)
        // While the sign runs, the same file is refused.
        #expect(reader.read().source == .none)
    }

    @Test func copyThatCannotBeKeptIsAnErrorAndNothingElse() throws {
        let files = try Files()
        let path = try files.folder.write("playlist.yaml", good)
        try files.folder.write("state", "a file where the directory should be")
        #expect(throws: (any Error).self) { try files.reader.lastGood.write(copyOf: path) }
    }
}
