// What Swift sees of the system's library, and shims for what it cannot read.
#pragma once
#include <xf86drm.h>
#include <xf86drmMode.h>
#include <drm_fourcc.h>
#include <sys/sysmacros.h>

// DRM_FORMAT_XRGB8888, a macro that Swift cannot read.
static const uint32_t signage_format_xrgb8888 = DRM_FORMAT_XRGB8888;

// The two halves of a device's number, macros of <sys/sysmacros.h>.
static inline uint32_t signage_device_major(dev_t device) { return major(device); }
static inline uint32_t signage_device_minor(dev_t device) { return minor(device); }
