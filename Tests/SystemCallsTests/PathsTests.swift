import Glibc
import SystemCalls
import TestSupport
import Testing

@Suite struct PathsTests {
    @Test func aPathLiesInItsFolder() {
        #expect(directory(of: "/etc/signaged/playlist.yaml") == "/etc/signaged")
        #expect(directory(of: "/playlist.yaml") == "/")
        #expect(directory(of: "shop/playlist.yaml") == "shop")
        #expect(directory(of: "playlist.yaml") == ".")
        #expect(directory(of: "/shop/\u{301}.jpg") == "/shop")
    }

    @Test func onlyRelativePathsBecomeAbsolute() {
        #expect(absolutePath("/etc/a.yaml") == "/etc/a.yaml")
        let absolute = absolutePath("a.yaml")
        #expect(absolute.hasPrefix("/") && absolute.hasSuffix("/a.yaml"))
    }

    @Test func onlyRegularFilesWithinTheLimitAreRead() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("five", "12345")
        #expect(try readFile(file, limit: 5) == Array("12345".utf8))
        #expect(throws: SystemError("open", file, errno: EFBIG)) { try readFile(file, limit: 4) }
        #expect(throws: SystemError("open", folder.path, errno: EISDIR)) {
            try readFile(folder.path, limit: 5)
        }
        mkfifo(folder.path + "/fifo", 0o600)
        #expect(throws: SystemError("open", folder.path + "/fifo", errno: EINVAL)) {
            try readFile(folder.path + "/fifo", limit: 5)
        }
    }
}
