import PlaylistFile
import Signage

/// Pictures that exist by name only: everything is there but what a name says is not.
struct NamedFiles: FileProbe {
    static let stamp = FileStamp(device: 1, inode: 2, size: 3, modified: 4)

    func status(of path: String) -> FileStatus {
        path.contains("missing") ? .fault("no such file") : .regular(Self.stamp)
    }

    func contents(of path: String, atMost limit: Int) -> FileContents {
        path.contains("missing") ? .fault("no such file") : .bytes(Array("text of \(path)".utf8), Self.stamp)
    }
}

/// Reads a playlist in `/shop/playlist.yaml`.
func playlist(_ text: String) -> Reading<Playlist> {
    playlist(Array(text.utf8))
}

func playlist(_ bytes: [UInt8]) -> Reading<Playlist> {
    PlaylistReader.parse(bytes, file: "p", directory: "/shop", files: NamedFiles())
}

func configuration(_ text: String) -> Reading<Configuration> {
    ConfigurationReader.parse(Array(text.utf8), file: "c", directory: "/shop", files: NamedFiles())
}
