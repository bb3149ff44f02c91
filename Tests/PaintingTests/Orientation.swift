/// Puts an EXIF orientation into a file, by hand.
enum Orientation {
    /// EXIF data with nothing but an orientation: a TIFF directory of one entry.
    static func exif(_ orientation: Int) -> [UInt8] {
        Array("MM\0*".utf8) + [0, 0, 0, 8] + [0, 1] + [
            0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0,
        ]
            + [0, 0, 0, 0]
    }

    /// A JPEG file with an APP1 segment behind its first marker.
    static func jpeg(_ file: [UInt8], _ orientation: Int) -> [UInt8] {
        let body = Array("Exif\0\0".utf8) + exif(orientation)
        return file.prefix(2) + [0xff, 0xe1, 0, UInt8(body.count + 2)] + body + file.dropFirst(2)
    }

    /// A PNG file with an eXIf chunk behind its header.
    static func png(_ file: [UInt8], _ orientation: Int) -> [UInt8] {
        file.prefix(33) + pngChunk("eXIf", exif(orientation)) + file.dropFirst(33)
    }

    /// A WebP file of one chunk, extended by an EXIF chunk.
    static func webP(_ file: [UInt8], _ orientation: Int, width: Int, height: Int) -> [UInt8] {
        let exif = exif(orientation)
        let extended: [UInt8] = [8, 0, 0, 0, UInt8(width - 1), 0, 0, UInt8(height - 1), 0, 0]
        let body =
            Array("WEBPVP8X".utf8) + [10, 0, 0, 0] + extended + file.dropFirst(12)
            + Array("EXIF".utf8) + [UInt8(exif.count), 0, 0, 0] + exif
        return Array("RIFF".utf8) + [UInt8(body.count & 255), UInt8(body.count >> 8), 0, 0] + body
    }
}
