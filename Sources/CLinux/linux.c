#define _GNU_SOURCE
#include "linux.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_DESCRIPTORS = 8 };

int signage_memfd_create(const char *name) {
    return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
}

int signage_memfd_seal_size(int fd) {
    return fcntl(fd, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL);
}

int signage_seqpacket_pair(int fds[2]) {
    return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, fds);
}

int signage_stream_socket(void) {
    return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

static int address_of(const char *path, struct sockaddr_un *address) {
    size_t length = strlen(path);
    if (length >= sizeof address->sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    memcpy(address->sun_path, path, length);
    return 0;
}

int signage_bind_path(int fd, const char *path) {
    struct sockaddr_un address;
    if (address_of(path, &address) < 0) return -1;
    return bind(fd, (struct sockaddr *)&address, sizeof address);
}

int signage_connect_path(int fd, const char *path) {
    struct sockaddr_un address;
    if (address_of(path, &address) < 0) return -1;
    return connect(fd, (struct sockaddr *)&address, sizeof address);
}

int signage_wait_to_connect(int fd, long seconds) {
    struct timeval limit = {.tv_sec = seconds};
    int flags = fcntl(fd, F_GETFL);
    if (flags < 0 || fcntl(fd, F_SETFL, flags & ~O_NONBLOCK) < 0) return -1;
    return setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
}

int signage_accept(int fd) {
    return accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int signage_peer_credentials(int fd, int32_t *pid, uint32_t *uid, uint32_t *gid) {
    struct ucred credentials;
    socklen_t length = sizeof credentials;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &length) < 0) return -1;
    *pid = credentials.pid;
    *uid = credentials.uid;
    *gid = credentials.gid;
    return 0;
}

ssize_t signage_send(int fd, const void *bytes, size_t count, const int *descriptors, size_t descriptor_count) {
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int) * MOST_DESCRIPTORS)];
    } control;
    struct iovec part = {(void *)bytes, count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (descriptor_count > MOST_DESCRIPTORS) {
        errno = EINVAL;
        return -1;
    }
    if (descriptor_count > 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = control.room;
        message.msg_controllen = CMSG_SPACE(sizeof(int) * descriptor_count);
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int) * descriptor_count);
        memcpy(CMSG_DATA(header), descriptors, sizeof(int) * descriptor_count);
    }
    return sendmsg(fd, &message, MSG_NOSIGNAL);
}

ssize_t signage_receive(int fd, void *bytes, size_t count, int *descriptors, size_t *descriptor_count) {
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int) * MOST_DESCRIPTORS)];
    } control;
    struct iovec part = {bytes, count};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.room, .msg_controllen = sizeof control.room};
    size_t room = *descriptor_count, came = 0;
    *descriptor_count = 0;
    ssize_t received = recvmsg(fd, &message, MSG_CMSG_CLOEXEC);
    if (received < 0) return received;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        size_t here = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t i = 0; i < here; i++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(header) + i * sizeof(int), sizeof(int));
            if (came < room) descriptors[came++] = descriptor;
            else close(descriptor);
        }
    }
    *descriptor_count = came;
    if (message.msg_flags & MSG_TRUNC) {
        for (size_t i = 0; i < came; i++) close(descriptors[i]);
        *descriptor_count = 0;
        errno = EMSGSIZE;
        return -1;
    }
    return received;
}

int signage_epoll_create(void) {
    return epoll_create1(EPOLL_CLOEXEC);
}

int signage_epoll_set(int epoll, int fd, uint32_t events, uint64_t data) {
    struct epoll_event event = {.events = events, .data.u64 = data};
    if (events == 0) return epoll_ctl(epoll, EPOLL_CTL_DEL, fd, NULL);
    if (epoll_ctl(epoll, EPOLL_CTL_MOD, fd, &event) == 0) return 0;
    return errno == ENOENT ? epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) : -1;
}

int signage_epoll_wait(int epoll, uint32_t *events, uint64_t *data, int room, int timeout_milliseconds) {
    struct epoll_event found[32];
    int count = epoll_wait(epoll, found, room < 32 ? room : 32, timeout_milliseconds);
    for (int i = 0; i < count; i++) {
        events[i] = found[i].events;
        data[i] = found[i].data.u64;
    }
    return count;
}

int signage_timerfd_create(void) {
    return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
}

