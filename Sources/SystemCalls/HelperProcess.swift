internal import CLinux
internal import Glibc

/// A program of our own, run beside this one and spoken to over a socket; it ends with this process.
///
/// Its limits are set before it runs; besides, it has no environment but `LANG=C.UTF-8`, no descriptors but stderr and the socket as 3, its own process group, no
/// new privileges, no core files, nice 5, and is the first to go when memory is short.
public final class HelperProcess {
    /// How it ended.
    public typealias Ending = ProcessEnding

    /// A pidfd: readable when the process has ended.
    public let descriptor: Descriptor
    /// The process's number, its own until `ending` has told how it ended.
    public let number: Int32
    private var ended: Ending?

    /// Starts a program, fork(2) and execve(2), without waiting for it.
    ///
    /// A program that cannot be executed ends with status 127; `startFailure` reads the reason from its message.
    ///
    /// - Parameters:
    ///   - path: the program; it gets no arguments.
    ///   - socket: becomes its descriptor 3, blocking; close it here afterwards.
    ///   - limits: what it may use.
    /// - Throws: fork's or pidfd_open's errno.
    public init(running path: String, socket: MessageSocket, limits: HelperLimits) throws(SystemError) {
        var number: Int32 = 0
        var most = signage_limits(
            address_space: Int64(limits.addressSpace ?? -1), open_files: Int64(limits.openFiles ?? -1),
            file_size: limits.mayWriteFiles ? -1 : 0)
        let pidDescriptor = try checked("fork", path) {
            signage_spawn_helper(path, socket.descriptor.number, &most, &number)
        }
        descriptor = Descriptor(owning: pidDescriptor)
        self.number = number
    }

    /// errno when a message is the word of a program that could not be started, execve(2).
    public static func startFailure(in message: [UInt8]) -> CInt? {
        guard message.count == 8, message.starts(with: "EXEC".utf8) else { return nil }
        return message.withUnsafeBytes { CInt($0.loadUnaligned(fromByteOffset: 4, as: Int32.self)) }
    }

    /// Lets it use the processor so long from now on, prlimit(2) with RLIMIT_CPU: then SIGXCPU ends it.
    ///
    /// - Parameter seconds: of all its threads together; may come a second later.
    /// - Throws: prlimit's errno; ESRCH when it has ended.
    public func allowProcessorTime(seconds: Int) throws(SystemError) {
        guard ended == nil else { throw SystemError("prlimit", errno: ESRCH) }
        try checked("prlimit") { signage_limit_processor_time(number, Int64(seconds)) }
    }

    /// Processors that it may run on, as this process may: sched_getaffinity(2); at least 1.
    public static var processors: Int { Int(signage_processors()) }

    /// Ends it at once, kill(2) with SIGKILL; nothing when it has ended.
    public func kill() {
        guard ended == nil else { return }
        _ = Glibc.kill(number, SIGKILL)
    }

    /// How it ended, waitpid(2); nil while it runs.
    public func ending() -> Ending? {
        if let ended { return ended }
        ended = Ending(ofChild: number)
        return ended
    }
}
