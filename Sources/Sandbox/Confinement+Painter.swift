internal import Glibc

extension Confinement {
    /// What `signage-painter` keeps: reading fonts and libraries, memory, threads, and the socket it inherits as 3.
    ///
    /// The folders are those of Debian, and what fontconfig is set up to look in.
    public static func painter() -> Confinement {
        Confinement(
            readable: [
                "/usr", "/lib", "/lib64", "/opt", "/etc/fonts", "/etc/ld.so.cache", "/var/cache/fontconfig",
                "/proc/self", "/sys/devices/system/cpu",
            ] + fontFolders(in: "/etc/fonts"),
            calls: [memory, files, threads, itself, socket, harmless].flatMap { $0 })
    }

    /// Memory, but no mapping that can be written and run, nor one that is run and shared.
    ///
    /// That keeps compilers out, and much else; it is no wall: what is written to memory that was handed over could be
    /// mapped privately to be run, as a library is, which no filter can tell apart.
    private static let memory: [SystemCallRule] = [
        .allow("brk munmap mremap madvise mincore msync membarrier"),
        .allow("mmap mmap2", when: .argument(2, masked: writeAndRun, is: 0)),
        .allow("mmap mmap2", when: .argument(2, masked: writeAndRun, is: UInt64(PROT_WRITE))),
        .allow(
            "mmap mmap2", when: .argument(2, masked: writeAndRun, is: UInt64(PROT_EXEC)),
            .argument(3, masked: shared, is: 0)),
        .refuse(
            "mmap mmap2", with: EACCES, when: .argument(2, masked: writeAndRun, is: UInt64(PROT_EXEC)),
            .argument(3, masked: shared, is: shared)),
        // Compilers at run time take this for a reason to interpret.
        .refuse("mmap mmap2", with: EACCES, when: .argument(2, masked: writeAndRun, is: writeAndRun)),
        .allow("mprotect", when: .argument(2, masked: UInt64(PROT_EXEC), is: 0)),
        .refuse(
            "mprotect", with: EACCES, when: .argument(2, masked: UInt64(PROT_EXEC), is: UInt64(PROT_EXEC))),
        .refuse("memfd_create get_mempolicy set_mempolicy mbind move_pages migrate_pages", with: ENOSYS),
        .refuse("mlock mlock2 mlockall munlock munlockall", with: EPERM),
    ]
    private static let writeAndRun = UInt64(PROT_WRITE | PROT_EXEC)
    /// The bit that MAP_SHARED and MAP_SHARED_VALIDATE have, and MAP_PRIVATE has not.
    private static let shared = UInt64(MAP_SHARED)

    /// Files: read, whatever of them can be opened.
    private static let files: [SystemCallRule] =
        [
            .allow("read readv pread64 preadv lseek _llseek close dup dup2 dup3"),
            .allow(
                "fstat fstat64 stat stat64 lstat lstat64 newfstatat fstatat64 statx access faccessat faccessat2"
            ),
            .allow("readlink readlinkat getdents getdents64 getcwd statfs statfs64 fstatfs fstatfs64"),
            .allow("fadvise64 fadvise64_64 arm_fadvise64_64 readahead"),
            // To standard error, and to memory that was handed over.
            .allow("write writev pwrite64"),
            .allow("open", when: .argument(1, masked: writing, is: 0)),
            .allow("openat", when: .argument(2, masked: writing, is: 0)),
            .refuse("openat2", with: ENOSYS),
            // fontconfig would like to keep what it finds.
            .refuse("creat mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2", with: EACCES),
            .refuse("link linkat symlink symlinkat chmod fchmod fchmodat fchmodat2", with: EACCES),
            .refuse("chown chown32 fchown fchown32 lchown lchown32 fchownat", with: EACCES),
            .refuse("utime utimes futimesat utimensat utimensat_time64", with: EACCES),
            .refuse("truncate truncate64 ftruncate ftruncate64 fallocate fsync fdatasync", with: EACCES),
            .refuse("inotify_init inotify_init1", with: ENOSYS),
            .refuse("ioctl", with: ENOTTY),
        ]
        + [F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC].map {
            .allow("fcntl fcntl64", when: .argument(1, is: UInt64($0)))
        }
        // Not among these, and so the end: F_SETOWN and others that have the kernel send a signal to whomever it is told
        // to, SIGKILL included. How a file is open (O_ASYNC, O_NONBLOCK) holds for all who share it.
        + [.refuse("fcntl fcntl64", with: EPERM, when: .argument(1, is: UInt64(F_SETFL)))]
        + locks.map { .refuse("fcntl fcntl64", with: EACCES, when: .argument(1, is: $0)) }
        + [UInt64(O_WRONLY), UInt64(O_RDWR), UInt64(O_CREAT), UInt64(O_TRUNC)].flatMap { flag in
            [
                SystemCallRule.refuse("open", with: EACCES, when: .argument(1, masked: flag, is: flag)),
                SystemCallRule.refuse("openat", with: EACCES, when: .argument(2, masked: flag, is: flag)),
            ]
        }
    /// F_GETLK, F_SETLK, F_SETLKW; their forms for large files on 32 bits; those of F_OFD_….
    private static let locks: [UInt64] = [5, 6, 7, 12, 13, 14, 36, 37, 38]
    private static let writing = UInt64(O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)

