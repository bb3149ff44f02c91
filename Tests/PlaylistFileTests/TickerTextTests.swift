import Glibc
import PlaylistFile
import Signage
import TestSupport
import Testing

/// What a ticker says: several texts, or the lines of a file.
@Suite struct TickerTextTests {
    private static let isolated = (open: "\u{2068}", close: "\u{2069}")

    struct Texts: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var ticker: String
        var line: String?
    }

    @Test(arguments: [
        Texts(testDescription: "a list", ticker: "{texts: [one, two]}", line: "one   ·   two"),
        Texts(
            testDescription: "a separator", ticker: "{separator: \" +++ \", texts: [one, two, 3]}",
            line: "one +++ two +++ 3"),
        Texts(testDescription: "no space between", ticker: "{texts: [a, b], separator: \"\"}", line: "ab"),
        Texts(testDescription: "one", ticker: "{texts: [one]}", line: "one"),
        Texts(
            testDescription: "empty ones", ticker: "{texts: [\"\", one, \"\", two]}", line: "one   ·   two"),
        Texts(testDescription: "breaks", ticker: "{texts: [\"a\\nb\", \"c\\td\"]}", line: "a b   ·   c d"),
        Texts(testDescription: "plain", ticker: "{texts: [\"<b>\", \"&\"]}", line: "<b>   ·   &"),
        Texts(testDescription: "none", ticker: "{texts: []}", line: nil),
        Texts(
            testDescription: "two directions", ticker: "{texts: [Bread, خبز], separator: /}",
            line: "\(isolated.open)Bread\(isolated.close)/\(isolated.open)خبز\(isolated.close)"),
    ])
    func textsAreJoinedToALine(_ example: Texts) throws {
        let reading = playlist("slides: []\nticker: \(example.ticker)\n")
        #expect(reading.diagnostics == [])
        #expect(try #require(reading.value).ticker?.text == example.line.map { .plain($0) })
    }

    @Test func allTextsTogetherHaveALimit() {
        let half = String(repeating: "x", count: 32_768)
        #expect(
            playlist("slides: []\nticker: {separator: \"\", texts: [\(half), \(half)]}\n").diagnostics == [])
        #expect(
            playlist("slides: []\nticker: {separator: /, texts: [\(half), \(half)]}\n").diagnostics
                .map(\.description) == [
                    "p:2:31: error: ticker.texts: all texts together are longer than 65536 characters, the limit"
                ])
    }

    // MARK: A file

    /// A playlist whose ticker has the file `news.txt`.
    private final class Folder {
        let folder: TemporaryFolder

        init(_ keys: String = "") throws {
            folder = try TemporaryFolder()
            try folder.write("list.yaml", "slides: []\nticker:\n  file: news.txt\n\(keys)")
        }

        var reading: Reading<Playlist> { PlaylistReader.read(path: folder.path + "/list.yaml") }

        /// What the ticker says with these bytes in the file; nil: it cannot be used.
        func line(_ bytes: [UInt8]) throws -> String? {
            try folder.write("news.txt", bytes)
            let ticker = try #require(reading.value?.ticker)
            return ticker.file?.fault == nil ? ticker.text.source : nil
        }

        func line(_ text: String) throws -> String? { try line(Array(text.utf8)) }
    }

    @Test func everyLineThatIsNotEmptyIsAText() throws {
        let folder = try Folder()
        #expect(try folder.line("one\n\n  two \t\n   \nthree") == "one   ·   two   ·   three")
        #expect(try folder.line("one\r\ntwo\rthree\u{2028}four\n") == "one   ·   two   ·   three   ·   four")
        #expect(try folder.line("a\tb <b>&\n") == "a b <b>&")
        #expect(try folder.line([0xEF, 0xBB, 0xBF] + Array("one".utf8)) == "one")
        #expect(try folder.line("") == "" && folder.line("\n \n") == "")
        let file = try #require(folder.reading.value?.ticker?.file)
        #expect(file.path == folder.folder.path + "/news.txt" && file.name == "news.txt")
        #expect(file.line == 3 && file.column == 9 && file.stamp?.size == 3)
        #expect(try Folder("  separator: ' - '\n").line("1\n2\n") == "1 - 2")
    }

    struct Unusable: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var reason: String
        /// Makes the file.
        var make: @Sendable (TemporaryFolder) throws -> Void
    }

    @Test(arguments: [
        Unusable(testDescription: "missing", reason: "no such file") { _ in },
        Unusable(testDescription: "a folder", reason: "is a directory") {
            mkdir($0.path + "/news.txt", 0o755)
        },
        Unusable(testDescription: "a FIFO", reason: "is a FIFO, not a file") {
            mkfifo($0.path + "/news.txt", 0o644)
        },
        Unusable(testDescription: "a link", reason: "is a symbolic link, which is not followed") {
            symlink("list.yaml", $0.path + "/news.txt")
        },
        Unusable(testDescription: "too large", reason: "is larger than 1 MiB, the limit") {
            try $0.write("news.txt", [UInt8](repeating: 32, count: 1 << 20 + 1))
        },
        Unusable(
            testDescription: "too long",
            reason: "all texts together are longer than 65536 characters, the limit"
        ) { try $0.write("news.txt", String(repeating: "x", count: 65_537)) },
        Unusable(testDescription: "Latin-1", reason: "is not in UTF-8") {
            try $0.write("news.txt", [0x47, 0x72, 0xF6, 0xDF, 0x65])
        },
        Unusable(testDescription: "UTF-16", reason: "is in UTF-16; save it as UTF-8") {
            try $0.write("news.txt", [0xFF, 0xFE, 0x41, 0])
        },
        Unusable(testDescription: "a zero", reason: "the character U+0000 has no place here") {
            try $0.write("news.txt", [0x41, 0, 0x42])
        },
    ])
    func aFileThatCannotBeUsedIsAWarningAndKeepsTheBand(_ example: Unusable) throws {
        let folder = try Folder()
        try example.make(folder.folder)
        let reading = folder.reading
        let ticker = try #require(reading.value?.ticker)
        #expect(ticker.file?.fault == example.reason && ticker.text == .plain(""))
        #expect(
            reading.diagnostics.map(\.description) == [
                "\(folder.folder.path)/list.yaml:3:9: warning: ticker.file: 'news.txt': \(example.reason); "
                    + "the ticker keeps the text it had"
            ])
    }

    @Test func theLargestFileIsTaken() throws {
        let folder = try Folder()
        #expect(try folder.line([UInt8](repeating: 10, count: 1 << 20)) == "")
        #expect(try folder.line(String(repeating: "x", count: 65_536))?.count == 65_536)
    }

    @Test func readAgainTheFileIsTheNewOneAndSoIsItsTrouble() throws {
        let folder = try Folder()
        #expect(try folder.line("one") == "one")
        let known = try #require(folder.reading.value?.ticker?.file)
        try folder.folder.write("news.txt", "one\ntwo")
        let (file, text) = TickerFileReader.read(known)
        #expect(text == "one   ·   two" && file.fault == nil && file.stamp?.size == 7)
        #expect(TickerFileReader.diagnostic(of: file, in: "list.yaml") == nil)
        unlink(folder.folder.path + "/news.txt")
        let (gone, nothing) = TickerFileReader.read(file)
        #expect(nothing == nil && gone.stamp == nil)
        let diagnostic = try #require(TickerFileReader.diagnostic(of: gone, in: "list.yaml"))
        #expect(
            diagnostic.description
                == "list.yaml:3:9: warning: ticker.file: 'news.txt': no such file; the ticker keeps the text it had"
        )
        #expect(TickerFileReader.isAbout(diagnostic))
    }

    /// Whatever is in it, it is a text or a reason.
    @Test func anyBytesEnd() throws {
        var random = SplitMix(state: 11)
        let good = Array("Größe\n두 개\r\nخبز\n".utf8)
        struct Bytes: FileProbe {
            var bytes: [UInt8]
            func status(of path: String) -> FileStatus { .regular(NamedFiles.stamp) }
            func contents(of path: String, atMost limit: Int) -> FileContents {
                .bytes(bytes, NamedFiles.stamp)
            }
        }
        for _ in 0..<2000 {
            var bytes = Array(good.prefix(random.below(good.count + 1)))
            if !bytes.isEmpty {
                bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
            }
            let (file, text) = TickerFileReader.read(
                TickerFile(path: "/n", name: "n", separator: " / "), files: Bytes(bytes: bytes))
            #expect((file.fault == nil) == (text != nil))
        }
    }
}
