import PushProtocol
import Testing

@Suite struct PushPathTests {
    @Test(arguments: [
        "a.jpg", "summer/a.jpg", "a b.jpg", "it's \"quoted\".png", "two\nlines.png", "caf\u{e9}.jpg",
        "cafe\u{301}.jpg", "한글.png", ".hidden", "..a", "a..", "...", "a\\b", "-rf", "\u{301}.png",
    ])
    func aPlainRelativeNameIsTaken(name: String) throws {
        #expect(Array(try PushPath(name).description.utf8) == Array(name.utf8))
    }

    @Test func aNameMayHaveAsManyBytesAsAPath() throws {
        let name = String(repeating: "x", count: 4095)
        #expect(try PushPath(name).description == name)
    }

    struct Bad: CustomTestStringConvertible, Sendable {
        var name: String
        var fault: PushPath.Fault
        var testDescription: String { String(reflecting: name.prefix(20)) }
    }

    @Test(arguments: [
        Bad(name: "", fault: .empty),
        Bad(name: "/etc/passwd", fault: .absolute),
        Bad(name: "..", fault: .leavesFolder),
        Bad(name: "../a", fault: .leavesFolder),
        Bad(name: "a/../../b", fault: .leavesFolder),
        Bad(name: "a/..", fault: .leavesFolder),
        Bad(name: "a//b", fault: .odd),
        Bad(name: "a/", fault: .odd),
        Bad(name: "./a", fault: .odd),
        Bad(name: "a/.", fault: .odd),
        Bad(name: "a\0b", fault: .odd),
        Bad(name: "/\u{301}a", fault: .absolute),
        Bad(name: "..\u{2f}\u{301}a", fault: .leavesFolder),
        Bad(name: String(repeating: "x", count: 4096), fault: .tooLong),
        Bad(name: String(repeating: "é", count: 2048), fault: .tooLong),
    ])
    func anotherNameIsRefusedAndWhy(bad: Bad) {
        #expect(throws: bad.fault) { try PushPath(bad.name) }
    }

    @Test func bothWaysToWriteAnAccentAreTwoFiles() throws {
        let one = try PushPath("caf\u{e9}.jpg")
        let other = try PushPath("cafe\u{301}.jpg")
        #expect(one != other && Set([one, other]).count == 2)
        #expect(one == (try PushPath("caf\u{e9}.jpg")))
    }

    @Test(arguments: [("./a.jpg", "a.jpg"), ("a//b/./c", "a/b/c"), ("././a", "a"), ("a/", "a")])
    func whatAPlaylistWritesIsMadePlain(written: String, plain: String) throws {
        #expect(try PushPath(written: written).description == plain)
    }

    @Test(arguments: ["/a", "../a", "a/../b", "", ".", "//a"])
    func whatAPlaylistWritesStaysInItsFolder(written: String) {
        #expect(throws: PushPath.Fault.self) { try PushPath(written: written) }
    }
}