int signage_timerfd_arm(int fd, int64_t nanoseconds) {
    struct itimerspec when = {
        .it_value = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000}};
    return timerfd_settime(fd, TFD_TIMER_ABSTIME, &when, NULL);
}

int signage_clock_watch(void) {
    int fd = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
    if (fd >= 0 && signage_clock_watch_arm(fd) < 0) {
        int error = errno;
        close(fd);
        errno = error;
        return -1;
    }
    return fd;
}

int signage_clock_watch_arm(int fd) {
    // The year 2200: within what the kernel's nanoseconds can hold.
    struct itimerspec when = {.it_value = {.tv_sec = 7258118400}};
    return timerfd_settime(fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &when, NULL);
}

int signage_clock_is_synchronised(void) {
    struct timex state = {.modes = 0};
    return adjtimex(&state) < 0 ? -1 : (state.status & STA_UNSYNC) == 0;
}

int signage_open(const char *path, int flags) {
    return open(path, flags | O_CLOEXEC);
}

enum { HELPER_SOCKET = 3 };

static void set_limit(int resource, int64_t most) {
    struct rlimit limit = {most, most};
    if (most >= 0) setrlimit(resource, &limit);
}

// Between fork and exec: only async-signal-safe calls. What fails here and is not needed to run is let be.
static void become_helper(const char *path, int socket, const struct signage_limits *limits, pid_t parent) {
    // Ends with its parent, and is not hit by the terminal's keys.
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (getppid() != parent) _exit(127);
    setpgid(0, 0);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);

    // Holds nothing but stderr and its socket.
    if (socket == HELPER_SOCKET) fcntl(HELPER_SOCKET, F_SETFD, 0);
    else if (dup2(socket, HELPER_SOCKET) < 0) _exit(127);
    fcntl(HELPER_SOCKET, F_SETFL, fcntl(HELPER_SOCKET, F_GETFL) & ~O_NONBLOCK);
    int null = open("/dev/null", O_RDWR);
    dup2(null, 0);
    dup2(null, 1);
    syscall(SYS_close_range, HELPER_SOCKET + 1, ~0U, 0);

    // The parent blocks signals and ignores some; both would be inherited.
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
    // Writing more than it may is an error to it, not its end: standard error may be a file.
    signal(SIGXFSZ, SIG_IGN);

    // The first to go when memory is short, and the last to get the processor.
    int score = open("/proc/self/oom_score_adj", O_WRONLY);
    if (score >= 0 && write(score, "1000", 4) < 0) { }
    if (score >= 0) close(score);
    setpriority(PRIO_PROCESS, 0, 5);
    set_limit(RLIMIT_CORE, 0);
    set_limit(RLIMIT_AS, limits->address_space);
    set_limit(RLIMIT_NOFILE, limits->open_files);
    set_limit(RLIMIT_FSIZE, limits->file_size);

    char *arguments[] = {(char *)path, NULL};
    char *environment[] = {"LANG=C.UTF-8", NULL};
    execve(path, arguments, environment);
    char message[8] = "EXEC";
    int32_t code = errno;
    memcpy(message + 4, &code, 4);
    send(HELPER_SOCKET, message, sizeof message, MSG_NOSIGNAL);
    _exit(127);
}

// A pidfd for a child just made; without one the child is ended.
static int watch_child(pid_t child, int32_t *pid) {
    int descriptor = syscall(SYS_pidfd_open, child, 0);
    if (descriptor < 0) {
        int code = errno;
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        errno = code;
        return -1;
    }
    *pid = child;
    return descriptor;
}

int signage_spawn_helper(const char *path, int socket, const struct signage_limits *limits, int32_t *pid) {
    pid_t parent = getpid();
    pid_t child = fork();
    if (child < 0) return -1;
    if (child == 0) become_helper(path, socket, limits, parent);
    return watch_child(child, pid);
}

char *const *signage_environment(void) {
    return environ;
}

static int spawn_with(
    char *const *argv, char *const *envp, const int descriptors[3], int own_group,
    posix_spawn_file_actions_t *actions, posix_spawnattr_t *attributes, pid_t *pid) {
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
    if (own_group) flags |= POSIX_SPAWN_SETPGROUP;
    posix_spawnattr_setflags(attributes, flags);
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setsigdefault(attributes, &all);
    posix_spawnattr_setpgroup(attributes, 0);
    for (int target = 0; target < 3; target++) {
        int code = posix_spawn_file_actions_adddup2(actions, descriptors[target], target);
        if (code != 0) return code;
    }
    return posix_spawnp(pid, argv[0], actions, attributes, argv, envp);
}

