// What Swift sees of the system's library, and shims for what it cannot read.
#pragma once
#include <xf86drm.h>
#include <xf86drmMode.h>
#include <drm_fourcc.h>
