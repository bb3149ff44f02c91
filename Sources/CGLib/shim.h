// What Swift sees of the system's library.
#pragma once
#include <glib.h>