    /// Threads, and no other processes.
    private static let threads: [SystemCallRule] = [
        .allow("clone", when: .argument(0, masked: whatClonesAre, is: ofOneProcess)),
        // Its flags are in memory, where no filter sees them; libraries then use the older call.
        .refuse("clone3", with: ENOSYS),
        .allow("futex futex_time64 futex_waitv set_robust_list rseq set_tid_address"),
        .allow(
            "exit exit_group sched_yield sched_getaffinity sched_getparam sched_getscheduler sched_getattr"),
        .allow("sched_get_priority_min sched_get_priority_max getpriority getcpu"),
        .refuse("sched_setaffinity sched_setparam sched_setscheduler sched_setattr", with: EPERM),
        .refuse("setpriority ioprio_set", with: EPERM),
        .allow("arch_prctl set_tls cacheflush"),
    ]
    /// CLONE_VM and CLONE_THREAD of clone(2).
    private static let ofOneProcess: UInt64 = 0x1_0100
    /// These, CLONE_VFORK, CLONE_PTRACE and all CLONE_NEW…: namespaces.
    private static let whatClonesAre: UInt64 = 0x7e03_6100

    /// What a process does to itself.
    private static var itself: [SystemCallRule] {
        [
            .allow("rt_sigaction rt_sigprocmask rt_sigreturn sigreturn sigaltstack restart_syscall"),
            // How abort(3) ends it.
            .allow("tgkill", when: .argument(0, is: UInt64(getpid()))),
            .allow(
                "getpid gettid getppid getpgrp getuid getuid32 geteuid geteuid32 getgid getgid32 getegid getegid32"
            ),
            // The name of a thread.
            .allow("prctl", when: .argument(0, is: setName)),
            .allow("prctl", when: .argument(0, is: getName)),
            .refuse("prctl", with: EPERM, when: .argument(0, isBelow: setName)),
            .refuse("prctl", with: EPERM, when: .argument(0, isAbove: getName)),
            .allow("getrlimit ugetrlimit getrusage times"),
            .allow("prlimit64", when: .argument(0, is: 0), .argument(2, is: 0)),
            .refuse("prlimit64", with: EPERM, when: .argument(2, isAbove: 0)),
            .refuse("setrlimit", with: EPERM),
        ]
    }

    /// PR_SET_NAME and PR_GET_NAME of prctl(2).
    private static let (setName, getName): (UInt64, UInt64) = (15, 16)

    /// The socket to whoever started it, and no other.
    private static let socket: [SystemCallRule] = [
        .allow("recvmsg sendmsg", when: .argument(0, is: 3)),
        .allow("poll ppoll ppoll_time64 select _newselect pselect6 pselect6_time64"),
        .allow("eventfd2 pipe2"),
        // The C library would ask nscd for names of users, and tell the journal.
        .refuse("socket", with: EACCES, when: .argument(0, is: UInt64(AF_UNIX))),
    ]

    private static let harmless: [SystemCallRule] = [
        .allow("clock_gettime clock_gettime64 clock_getres clock_getres_time64 gettimeofday time"),
        .allow("clock_nanosleep clock_nanosleep_time64 nanosleep"),
        .allow("getrandom uname sysinfo umask"),
    ]
}
