"""What the other scenarios stand on, tried without the sign: the card, its checksum, its trace, a panel, systemd."""

import os

import display
import touchscreen
import vm
from vm import expect, expect_equal, test

cards = "vkms"


@test
def the_card_is_found_by_its_driver():
    card = display.Card("vkms")
    expect_equal(len(card.connectors), 1, "connectors")
    expect(os.path.exists(card.node) and os.path.isdir(card.debug), card.node, card.debug)


@test
def the_checksum_is_understood():
    """The console's own framebuffer can be read: its pixels give the checksum that the kernel computes."""
    with open("/sys/class/graphics/fbcon/cursor_blink", "w") as file:
        file.write("0")
    with open("/sys/class/graphics/fb0/virtual_size") as file:
        width, height = (int(part) for part in file.read().split(","))
    with open("/dev/fb0", "r+b", buffering=0) as file:
        row = bytes(value for x in range(width) for value in (x & 255, x >> 2, 255 - (x & 255), 0))
        file.write(row * height)
        file.seek(0)
        pixels = file.read(width * height * 4)
    picture = display.Picture.from_bgrx(width, height, pixels)
    expect_equal(f"{display.Card('vkms').crc():#010x}", f"{display.crc_of(picture):#010x}", "checksum")


@test
def flips_can_be_traced():
    expect_equal(display.Flips().stop(), [], "flips while nobody draws")


@test
def a_panel_comes_and_goes():
    screen = touchscreen.Touchscreen(1024, 768)
    expect("ID_INPUT_TOUCHSCREEN=1" in vm.shell("udevadm", "info", "-q", "property", screen.node))
    node = screen.node
    screen.unplug()
    vm.wait_until(lambda: not os.path.exists(node), what="the node to go")


@test
def systemd_runs():
    state = vm.shell("systemctl", "is-system-running", check=False).strip()
    expect(state in ("starting", "running", "degraded"), "it is", state)
