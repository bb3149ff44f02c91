import Compositor
import Signage
import TestSupport

/// Scenes whose pictures are made with them.
struct Stage {
    var size: PixelSize
    private(set) var surfaces: [PictureID: Surface] = [:]
    var layers: [Layer] = []

    init(_ width: Int, _ height: Int) {
        size = PixelSize(width: width, height: height)
    }

    var screen: PixelRect { PixelRect(size) }
    var frame: Frame { Frame(scene: Scene(size: size, layers: layers), surfaces: surfaces) }

    /// Makes a picture.
    mutating func picture(
        _ width: Int, _ height: Int, isOpaque: Bool = true, padding: Int = 0,
        _ pixel: (_ x: Int, _ y: Int) -> UInt32
    ) throws -> PictureID {
        let id = PictureID(number: UInt64(surfaces.count))
        surfaces[id] = try Surface(
            size: PixelSize(width: width, height: height), isOpaque: isOpaque, padding: padding, pixel: pixel)
        return id
    }

    /// Adds a picture at a place.
    mutating func show(_ id: PictureID, x: Int, y: Int, clip: PixelRect? = nil, opacity: UInt8 = 255) {
        guard let size = surfaces[id]?.size else { return }
        layers.append(
            Layer(
                .picture(id), frame: PixelRect(x: x, y: y, width: size.width, height: size.height),
                clip: clip ?? screen, opacity: opacity))
    }

    /// Adds one colour.
    mutating func fill(_ color: Color, _ rect: PixelRect? = nil, opacity: UInt8 = 255) {
        layers.append(Layer(.color(color), frame: rect ?? screen, clip: screen, opacity: opacity))
    }
}

/// A screen in memory that notes what a scan-out buffer must not see.
final class WriteLog: PixelTarget {
    let size: PixelSize
    private(set) var pixels: [UInt32]
    private(set) var written = Region()
    private(set) var faults: [String] = []
    private var next = 0

    init(_ size: PixelSize) {
        self.size = size
        pixels = [UInt32](repeating: 0xdead_beef, count: size.width * size.height)
    }

    /// Begins another drawing.
    func restart() {
        next = 0
        written = Region()
        faults = []
    }

    func write(_ row: UnsafeBufferPointer<UInt32>, x: Int, y: Int) {
        guard x >= 0, y >= 0, y < size.height, x + row.count <= size.width else {
            faults.append("\(row.count) pixels at \(x), \(y) are outside")
            return
        }
        let place = y * size.width + x
        if row.isEmpty { faults.append("nothing is written at \(x), \(y)") }
        if place < next {
            faults.append("\(x), \(y) is written after \(next % size.width), \(next / size.width)")
        }
        next = place + row.count
        written.add(PixelRect(x: x, y: y, width: row.count, height: 1))
        for (index, pixel) in row.enumerated() { pixels[place + index] = pixel | 0xff00_0000 }
    }

    /// The first pixel that is another one, for a message; nil: all are the same.
    func difference(from other: WriteLog) -> String? {
        guard let place = pixels.indices.first(where: { pixels[$0] != other.pixels[$0] }) else { return nil }
        let (own, its) = (String(pixels[place], radix: 16), String(other.pixels[place], radix: 16))
        return "\(place % size.width), \(place / size.width) is \(own), not \(its)"
    }

    subscript(x: Int, y: Int) -> UInt32 { pixels[y * size.width + x] }
}

/// All pixels of a frame, drawn whole.
func drawnWhole(_ frame: Frame) -> WriteLog {
    let log = WriteLog(frame.scene.size)
    Compositor().draw(frame, damage: Region(PixelRect(frame.scene.size)), into: log)
    return log
}

/// pixman's product of two 8-bit shares: a · b / 255, rounded.
func share(_ a: UInt32, _ b: UInt32) -> UInt32 {
    let product = a * b + 128
    return (product + product >> 8) >> 8
}
