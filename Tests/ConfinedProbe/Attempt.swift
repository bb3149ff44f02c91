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

    static let all: [Attempt] = allowed + reading + refused + forbidden + others

    private static let allowed: [Attempt] = [
        Attempt("read a font folder", .works) { open("/usr/share", O_RDONLY | O_DIRECTORY) },
        Attempt("take memory", .works) { call("mmap", 0, 4096, Int(PROT_READ | PROT_WRITE), privately, -1) },
        Attempt("start a thread", .works) { startThread() },
        Attempt("close a descriptor by execve", .works) { onPipe { call("fcntl", $0, Int(F_SETFD), 1) } },
        Attempt("have a descriptor twice", .works) {
            onPipe { min(0, call("fcntl", $0, Int(F_DUPFD_CLOEXEC), 10) ?? 0) }
        },
        Attempt("see how a file is open", .works) {
            onPipe { min(0, call("fcntl", $0, Int(F_GETFL)) ?? 0) }
        },
        Attempt("see its own limit", .works) {
            var limit = rlimit()
            return withUnsafeMutablePointer(to: &limit) { call("prlimit64", 0, 9, 0, Int(bitPattern: $0)) }
        },
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
        Attempt("memory to run and share", .fails(EACCES)) {
            call(
                "mmap", 0, 4096, Int(PROT_READ | PROT_EXEC), Int(MAP_SHARED | MAP_ANONYMOUS), -1)
        },
        Attempt("memory to run and share, another way", .fails(EACCES)) {
            // MAP_SHARED_VALIDATE.
            call("mmap", 0, 4096, Int(PROT_READ | PROT_EXEC), 3 | Int(MAP_ANONYMOUS), -1)
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

    /// What would act on another process, by calls that are allowed for other uses, and by such that are not.
    private static let others: [Attempt] = [
        forbidOnPipe("have a signal sent to another", F_SETOWN) { _ in Int(getppid()) },
        forbidOnPipe("have a signal sent to a group", F_SETOWN) { _ in -Int(getppid()) },
        forbidOnPipe("have a signal sent to another, another way", ownerCommand) { room in
            // F_OWNER_PID of fcntl(2).
            room.storeBytes(of: 1, as: CInt.self)
            room.storeBytes(of: getppid(), toByteOffset: 4, as: CInt.self)
            return Int(bitPattern: room)
        },
        forbidOnPipe("choose the signal that is sent", signalCommand) { _ in Int(SIGKILL) },
        forbidOnPipe("be told of a lease by a signal", leaseCommand) { _ in Int(F_RDLCK) },
        Attempt("be told of changes by a signal", .ends(signal: SIGSYS)) {
            open("/usr", O_RDONLY | O_DIRECTORY).flatMap { call("fcntl", $0, notifyCommand, 1) }
        },
        Attempt("have signals sent", .fails(EPERM)) {
            onPipe { call("fcntl", $0, Int(F_SETFL), Int(O_ASYNC)) }
        },
        Attempt("make what it shares non-blocking", .fails(EPERM)) {
            call("fcntl", 2, Int(F_SETFL), Int(O_NONBLOCK))
        },
        Attempt("lock a file", .fails(EACCES)) {
            var lock = flock(l_type: Int16(F_RDLCK), l_whence: 0, l_start: 0, l_len: 0, l_pid: 0)
            return withUnsafeMutablePointer(to: &lock) { lock in
                open("/usr/bin/env", O_RDONLY).flatMap {
                    call("fcntl", $0, Int(F_SETLK), Int(bitPattern: lock))
                }
            }
        },
        // FIOASYNC, FIOSETOWN and SIOCSPGRP of ioctl(2).
        Attempt("have signals sent by ioctl", .fails(ENOTTY)) { onPipe { call("ioctl", $0, 0x5452, 0) } },
        Attempt("have a signal sent to another by ioctl", .fails(ENOTTY)) { call("ioctl", 3, 0x8901, 0) },
        Attempt("have a signal sent to a group by ioctl", .fails(ENOTTY)) { call("ioctl", 3, 0x8902, 0) },
        Attempt("limit its parent", .fails(EPERM)) {
            var limit = rlimit(rlim_cur: 1 << 40, rlim_max: 1 << 40)
            return withUnsafeMutablePointer(to: &limit) {
                call("prlimit64", Int(getppid()), Int(RLIMIT_NOFILE.rawValue), Int(bitPattern: $0), 0)
            }
        },
        forbid("see its parent's limits", "prlimit64", Int(getppid()), 0, 0, 0),
        Attempt("slow its parent down", .fails(EPERM)) { call("setpriority", 0, Int(getppid()), 19) },
        Attempt("slow its parent's disk down", .fails(EPERM)) {
            call("ioprio_set", 1, Int(getppid()), 0x6000)
        },
        Attempt("keep its parent off processors", .fails(EPERM)) {
            var mask = 1
            return withUnsafeMutablePointer(to: &mask) {
                call("sched_setaffinity", Int(getppid()), 8, Int(bitPattern: $0))
            }
        },
        Attempt("have its parent scheduled otherwise", .fails(EPERM)) {
            call("sched_setscheduler", Int(getppid()), 5, 0)
        },
        Attempt("outlive its parent", .fails(EPERM)) { call("prctl", 1, 0) },
        // PR_SET_PTRACER.
        Attempt("let others look into it", .fails(EPERM)) { call("prctl", 0x5961_6d61, Int(getppid())) },
        Attempt("move its parent's memory", .fails(ENOSYS)) {
            call("migrate_pages", Int(getppid()), 0, 0, 0)
        },
        forbid("kill a thread of any process", "tkill", Int(getppid()), 0),
        forbid("queue a signal", "rt_sigqueueinfo", Int(getppid()), 0, 0),
        forbid("queue a signal to a thread", "rt_tgsigqueueinfo", Int(getppid()), Int(getppid()), 0, 0),
        forbid("send a signal to a pidfd", "pidfd_send_signal", 0, 0, 0, 0),
        forbid("look for its parent's locks", "get_robust_list", Int(getppid()), 0, 0),
        forbid("compare with its parent", "kcmp", Int(getppid()), Int(getpid()), 0, 0, 0),
        forbid("process_madvise", "process_madvise", 0, 0, 0, 0, 0),
        forbid("timer_create", "timer_create", 0, 0, 0),
        forbid("mq_notify", "mq_notify", 0, 0),
        forbid("shared memory of System V", "shmget", 0, 4096, 0o1600),
        forbid("semaphores of System V", "semget", 0, 1, 0o1600),
        forbid("setpgid", "setpgid", 0, Int(getppid())),
        forbid("flock", "flock", 0, 1),
    ]

    // Numbers of fcntl(2) that need _GNU_SOURCE: F_SETOWN_EX, F_SETSIG, F_SETLEASE, F_NOTIFY.
    private static let (ownerCommand, signalCommand): (CInt, CInt) = (15, 10)
    private static let (leaseCommand, notifyCommand): (CInt, Int) = (1024, 1026)

    private init(_ name: String, _ expectation: Expectation, _ body: @escaping @Sendable () -> Int?) {
        (self.name, self.expectation, self.body) = (name, expectation, body)
    }

    private static func forbid(_ name: String, _ call: String, _ arguments: Int...) -> Attempt {
        Attempt(name, .ends(signal: SIGSYS)) { Attempt.call(call, arguments) }
    }

    private static func forbid(_ name: String, number: Int) -> Attempt {
        Attempt(name, .ends(signal: SIGSYS)) { raw_call(number, 0, 0, 0, 0, 0, 0) }
    }

    /// A command of fcntl(2) to a pipe, with what is made in a few bytes of memory for it.
    private static func forbidOnPipe(
        _ name: String, _ command: CInt, _ argument: @escaping @Sendable (UnsafeMutableRawPointer) -> Int
    ) -> Attempt {
        Attempt(name, .ends(signal: SIGSYS)) {
            onPipe { pipe in
                withUnsafeTemporaryAllocation(byteCount: 16, alignment: 8) { room in
                    room.baseAddress.flatMap { call("fcntl", pipe, Int(command), argument($0)) }
                }
            }
        }
    }

    /// Does something with the reading end of a pipe.
    private static func onPipe(_ body: (Int) -> Int?) -> Int? {
        var ends: [CInt] = [-1, -1]
        let made = ends.withUnsafeMutableBytes { call("pipe2", Int(bitPattern: $0.baseAddress), 0) }
        guard made == 0 else { return made }
        return body(Int(ends[0]))
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
