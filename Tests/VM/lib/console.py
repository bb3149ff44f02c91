"""The guest's virtual consoles."""

import fcntl
import os
import struct

import vm

# linux/kd.h, linux/vt.h
KDGETMODE, VT_ACTIVATE = 0x4B3B, 0x5606
TEXT, GRAPHICS = 0, 1


def path(number):
    return f"/dev/tty{number}"


def active():
    """The number of the console in front."""
    with open("/sys/class/tty/tty0/active") as file:
        return int(file.read().strip().removeprefix("tty"))


def switch(number, within=15):
    """Ctrl-Alt-Fn: waits until it is done."""
    console = os.open("/dev/tty0", os.O_WRONLY | os.O_NOCTTY)
    try:
        fcntl.ioctl(console, VT_ACTIVATE, number)
    finally:
        os.close(console)
    vm.wait_until(lambda: active() == number, within, f"console {number} in front")


def write(number, text):
    with open(path(number), "w") as file:
        file.write(text)


def mode(number):
    """TEXT or GRAPHICS."""
    console = os.open(path(number), os.O_RDONLY | os.O_NOCTTY)
    try:
        return struct.unpack("=l", fcntl.ioctl(console, KDGETMODE, struct.pack("=l", -1)))[0]
    finally:
        os.close(console)
