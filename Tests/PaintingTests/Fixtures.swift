import CPango
import CVips
import Glibc
import PaintJobs
import Signage
import SystemCalls
import TestSupport
import Testing

@testable import Painting

/// Everything that uses libvips runs one after the other: its error messages are one buffer for all.
@Suite(.serialized) struct PaintingTests {}

/// A picture made for a test: pixels of 1, 3 or 4 bands, saved by libvips in some format.
struct Fixture {
    var width: Int
    var height: Int
    var bands = 3
    var isCMYK = false
    /// 16 bits a band, every byte twice.
    var isDeep = false
    var orientation: Int?
    var pixel: (_ x: Int, _ y: Int) -> [UInt8]

    /// One colour all over.
    static func plain(_ width: Int, _ height: Int, _ pixel: [UInt8]) -> Fixture {
        Fixture(width: width, height: height, bands: pixel.count) { _, _ in pixel }
    }

    /// Its file: "jpegsave", "pngsave", "webpsave", with the saver's options.
    func saved(by saver: String, _ options: [String: String] = [:]) throws -> [UInt8] {
        _ = try Painter()
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width { bytes += isDeep ? pixel(x, y).flatMap { [$0, $0] } : pixel(x, y) }
        }
        let image = try #require(
            vips_image_new_from_memory_copy(
                bytes, bytes.count, CInt(width), CInt(height), CInt(bands),
                isDeep ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR))
        defer { g_object_unref(image) }
        image.pointee.Type =
            isCMYK
            ? VIPS_INTERPRETATION_CMYK
            : bands == 1
                ? VIPS_INTERPRETATION_B_W : isDeep ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB
        if let orientation { vips_image_set_int(image, "orientation", CInt(orientation)) }
        return try saved(image, by: saver, options)
    }

    private func saved(
        _ image: UnsafeMutablePointer<VipsImage>, by saver: String, _ options: [String: String]
    ) throws -> [UInt8] {
        var template = Array("/tmp/signage-fixture-XXXXXX".utf8CString)
        close(mkstemp(&template))
        let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer { unlink(path) }
        let operation = try #require(vips_operation_new(saver))
        let object = UnsafeMutableRawPointer(operation).assumingMemoryBound(to: VipsObject.self)
        defer {
            vips_object_unref_outputs(object)
            g_object_unref(operation)
        }
        var value = GValue()
        g_value_init(&value, vips_image_get_type())
        g_value_set_object(&value, image)
        g_object_set_property(
            UnsafeMutableRawPointer(object).assumingMemoryBound(to: GObject.self), "in", &value)
        g_value_unset(&value)
        for (name, value) in options.merging(["filename": path], uniquingKeysWith: { $1 }) {
            try #require(vips_object_set_argument_from_string(object, name, value) == 0)
        }
        try #require(vips_object_build(object) == 0, "\(String(cString: vips_error_buffer()))")
        return try fileContents(path)
    }
}

/// A painted picture and its pixels.
struct Painted {
    var picture: PaintedPicture
    var pixels: [UInt32]

    subscript(_ x: Int, _ y: Int) -> UInt32 { pixels[y * picture.size.width + x] }

    /// Pixels that are not this one.
    func count(notEqualTo pixel: UInt32) -> Int { pixels.reduce(0) { $1 == pixel ? $0 : $0 + 1 } }

    /// Rows, or columns, with something other than this pixel.
    func rows(with differs: UInt32) -> [Int] {
        (0..<picture.size.height).filter { y in (0..<picture.size.width).contains { self[$0, y] != differs } }
    }
    func columns(with differs: UInt32) -> [Int] {
        (0..<picture.size.width).filter { x in (0..<picture.size.height).contains { self[x, $0] != differs } }
    }

    /// Writes a PAM file to look at, when SIGNAGE_TEST_PICTURES names a folder.
    func keep(_ name: String) {
        guard let folder = getenv("SIGNAGE_TEST_PICTURES") else { return }
        let size = picture.size
        var bytes = Array(
            "P7\nWIDTH \(size.width)\nHEIGHT \(size.height)\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n"
                .utf8)
        for pixel in pixels {
            bytes += [
                UInt8(pixel >> 16 & 255), UInt8(pixel >> 8 & 255), UInt8(pixel & 255), UInt8(pixel >> 24),
            ]
        }
        let file = open(String(cString: folder) + "/" + name + ".pam", O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        _ = write(file, bytes, bytes.count)
        close(file)
    }
}

/// Paints a picture as the program would.
func paint(_ picture: Picture, file: [UInt8]? = nil, with painter: Painter? = nil) throws -> Painted {
    let painter = try painter ?? Painter()
    let descriptor = try file.map { bytes -> Descriptor in
        if bytes.isEmpty { return try Descriptor(opening: "/dev/null", O_RDONLY) }
        return try MemoryFile(name: "fixture", holding: bytes).descriptor
    }
    let room = picture.pixelSize.map { $0.width * $0.height } ?? 0
    var pixels = [UInt32](repeating: 0, count: room)
    let (painted, _) = try pixels.withUnsafeMutableBytes {
        try painter.paint(picture, file: descriptor, pixels: room > 0 ? $0 : nil)
    }
    return Painted(picture: painted, pixels: Array(pixels.prefix(painted.size.width * painted.size.height)))
}

/// An image slide.
func imageSlide(
    _ width: Int, _ height: Int, fit: Fit = .contain, background: Color = .black
) -> Picture {
    .slide(
        SlidePicture(
            content: .image(path: "/picture"), stamp: nil, size: PixelSize(width: width, height: height),
            fit: fit,
            background: background, style: TextStyle(), scale: 1))
}

/// A slide of text.
func textSlide(
    _ content: Slide.Content, _ width: Int, _ height: Int, style: TextStyle = TextStyle(), scale: Double = 1
) -> Picture {
    .slide(
        SlidePicture(
            content: content, stamp: nil, size: PixelSize(width: width, height: height), fit: .contain,
            background: .black, style: style, scale: scale))
}

/// Why a picture cannot be painted; nil when it can.
func reason(_ picture: Picture, file: [UInt8]? = nil) throws -> String? {
    do {
        _ = try paint(picture, file: file)
        return nil
    } catch let error as CannotPaint {
        return error.reason
    }
}

/// Whether two colours are about the same.
func isNear(_ pixel: UInt32, _ other: UInt32, within tolerance: Int = 6) -> Bool {
    [24, 16, 8, 0].allSatisfy { shift in
        abs(Int(pixel >> UInt32(shift) & 255) - Int(other >> UInt32(shift) & 255)) <= tolerance
    }
}
