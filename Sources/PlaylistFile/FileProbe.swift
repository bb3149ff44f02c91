internal import Glibc
public import Signage
public import SystemCalls

/// Looks at the files that a playlist names: at pictures without opening them, and into texts.
public protocol FileProbe {
    /// Whether a picture can be opened, and which version of it is there.
    ///
    /// - Parameter path: absolute.
    /// - Returns: its version, or what is wrong with it.
    func status(of path: String) -> FileStatus

    /// What is in a text file.
    ///
    /// - Parameters:
    ///   - path: absolute.
    ///   - limit: bytes; a larger file is a fault.
    /// - Returns: its bytes and version, or what is wrong with it.
    func contents(of path: String, atMost limit: Int) -> FileContents
}

/// What a probe saw.
public enum FileStatus: Hashable, Sendable {
    /// A file that can be opened.
    case regular(FileStamp)
    /// Why it cannot be shown, for an operator: "no such file".
    case fault(String)
    /// Why a playlist may not name it, for an operator: "leads out of the playlist's folder".
    case refused(String)
}

/// What a probe read.
public enum FileContents: Hashable, Sendable {
    case bytes([UInt8], FileStamp)
    /// Why it cannot be read, for an operator: "no such file".
    case fault(String)
    /// Why a playlist may not name it, for an operator: "leads out of the playlist's folder".
    case refused(String)

    /// The fault of a file with more than so many bytes.
    public static func tooLarge(_ limit: Int) -> FileContents {
        .fault("is larger than \(limit >> 20) MiB, the limit")
    }
}

/// The files of this machine, lstat(2) and faccessat(2).
///
/// Nothing but a regular file is opened: a FIFO or a device would block or act. Links are not followed, as they are not
/// when a picture is opened to be painted.
public struct DiskFiles: FileProbe {
    public init() {}

    public func status(of path: String) -> FileStatus {
        do throws(SystemError) {
            var status = stat()
            try checked("lstat", path) { lstat(path, &status) }
            if let reason = reasonNotRegular(status.st_mode) { return .fault(reason) }
            try checked("faccessat", path) { faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) }
            return .regular(FileStamp(status))
        } catch {
            return .fault(error.errno == ENOENT ? "no such file" : error.reason.lowercasedFirst)
        }
    }

    public func contents(of path: String, atMost limit: Int) -> FileContents {
        do throws(SystemError) {
            let (file, status) = try Descriptor.regularFile(path)
            return .bytes(try file.readAll(limit: limit), FileStamp(status))
        } catch {
            return error.errno == EFBIG ? .tooLarge(limit) : .fault(Self.reason(error, path))
        }
    }

    /// Why a picture's file could not be opened, in the words that reading a playlist has for it.
    public static func reason(_ error: SystemError, _ path: String) -> String {
        if case .fault(let reason) = DiskFiles().status(of: path) { reason } else { error.reason }
    }

    private func reasonNotRegular(_ mode: mode_t) -> String? {
        switch mode & S_IFMT {
        case S_IFREG: nil
        case S_IFDIR: "is a directory"
        case S_IFLNK: "is a symbolic link, which is not followed"
        case S_IFIFO: "is a FIFO, not a file"
        case S_IFSOCK: "is a socket, not a file"
        default: "is a device, not a file"
        }
    }
}

extension FileStamp {
    /// The version that stat(2) saw.
    init(_ status: stat) {
        self.init(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
            modified: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec))
    }
}

extension String {
    /// "Permission denied" as it reads within a sentence.
    var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
