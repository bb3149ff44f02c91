// What Swift sees of the system's library, and shims for what it cannot read.
#pragma once
#include <libudev.h>
