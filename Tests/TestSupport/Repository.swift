internal import Glibc
internal import SystemCalls

/// The checkout that the tests were built from, without a slash at its end.
public let repository = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

/// All of a file.
///
/// - Throws: open's errno.
public func fileContents(_ path: String) throws -> [UInt8] {
    let file = try Descriptor(opening: path, O_RDONLY)
    var all: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = read(file.number, &part, part.count)
        if count <= 0 { return all }
        all += part.prefix(count)
    }
}
