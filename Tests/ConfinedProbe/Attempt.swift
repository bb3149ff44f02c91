internal import CRawCall
internal import CSeccomp
internal import Glibc

/// Something that a painter might be made to do by the picture it paints.
struct Attempt: Sendable {
    /// What must come of it.
    enum Expectation: Hashable, Sendable {
        case works
        /// It fails with this errno.
        case fails(CInt)
        /// It fails where the kernel has Landlock; nothing else would stop it.
        case failsByLandlock
        case ends(signal: CInt)
    }

    var name: String
    var expectation: Expectation
    /// The result of a call, below zero its errno; nil: there is no such call here.
    var body: @Sendable () -> Int?

    static let all: [Attempt] = allowed + reading + refused + forbidden

    private static let allowed: [Attempt] = [
        Attempt("read a font folder", .works) { open("/usr/share", O_RDONLY | O_DIRECTORY) },
        Attempt("take memory", .works) { call("mmap", 0, 4096, Int(PROT_READ | PROT_WRITE), privately, -1) },
        Attempt("start a thread", .works) { startThread() },
        Attempt("abort", .ends(signal: SIGABRT)) { abort() },
        // Not by a handler that would run a debugger.
        Attempt("crash", .ends(signal: SIGSEGV)) { Int(raise(SIGSEGV)) },
    ]

    private static let reading: [Attempt] = [
        Attempt("read /etc/passwd", .failsByLandlock) { open("/etc/passwd", O_RDONLY) },
        Attempt("read /proc/1/cmdline", .failsByLandlock) { open("/proc/1/cmdline", O_RDONLY) },
        Attempt("read its parent's environment", .failsByLandlock) {
            open("/proc/\(getppid())/environ", O_RDONLY)
        },
        Attempt("list the root folder", .failsByLandlock) { open("/", O_RDONLY | O_DIRECTORY) },
        Attempt("read a device", .failsByLandlock) { open("/dev/zero", O_RDONLY) },
    ]

    private static let refused: [Attempt] = [
        Attempt("make a file", .fails(EACCES)) { open("/tmp/confined-probe", O_WRONLY | O_CREAT) },
        Attempt("make a file that is read only", .fails(EACCES)) { open("/tmp/confined-probe", O_CREAT) },
        Attempt("open a device for writing", .fails(EACCES)) { open("/dev/null", O_WRONLY) },
        Attempt("write to /proc", .fails(EACCES)) { open("/proc/self/oom_score_adj", O_RDWR) },
        Attempt("empty a file", .fails(EACCES)) { open("/usr/bin/env", O_TRUNC) },
        Attempt("truncate", .fails(EACCES)) { withPath("/tmp/none") { call("truncate", $0, 0) } },
        Attempt("unlink", .fails(EACCES)) { withPath("/tmp/none") { call("unlinkat", cwd, $0, 0) } },
        Attempt("make a folder", .fails(EACCES)) {
            withPath("/tmp/none") { call("mkdirat", cwd, $0, 0o700) }
        },
        Attempt("rename", .fails(EACCES)) {
            withPath("/tmp/none") { path in call("renameat2", cwd, path, cwd, path, 0) }
        },
        Attempt("change rights", .fails(EACCES)) {
            withPath("/tmp/none") { call("fchmodat", cwd, $0, 0o777) }
        },
        Attempt("a local socket", .fails(EACCES)) { call("socket", Int(AF_UNIX), 1, 0) },
        Attempt("memory to write and run", .fails(EACCES)) {
            call("mmap", 0, 4096, Int(PROT_READ | PROT_WRITE | PROT_EXEC), privately, -1)
        },
        Attempt("make memory executable", .fails(EACCES)) {
            let place = call("mmap", 0, 4096, Int(PROT_READ | PROT_WRITE), privately, -1) ?? 0
            return call("mprotect", place, 4096, Int(PROT_READ | PROT_EXEC))
        },
        Attempt("a file in memory", .fails(ENOSYS)) { withPath("x") { call("memfd_create", $0, 0) } },
        Attempt("type into the terminal", .fails(ENOTTY)) { call("ioctl", 0, 0x5412, 0) },
        Attempt("get more memory than its limit", .fails(EPERM)) {
            var limit = rlimit(rlim_cur: 1 << 40, rlim_max: 1 << 40)
            return withUnsafeMutablePointer(to: &limit) { call("prlimit64", 0, 9, Int(bitPattern: $0), 0) }
        },
        Attempt("become dumpable", .fails(EPERM)) { call("prctl", 4, 1) },
        Attempt("gain a name space by clone3", .fails(ENOSYS)) { call("clone3", 0, 88) },
    ]

