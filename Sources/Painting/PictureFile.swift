internal import CVips
internal import Glibc
internal import Signage
internal import SystemCalls

/// A picture file, its header read: what it is and how large.
///
/// Nothing is decoded before the header has passed: a file may claim any size.
final class PictureFile {
    /// Pixels a picture may have.
    static let mostPixels = 250_000_000
    /// Pixels a side may have.
    static let longestSide = 30_000

    let format: PictureFormat
    /// Pixels as stored, before it is turned upright.
    let storedSize: PixelSize
    /// More than one frame.
    let isAnimated: Bool
    /// The kind and the pixels as stored: "JPEG, 6000 × 4000".
    var summary: String { "\(format.name), \(storedSize.width) × \(storedSize.height)" }
    private let hasProfile: Bool
    private let isCMYK: Bool
    private let descriptor: Descriptor

    /// Reads the header.
    ///
    /// - Throws: what is wrong with the file.
    init(_ descriptor: Descriptor) throws(CannotPaint) {
        self.descriptor = descriptor
        let head = try Self.head(of: descriptor)
        if head.isEmpty { throw CannotPaint("the file is empty") }
        guard let format = PictureFormat(head: head) else {
            throw CannotPaint("not a picture: its content is not JPEG, PNG, WebP, GIF or SVG")
        }
        if case .foreign(let name) = format {
            throw CannotPaint("\(name) pictures are not supported; save it as JPEG, PNG, WebP, GIF or SVG")
        }
        self.format = format
        if format == .png, let size = Self.pngSize(head) { try Self.check(size) }
        let image = try Self.open(descriptor)
        storedSize = image.size
        hasProfile = signage_vips_has_profile(image.pointer) != 0
        isCMYK = image.pointer.pointee.Type == VIPS_INTERPRETATION_CMYK
        isAnimated = signage_vips_number(image.pointer, "n-pages", 1) > 1
        try Self.check(storedSize)
    }

    /// The picture upright in sRGB, scaled to a page; its pixels are decoded when they are asked for.
    ///
    /// - Parameters:
    ///   - fit: how it fills the page; `center` may be larger than the page.
    ///   - page: pixels of the page.
    /// - Returns: no larger than the page but with `center` and, by a pixel of rounding, the others.
    /// - Throws: what is wrong with the file.
    func image(fit: Fit, page: PixelSize) throws(CannotPaint) -> VipsPicture {
        if fit == .center { return try ownSizeImage() }
        do throws(CannotPaint) {
            return try thumbnail(fit, page, colorManaged: hasProfile || isCMYK)
        } catch  where hasProfile {
            // A broken profile is no reason to show nothing: the colours are taken as they are.
            return try thumbnail(fit, page, colorManaged: false)
        }
    }

    private func thumbnail(_ fit: Fit, _ page: PixelSize, colorManaged: Bool) throws(CannotPaint)
        -> VipsPicture
    {
        let source = try Self.source(descriptor)
        defer { signage_vips_release(source) }
        var out: UnsafeMutablePointer<VipsImage>?
        let status = signage_vips_thumbnail(
            source, &out, CInt(page.width), CInt(page.height),
            fit == .stretch ? VIPS_SIZE_FORCE : VIPS_SIZE_BOTH,
            fit == .cover ? VIPS_INTERESTING_CENTRE : VIPS_INTERESTING_NONE, colorManaged ? 1 : 0,
            isCMYK ? 1 : 0)
        return try VipsPicture(taking: out, status).inEightBits()
    }

    private func ownSizeImage() throws(CannotPaint) -> VipsPicture {
        var image = try Self.open(descriptor)
        if hasProfile || isCMYK {
            // As above.
            if let converted = try? image.mapped(signage_vips_to_srgb_by_profile) { image = converted }
        }
        image = try image.inEightBits()
        if signage_vips_number(image.pointer, "orientation", 1) > 1 {
            image = try image.mapped(signage_vips_upright)
        }
        return image
    }

    private static func head(of descriptor: Descriptor) throws(CannotPaint) -> [UInt8] {
        lseek(descriptor.number, 0, SEEK_SET)
        var head = [UInt8](repeating: 0, count: PictureFormat.headLength)
        do throws(SystemError) {
            let count = try checked("read") { pread(descriptor.number, &head, head.count, 0) }
            return Array(head.prefix(count))
        } catch {
            throw CannotPaint("the file cannot be read: \(error.reason)")
        }
    }

    /// Width and height by the first chunk of a PNG file, which must be there: libspng reads far ahead before it tells.
    private static func pngSize(_ head: [UInt8]) -> PixelSize? {
        guard head.count >= 24 else { return nil }
        func number(at offset: Int) -> Int { head[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        return PixelSize(width: number(at: 16), height: number(at: 20))
    }

    private static func check(_ size: PixelSize) throws(CannotPaint) {
        let numbers = "\(size.width) × \(size.height) pixels"
        guard max(size.width, size.height) <= longestSide else {
            throw CannotPaint("\(numbers): a side is longer than \(longestSide) pixels")
        }
        guard size.width * size.height <= mostPixels else {
            throw CannotPaint("\(numbers) is more than \(mostPixels / 1_000_000) megapixels")
        }
    }

    private static func source(_ descriptor: Descriptor) throws(CannotPaint) -> UnsafeMutablePointer<
        VipsSource
    > {
        guard let source = signage_vips_source(descriptor.number) else { throw .fromVips() }
        return source
    }

    private static func open(_ descriptor: Descriptor) throws(CannotPaint) -> VipsPicture {
        let source = try source(descriptor)
        defer { signage_vips_release(source) }
        let image = signage_vips_open(source)
        return try VipsPicture(taking: image, image == nil ? -1 : 0)
    }
}
