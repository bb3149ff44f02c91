import Glibc
import PlaylistFile
import Signage
import TestSupport
import Testing

@Suite struct FileReadingTests {
    @Test func picturesThatCannotBeShownAreWarningsAndNothingIsOpened() throws {
        let folder = try TemporaryFolder()
        try folder.write("picture.jpg", "123")
        mkdir("\(folder.path)/folder", 0o755)
        mkfifo("\(folder.path)/fifo", 0o644)
        symlink("picture.jpg", "\(folder.path)/link.jpg")
        symlink("nowhere", "\(folder.path)/dangling.jpg")
        let names = [
            "picture.jpg", "folder", "fifo", "link.jpg", "dangling.jpg", "gone.jpg", "picture.jpg/x",
            String(repeating: "x", count: 300),
        ]
        let entries = names.map { "- image: \($0)\n" }.joined()
        try folder.write("list.yaml", "slides:\n\(entries)- image: /dev/null\n")
        let reading = PlaylistReader.read(path: "\(folder.path)/list.yaml")
        let faults = try #require(reading.value).slides.map(\.fault)
        #expect(
            faults == [
                nil, "is a directory", "is a FIFO, not a file", "is a symbolic link, which is not followed",
                "is a symbolic link, which is not followed", "no such file", "not a directory",
                "file name too long", "is a device, not a file",
            ])
        #expect(reading.diagnostics.map(\.line) == Array(3...10))
        #expect(reading.diagnostics.allSatisfy { $0.severity == .warning })
        #expect(
            reading.diagnostics.first?.description
                == "\(folder.path)/list.yaml:3:10: warning: slides[1].image: 'folder': is a directory; the slide is skipped"
        )
        let stamp = try #require(reading.value?.slides.first?.stamp)
        #expect(stamp.size == 3)
        #expect(stamp.inode != 0)
        #expect(stamp.modified > 1_000_000_000_000_000_000)
    }

    @Test func pathsAreRelativeToThePlaylistsFolder() throws {
        let folder = try TemporaryFolder()
        try folder.write("list.yaml", "slides: [{image: a/b.jpg}, {image: ../c.jpg}, {image: /d.jpg}]")
        let reading = PlaylistReader.read(path: "\(folder.path)/list.yaml", files: NamedFiles())
        #expect(
            reading.value?.slides.map(\.content) == [
                .image(path: "\(folder.path)/a/b.jpg"), .image(path: "\(folder.path)/../c.jpg"),
                .image(path: "/d.jpg"),
            ])
        let atRoot = PlaylistReader.parse(
            Array("slides: [{image: a.jpg}]".utf8), file: "p", directory: "/", files: NamedFiles())
        #expect(atRoot.value?.slides.map(\.content) == [.image(path: "/a.jpg")])
    }

    @Test func aLinkToAPlaylistIsFollowed() throws {
        let folder = try TemporaryFolder()
        try folder.write("list.yaml", "slides: [{image: a.jpg}]")
        symlink("list.yaml", "\(folder.path)/link.yaml")
        let reading = PlaylistReader.read(path: "\(folder.path)/link.yaml", files: NamedFiles())
        #expect(reading.value?.slides.map(\.content) == [.image(path: "\(folder.path)/a.jpg")])
    }

    @Test func aFileThatCannotBeReadIsOneErrorThatSaysWhy() throws {
        let folder = try TemporaryFolder()
        mkdir("\(folder.path)/folder", 0o755)
        mkfifo("\(folder.path)/fifo", 0o644)
        let reasons = [
            "gone.yaml": "no such file; write one, or name another with --playlist",
            "gone/list.yaml": "no such file; write one, or name another with --playlist",
            "folder": "this is a directory; name the file in it",
            "fifo": "this is not a regular file",
        ]
        for (name, reason) in reasons {
            let path = "\(folder.path)/\(name)"
            let reading = PlaylistReader.read(path: path)
            #expect(reading.value == nil)
            #expect(reading.diagnostics == [Diagnostic(severity: .error, file: path, message: reason)])
            #expect(reading.diagnostics.first?.description == "\(path):1:1: error: \(reason)")
        }
    }

    @Test func aFileOfMoreThan16MebibytesIsNotRead() throws {
        let folder = try TemporaryFolder()
        try folder.write("list.yaml", "slides: []\n")
        #expect(truncate("\(folder.path)/list.yaml", 17 << 20) == 0)
        let reading = PlaylistReader.read(path: "\(folder.path)/list.yaml")
        #expect(reading.diagnostics.map(\.message) == ["the file is larger than 16 MiB, the limit"])
    }

    @Test func aMissingConfigurationIsAProblemOnlyWhereItWasNamed() {
        let optional = ConfigurationReader.read(path: "/nonexistent/signaged.yaml", optional: true)
        #expect(optional.value == Configuration())
        #expect(optional.diagnostics == [])
        let named = ConfigurationReader.read(path: "/nonexistent/signaged.yaml")
        #expect(named.value == nil)
        #expect(named.fallback == Configuration())
        #expect(named.diagnostics.map(\.message) == ["no such file; the defaults are used"])
    }
}
