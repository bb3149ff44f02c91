// syscall(2), which Swift cannot call as it is variadic: for programs that try what they must not.
#pragma once
#include <unistd.h>

static inline long raw_call(long number, long a, long b, long c, long d, long e, long f) {
    return syscall(number, a, b, c, d, e, f);
}
