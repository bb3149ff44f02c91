import Compositor
import Signage

/// A frame's pixels.
final class Sheet: PixelTarget {
    let size: PixelSize
    private var pixels: [UInt32]

    init(_ size: PixelSize) {
        self.size = size
        pixels = [UInt32](repeating: 0xdead_beef, count: size.width * size.height)
    }

    func write(_ row: UnsafeBufferPointer<UInt32>, x: Int, y: Int) {
        let start = y * size.width + x
        pixels.withUnsafeMutableBufferPointer { pixels in
            _ = UnsafeMutableBufferPointer(rebasing: pixels[start..<start + row.count]).update(from: row)
        }
    }

    /// 0xRRGGBB.
    subscript(x: Int, y: Int) -> UInt32 { pixels[y * size.width + x] & 0xff_ffff }

    /// The first pixel of some rows and columns that is not as expected; nil: all are.
    ///
    /// - Parameters:
    ///   - rows: whole rows to look at; those outside are left out.
    ///   - columns: whole columns to look at.
    ///   - expected: 0xRRGGBB at a place; nil: anything.
    /// - Returns: "12, 0 is ff0000, not 00ff00".
    func difference(
        rows: [Int], columns: [Int], from expected: (_ x: Int, _ y: Int) -> UInt32?
    ) -> String? {
        func check(_ x: Int, _ y: Int) -> String? {
            guard let pixel = expected(x, y), pixel != self[x, y] else { return nil }
            return "\(x), \(y) is \(hex(self[x, y])), not \(hex(pixel))"
        }
        for y in rows where 0..<size.height ~= y {
            for x in 0..<size.width { if let text = check(x, y) { return text } }
        }
        for x in columns where 0..<size.width ~= x {
            for y in 0..<size.height { if let text = check(x, y) { return text } }
        }
        return nil
    }

    /// The same where every row and column counts that may tell one layout from another.
    func difference(from expected: (_ x: Int, _ y: Int) -> UInt32?) -> String? {
        difference(
            rows: [0, 1, size.height / 3, size.height / 2, size.height - 2, size.height - 1],
            columns: [0, 1, size.width / 3, size.width / 2, size.width - 2, size.width - 1], from: expected)
    }
}

/// "00ff00".
func hex(_ pixel: UInt32) -> String {
    let digits = String(pixel, radix: 16)
    return String(repeating: "0", count: max(0, 6 - digits.count)) + digits
}

/// How far apart two colours are in the channel where they differ most.
func distance(_ one: UInt32, _ other: UInt32) -> Int {
    [16, 8, 0].map { abs(Int(one >> $0 & 0xff) - Int(other >> $0 & 0xff)) }.max() ?? 0
}

/// A colour over another, in parts of 1.
func blend(_ color: UInt32, _ part: Double, over below: UInt32) -> UInt32 {
    [16, 8, 0].reduce(0) { sum, shift in
        let (top, bottom) = (Double(color >> shift & 0xff), Double(below >> shift & 0xff))
        return sum | UInt32((top * part + bottom * (1 - part)).rounded()) << shift
    }
}
