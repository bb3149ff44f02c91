#define _GNU_SOURCE
#include "guard.h"

#include <errno.h>
#include <signal.h>
#include <sys/mman.h>

enum { MOST_GUARDED = 16 };

static struct {
    char *start;
    size_t size;
} guarded[MOST_GUARDED];

// Only what signal-safety(7) allows, and mmap, which is one system call.
static void bus_error(int number, siginfo_t *info, void *context) {
    (void)context;
    int before = errno;
    // Above zero: the kernel's own, with an address.
    for (int i = 0; info->si_code > 0 && i < MOST_GUARDED; i++) {
        char *at = info->si_addr;
        if (!guarded[i].start || at < guarded[i].start || at >= guarded[i].start + guarded[i].size) continue;
        void *there = mmap(
            guarded[i].start, guarded[i].size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
        errno = before;
        if (there != MAP_FAILED) return;
    }
    signal(number, SIG_DFL);
    raise(number);
}

void signage_guard_mapping(void *start, size_t size) {
    static int is_installed = 0;
    if (!is_installed) {
        struct sigaction action = {.sa_sigaction = bus_error, .sa_flags = SA_SIGINFO};
        if (sigaction(SIGBUS, &action, NULL) < 0) return;
        is_installed = 1;
    }
    for (int i = 0; i < MOST_GUARDED; i++) {
        if (guarded[i].start) continue;
        guarded[i].size = size;
        guarded[i].start = start;
        return;
    }
}

void signage_unguard_mapping(void *start) {
    for (int i = 0; i < MOST_GUARDED; i++) {
        if (guarded[i].start == start) guarded[i].start = NULL;
    }
}
