/// A chunk of a PNG file.
func pngChunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let chunk = Array(name.utf8) + body
    return bigEndian(body.count) + chunk + bigEndian(Int(checksum(chunk)))
}

/// The header of a PNG file of true colour.
func pngHeader(_ width: Int, _ height: Int) -> [UInt8] {
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
        + pngChunk("IHDR", bigEndian(width) + bigEndian(height) + [8, 2, 0, 0, 0])
}

func bigEndian(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } }

private func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
        (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in
            value & 1 == 1 ? value >> 1 ^ 0xedb8_8320 : value >> 1
        }
    }
}
