internal import CVips
internal import Signage

/// An image of libvips, possibly not decoded yet; released with its last reference.
final class VipsPicture {
    let pointer: UnsafeMutablePointer<VipsImage>

    /// Takes over what an operation made.
    ///
    /// - Throws: libvips's reason when the operation failed.
    init(taking pointer: UnsafeMutablePointer<VipsImage>?, _ status: CInt) throws(CannotPaint) {
        guard status == 0, let pointer else { throw .fromVips() }
        self.pointer = pointer
    }

    deinit {
        signage_vips_release(pointer)
    }

    var size: PixelSize { PixelSize(width: Int(pointer.pointee.Xsize), height: Int(pointer.pointee.Ysize)) }
    var bands: Int { Int(pointer.pointee.Bands) }

    /// What an operation makes of it.
    func mapped(
        _ operation: (
            UnsafeMutablePointer<VipsImage>, UnsafeMutablePointer<UnsafeMutablePointer<VipsImage>?>
        ) -> CInt
    ) throws(CannotPaint) -> VipsPicture {
        var out: UnsafeMutablePointer<VipsImage>?
        let status = withUnsafeMutablePointer(to: &out) { operation(pointer, $0) }
        return try VipsPicture(taking: out, status)
    }

    /// The same as sRGB in bytes: three bands, or four with alpha.
    func inEightBits() throws(CannotPaint) -> VipsPicture {
        let image = try mapped { signage_vips_to_srgb($0, $1) }
        guard 3...4 ~= image.bands, image.pointer.pointee.BandFmt == VIPS_FORMAT_UCHAR else {
            throw CannotPaint("its colours are of a kind that is not supported")
        }
        return image
    }

    /// A rectangle of it.
    func cut(to area: PixelRect) throws(CannotPaint) -> VipsPicture {
        try mapped {
            signage_vips_cut($0, $1, CInt(area.x), CInt(area.y), CInt(area.width), CInt(area.height))
        }
    }

    /// Decodes it, a few rows at a time from the top.
    ///
    /// - Parameter body: gets each row and its bytes: `bands` for every pixel.
    /// - Throws: what is wrong with the file.
    func forEachRow(_ body: (Int, UnsafePointer<UInt8>) -> Void) throws(CannotPaint) {
        guard let region = vips_region_new(pointer) else { throw .fromVips() }
        defer { signage_vips_release(region) }
        var top = 0
        while top < size.height {
            let rows = min(Self.rowsAtOnce, size.height - top)
            guard signage_vips_prepare(region, CInt(top), CInt(size.width), CInt(rows)) == 0 else {
                throw .fromVips()
            }
            for y in top..<top + rows {
                guard let row = signage_vips_row(region, CInt(y)) else { throw CannotPaint("out of memory") }
                body(y, row)
            }
            top += rows
        }
    }

    private static let rowsAtOnce = 16
}

extension CannotPaint {
    /// What libvips has to say, said for an operator.
    static func fromVips() -> CannotPaint {
        let buffer = String(cString: vips_error_buffer())
        vips_error_clear()
        return CannotPaint(readableVipsError(buffer))
    }

    /// "VipsJpeg: premature end of JPEG image" → "the file is truncated or damaged (premature end of JPEG image)".
    static func readableVipsError(_ buffer: String) -> String {
        if let known = Self.known.first(where: { buffer.contains($0.words) }) { return known.reason }
        // Each line begins with the part of libvips that speaks; the first line is the cause.
        let lines = buffer.split(separator: "\n").map { line in
            guard let colon = line.range(ofColonSpace: ()) else { return String(line) }
            return String(line[colon...])
        }
        // libheif looks beyond the end on purpose.
        guard let cause = lines.first(where: { !$0.isEmpty && !$0.hasPrefix("bad seek") }) else {
            return "the file is truncated or damaged"
        }
        if let limit = cause.end(of: "Security limit exceeded: ") {
            return "it is too large to be decoded (\(cause[limit...]))"
        }
        return "the file is truncated or damaged (\(cause))"
    }

    /// What is no fault of the file, or wants other words.
    private static let known: [(words: String, reason: String)] = [
        ("out of memory", "there is not enough memory to decode it"),
        ("unable to allocate", "there is not enough memory to decode it"),
        ("Document is encrypted", "it is encrypted; save it without a password"),
        ("zero-sized image", noSuchSide),
        ("bad dimensions", noSuchSide),
        ("No decoding plugin installed", noDecoder),
        ("Unsupported codec", noDecoder),
    ]
    /// Of a drawing; versions of libvips differ in what they make of such numbers.
    static let noSuchSide = "a side is 0 or longer than \(PictureFile.longestSide) pixels"
    private static let noDecoder =
        "not supported on this machine: install libheif-plugin-libde265 for HEIC, libheif-plugin-dav1d for AVIF"
}

extension String {
    /// Where what follows some words begins.
    fileprivate func end(of words: String) -> Index? {
        indices.first { self[$0...].hasPrefix(words) }.map { index($0, offsetBy: words.count) }
    }
}

extension Substring {
    /// Where the words after the first ": " begin, if only one word stands before it.
    fileprivate func range(ofColonSpace: Void) -> Index? {
        guard let colon = firstIndex(of: ":"), !self[..<colon].contains(" ") else { return nil }
        return self[index(after: colon)...].firstIndex { $0 != " " }
    }
}
