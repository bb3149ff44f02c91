internal import CLinux
internal import Glibc
public import SystemCalls

/// What a program keeps when it gives up the rest for good: landlock(7) and seccomp(2).
public struct Confinement: Sendable {
    /// Folders and files that can be read still, and libraries below them run; those that are missing are left out.
    public var readable: [String]
    /// What becomes of its system calls. One that no rule is for ends the process, by SIGSYS.
    public var calls: [SystemCallRule]

    public init(readable: [String], calls: [SystemCallRule]) {
        self.readable = readable
        self.calls = calls
    }

    /// Confines this process and all threads it will have; open descriptors stay as they are.
    ///
    /// Call it while the process has one thread. Signals that a crash raises end the process from now on as the kernel
    /// does it: a handler that runs a debugger, as Swift has one, would be stopped for that, and the crash be taken for
    /// something else.
    ///
    /// - Returns: whether files are confined. Without Landlock in the kernel they are not: what can be read is then up
    ///   to the rights of the user; what can be called is confined all the same.
    /// - Throws: the errno of the call that failed; the process may be confined in part.
    public func enter() throws(SystemError) -> Bool {
        for number in [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] { signal(number, SIG_DFL) }
        let filesAreConfined = try confineFiles()
        try SystemCallFilter(calls).load()
        return filesAreConfined
    }

    private func confineFiles() throws(SystemError) -> Bool {
        let copies = readable.map { path in path.withCString { strdup($0) } }
        defer { for copy in copies { free(copy) } }
        let pointers = copies.map { UnsafePointer($0) }
        return try checked("landlock_restrict_self") {
            pointers.withUnsafeBufferPointer { signage_confine_files($0.baseAddress, $0.count) }
        } == 0
    }
}
