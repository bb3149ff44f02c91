internal import Glibc
internal import SystemCalls

/// A playlist or configuration file as bytes, or why it cannot be read.
enum SourceFile {
    /// Larger files are refused.
    static let maximumSize = 16 << 20

    enum Failure: Error {
        /// There is none.
        case missing
        /// Why, and what to do.
        case unreadable(String)
    }

    /// Reads a regular file of at most 16 MiB; a link to one is followed.
    ///
    /// Opened with O_NONBLOCK, so that a FIFO by that name cannot hold the sign.
    static func bytes(of path: String) throws(Failure) -> [UInt8] {
        do throws(SystemError) {
            let descriptor = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
            var status = stat()
            try checked("fstat", path) { fstat(descriptor.number, &status) }
            guard status.st_mode & S_IFMT == S_IFREG else {
                let isDirectory = status.st_mode & S_IFMT == S_IFDIR
                throw SystemError("open", path, errno: isDirectory ? EISDIR : EINVAL)
            }
            guard status.st_size <= maximumSize else { throw SystemError("open", path, errno: EFBIG) }
            return try descriptor.readAll(limit: maximumSize)
        } catch {
            throw failure(for: error)
        }
    }

    /// A path's folder, absolute: what relative paths in the file start from.
    static func directory(of path: String) -> String {
        let absolute = path.hasPrefix("/") ? path : workingDirectory + "/" + path
        guard let slash = absolute.lastIndex(of: "/"), slash != absolute.startIndex else { return "/" }
        return String(absolute[..<slash])
    }

    private static func failure(for error: SystemError) -> Failure {
        switch error.errno {
        case ENOENT, ENOTDIR: .missing
        case EISDIR: .unreadable("this is a directory; name the file in it")
        case EINVAL: .unreadable("this is not a regular file")
        case EFBIG: .unreadable(tooLarge)
        case EACCES:
            .unreadable(
                "the file cannot be read: permission denied; make it readable for the user of the sign")
        default: .unreadable("the file cannot be read: \(error.reason.lowercasedFirst)")
        }
    }

    static let tooLarge = "the file is larger than 16 MiB, the limit"

    private static var workingDirectory: String {
        guard let name = getcwd(nil, 0) else { return "" }
        defer { free(name) }
        let path = String(cString: name)
        return path == "/" ? "" : path
    }
}
