internal import Glibc
internal import PushProtocol
internal import Signage
internal import Wire

/// Everything that decides the pixels of a painted slide, as a name.
struct FrameKey {
    /// Another number when the painter paints otherwise than before: nothing painted earlier is used then.
    static let format: UInt32 = 1
    /// What changes when fonts come or go.
    static let fonts = ["/usr/share/fonts", "/usr/local/share/fonts", "/var/cache/fontconfig"]

    let name: String

    /// - Parameters:
    ///   - slide: what is painted.
    ///   - objects: the directory of objects, whose paths say their content; of other files the version counts, too.
    ///   - fonts: directories.
    init(_ slide: SlidePicture, objects: String, fonts: [String]) {
        var writer = ByteWriter()
        writer.put(Self.format)
        switch slide.content {
        case .image(let path):
            if let stamp = slide.stamp, !path.utf8.starts(with: (objects + "/").utf8) {
                writer.put(stamp.inode)
                writer.put(stamp.size)
                writer.put(stamp.modified)
            }
        case .text, .markup:
            for folder in fonts {
                var status = stat()
                writer.put(stat(folder, &status) == 0 ? status.modified : 0)
            }
        case .color: break
        }
        // Which device a file is on may be another after each start.
        var plain = slide
        plain.stamp = nil
        name = ContentHash.id(of: writer.bytes + Picture.slide(plain).encoded).description
    }
}
