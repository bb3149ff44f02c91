"""Turned by 90, 180 and 270 degrees on vkms: the kernel's checksum is that of the turned screenshot."""

import display
import turned
from vm import expect_equal, test

cards = "vkms"


def checksum(expected, what):
    expect_equal(hex(display.Card("vkms").crc()), hex(display.crc_of(expected)), f"{what}: checksum")


@test(seconds=400, long=True)
def by_90():
    turned.try_everything(90, checksum)


@test(seconds=400, long=True)
def by_180():
    turned.try_everything(180, checksum)


@test(seconds=400, long=True)
def by_270():
    turned.try_everything(270, checksum)


@test(seconds=400, long=True)
def margins_at_90():
    turned.try_margins(90, checksum)


@test(seconds=400, long=True)
def margins_at_270():
    turned.try_margins(270, checksum)
