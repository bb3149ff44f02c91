// What Swift sees of the system's library, and shims for what it cannot read.
#pragma once
#include <xf86drm.h>
#include <xf86drmMode.h>
#include <drm_fourcc.h>

// DRM_FORMAT_XRGB8888, a macro that Swift cannot read.
static const uint32_t signage_format_xrgb8888 = DRM_FORMAT_XRGB8888;
