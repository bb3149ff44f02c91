internal import Glibc
internal import SystemCalls

/// The process's standard input.
enum StandardInput {
    /// All of it, up to so many bytes; nil when it cannot be read.
    static func all(_ limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < limit {
            guard let more = some(limit - bytes.count) else { return nil }
            if more.isEmpty { break }
            bytes += more
        }
        return bytes
    }

    /// The line that a person types within so many milliseconds.
    static func line(_ milliseconds: Int) -> Console.Answer {
        var wait = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&wait, 1, CInt(clamping: milliseconds)) > 0 else { return .nothing }
        guard let bytes = some(4096), !bytes.isEmpty else { return .ended }
        let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return .line(line.split(separator: " ").joined(separator: " "))
    }

    /// read(2); empty at the end, nil when it fails.
    private static func some(_ limit: Int) -> [UInt8]? {
        var room = [UInt8](repeating: 0, count: min(limit, 65536))
        let count = room.withUnsafeMutableBytes { room in
            try? checked("read") { read(STDIN_FILENO, room.baseAddress, room.count) }
        }
        return count.map { Array(room[..<$0]) }
    }
}