    private static let forbidden: [Attempt] = [
        forbid("an internet socket", "socket", Int(AF_INET), 1, 0),
        forbid("an internet socket of version 6", "socket", Int(AF_INET6), 2, 0),
        forbid("a netlink socket", "socket", Int(AF_NETLINK), 3, 0),
        forbid("a pair of sockets", "socketpair", Int(AF_UNIX), 1, 0, 0),
        forbid("connect", "connect", 0, 0, 0),
        forbid("bind", "bind", 0, 0, 0),
        forbid("sendto", "sendto", 0, 0, 0, 0, 0, 0),
        forbid("sendmsg on another socket", "sendmsg", 0, 0, 0),
        Attempt("execve", .ends(signal: SIGSYS)) { withPath("/bin/true") { call("execve", $0, 0, 0) } },
        Attempt("execveat", .ends(signal: SIGSYS)) {
            withPath("/bin/true") { call("execveat", cwd, $0, 0, 0, 0) }
        },
        forbid("fork", "fork"),
        forbid("fork by clone", "clone", Int(SIGCHLD), 0, 0, 0, 0),
        forbid("vfork by clone", "clone", 0x4100 | Int(SIGCHLD), 0, 0, 0, 0),
        forbid("ptrace", "ptrace", 16, Int(getppid()), 0, 0),
        forbid("kill", "kill", Int(getppid()), 0),
        forbid("kill a thread of another", "tgkill", Int(getppid()), Int(getppid()), 0),
        forbid("process_vm_readv", "process_vm_readv", Int(getppid()), 0, 0, 0, 0, 0),
        forbid("process_vm_writev", "process_vm_writev", Int(getppid()), 0, 0, 0, 0, 0),
        forbid("pidfd_open", "pidfd_open", Int(getppid()), 0),
        forbid("pidfd_getfd", "pidfd_getfd", 0, 0, 0),
        forbid("mount", "mount", 0, 0, 0, 0, 0),
        forbid("chroot", "chroot", 0),
        forbid("unshare", "unshare", 0x1000_0000),
        forbid("setns", "setns", 0, 0),
        forbid("setuid", "setuid", 0),
        forbid("capset", "capset", 0, 0),
        forbid("bpf", "bpf", 0, 0, 0),
        forbid("perf_event_open", "perf_event_open", 0, 0, 0, 0, 0),
        forbid("userfaultfd", "userfaultfd", 0),
        forbid("keyctl", "keyctl", 0, 0, 0, 0, 0),
        forbid("io_uring_setup", "io_uring_setup", 1, 0),
        forbid("init_module", "init_module", 0, 0, 0),
        forbid("mknod", "mknodat", -100, 0, 0, 0),
        forbid("setsid", "setsid"),
        forbid("a call that does not exist", number: 100_000),
    ]

    private init(_ name: String, _ expectation: Expectation, _ body: @escaping @Sendable () -> Int?) {
        (self.name, self.expectation, self.body) = (name, expectation, body)
    }

    private static func forbid(_ name: String, _ call: String, _ arguments: Int...) -> Attempt {
        Attempt(name, .ends(signal: SIGSYS)) { Attempt.call(call, arguments) }
    }

    private static func forbid(_ name: String, number: Int) -> Attempt {
        Attempt(name, .ends(signal: SIGSYS)) { raw_call(number, 0, 0, 0, 0, 0, 0) }
    }

    /// AT_FDCWD.
    private static let cwd = -100
    private static let privately = Int(MAP_PRIVATE | MAP_ANONYMOUS)

    private static func open(_ path: String, _ flags: CInt) -> Int? {
        withPath(path) { call("openat", cwd, $0, Int(flags), 0o600) }
    }

    private static func withPath(_ path: String, _ body: (Int) -> Int?) -> Int? {
        path.withCString { body(Int(bitPattern: $0)) }
    }

    private static func call(_ name: String, _ arguments: Int...) -> Int? {
        call(name, arguments)
    }

    private static func call(_ name: String, _ arguments: [Int]) -> Int? {
        let number = seccomp_syscall_resolve_name(name == "mmap" && Int.bitWidth == 32 ? "mmap2" : name)
        guard number >= 0 else { return nil }
        let all = arguments + [Int](repeating: 0, count: 6 - arguments.count)
        let result = raw_call(Int(number), all[0], all[1], all[2], all[3], all[4], all[5])
        return result == -1 ? -Int(errno) : result
    }

    private static func startThread() -> Int {
        var thread = pthread_t()
        let failure = pthread_create(&thread, nil, { _ in nil }, nil)
        if failure != 0 { return -Int(failure) }
        return -Int(pthread_join(thread, nil))
    }
}
