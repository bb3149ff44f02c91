/// What kind of file bytes are, by the bytes themselves; names are not believed.
enum PictureFormat: Equatable {
    case jpeg
    case png
    case gif
    case webP
    case tiff
    case heic
    case avif
    /// A file like HEIC and AVIF, that does not say which.
    case heif
    case svg
    case pdf
    /// A picture, but of a kind that is not painted; its usual name.
    case foreign(String)

    /// The usual name.
    var name: String {
        switch self {
        case .jpeg: "JPEG"
        case .png: "PNG"
        case .gif: "GIF"
        case .webP: "WebP"
        case .tiff: "TIFF"
        case .heic: "HEIC"
        case .avif: "AVIF"
        case .heif: "HEIF"
        case .svg: "SVG"
        case .pdf: "PDF"
        case .foreign(let name): name
        }
    }

    /// The kinds that are painted, for a sentence.
    static let painted = "JPEG, PNG, WebP, GIF, TIFF, HEIC, AVIF, SVG or PDF"

    /// What must be loaded before it can be read; nil when that is always there.
    var module: PictureModule? {
        switch self {
        case .heic, .avif, .heif: .heif
        case .pdf: .poppler
        default: nil
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
        } else if let brands = MediaBrands(head: head) {
            self = brands.format
        } else if begins("II*\0") || begins("MM\0*") || begins("II+\0") || begins("MM\0+") {
            self = .tiff
        } else if begins("%PDF-") {
            self = .pdf
        } else if begins("BM") {
            self = .foreign("BMP")
        } else if begins("8BPS") {
            self = .foreign("PSD")
        } else if begins("%!PS") {
            self = .foreign("PostScript")
        } else if begins([0xff, 0x0a]) || begins("JXL ", at: 4) {
            self = .foreign("JPEG XL")
        } else if begins("jP  ", at: 4) {
            self = .foreign("JPEG 2000")
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
