import Control
import FoundationEssentials
import Glibc
import SystemCalls

/// A server and raw sockets in one thread: nothing waits, time is what the test says.
final class Bench {
    let path: String
    let server: ControlServer
    var now = monotonicNanoseconds()
    /// Calls handed out and not yet answered.
    var calls: [ControlCall] = []

    init() throws {
        path = "/tmp/signaged-control-\(getpid())-\(UInt64.random(in: 0 ... .max)).socket"
        server = try ControlServer(listening: ControlServer.listen(path: path, group: nil), version: "1.2.3")
    }

    deinit { unlink(path) }

    /// Lets the server work until it has nothing more to do at this moment.
    func turn() {
        for _ in 0..<1000 {
            let isReadable = (try? server.descriptor.wait(for: .readable, milliseconds: 0)) ?? false
            let isDue = server.nextDeadline().map { $0 <= now } ?? false
            if !isReadable && !isDue { break }
            calls += server.dispatch(at: now)
        }
    }

    /// Answers the oldest call.
    func answer(_ reply: ControlReply) {
        server.reply(to: calls.removeFirst().id, reply, at: now)
    }

    func client() throws -> RawClient { try RawClient(path) }

    /// Has a client send all of these bytes, and the server take them as they come.
    func send(_ bytes: [UInt8], by client: RawClient) {
        var sent = 0
        for _ in 0..<10_000 where sent < bytes.count && !client.isClosed {
            sent += (try? client.socket.sendSome(bytes, from: sent)) ?? 0
            turn()
            client.read()
        }
    }
}

/// A socket that speaks bytes.
final class RawClient {
    let socket: Descriptor
    var received: [UInt8] = []
    /// The server has closed the connection.
    var isClosed = false

    init(_ path: String) throws {
        socket = try Descriptor.connecting(to: path)
    }

    /// Sends bytes, as many as fit.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Int {
        (try? socket.sendSome(bytes, from: 0)) ?? 0
    }

    func send(_ json: String) { send(Array(json.utf8) + [0]) }

    func call(_ method: String, _ parameters: String = "{}", _ more: String = "") {
        send("{\"method\":\"\(method)\",\"parameters\":\(parameters)\(more)}")
    }

    /// Reads what is there now.
    func read() {
        var room = [UInt8](repeating: 0, count: 65536)
        while !isClosed {
            let count = room.withUnsafeMutableBytes { bytes -> Int? in
                do { return try socket.read(into: bytes) } catch { return 0 }
            }
            guard let count else { return }
            if count == 0 { isClosed = true }
            received += room.prefix(count)
        }
    }

    /// The whole messages that have come since the last time, as text.
    func messages() -> [String] {
        read()
        guard let end = received.lastIndex(of: 0) else { return [] }
        let whole = received[..<end]
        received.removeFirst(end + 1)
        return whole.split(separator: 0, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}

/// A status with every field.
func sampleStatus() -> StatusReport {
    StatusReport(
        name: "shop-12", state: "playing", slide: SlideStatus(index: 2, id: "summer", moving: false),
        slides: 5,
        schedule: ScheduleStatus(waiting: 2, trusted: true, next: "2026-12-01T11:00:00.000+01:00"),
        ticker: TickerStatus(scrolling: true, offset: 12.5, speed: 100),
        outputs: [
            OutputStatus(
                name: "HDMI-A-1", width: 1920, height: 1080, refresh: 60, rotation: 0, scale: 1,
                presenter: "composited", frames: FrameStatus(presented: 1000, missed: 2, lastFlipAge: 0.01))
        ],
        display: DisplayStatus(
            intent: "auto", on: true, cause: "hours", until: "2026-12-01T22:00:00.000+01:00"),
        playlist: PlaylistStatus(
            source: "file", path: "/etc/signaged/playlist.yaml", generation: nil,
            loaded: "2026-12-01T08:00:00.000Z",
            problems: []),
        configuration: ConfigurationStatus(source: "file", path: "/etc/signaged/signaged.yaml"),
        touch: TouchStatus(devices: [.init(name: "Goodix", node: "/dev/input/event3")]),
        painter: PainterStatus(
            state: "idle", failures: 0, skipped: [.init(id: "b", reason: "truncated JPEG")]),
        reload: nil, problems: [], version: "1.2.3", uptime: 3600, timeZone: "Europe/Paris")
}
