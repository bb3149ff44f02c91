// What Swift sees of the system's library, and shims for what it cannot read.
#pragma once
#include <pixman.h>
#include <stddef.h>
#include <stdint.h>

// Copies pixels forward and sets their top byte: XRGB8888 leaves it undefined, and bytes are to be compared.
static inline void signage_copy_opaque(uint32_t *restrict to, const uint32_t *restrict from, size_t count) {
    for (size_t i = 0; i < count; i++) to[i] = from[i] | 0xff000000u;
}
