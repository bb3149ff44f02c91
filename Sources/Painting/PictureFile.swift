internal import CVips
internal import Glibc
internal import PaintJobs
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
    /// Pixels as stored, before it is turned upright; points of a PDF page.
    let storedSize: PixelSize
    /// The kind and the size as stored: "JPEG, 6000 × 4000".
    var summary: String {
        "\(format.name), \(storedSize.width) × \(storedSize.height)" + (format == .pdf ? " points" : "")
    }
    /// What of it is not shown.
    let notes: [String]
    private let hasProfile: Bool
    /// CMYK.
    private let isInk: Bool
    /// As in EXIF: 5 to 8 lie on their side.
    private let orientation: Int
    private let descriptor: Descriptor

    /// Reads the header.
    ///
    /// - Throws: what is wrong with the file.
    init(_ descriptor: Descriptor) throws(CannotPaint) {
        self.descriptor = descriptor
        let head = try Self.head(of: descriptor)
        if head.isEmpty { throw CannotPaint("the file is empty") }
        guard let format = PictureFormat(head: head) else {
            throw CannotPaint("\(PaintOutcome.noPicture): its content is not \(PictureFormat.painted)")
        }
        if case .foreign(let name) = format {
            throw CannotPaint("\(name) is not supported; save it as \(PictureFormat.painted)")
        }
        self.format = format
        do throws(CannotPaint) {
            try format.module?.prepare()
        } catch {
            throw CannotPaint("\(format.name) is \(error.reason)")
        }
        if format == .png, let size = Self.pngSize(head) { try Self.check(size) }
        let image = try Self.open(descriptor, format)
        storedSize = image.size
        hasProfile = signage_vips_has_profile(image.pointer) != 0
        isInk = image.pointer.pointee.Type == VIPS_INTERPRETATION_CMYK
        orientation = Int(signage_vips_number(image.pointer, "orientation", 1))
        notes = Self.notes(
            format, pages: Int(signage_vips_number(image.pointer, "n-pages", 1)),
            isSequence: MediaBrands(head: head)?.isSequence ?? false)
        try Self.check(storedSize)
        try checkDrawing()
    }

    private static func notes(_ format: PictureFormat, pages: Int, isSequence: Bool) -> [String] {
        let animation = "animation shown as its first frame"
        if isSequence { return [animation] }
        guard pages > 1 else { return [] }
        return switch format {
        case .tiff, .pdf: ["the first of \(pages) pages"]
        case .heic, .avif, .heif: ["the main one of \(pages) pictures"]
        default: [animation]
        }
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
            return try thumbnail(fit, page, colorManaged: hasProfile && !isInk)
        } catch  where hasProfile && !isInk {
            // A broken profile is no reason to show nothing: the colours are taken as they are.
            return try thumbnail(fit, page, colorManaged: false)
        }
    }

    private func thumbnail(_ fit: Fit, _ page: PixelSize, colorManaged: Bool) throws(CannotPaint)
        -> VipsPicture
    {
        let shape = SignageThumbnail(
            width: CInt(page.width), height: CInt(page.height),
            size: fit == .stretch ? VIPS_SIZE_FORCE : VIPS_SIZE_BOTH,
            crop: fit == .cover ? VIPS_INTERESTING_CENTRE : VIPS_INTERESTING_NONE,
            is_managed: colorManaged ? 1 : 0)
        if isInk || format.module == .heif {
            // Before it is scaled: that is done in sRGB, by then the file's own profile would not fit any more.
            let image = isInk ? try inSRGB(shrunk(fit, page)) : try Self.open(descriptor, format)
            return try image.mapped { signage_vips_thumbnail_of($0, $1, shape) }.inEightBits()
        }
        let source = try Self.source(descriptor)
        defer { signage_vips_release(source) }
        var out: UnsafeMutablePointer<VipsImage>?
        let status = signage_vips_thumbnail(source, &out, shape)
        return try VipsPicture(taking: out, status).inEightBits()
    }

    private func ownSizeImage() throws(CannotPaint) -> VipsPicture {
        var image = try inSRGB(Self.open(descriptor, format)).inEightBits()
        if orientation > 1 { image = try image.mapped(signage_vips_upright) }
        return image
    }

    /// With its colours by its profile, or for ink colours the usual one.
    private func inSRGB(_ image: VipsPicture) -> VipsPicture {
        guard hasProfile || isInk else { return image }
        // As above: a broken profile is ignored.
        return (try? image.mapped(signage_vips_to_srgb_by_profile)) ?? image
    }

    /// Smaller by a power of two, but larger than it is shown: profiles of ink take long, pixel by pixel.
    private func shrunk(_ fit: Fit, _ page: PixelSize) throws(CannotPaint) -> VipsPicture {
        let isOnSide = orientation > 4
        let across = Double(isOnSide ? storedSize.height : storedSize.width) / Double(page.width)
        let down = Double(isOnSide ? storedSize.width : storedSize.height) / Double(page.height)
        // The rest is scaled by better means than dropping and averaging.
        let most = (fit == .contain ? max(across, down) : min(across, down)) / 1.2
        let times: CInt = most >= 8 ? 8 : most >= 4 ? 4 : most >= 2 ? 2 : 1
        if times > 1, format == .jpeg {
            let source = try Self.source(descriptor)
            defer { signage_vips_release(source) }
            let image = signage_vips_open_shrunk(source, times)
            return try VipsPicture(taking: image, image == nil ? -1 : 0)
        }
        let image = try Self.open(descriptor, format)
        return times > 1 ? try image.mapped { signage_vips_shrink($0, $1, times) } : image
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

    /// Refuses drawings with a side that libvips has no number for: it makes 1 of it, however much that is enlarged.
    private func checkDrawing() throws(CannotPaint) {
        guard format == .svg || format == .pdf, storedSize.width == 1 || storedSize.height == 1 else {
            return
        }
        let source = try Self.source(descriptor)
        defer { signage_vips_release(source) }
        let image = signage_vips_open_drawing(source, format == .pdf ? 1 : 0, 1000)
        let size = try VipsPicture(taking: image, image == nil ? -1 : 0).size
        guard size.width > 1 && size.height > 1 else {
            throw CannotPaint(CannotPaint.noSuchSide)
        }
    }

    private static func source(_ descriptor: Descriptor) throws(CannotPaint) -> UnsafeMutablePointer<
        VipsSource
    > {
        guard let source = signage_vips_source(descriptor.number) else { throw .fromVips() }
        return source
    }

    private static func open(_ descriptor: Descriptor, _ format: PictureFormat) throws(CannotPaint)
        -> VipsPicture
    {
        let source = try source(descriptor)
        defer { signage_vips_release(source) }
        let image = format.module == .heif ? signage_vips_open_heif(source) : signage_vips_open(source)
        return try VipsPicture(taking: image, image == nil ? -1 : 0)
    }
}
