import Glibc
import PlaylistFile
import Signage
import SystemCalls
import TestSupport
import Testing

@testable import ControlCommand

@Suite struct PictureFolderTests {
    @Test func everyFileIsAPictureInNaturalOrder() throws {
        let folder = try TemporaryFolder()
        for name in ["b10.jpg", "b2.jpg", "A.png", ".hidden.jpg", ".DS_Store", "Thumbs.db", "desktop.ini"] {
            try folder.write(name, "x")
        }
        mkdir(folder.path + "/more", 0o755)
        try folder.write("more/c.jpg", "x")
        mkfifo(folder.path + "/pipe", 0o644)
        let pictures = try PictureFolder(folder.path)
        #expect(pictures.entries.map(\.name) == ["A.png", "b2.jpg", "b10.jpg"])
        #expect(
            pictures.leftOut == [
                .init(name: "more", reason: "is a folder; only the pictures of one folder are taken"),
                .init(name: "pipe", reason: "is no file"),
            ])
        #expect(pictures.refused.isEmpty)
    }

    static let oddNames = [
        "with spaces.jpg", "say \"hi\".jpg", "it's.jpg", "back\\slash.jpg", "- {a: #b}, *c & %d.jpg", "é.jpg",
        "e\u{301}.jpg", "한글.jpg", "😀.jpg", "yes", "07:00", "null", "~", "..jpg..", " leading", "trailing ",
        "\u{feff}mark.jpg", String(repeating: "한", count: 83) + ".jpg",
    ]

    @Test(arguments: oddNames)
    func anyNameIsFoundAgainByThePlaylist(name: String) throws {
        let folder = try TemporaryFolder()
        let isHidden = name.hasPrefix(".")
        try folder.write(name, "x")
        let pictures = try PictureFolder(folder.path)
        guard !isHidden else {
            #expect(pictures.entries.isEmpty)
            return
        }
        let text = pictures.playlist
        let reading = PlaylistReader.parse(Array(text.utf8), file: "f", directory: folder.path)
        #expect(reading.diagnostics.isEmpty)
        let slide = try #require(reading.value?.slides.first)
        #expect(slide.fault == nil && slide.stamp != nil)
        guard case .image(let path) = slide.content else {
            Issue.record("it is no picture")
            return
        }
        // Byte by byte: é as one character and as two are two files.
        #expect(path.utf8.elementsEqual((folder.path + "/" + name).utf8))
    }

    @Test func aNameWithALineBreakIsLeftOutAndTold() throws {
        let folder = try TemporaryFolder()
        try folder.write("two\nlines.jpg", "x")
        try folder.write("a\u{85}b.jpg", "x")
        try folder.write("good.jpg", "x")
        let pictures = try PictureFolder(folder.path)
        #expect(pictures.entries.map(\.name) == ["good.jpg"])
        #expect(pictures.leftOut.count == 2)
        #expect(
            pictures.leftOut.contains(
                .init(
                    name: "two\u{fffd}lines.jpg",
                    reason: "its name has a line break or another control character; rename it")))
    }

    @Test func aNameThatIsNotUTF8IsLeftOutAndTold() throws {
        let folder = try TemporaryFolder()
        var path = Array((folder.path + "/caf").utf8CString.dropLast())
        path += [CChar(bitPattern: 0xe9), 0]
        let number = open(path, O_CREAT | O_WRONLY, 0o644)
        #expect(number >= 0)
        close(number)
        #expect(
            try PictureFolder(folder.path).leftOut
                == [.init(name: "caf\u{fffd}", reason: "its name is not in UTF-8")])
    }

    @Test func linksWithinTheFolderAreFollowed() throws {
        let folder = try TemporaryFolder()
        try folder.write("b.jpg", "x")
        mkdir(folder.path + "/sub", 0o755)
        try folder.write("sub/c.jpg", "x")
        symlink("b.jpg", folder.path + "/a.jpg")
        symlink("sub/c.jpg", folder.path + "/c.jpg")
        symlink("sub", folder.path + "/d")
        symlink("nothing", folder.path + "/e.jpg")
        let pictures = try PictureFolder(folder.path)
        #expect(
            pictures.entries == [
                .init(name: "a.jpg", path: "b.jpg"), .init(name: "b.jpg", path: "b.jpg"),
                .init(name: "c.jpg", path: "sub/c.jpg"),
            ])
        #expect(pictures.leftOut.map(\.name) == ["d", "e.jpg", "sub"])
        let reading = PlaylistReader.parse(
            Array(pictures.playlist.utf8), file: "f", directory: folder.path)
        #expect(reading.diagnostics.isEmpty)
        #expect(reading.value?.slides.map(\.id) == ["a.jpg", "b.jpg", "c.jpg"])
    }

    @Test(arguments: ["/etc/hostname", "../outside.jpg", "/"])
    func aLinkOutOfTheFolderIsRefused(target: String) throws {
        let parent = try TemporaryFolder()
        try parent.write("outside.jpg", "x")
        // A neighbour whose name begins like the folder's.
        mkdir(parent.path + "/pictures", 0o755)
        mkdir(parent.path + "/pictures2", 0o755)
        try parent.write("pictures/a.jpg", "x")
        symlink(target, parent.path + "/pictures/link.jpg")
        symlink("../pictures2", parent.path + "/pictures/other")
        let pictures = try PictureFolder(parent.path + "/pictures")
        #expect(pictures.refused.map(\.name) == ["link.jpg", "other"])
        let result = run(["check", parent.path + "/pictures"])
        #expect(result.code == .badContent)
        #expect(result.complaints.first?.contains("'link.jpg' is a link out of the folder, to '/") == true)
        #expect(result.complaints.first?.hasSuffix("; and 1 other link") == true)
    }

    @Test func aFolderWithoutPicturesIsRefused() throws {
        let folder = try TemporaryFolder()
        try folder.write(".hidden.jpg", "x")
        let result = run(["check", folder.path])
        #expect(result.code == .badContent)
        #expect(
            result.complaints == ["signagectl: '\(folder.path)' has neither a playlist.yaml nor a picture"])
    }

    @Test func aHundredThousandFilesAreTakenAndOneMoreIsNot() throws {
        let folder = try TemporaryFolder()
        for number in 0..<PictureFolder.mostFiles {
            let file = open(folder.path + "/\(number)", O_CREAT | O_WRONLY, 0o644)
            close(file)
        }
        let pictures = try PictureFolder(folder.path)
        #expect(pictures.entries.count == 100_000)
        #expect(pictures.entries[10].name == "10" && pictures.entries[99_999].name == "99999")
        // Hidden files do not count.
        try folder.write(".one", "x")
        #expect(try PictureFolder(folder.path).entries.count == 100_000)
        try folder.write("one", "x")
        let result = run(["check", folder.path])
        #expect(result.code == .badContent)
        #expect(
            result.complaints == [
                "signagectl: '\(folder.path)' has more than 100000 files, the most that a playlist can show"
            ])
    }

    @Test func whatIsNoPictureIsToldAndLeftOut() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.png", "x")
        try folder.write("notes.txt", "some words")
        try folder.write("z.png", "x")
        let painter = try folder.link(".takes-one-letter", toBuilt: "fake-painter")
        let result = run(["check", folder.path, "--strict"], painter: painter)
        #expect(result.code == .success)
        #expect(
            result.text == """
                slide 1 'a.png': FAKE, 2 × 1; shown
                'notes.txt' is left out: not a picture: it has words
                slide 2 'z.png': FAKE, 2 × 1; shown
                2 of 2 slides can be shown, 0 warnings

                """)
    }
}
