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
    static func bytes(of path: String) throws(Failure) -> [UInt8] {
        do throws(SystemError) {
            return try readFile(path, limit: maximumSize)
        } catch {
            throw failure(for: error)
        }
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
}
