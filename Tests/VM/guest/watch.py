"""Plays a playlist on the monitor of the VM, with the mouse button as a finger, until the window closes."""

import glob
import os
import struct
import subprocess

import touchscreen
import vm

EVENT = struct.Struct("=qqHHi")
BTN_LEFT = 0x110
# QEMU's tablet counts so on both axes.
TABLET = 32767


def tablet():
    """The node of QEMU's absolute pointer."""
    for path in glob.glob("/sys/class/input/event*/device/name"):
        if "Tablet" in open(path).read():
            return "/dev/input/" + path.split("/")[-3]
    raise SystemExit("watch: no tablet")


def monitor_size():
    """What QEMU's window shows, by the card's first mode."""
    for path in glob.glob("/sys/class/drm/card*/modes"):
        modes = open(path).read().split()
        if modes:
            return tuple(int(part) for part in modes[0].split("x"))
    return (1280, 720)


def follow(pointer, screen):
    """Turns drags with the left button into a finger."""
    x = y = 0
    finger, button = None, False
    while True:
        _, _, kind, code, value = EVENT.unpack(pointer.read(EVENT.size))
        if kind == touchscreen.EV_ABS and code == touchscreen.ABS_X:
            x = value * (screen.width - 1) // TABLET
        elif kind == touchscreen.EV_ABS and code == touchscreen.ABS_Y:
            y = value * (screen.height - 1) // TABLET
        elif kind == touchscreen.EV_KEY and code == BTN_LEFT:
            button = value != 0
        elif kind == touchscreen.EV_SYN:
            if button and finger is None:
                finger = screen.down(x, y)
            elif finger and not button:
                finger.up()
                finger = None
            elif finger and (x, y) != (finger.x, finger.y):
                finger.move(x, y)


def main():
    with open(os.path.join(vm.OUT, "playlist")) as file:
        playlist = file.read().strip()
    os.makedirs("/run/signaged", exist_ok=True)
    log = open(os.path.join(vm.OUT, "signaged.log"), "w")
    subprocess.Popen([os.path.join(vm.PROGRAMS, "signaged"), "--playlist", playlist], stdout=log, stderr=log)
    screen = touchscreen.Touchscreen(*monitor_size())
    with open(tablet(), "rb", buffering=0) as pointer:
        follow(pointer, screen)


if __name__ == "__main__":
    main()
