import Control
import Glibc
import SystemCalls
import Testing

@Suite struct ControlListenTests {
    /// A path of its own that is removed at the end.
    final class Place {
        let path = "/tmp/signaged-listen-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        deinit { unlink(path) }

        var mode: mode_t? {
            var status = stat()
            return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
        }
    }

    @Test func theSocketIsForOwnerAndGroup() throws {
        let place = Place()
        let socket = try ControlServer.listen(path: place.path, group: "no such group")
        #expect(place.mode == 0o660)
        _ = socket
    }

    @Test func aSocketThatNobodyServesIsReplaced() throws {
        let place = Place()
        _ = try ControlServer.listen(path: place.path, group: nil)
        #expect(place.mode != nil)
        let second = try ControlServer.listen(path: place.path, group: nil)
        _ = try Descriptor.connecting(to: place.path)
        _ = second
    }

    @Test func aSocketThatADaemonServesIsLeftAlone() throws {
        let place = Place()
        let first = try ControlServer.listen(path: place.path, group: nil)
        #expect(throws: SystemError("bind", place.path, errno: EADDRINUSE)) {
            try ControlServer.listen(path: place.path, group: nil)
        }
        _ = try Descriptor.connecting(to: place.path)
        _ = first
    }

    @Test func aFileThatIsNoSocketIsLeftAlone() throws {
        let place = Place()
        _ = try Descriptor(owning: checked("open") { open(place.path, O_CREAT | O_WRONLY, 0o600) })
        #expect(throws: SystemError("bind", place.path, errno: EADDRINUSE)) {
            try ControlServer.listen(path: place.path, group: nil)
        }
        #expect(place.mode == 0o600)
    }

    @Test func aPathThatCannotBeIsAnError() {
        #expect(throws: SystemError.self) { try ControlServer.listen(path: "/nowhere/at/all", group: nil) }
        let long = "/tmp/" + String(repeating: "x", count: 200)
        #expect(throws: SystemError.self) { try ControlServer.listen(path: long, group: nil) }
    }

    @Test func aBlockingSocketFromElsewhereDoesNotBlock() throws {
        let place = Place()
        let socket = try ControlServer.listen(path: place.path, group: nil)
        try checked("fcntl") { fcntl(socket.number, F_SETFL, 0) }
        let server = try ControlServer(listening: socket, version: "1")
        let client = try RawClient(place.path)
        client.call("org.varlink.service.GetInfo")
        for _ in 0..<3 { _ = server.dispatch(at: 0) }
        #expect(client.messages().count == 1)
    }
}
