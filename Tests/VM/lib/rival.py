"""Another program that wants the card."""

import ctypes
import errno
import fcntl
import os
import struct

import vm

SET_MASTER, DROP_MASTER, AUTH_MAGIC = 0x641E, 0x641F, 0x40046411
GET_RESOURCES, SET_CRTC = 0xC04064A0, 0xC06864A2
PIDFD_OPEN, PIDFD_GETFD = 434, 438

_system = ctypes.CDLL(None, use_errno=True)


def _call(number, *arguments):
    """A system call that Python does not know."""
    result = _system.syscall(number, *(ctypes.c_long(argument) for argument in arguments))
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


class Rival:
    """Holds a card open. The first to open it is its master."""

    def __init__(self, card):
        self.card = card
        self.file = os.open(card.node, os.O_RDWR | os.O_CLOEXEC)
        vm.at_end(self.leave)

    @property
    def is_master(self):
        try:
            fcntl.ioctl(self.file, AUTH_MAGIC, struct.pack("=I", 0))
        except OSError as error:
            # Nobody has the number 0; who is not master may not even ask.
            return error.errno == errno.EINVAL
        return True

    def rob(self, player):
        """Makes a sign drop the card, which only root can do to another process, and takes it."""
        process = _call(PIDFD_OPEN, player.pid, 0)
        try:
            for name in os.listdir(f"/proc/{player.pid}/fd"):
                if os.readlink(f"/proc/{player.pid}/fd/{name}") == self.card.node:
                    theirs = _call(PIDFD_GETFD, process, int(name), 0)
                    try:
                        fcntl.ioctl(theirs, DROP_MASTER)
                    finally:
                        os.close(theirs)
                    break
            else:
                raise vm.Failed(f"the sign has not opened {self.card.node}")
        finally:
            os.close(process)
        fcntl.ioctl(self.file, SET_MASTER)

    def darken(self):
        """Switches the picture off, as its master."""
        found = bytearray(fcntl.ioctl(self.file, GET_RESOURCES, bytes(64)))
        count = struct.unpack_from("=4Q4I", found)[5]
        crtcs = (ctypes.c_uint32 * count)()
        # Only the CRTCs are asked for: the other counts are 0.
        fcntl.ioctl(self.file, GET_RESOURCES,
                    struct.pack("=4Q8I", 0, ctypes.addressof(crtcs), 0, 0, 0, count, 0, 0, 0, 0, 0, 0))
        for crtc in crtcs:
            # struct drm_mode_crtc: no connectors, no framebuffer, no mode.
            fcntl.ioctl(self.file, SET_CRTC, struct.pack("=Q7I68x", 0, 0, crtc, 0, 0, 0, 0, 0))

    def leave(self):
        """Closes the card, and with it is no master any more."""
        if self.file is not None:
            os.close(self.file)
            self.file = None
