import Glibc
import PushProtocol
import Signage
import SystemCalls
import TestSupport

@testable import Store

/// A store in a folder of its own, and a client that pushes to it.
final class StoreBench {
    let folder: TemporaryFolder
    let store: Store
    let cache: FrameCache
    let painter: String
    /// Nanoseconds of the wall clock.
    var now: Int64 = 1_800_000_000_000_000_000
    var keep = 5
    var limit = 2 << 30
    var longestWait = 0
    /// What `announce` was told.
    var announced: [Int] = []

    init(disk: any DiskCalls = SystemDisk(), painter behaviour: String = "paints-plainly") throws {
        folder = try TemporaryFolder()
        store = Store(at: folder.path + "/state", disk: disk)
        cache = FrameCache(
            at: folder.path + "/cache/frames", limit: 1 << 20, store: store, fonts: [], disk: disk)
        painter = try folder.link(behaviour, toBuilt: "fake-painter")
    }

    /// The same store after a restart, on a disk that works.
    var reopened: Store { Store(at: store.layout.root) }

    /// What a push left behind.
    struct Result {
        var replies: [PushReply]
        var outcome: PushReceiver.Outcome

        var done: PushResult? {
            if case .done(let result) = replies.last { result } else { nil }
        }
        var refusal: PushRefusal? {
            if case .refused(let refusal) = replies.last { refusal } else { nil }
        }
        /// Bytes that travelled.
        var sent: Int? {
            for case .wanted(let objects) in replies { return objects.reduce(0) { $0 + $1.size - $1.from } }
            return nil
        }
        var findings: [String] {
            replies.compactMap { if case .finding(let line) = $0 { line } else { nil } }
        }
    }

    func receiver(_ socket: Descriptor, to store: Store? = nil) throws -> PushReceiver {
        var setting = PushReceiver.Setting(
            output: PixelSize(width: 32, height: 18), scale: .auto, painter: painter, keep: keep,
            limit: limit,
            user: 1000, epoch: now)
        setting.longestWait = longestWait
        return PushReceiver(
            store ?? self.store, frames: cache, setting: setting,
            over: try PushConnection(socket, patience: 20), now: { [now] in now })
    }

    /// Pushes, by a client in a thread of its own.
    @discardableResult
    func push(_ push: TestPush, to store: Store? = nil) throws -> Result {
        let (here, there) = try streamPair()
        let client = Worker { push.run(over: here) }
        let outcome = try receiver(there, to: store).run { generation in
            self.announced.append(generation.number)
            return (true, nil)
        }
        return Result(replies: client.result(), outcome: outcome)
    }

    /// Pushes pictures, a slide for each.
    @discardableResult
    func push(_ pictures: [String: String], activate: Bool = true) throws -> Result {
        try push(TestPush(pictures: pictures, activate: activate))
    }

    /// Flips a bit in the middle of a file.
    func damage(_ path: String) throws {
        var bytes = try readFile(path, limit: 1 << 20)
        bytes[bytes.count / 2] ^= 1
        try overwrite(path, bytes)
    }

    /// Cuts a file in half.
    func cut(_ path: String) throws {
        let bytes = try readFile(path, limit: 1 << 20)
        try overwrite(path, Array(bytes.prefix(bytes.count / 2)))
    }

    private func overwrite(_ path: String, _ bytes: [UInt8]) throws {
        let file = try checked("open", path) { open(path, O_WRONLY | O_TRUNC) }
        try Descriptor(owning: file).writeAll(bytes)
    }

    /// Ids of the slides that would be shown after a restart.
    var shown: [String]? {
        reopened.current().loaded.map { $0.playlist.slides.filter { $0.fault == nil }.map(\.id) }
    }

    /// Files below a directory of the store.
    func files(_ directory: String) throws -> [String] {
        try directoryListing(directory).flatMap { name -> [String] in
            let path = directory + "/" + name
            let isFolder = try fileStatus(path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
            return isFolder ? try files(path) : [path]
        }
    }
}

/// A push as a client would send it.
struct TestPush {
    var playlist: [UInt8]
    var files: [(name: String, content: [UInt8])]
    var offer: PushOffer
    /// Bytes of objects after which the client goes away.
    var stopsAfter: Int?
    /// What is sent in place of a content.
    var lies: [ObjectID: [UInt8]] = [:]

    init(_ playlist: String, _ files: [(name: String, content: [UInt8])], activate: Bool = true) {
        self.playlist = Array(playlist.utf8)
        self.files = files
        offer = PushOffer(
            playlist: Self.entry("playlist.yaml", self.playlist), files: files.map(Self.entry),
            activate: activate,
            origin: "anna@office")
    }

    /// A slide for each picture, by its name.
    init(pictures: [String: String], activate: Bool = true) {
        let names = pictures.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        self.init(
            TestPush.playlist(showing: names), names.map { ($0, Array((pictures[$0] ?? "").utf8)) },
            activate: activate)
    }

    static func playlist(showing names: [String]) -> String {
        if names.isEmpty { return "slides: []\n" }
        return "slides:\n" + names.map { "  - image: \(quoted($0))\n" }.joined()
    }

    /// As a JSON string.
    private static func quoted(_ text: String) -> String {
        "\""
            + text.unicodeScalars.map { scalar in
                switch scalar {
                case "\"": "\\\""
                case "\\": "\\\\"
                case "\n": "\\n"
                default: String(Character(scalar))
                }
            }.joined() + "\""
    }

    static func entry(_ name: String, _ content: [UInt8]) -> FileEntry {
        FileEntry(path: name, object: ContentHash.id(of: content), size: content.count)
    }

    /// Speaks to the store until it has said its last word.
    func run(over socket: Descriptor) -> [PushReply] {
        var replies: [PushReply] = []
        do {
            let connection = try PushConnection(socket, patience: 20)
            defer { connection.hangUp() }
            try connection.send(offer)
            while true {
                let reply: PushReply = try connection.receive()
                replies.append(reply)
                switch reply {
                case .wanted(let objects):
                    do {
                        guard try send(objects, over: connection) else { return replies }
                    } catch PushConnection.Failure.closed {
                        // Why is read next.
                    }
                case .done, .refused: return replies
                case .waiting, .progress, .finding: break
                }
            }
        } catch {
            return replies
        }
    }

    private func send(_ objects: [WantedObject], over connection: PushConnection) throws -> Bool {
        var contents = [offer.playlist.object: playlist]
        for (name, content) in files { contents[Self.entry(name, content).object] = content }
        var left = stopsAfter ?? .max
        for object in objects {
            let content = Array((lies[object.object] ?? contents[object.object] ?? []).dropFirst(object.from))
            try connection.send(bytes: Array(content.prefix(left)))
            left -= content.count
            if left < 0 { return false }
        }
        return true
    }
}
