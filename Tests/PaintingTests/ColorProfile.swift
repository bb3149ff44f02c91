import Glibc

/// An ICC profile made by hand, of version 2: what a colour space is by its own standard, not by a library.
///
/// ICC.1:2001-04, sections 6.1 (header), 6.3.1 (what a profile must have) and 6.5 (types).
struct ColorProfile {
    /// How numbers become light.
    enum Curve {
        case gamma(Double)
        /// Of sRGB, IEC 61966-2-1.
        case sRGB
    }

    /// The file.
    let bytes: [UInt8]

    /// Of grey pictures.
    static func grey(_ curve: Curve) -> ColorProfile {
        ColorProfile(space: "GRAY", [("kTRC", Self.curve(curve))])
    }

    /// The colours of a wide screen, SMPTE EG 432-1, with the curve of sRGB.
    static let displayP3 = ColorProfile(
        .sRGB, [0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189], [0.15710, 0.06657, 0.78407])
    /// Adobe RGB (1998), section 4.3.
    static let adobeRGB = ColorProfile(
        .gamma(2.199_218_75), [0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087],
        [0.14919, 0.06322, 0.74457])
    static let sRGB = ColorProfile(
        .sRGB, [0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.71410])

    /// Of red, green and blue: what each is in XYZ, adapted to the light of ICC profiles.
    private init(_ curve: Curve, _ red: [Double], _ green: [Double], _ blue: [Double]) {
        let curve = Self.curve(curve)
        self.init(
            space: "RGB ",
            [
                ("rXYZ", Self.xyz(red)), ("gXYZ", Self.xyz(green)), ("bXYZ", Self.xyz(blue)), ("rTRC", curve),
                ("gTRC", curve), ("bTRC", curve),
            ])
    }

    private init(space: String, _ tags: [(String, [UInt8])]) {
        let text = Array("desc".utf8) + Self.number(0) + Self.number(5) + Array("test\0".utf8)
        let tags =
            tags + [
                // ASCII, then no Unicode and no Macintosh text.
                ("desc", text + [UInt8](repeating: 0, count: 4 + 4 + 2 + 1 + 67)),
                ("cprt", Array("text".utf8) + Self.number(0) + Array("none\0".utf8)),
                ("wtpt", Self.xyz(Self.light)),
            ]
        var table = Self.number(tags.count)
        var body: [UInt8] = []
        for (name, content) in tags {
            table += Array(name.utf8) + Self.number(128 + 4 + 12 * tags.count + body.count)
            table += Self.number(content.count)
            body += content + [UInt8](repeating: 0, count: -content.count & 3)
        }
        var header = Self.number(128 + table.count + body.count) + Array("none".utf8)
        header += Self.number(0x0240_0000) + Array("mntr\(space)XYZ ".utf8)
        // Made on the first of January 2000.
        header += [0x07, 0xd0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0] + Array("acsp".utf8)
        header += [UInt8](repeating: 0, count: 28) + Self.xyz(Self.light).dropFirst(8)
        header += [UInt8](repeating: 0, count: 128 - header.count)
        bytes = header + table + body
    }

    /// D50.
    private static let light = [0.96420, 1, 0.82491]

    private static func number(_ value: Int) -> [UInt8] {
        let bits = UInt32(truncatingIfNeeded: value)
        return [24, 16, 8, 0].map { UInt8(bits >> $0 & 255) }
    }

    private static func xyz(_ values: [Double]) -> [UInt8] {
        Array("XYZ ".utf8) + number(0) + values.flatMap { number(Int(($0 * 65536).rounded())) }
    }

    private static func curve(_ curve: Curve) -> [UInt8] {
        let head = Array("curv".utf8) + number(0)
        switch curve {
        case .gamma(let gamma):
            let bits = UInt16((gamma * 256).rounded())
            return head + number(1) + [UInt8(bits >> 8), UInt8(bits & 255)]
        case .sRGB:
            let values = (0..<1024).flatMap { step -> [UInt8] in
                let value = Double(step) / 1023
                let light = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
                let bits = UInt16((light * 65535).rounded())
                return [UInt8(bits >> 8), UInt8(bits & 255)]
            }
            return head + number(1024) + values
        }
    }
}
