internal import CLinux
internal import Glibc

/// Gives up, for good, what this process has no need of: landlock(7) and seccomp(2).
///
/// From now on no file can be written, made or removed by its path, and none read but beneath the paths given; no socket
/// can be made, no program run, no other process looked into. Open descriptors stay as they are. A kernel without
/// Landlock leaves files as they were. Call it while the process has one thread.
///
/// - Parameter paths: folders and files; those that are missing are left out.
/// - Returns: whether files are confined, too.
/// - Throws: the errno of the call that failed.
@discardableResult
public func confine(readingBeneath paths: [String]) throws(SystemError) -> Bool {
    let copies = paths.map { path in path.withCString { strdup($0) } }
    defer { for copy in copies { free(copy) } }
    let pointers = copies.map { UnsafePointer($0) }
    return try checked("confine") {
        pointers.withUnsafeBufferPointer { signage_confine($0.baseAddress, $0.count) }
    } == 0
}
