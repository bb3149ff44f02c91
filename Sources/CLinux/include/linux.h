// What Glibc's module does not offer Swift: calls behind _GNU_SOURCE, variadic calls, and macros.
// Every function returns what the call returns, with errno as the call left it.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// memfd_create(2) with MFD_CLOEXEC | MFD_ALLOW_SEALING.
int signage_memfd_create(const char *name);
// fcntl(F_ADD_SEALS): no growing, no shrinking, no further seals.
int signage_memfd_seal_size(int fd);
// socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK).
int signage_seqpacket_pair(int fds[2]);
// socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK).
int signage_stream_socket(void);
// bind(2) to a path; ENAMETOOLONG when it does not fit sockaddr_un.
int signage_bind_path(int fd, const char *path);
// connect(2) to a path; ENAMETOOLONG when it does not fit sockaddr_un.
int signage_connect_path(int fd, const char *path);
// Makes the socket blocking, connect(2) for so many seconds at most (SO_SNDTIMEO); EAGAIN then.
int signage_wait_to_connect(int fd, long seconds);
// accept4(2) with SOCK_CLOEXEC | SOCK_NONBLOCK.
int signage_accept(int fd);
// getsockopt(SO_PEERCRED).
int signage_peer_credentials(int fd, int32_t *pid, uint32_t *uid, uint32_t *gid);
// sendmsg(2) with MSG_NOSIGNAL and up to 8 descriptors as SCM_RIGHTS.
ssize_t signage_send(int fd, const void *bytes, size_t count, const int *descriptors, size_t descriptor_count);
// recvmsg(2) with MSG_CMSG_CLOEXEC. *descriptor_count is the room on entry and how many came on return;
// more than fit are closed. EMSGSIZE when the message was cut.
ssize_t signage_receive(int fd, void *bytes, size_t count, int *descriptors, size_t *descriptor_count);
// epoll_create1(EPOLL_CLOEXEC).
int signage_epoll_create(void);
// epoll_ctl: events 0 removes, otherwise adds or modifies. data comes back from signage_epoll_wait.
int signage_epoll_set(int epoll, int fd, uint32_t events, uint64_t data);
// epoll_wait: fills events and data, returns their number.
int signage_epoll_wait(int epoll, uint32_t *events, uint64_t *data, int room, int timeout_milliseconds);
enum { SIGNAGE_EPOLLIN = 0x001, SIGNAGE_EPOLLOUT = 0x004, SIGNAGE_EPOLLERR = 0x008, SIGNAGE_EPOLLHUP = 0x010 };
// timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK).
int signage_timerfd_create(void);
// timerfd_settime, absolute; 0 disarms.
int signage_timerfd_arm(int fd, int64_t nanoseconds);
// timerfd_create(2) on CLOCK_REALTIME that only ever tells that the clock was set: armed with TFD_TIMER_CANCEL_ON_SET,
// for a time that never comes.
int signage_clock_watch(void);
int signage_clock_watch_arm(int fd);
// adjtimex(2): 1 the kernel's clock is synchronised, 0 it is not (STA_UNSYNC).
int signage_clock_is_synchronised(void);
// open(2) with O_CLOEXEC added.
int signage_open(const char *path, int flags);
// What a helper may use; below zero: as much as its parent.
struct signage_limits {
    int64_t address_space; // bytes, RLIMIT_AS
    int64_t open_files;    // RLIMIT_NOFILE
    int64_t file_size;     // bytes, RLIMIT_FSIZE; mapped memory does not count
};
// fork(2) and execve(2) of a helper program that must not outlive, starve or disturb its parent: see linux.c for all
// that is set. The socket is its descriptor 3. Returns a pidfd and fills *pid. When the program cannot be started the
// child sends "EXEC" and errno (4 bytes) over the socket and is gone.
int signage_spawn_helper(const char *path, int socket, const struct signage_limits *limits, int32_t *pid);
// prlimit(2) of RLIMIT_CPU: from now on a process may use the processor for so many seconds more, then comes SIGXCPU.
int signage_limit_processor_time(int32_t pid, int64_t seconds);
// sched_getaffinity(2): processors that this process and those it starts may run on; at least 1.
int signage_processors(void);
// posix_spawnp(3): a program of the user's, found by PATH, with these descriptors as 0, 1 and 2, no signal blocked or
// ignored, and its own process group if asked. argv and envp end with NULL. Returns a pidfd and fills *pid.
int signage_spawn(
    char *const *argv, char *const *envp, const int descriptors[3], int own_group, int32_t *pid);
// environ(7), which Swift cannot read.
char *const *signage_environment(void);
// pipe2(2) with O_CLOEXEC.
int signage_pipe(int fds[2]);
// signalfd(2) with SFD_CLOEXEC | SFD_NONBLOCK for signals that this thread no longer takes otherwise.
int signage_signal_descriptor(const int *signals, size_t count);
// The first signal that waits there; 0: none.
int signage_next_signal(int fd);
// waitpid(2) with WNOHANG: 0 not yet, 1 exited with *value, 2 killed by signal *value.
int signage_reap(int32_t pid, int *value);
// inotify_init1(IN_CLOEXEC | IN_NONBLOCK).
int signage_inotify(void);
// inotify_add_watch(2) on a directory: files written, moved in, made or with other rights.
int signage_inotify_add(int fd, const char *directory);
// inotify_rm_watch(2).
int signage_inotify_remove(int fd, int watch);
// dladdr(3): the path of the library that a symbol of this process comes from, NULL for none; good as long as it is loaded.
const char *signage_library_of(const char *symbol);
// Landlock, for good and for all threads to come: no file can be written, made or removed by its path, and none read but
// beneath the paths given; those that are missing are left out. Open descriptors stay as they are; no_new_privs is set.
// Returns 1 when the kernel has no Landlock, and then confines nothing.
int signage_confine_files(const char *const *readable, size_t count);
