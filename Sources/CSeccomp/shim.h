// What Swift sees of libseccomp, and shims for its macros.
#pragma once
#include <seccomp.h>

// SCMP_ACT_ALLOW.
static inline uint32_t signage_seccomp_allow(void) { return SCMP_ACT_ALLOW; }
// SCMP_ACT_KILL_PROCESS: by SIGSYS, with all its threads.
static inline uint32_t signage_seccomp_kill(void) { return SCMP_ACT_KILL_PROCESS; }
// SCMP_ACT_ERRNO.
static inline uint32_t signage_seccomp_refuse(uint16_t number) { return SCMP_ACT_ERRNO(number); }
