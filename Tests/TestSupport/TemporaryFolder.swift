internal import Glibc
internal import SystemCalls

/// A folder for one test, removed with all that is in it when its last reference goes.
public final class TemporaryFolder {
    public let path: String

    /// Made below the system's folder for such things.
    ///
    /// - Throws: mkdtemp's errno.
    public init() throws {
        var template = Array("/tmp/signaged-test-XXXXXX".utf8CString)
        guard let name = mkdtemp(&template) else { throw SystemError("mkdtemp", errno: errno) }
        path = String(cString: name)
    }

    deinit {
        system("rm -rf '\(path)'")
    }

    /// Writes a file anew.
    ///
    /// - Returns: its path.
    /// - Throws: the errno of open or write.
    @discardableResult
    public func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        let file = path + "/" + name
        let number = try checked("open", file) { open(file, O_CREAT | O_WRONLY | O_TRUNC, 0o644) }
        try Descriptor(owning: number).writeAll(bytes)
        return file
    }

    /// Writes a text anew.
    ///
    /// - Returns: its path.
    /// - Throws: the errno of open or write.
    @discardableResult
    public func write(_ name: String, _ text: String) throws -> String {
        try write(name, Array(text.utf8))
    }

    /// A link to a program built beside the tests, under a name of its own.
    ///
    /// - Returns: the link's path.
    /// - Throws: symlink's errno.
    public func link(_ name: String, toBuilt program: String) throws -> String {
        let link = path + "/" + name
        try checked("symlink", link) { symlink(siblingProgram(program), link) }
        return link
    }
}
