import Glibc
import PlaylistFile
import Signage
import TestSupport
import Testing

/// What comes with the project loads without a word.
@Suite struct SampleFilesTests {
    private static let folder =
        repository + "/etc/signaged"

    private func names(in folder: String) throws -> [String] {
        let stream = try #require(opendir(folder))
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { names.append(String(cString: $0)) }
            }
        }
        return names.sorted()
    }

    @Test func playlistsLoadWithoutDiagnostics() throws {
        let examples = try names(in: Self.folder + "/examples").filter { $0.hasSuffix(".yaml") }
        #expect(
            examples == [
                "banner-bottom.yaml", "banner-column.yaml", "banner-window.yaml", "banner.yaml",
                "breakfast.yaml",
                "endless.yaml",
                "peeking.yaml", "ticker.yaml", "vertical.yaml",
            ])
        for name in examples.map({ "examples/" + $0 }) + ["playlist.yaml"] {
            let reading = PlaylistReader.read(path: "\(Self.folder)/\(name)")
            #expect(reading.diagnostics == [], "\(name)")
            #expect(reading.value?.slides.isEmpty == false, "\(name)")
        }
    }

    @Test func samplePlaylistShowsWhatASlideCanBe() throws {
        let playlist = try #require(PlaylistReader.read(path: Self.folder + "/playlist.yaml").value)
        let kinds = Set(
            playlist.slides.map { slide in
                switch slide.content {
                case .image: "image"
                case .text: "text"
                case .markup: "markup"
                case .color: "color"
                }
            })
        #expect(kinds.count == 4)
        #expect(playlist.slides.allSatisfy { $0.fault == nil })
        #expect(playlist.ticker != nil)
    }

    @Test func everyPictureIsUsedAndAllTogetherAreSmall() throws {
        let playlist = try #require(PlaylistReader.read(path: Self.folder + "/playlist.yaml").value)
        let used = Set(
            playlist.slides.compactMap { slide -> String? in
                guard case .image(let path) = slide.content else { return nil }
                return path.split(separator: "/").last.map(String.init)
            })
        let pictures = try names(in: Self.folder).filter {
            !$0.hasSuffix(".yaml") && $0 != "examples" && !$0.hasPrefix(".")
        }
        #expect(Set(pictures) == used)
        #expect(playlist.slides.compactMap(\.stamp?.size).reduce(0, +) < 3_000_000)
    }

    @Test func sampleConfigurationSaysTheDefaults() throws {
        let path = Self.folder + "/signaged.yaml"
        #expect(ConfigurationReader.read(path: path).diagnostics == [])
        #expect(ConfigurationReader.read(path: path).value == Configuration())
        let settings = String(decoding: try fileContents(path), as: UTF8.self).split(separator: "\n").filter {
            $0.hasPrefix("# ")
                && $0.dropFirst(2).prefix { $0.isLetter || $0 == "_" }.count + 2
                    == $0.firstIndex(of: ":")?.utf16Offset(in: $0)
        }
        #expect(settings.count == 17)
        let reading = ConfigurationReader.parse(
            Array(settings.map { $0.dropFirst(2) + "\n" }.joined().utf8), file: "c")
        var expected = Configuration()
        expected.name = "shop-12"
        #expect(reading.diagnostics == [])
        #expect(reading.value == expected)
    }

    @Test func examplesOfTheDocumentLoad() throws {
        let path = repository + "/docs/playlist.md"
        let lines = String(decoding: try fileContents(path), as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        var blocks: [String] = []
        var isInside = false
        for line in lines {
            if line == "```yaml" {
                isInside = true
                blocks.append("")
            } else if line == "```" {
                isInside = false
            } else if isInside {
                blocks[blocks.count - 1] += line + "\n"
            }
        }
        let isPlaylist = blocks.map { $0.hasPrefix("slides:") }
        #expect(isPlaylist.contains(true) && isPlaylist.contains(false))
        for (block, isPlaylist) in zip(blocks, isPlaylist) {
            let found = isPlaylist ? playlist(block).diagnostics : configuration(block).diagnostics
            #expect(found == [])
        }
    }

    @Test func damagedSamplesEnd() throws {
        let sample = try fileContents(Self.folder + "/playlist.yaml")
        for count in 0..<sample.count {
            let reading = playlist(Array(sample.prefix(count)))
            #expect((reading.value == nil) == reading.hasErrors)
        }
        var mutations = Mutations(seed: 42)
        for _ in 0..<1000 {
            let reading = playlist(mutations.mutated(sample))
            #expect((reading.value == nil) == reading.hasErrors)
        }
    }
}
