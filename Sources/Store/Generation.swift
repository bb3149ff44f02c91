internal import FoundationEssentials
public import PushProtocol

/// A playlist with all it shows, as it was pushed: which names its files have, and which content.
public struct Generation: Codable, Hashable, Sendable {
    /// From 1; never given twice.
    public var number: Int
    /// RFC 3339, by this device's clock.
    public var created: String
    /// Where it came from, as the pushing side said.
    public var origin: String
    /// Who pushed it: the user's number.
    public var user: UInt32
    /// Slides of the playlist.
    public var slides: Int
    public var playlist: FileEntry
    public var files: [FileEntry]

    public init(
        number: Int, created: String, origin: String, user: UInt32, slides: Int, playlist: FileEntry,
        files: [FileEntry]
    ) {
        self.number = number
        self.created = created
        self.origin = origin
        self.user = user
        self.slides = slides
        self.playlist = playlist
        self.files = files
    }

    /// The size of each content it consists of.
    public var objects: [ObjectID: Int] {
        var sizes = [playlist.object: playlist.size]
        for file in files { sizes[file.object] = file.size }
        return sizes
    }

    // MARK: - Its file

    /// Bytes of a generation's file; larger ones are none.
    static let mostBytes = 64 << 20
    private static let heading = "signaged-generation 1 "

    /// Why bytes are no generation.
    struct Damage: Error, Hashable {
        var reason: String
    }

    /// As a file: a line with the hash of the rest, then JSON; so that a cut or changed one is seen.
    func sealed() throws(Damage) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let body = try? encoder.encode(self) else {
            throw Damage(reason: "it cannot be written as JSON")
        }
        let bytes = Array(body)
        return Array("\(Self.heading)\(ContentHash.id(of: bytes))\n".utf8) + bytes
    }

    /// A generation from its file.
    init(sealed bytes: [UInt8], number: Int) throws(Damage) {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
            bytes.starts(with: Self.heading.utf8)
        else { throw Damage(reason: "its file does not begin as one of a generation") }
        let hash = String(decoding: bytes[Self.heading.utf8.count..<end], as: UTF8.self)
        let body = Array(bytes[(end + 1)...])
        guard ObjectID(hash) == ContentHash.id(of: body) else {
            throw Damage(reason: "its file is cut short or changed")
        }
        guard let value = try? JSONDecoder().decode(Generation.self, from: Data(body)) else {
            throw Damage(reason: "its file is not understood")
        }
        guard value.number == number else {
            throw Damage(reason: "its file is that of generation \(value.number)")
        }
        self = value
    }
}
