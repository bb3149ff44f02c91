import Testing

@testable import Daemon

struct DirectoriesTests {
    private func directories(_ environment: [String: String], isRoot: Bool) -> Directories {
        Directories(environment: { environment[$0] }, isRoot: isRoot)
    }

    @Test func systemdsComeFirst() {
        let found = directories(
            [
                "STATE_DIRECTORY": "/var/lib/a:/var/lib/b", "CACHE_DIRECTORY": "/var/cache/a",
                "RUNTIME_DIRECTORY": "/run/a",
            ], isRoot: false)
        #expect(found.state == "/var/lib/a")
        #expect(found.cache == "/var/cache/a")
        #expect(found.runtime == "/run/a")
    }

    @Test func rootUsesTheSystems() {
        let found = directories(["HOME": "/root"], isRoot: true)
        #expect(found.state == "/var/lib/signaged")
        #expect(found.cache == "/var/cache/signaged")
        #expect(found.runtime == "/run/signaged")
    }

    @Test func othersUseTheirOwn() {
        let found = directories(["HOME": "/home/ann", "XDG_RUNTIME_DIR": "/run/user/7"], isRoot: false)
        #expect(found.state == "/home/ann/.local/state/signaged")
        #expect(found.cache == "/home/ann/.cache/signaged")
        #expect(found.runtime == "/run/user/7/signaged")
    }
}
