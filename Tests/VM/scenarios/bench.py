"""What the scenarios stand on: the cards, the panel and the monitor of the guest itself."""

import os

import display
import touchscreen
import vm
from vm import expect, test

cards = "both"


@test
def both_cards_are_found_by_their_driver():
    vkms, virtio = display.Card("vkms"), display.Card("virtio_gpu")
    expect(vkms.number != virtio.number)
    expect(vkms.connectors and virtio.connectors, vkms.connectors, virtio.connectors)
    vm.figure(f"{vkms.name}: {vkms.connectors}, {virtio.name}: {virtio.connectors}")


@test
def the_monitor_can_be_seen():
    picture = display.monitor()
    expect(picture.width >= 640 and picture.height >= 480, "size", picture.width, picture.height)


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
