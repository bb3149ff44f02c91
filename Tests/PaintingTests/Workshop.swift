import Glibc
import Signage
import SystemCalls
import TestSupport
import Testing

@testable import Painting

/// A folder where ImageMagick, which shares no code with libvips but the codecs, makes pictures for a test and says
/// how they look.
final class Workshop {
    private let folder: TemporaryFolder

    /// Begins with `patches.png`: eight plain squares of 16 × 16 pixels, four in a row.
    init() throws {
        folder = try TemporaryFolder()
        let colors = Self.colors.map { "'xc:rgb(\($0))'" }
        try run(
            "convert -size 16x16 \(colors[..<4].joined(separator: " ")) +append"
                + " \\( \(colors[4...].joined(separator: " ")) +append \\) -append -strip PNG24:patches.png")
    }

    private static let colors = [
        "255,255,255", "0,0,0", "128,128,128", "200,100,50",
        "40,160,90", "30,60,200", "250,220,40", "224,172,105",
    ]

    /// Pixels of `patches.png`.
    static let size = PixelSize(width: 64, height: 32)

    /// In the middle of each patch, where no neighbour shines through.
    static let centers = (0..<8).map { (x: 16 * ($0 % 4) + 8, y: 16 * ($0 / 4) + 8) }

    /// Runs a command of the shell in the folder.
    func run(_ command: String) throws {
        let status = system("cd '\(folder.path)' && { \(command); } >log 2>&1")
        let log = status == 0 ? [] : (try? fileContents(folder.path + "/log")) ?? []
        try #require(status == 0, "\(command): \(String(decoding: log, as: UTF8.self))")
    }

    /// The file `picture` that a command makes.
    func make(_ command: String) throws -> [UInt8] {
        try run(command)
        return try fileContents(folder.path + "/picture")
    }

    /// The bytes of a file.
    func contents(_ name: String) throws -> [UInt8] {
        try fileContents(folder.path + "/" + name)
    }

    /// Puts a file there.
    func write(_ name: String, _ bytes: [UInt8]) throws {
        try folder.write(name, bytes)
    }

    /// The pixels of a file as ImageMagick sees them: 0xAARRGGBB, not premultiplied, row by row.
    func pixels(of name: String, _ options: String = "") throws -> [UInt32] {
        try run("convert '\(name)[0]' \(options) -depth 8 RGBA:pixels")
        let bytes = try fileContents(folder.path + "/pixels")
        return stride(from: 0, to: bytes.count - 3, by: 4).map { place in
            let (red, green, blue) = (
                UInt32(bytes[place]), UInt32(bytes[place + 1]), UInt32(bytes[place + 2])
            )
            let alpha = UInt32(bytes[place + 3])
            return alpha << 24 | red << 16 | green << 8 | blue
        }
    }
}

/// How far apart two colours are in the channel where they differ most.
func difference(_ one: UInt32, _ other: UInt32) -> Int {
    [24, 16, 8, 0].reduce(0) { most, shift in
        max(most, abs(Int(one >> shift & 255) - Int(other >> shift & 255)))
    }
}

/// A file of Tests/Pictures.
func keptPicture(_ name: String) throws -> [UInt8] {
    try fileContents(repository + "/Tests/Pictures/" + name)
}

extension UInt32 {
    /// "ff00ff00", to read in a failed test.
    var hex: String { String(self, radix: 16) }
}
