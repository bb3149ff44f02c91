internal import CLinux
internal import Glibc

/// A path from the root on: a relative one is taken from the working directory, getcwd(3).
public func absolutePath(_ path: String) -> String {
    guard !path.hasPrefix("/"), let name = getcwd(nil, 0) else { return path }
    defer { free(name) }
    let here = String(cString: name)
    return (here == "/" ? "" : here) + "/" + path
}

/// What a path lies in: "/etc/signaged" of "/etc/signaged/playlist.yaml"; "." of a name alone.
public func directory(of path: String) -> String {
    // By bytes: a slash that an accent follows is a slash.
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// The path of a program that lies beside this one, by the link /proc/self/exe.
public func siblingProgram(_ name: String) -> String {
    var room = [CChar](repeating: 0, count: 4096)
    let length = max(0, readlink("/proc/self/exe", &room, room.count - 1))
    let own = String(decoding: room.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard let slash = own.lastIndex(of: "/") else { return name }
    return own[...slash] + name
}

/// The path of the library that this process has a symbol from, dladdr(3); nil for no such symbol.
public func libraryPath(ofSymbol name: String) -> String? {
    signage_library_of(name).map { String(cString: $0) }
}

/// A regular file's bytes; a link to one is followed.
///
/// Opened with O_NONBLOCK, so that a FIFO by that name cannot hold the caller.
///
/// - Throws: the errno of the call that failed; EISDIR for a directory, EINVAL for another kind of file, EFBIG for more
///   than `limit` bytes.
public func readFile(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let file = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
    var status = stat()
    try checked("fstat", path) { fstat(file.number, &status) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw SystemError("open", path, errno: EISDIR)
    default: throw SystemError("open", path, errno: EINVAL)
    }
    guard Int(status.st_size) <= limit else { throw SystemError("open", path, errno: EFBIG) }
    return try file.readAll(limit: limit)
}
