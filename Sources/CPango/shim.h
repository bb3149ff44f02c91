// What Swift sees of Pango and Cairo, and shims for macros and for C++-like casts.
#pragma once
#include <pango/pangocairo.h>

// g_object_unref.
static inline void signage_pango_release(void *object) {
    if (object) g_object_unref(object);
}

// The character for which no font has a glyph; 0 when there is one.
static inline unsigned signage_pango_missing(const PangoGlyphInfo *glyph) {
    if (glyph->glyph == PANGO_GLYPH_EMPTY || !(glyph->glyph & PANGO_GLYPH_UNKNOWN_FLAG)) return 0;
    return glyph->glyph & ~PANGO_GLYPH_UNKNOWN_FLAG;
}