int signage_spawn(
    char *const *argv, char *const *envp, const int descriptors[3], int own_group, int32_t *pid) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    pid_t child = 0;
    errno = posix_spawn_file_actions_init(&actions);
    if (errno != 0) return -1;
    errno = posix_spawnattr_init(&attributes);
    if (errno != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return -1;
    }
    int code = spawn_with(argv, envp, descriptors, own_group, &actions, &attributes, &child);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (code != 0) {
        errno = code;
        return -1;
    }
    return watch_child(child, pid);
}

int signage_pipe(int fds[2]) {
    return pipe2(fds, O_CLOEXEC);
}

int signage_signal_descriptor(const int *signals, size_t count) {
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < count; i++) sigaddset(&set, signals[i]);
    if (pthread_sigmask(SIG_BLOCK, &set, NULL) != 0) return -1;
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int signage_next_signal(int fd) {
    struct signalfd_siginfo information;
    return read(fd, &information, sizeof information) == sizeof information ? (int)information.ssi_signo : 0;
}

int signage_limit_processor_time(int32_t pid, int64_t seconds) {
    clockid_t clock;
    struct timespec spent;
    struct rlimit limit;
    int code = clock_getcpuclockid(pid, &clock);
    if (code != 0) {
        errno = code;
        return -1;
    }
    if (clock_gettime(clock, &spent) < 0 || prlimit(pid, RLIMIT_CPU, NULL, &limit) < 0) return -1;
    rlim_t most = spent.tv_sec + 1 + seconds;
    limit.rlim_cur = most < limit.rlim_max ? most : limit.rlim_max;
    return prlimit(pid, RLIMIT_CPU, &limit, NULL);
}

int signage_processors(void) {
    // Room for 8,192 processors, the most that a kernel of Debian can be built for.
    unsigned char mask[1024];
    long count = syscall(SYS_sched_getaffinity, 0, sizeof mask, mask);
    int processors = 0;
    for (long i = 0; i < count; i++) processors += __builtin_popcount(mask[i]);
    return processors > 0 ? processors : 1;
}

int signage_reap(int32_t pid, int *value) {
    int status;
    pid_t ended = waitpid(pid, &status, WNOHANG);
    if (ended <= 0) return ended;
    *value = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    return WIFSIGNALED(status) ? 2 : 1;
}

int signage_inotify(void) {
    return inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
}

int signage_inotify_add(int fd, const char *directory) {
    return inotify_add_watch(
        fd, directory,
        IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_ATTRIB | IN_DELETE | IN_MOVED_FROM | IN_DELETE_SELF | IN_MOVE_SELF
            | IN_ONLYDIR);
}

int signage_inotify_remove(int fd, int watch) {
    return inotify_rm_watch(fd, watch);
}

const char *signage_library_of(const char *symbol) {
    void *address = dlsym(RTLD_DEFAULT, symbol);
    Dl_info info;
    return address && dladdr(address, &info) != 0 ? info.dli_fname : NULL;
}

int signage_confine_files(const char *const *readable, size_t count) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -1;
    struct landlock_ruleset_attr rules = {
        // All rights of Landlock's first version: EXECUTE is the first and MAKE_SYM the last of them.
        .handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1,
    };
    int ruleset = syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
    if (ruleset < 0) return errno == ENOSYS || errno == EOPNOTSUPP ? 1 : -1;
    for (size_t i = 0; i < count; i++) {
        struct landlock_path_beneath_attr beneath = {
            // Libraries are loaded late, too.
            .allowed_access =
                LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_EXECUTE,
            .parent_fd = open(readable[i], O_PATH | O_CLOEXEC),
        };
        if (beneath.parent_fd < 0) continue;
        // A right of folders is refused for what is none.
        if (syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0) < 0) {
            beneath.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE;
            syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0);
        }
        close(beneath.parent_fd);
    }
    int result = syscall(SYS_landlock_restrict_self, ruleset, 0);
    close(ruleset);
    return result;
}
