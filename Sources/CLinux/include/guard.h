// Writing to memory that the kernel may take away.
#pragma once
#include <stddef.h>

// From now on SIGBUS in this mapping puts zeroed memory in its place, mmap(2) with MAP_FIXED, and the program goes on. For
// one thread; at most 16 mappings, more are not guarded.
void signage_guard_mapping(void *start, size_t size);
void signage_unguard_mapping(void *start);
