/// What kind of file bytes are, by the bytes themselves; names are not believed.
enum PictureFormat: Equatable {
    case jpeg
    case png
    case gif
    case webP
    case svg
    /// A picture, but of a kind that is not painted; its usual name.
    case foreign(String)

    /// The usual name.
    var name: String {
        switch self {
        case .jpeg: "JPEG"
        case .png: "PNG"
        case .gif: "GIF"
        case .webP: "WebP"
        case .svg: "SVG"
        case .foreign(let name): name
        }
    }

    /// How many bytes tell.
    static let headLength = 4096

    /// The kind of a file that begins like this; nil for no picture at all.
    init?(head: [UInt8]) {
        func begins(_ signature: [UInt8], at offset: Int = 0) -> Bool {
            head.count >= offset + signature.count && head[offset...].starts(with: signature)
        }
        func begins(_ signature: String, at offset: Int = 0) -> Bool {
            begins(Array(signature.utf8), at: offset)
        }

        if begins([0xff, 0xd8, 0xff]) {
            self = .jpeg
        } else if begins([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
            self = .png
        } else if begins("GIF87a") || begins("GIF89a") {
            self = .gif
        } else if begins("RIFF"), begins("WEBP", at: 8) {
            self = .webP
        } else if begins("ftyp", at: 4) {
            self = begins("avif", at: 8) ? .foreign("AVIF") : .foreign("HEIC")
        } else if begins("II*\0") || begins("MM\0*") {
            self = .foreign("TIFF")
        } else if begins("BM") {
            self = .foreign("BMP")
        } else if begins("%PDF-") {
            self = .foreign("PDF")
        } else if begins([0xff, 0x0a]) || begins("JXL ", at: 4) {
            self = .foreign("JPEG XL")
        } else if Self.isMarkup(head, element: "svg") {
            self = .svg
        } else {
            return nil
        }
    }

    /// Whether text begins with an XML element of this name, after what may stand before it.
    private static func isMarkup(_ head: [UInt8], element: String) -> Bool {
        let gzip: [UInt8] = [0x1f, 0x8b]
        if head.starts(with: gzip) { return false }
        let text = String(decoding: head, as: UTF8.self)
        guard
            let first = text.unicodeScalars.first(where: { !$0.properties.isWhitespace && $0 != "\u{feff}" }),
            first == "<"
        else { return false }
        return text.contains("<\(element)") || text.contains(":\(element)")
    }
}
