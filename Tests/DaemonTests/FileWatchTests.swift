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

    @Test func aLinkIsWholeAsSoonAsItIsMade() throws {
        unlink(news)
        #expect(settled == [news])
        symlink(folder.path + "/other.txt", news)
        #expect(settled == [news])
        unlink(news)
        let other = try folder.write("third.txt", "x")
        #expect(settled == [news])
        link(other, news)
        #expect(settled == [news])
    }

    /// The folder is away for a while, or another is put in its place.
    @Test(arguments: [false, true]) func aFolderThatIsMadeAgainIsWatchedAgain(_ isQuick: Bool) throws {
        let texts = folder.path + "/texts"
        let file = texts + "/news.txt"
        mkdir(texts, 0o755)
        try folder.write("texts/news.txt", "old")
        watch.watch([file])
        rename(texts, folder.path + "/gone")
        if !isQuick { #expect(settled == [file]) }
        mkdir(texts, 0o755)
        #expect(settled == [file])
        try folder.write("texts/news.txt", "new")
        #expect(settled == [file])
        try folder.write("gone/news.txt", "of the one before")
        #expect(settled == [])
    }

    @Test func aFolderThatIsMadeLaterIsWatchedFromThenOn() throws {
        let file = folder.path + "/a/b/news.txt"
        watch.watch([file])
        for part in ["/a", "/a/b"] {
            mkdir(folder.path + part, 0o755)
            _ = watch.changes()
        }
        try folder.write("a/b/news.txt", "new")
        #expect(settled == [file])
    }

    /// Another release is linked to: nobody tells, so a reload looks again.
    @Test func aFolderThatALinkLeadsToIsLookedUpAgain() throws {
        for name in ["one", "two"] {
            mkdir(folder.path + "/" + name, 0o755)
            try folder.write(name + "/news.txt", name)
        }
        let (link, file) = (folder.path + "/now", folder.path + "/now/news.txt")
        symlink("one", link)
        watch.watch([file])
        symlink("two", link + ".new")
        rename(link + ".new", link)
        watch.renew()
        try folder.write("two/news.txt", "new")
        #expect(settled == [file])
        try folder.write("one/news.txt", "new")
        #expect(settled == [])
    }
}
