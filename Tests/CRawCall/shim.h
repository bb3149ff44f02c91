// What Swift keeps away from: for programs that try what they must not.
#pragma once
#include <unistd.h>

// fork(2), of a process with one thread.
static inline pid_t raw_fork(void) { return fork(); }

// syscall(2), which is variadic.
static inline long raw_call(long number, long a, long b, long c, long d, long e, long f) {
    return syscall(number, a, b, c, d, e, f);
}
