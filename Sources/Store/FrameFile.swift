internal import Glibc
internal import PushProtocol
internal import Signage
internal import SystemCalls
internal import Wire

/// A painted slide in a file: what the painter said of it, and the rows of its pixels.
///
/// `SGFRAME1`, the length of the description (32 bit), its SHA-256, the description, then the pixels to the end.
struct FrameFile {
    private static let magic = Array("SGFRAME1".utf8)
    private static let headLength = 8 + 4 + ObjectID.size
    /// Sixteen notes and what the picture was painted from, and room to spare.
    private static let mostDescription = 128 << 10
    private static let chunk = 1 << 20

    let file: Descriptor
    let status: stat
    let painted: PaintedPicture
    let stride: Int
    private let pixels: Int

    /// Bytes of pixels.
    let count: Int

    /// The bytes before the pixels.
    static func head(_ painted: PaintedPicture, stride: Int) -> [UInt8] {
        var writer = ByteWriter()
        writer.put(painted)
        writer.put(stride)
        var length = ByteWriter()
        length.put(UInt32(writer.bytes.count))
        return magic + length.bytes + ContentHash.id(of: writer.bytes).bytes + writer.bytes
    }

    /// Opens a file and reads its description.
    ///
    /// - Returns: nil when it is none of this size, or not whole.
    /// - Throws: the errno of open or read.
    init?(_ path: String, of slide: SlidePicture) throws(SystemError) {
        let (file, status) = try Descriptor.regularFile(path)
        let head = try Self.read(file, at: 0, atMost: Self.headLength)
        guard head.count == Self.headLength, head.starts(with: Self.magic) else { return nil }
        do throws(MalformedMessage) {
            var reader = ByteReader(Array(head[8..<12]))
            let length = Int(try reader.take(UInt32.self))
            guard length <= Self.mostDescription else { return nil }
            let description: [UInt8]
            do throws(SystemError) {
                description = try Self.read(file, at: Self.headLength, atMost: length)
            } catch {
                return nil
            }
            guard ContentHash.id(of: description).bytes == Array(head[12...]) else { return nil }
            reader = ByteReader(description)
            painted = try reader.takePaintedPicture()
            stride = try reader.takeInt()
            try reader.end()
            pixels = Self.headLength + length
        } catch {
            return nil
        }
        self.file = file
        self.status = status
        let rows = slide.size.turned(by: slide.rotation)
        count = stride &* rows.height
        guard painted.size == slide.size, stride == rows.width * 4, Int(status.st_size) == pixels + count
        else { return nil }
    }

    /// Copies the pixels to the beginning of another file.
    ///
    /// - Throws: the errno of read or write; what was written so far is zeros again.
    func copy(to memory: Descriptor) throws(SystemError) {
        var copied = 0
        do throws(SystemError) {
            while copied < count {
                let part = try Self.read(file, at: pixels + copied, atMost: min(Self.chunk, count - copied))
                guard !part.isEmpty else { throw SystemError("pread", errno: ENODATA) }
                try Self.write(part, to: memory, at: copied)
                copied += part.count
            }
        } catch {
            let zeros = [UInt8](repeating: 0, count: Self.chunk)
            for start in Swift.stride(from: 0, to: copied, by: Self.chunk) {
                try? Self.write(Array(zeros.prefix(copied - start)), to: memory, at: start)
            }
            throw error
        }
    }

    private static func read(_ file: Descriptor, at place: Int, atMost count: Int) throws(SystemError)
        -> [UInt8]
    {
        var room = [UInt8](repeating: 0, count: count)
        var length = 0
        while length < count {
            let more = try checked("pread") {
                room.withUnsafeMutableBytes {
                    pread(
                        file.number, $0.baseAddress.map { $0 + length }, count - length, off_t(place + length)
                    )
                }
            }
            if more == 0 { break }
            length += more
        }
        return Array(room.prefix(length))
    }

    private static func write(_ bytes: [UInt8], to file: Descriptor, at place: Int) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            written += try checked("pwrite") {
                bytes.withUnsafeBytes {
                    pwrite(
                        file.number, $0.baseAddress.map { $0 + written }, bytes.count - written,
                        off_t(place + written))
                }
            }
        }
    }
}
