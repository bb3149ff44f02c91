import Glibc
import SystemCalls
import TestSupport
import Testing

@testable import Daemon

/// Which of the watched files are whole and may hold something else.
@Suite struct FileWatchTests {
    private let folder: TemporaryFolder
    private let watch: FileWatch
    private let news: String

    init() throws {
        folder = try TemporaryFolder()
        watch = try FileWatch()
        news = try folder.write("news.txt", "old")
        watch.watch([news, folder.path + "/other.txt"])
    }

    private var settled: [String] { watch.changes().settled.sorted() }

    @Test func nothingHasHappened() {
        #expect(settled == [])
    }

    @Test func aFileThatIsWrittenAnewIsSettledWhenItIsClosed() throws {
        do {
            let file = Descriptor(owning: open(news, O_WRONLY | O_TRUNC))
            try file.writeAll(Array("ne".utf8))
            #expect(settled == [])
            try file.writeAll(Array("w".utf8))
        }
        #expect(settled == [news])
        #expect(settled == [])
    }

    @Test func aFileThatTakesItsPlaceIsSettled() throws {
        let new = try folder.write(".news.txt.tmp", "new")
        #expect(settled == [])
        rename(new, news)
        #expect(settled == [news])
    }

    @Test func aFileThatIsMadeIsSettledWhenItIsWritten() throws {
        unlink(news)
        #expect(settled == [news])
        do {
            let file = Descriptor(owning: open(news, O_WRONLY | O_CREAT, 0o644))
            #expect(settled == [])
            try file.writeAll(Array("new".utf8))
        }
        #expect(settled == [news])
    }

    @Test func rightsAndLeavingCount() {
        chmod(news, 0)
        #expect(settled == [news])
        rename(news, folder.path + "/gone.txt")
        #expect(settled == [news])
    }

    @Test func othersInTheFolderAreNotNamedButSomethingHasHappened() throws {
        try folder.write("notes.txt", "x")
        let changes = watch.changes()
        #expect(changes.settled == [] && changes.watched == [news, folder.path + "/other.txt"])
        try folder.write("other.txt", "x")
        #expect(settled == [folder.path + "/other.txt"])
    }

    @Test func oftenIsAsGoodAsOnce() throws {
        for number in 0..<500 { try folder.write("news.txt", "\(number)") }
        #expect(settled == [news])
    }

    @Test func aFolderAsItIsWrittenIsTheFolder() throws {
        let written = folder.path + "/./news.txt"
        watch.watch([written])
        try folder.write("news.txt", "new")
        #expect(settled == [written])
    }
}
