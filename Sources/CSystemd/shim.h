// What Swift sees of libsystemd. sd_notify's variadic forms are not needed: sd_notify takes one string.
#pragma once
#include <systemd/sd-daemon.h>
#include <systemd/sd-event.h>

// SD_LISTEN_FDS_START, a macro.
static const int signage_first_inherited_descriptor = SD_LISTEN_FDS_START;
