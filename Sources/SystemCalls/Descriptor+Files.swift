internal import Glibc

extension Descriptor {
    /// Writes all bytes, write(2) until none is left; for files, which always take some.
    ///
    /// - Throws: write's errno.
    public func writeAll(_ bytes: [UInt8]) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            written += try checked("write") {
                bytes.withUnsafeBytes {
                    Glibc.write(number, $0.baseAddress.map { $0 + written }, $0.count - written)
                }
            }
        }
    }

    /// Reads from here to the end of a regular file, read(2).
    ///
    /// - Parameter limit: the most bytes to take.
    /// - Returns: the file's bytes from where it stands to its end.
    /// - Throws: read's errno; EFBIG when there are more.
    public func readAll(limit: Int) throws(SystemError) -> [UInt8] {
        var content: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = try checked("read") {
                room.withUnsafeMutableBytes { Glibc.read(number, $0.baseAddress, $0.count) }
            }
            if count == 0 { return content }
            if content.count + count > limit { throw SystemError("read", errno: EFBIG) }
            content += room[..<count]
        }
    }
}
