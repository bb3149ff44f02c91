// What Swift sees of the system's library, and shims for what it cannot read.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <libinput.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// What went wrong inside libinput since it was last looked at: the first line, and how many there were.
struct signage_input_trouble {
    unsigned count;
    char first[256];
};

static inline void signage_input_note(struct signage_input_trouble *trouble, const char *format, va_list arguments) {
    if (trouble->count++ == 0) vsnprintf(trouble->first, sizeof trouble->first, format, arguments);
}

static inline void signage_input_notef(struct signage_input_trouble *trouble, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    signage_input_note(trouble, format, arguments);
    va_end(arguments);
}

// libinput_interface.open_restricted: open(2), or a negative errno. A node that is gone again is no trouble.
static inline int signage_input_open(const char *path, int flags, void *user_data) {
    int fd;
    do fd = open(path, flags | O_CLOEXEC);
    while (fd < 0 && errno == EINTR);
    if (fd >= 0) return fd;
    int code = errno;
    if (code != ENOENT && code != ENODEV && code != ENXIO)
        signage_input_notef((struct signage_input_trouble *)user_data, "open '%s': %s", path, strerror(code));
    return -code;
}

// libinput_interface.close_restricted.
static inline void signage_input_close(int fd, void *user_data) {
    (void)user_data;
    close(fd);
}

// libinput_log_handler: Swift cannot take a va_list.
static inline void signage_input_log(struct libinput *input, enum libinput_log_priority priority,
                                     const char *format, va_list arguments) {
    (void)priority;
    signage_input_note((struct signage_input_trouble *)libinput_get_user_data(input), format, arguments);
}

// libinput_udev_create_context with the callbacks above; errors go to `trouble`, which must outlive the context.
// NULL with errno when there is no memory.
static inline struct libinput *signage_input_create(struct udev *udev, struct signage_input_trouble *trouble) {
    static const struct libinput_interface interface = {signage_input_open, signage_input_close};
    struct libinput *input = libinput_udev_create_context(&interface, trouble, udev);
    if (!input) return NULL;
    libinput_log_set_handler(input, signage_input_log);
    libinput_log_set_priority(input, LIBINPUT_LOG_PRIORITY_ERROR);
    return input;
}
