/// A file of a push: its name and its content.
public struct FileEntry: Codable, Hashable, Sendable {
    /// A `PushPath`, which is looked at by who receives it.
    public var path: String
    public var object: ObjectID
    /// Bytes.
    public var size: Int

    public init(path: String, object: ObjectID, size: Int) {
        self.path = path
        self.object = object
        self.size = size
    }

    private enum CodingKeys: String, CodingKey {
        case path
        case object = "sha256"
        case size
    }
}

/// What a push begins with: all it consists of, and what is to be done with it.
public struct PushOffer: Codable, Hashable, Sendable {
    /// Another one is refused.
    public static let currentVersion = 1
    /// The most files besides the playlist.
    public static let mostFiles = 100_000
    /// The most bytes of a file.
    public static let mostObjectBytes = 2 << 30
    /// The name of the playlist.
    public static let playlistName = "playlist.yaml"

    public var version = PushOffer.currentVersion
    /// The playlist; its name is `playlistName`.
    public var playlist: FileEntry
    /// The files that the playlist shows; a content may be there under several names.
    public var files: [FileEntry]
    /// Whether it is to be played; otherwise it is only installed.
    public var activate: Bool
    /// Whether warnings do not stop it.
    public var force: Bool
    /// Whether it is only checked, and nothing installed.
    public var dryRun: Bool
    /// Where it comes from, for the history: "anna@office:/home/anna/summer".
    public var origin: String

    public init(
        playlist: FileEntry, files: [FileEntry], activate: Bool = true, force: Bool = false,
        dryRun: Bool = false, origin: String
    ) {
        self.playlist = playlist
        self.files = files
        self.activate = activate
        self.force = force
        self.dryRun = dryRun
        self.origin = origin
    }
}
