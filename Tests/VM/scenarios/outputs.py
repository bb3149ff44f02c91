"""Cables, modes, drivers and rivals: whatever happens to the output, the right picture is on it in the end.

The process stays the same, keeps nothing, and `signagectl monitor` tells what happened.
"""

import glob
import os
import time

import display
import rival
import sign
import usage
import vm
from sign import BLUE, GREEN, RED
from vm import expect, expect_equal, figure, test, wait_until

cards = "virtio"

CONNECTOR = "Virtual-1"
DRIVER = "/sys/bus/virtio/drivers/virtio_gpu"
STILL = {"auto": False, "indicator": {"style": "none"}}
TICKER = {"text": "Open until 22:00 · Fish & chips today · " * 4, "speed": 60}


def playing(mode="640x480", watchdog=None, **sections):
    """A sign with a picture on the monitor, and the card; perhaps with a watchdog of so many seconds."""
    vm.at_end(lambda: display.plug_monitor(1280, 720))
    display.Card("virtio_gpu").force(CONNECTOR, "detect")
    player = sign.Sign(
        sign.colours(RED, GREEN, BLUE), config={"mode": mode}, start=False, **{"carousel": STILL, **sections})
    if watchdog:
        player.environment["WATCHDOG_USEC"] = str(watchdog * 1_000_000)
    player.start()
    player.wait_for_picture(within=60)
    return player, display.Card("virtio_gpu")


def moving():
    """A sign that draws all the time: pages that turn and a ticker."""
    return playing(carousel={"duration": "2s", "transition_duration": "1s"}, ticker=TICKER)


def hold(player):
    """Stops all motion, so that two pictures of it can be compared."""
    player.call("Pause")
    if player.status()["ticker"]:
        player.call("SetTickerSpeed", speed=0)


def told(player, output, within=30):
    """The event of an output that came, by its name, or that went, None."""
    return player.events.find("display", within=within, output=output)


def lit(player, what):
    """There is a display, and the monitor shows what the sign says."""
    expect(player.process.poll() is None, "the process is the same")
    wait_until(lambda: player.status()["outputs"], within=30, what=what + ": an output")
    return display.expect_seen(player, what)


def dark(player):
    wait_until(lambda: player.status()["state"] == "no-output", within=30, what="no output")
    expect_equal(player.status()["outputs"], [], "outputs")


def troubles(player):
    return [event["text"] for event in player.events.since_skip("trouble")]


@test(seconds=280, long=True)
def a_cable_pulled_and_plugged_a_hundred_times():
    player, card = playing()
    first = lit(player, "before")
    course, commits = usage.Course(player.pid), 0
    for round in range(60):
        player.events.skip()
        card.force(CONNECTOR, "off")
        told(player, None)
        card.force(CONNECTOR, "on")
        event = told(player, CONNECTOR)
        expect_equal((event["width"], event["height"]), (640, 480), "size told")
        course.sample()
        if round % 10 == 9:
            expect(lit(player, f"after {round + 1} times") == first, "the same picture as before")
    for burst in range(8):
        player.events.skip()
        for _ in range(5):
            card.force(CONNECTOR, "off")
            card.force(CONNECTOR, "on")
        expect(lit(player, f"after {burst + 1} bursts") == first, "the same picture as before")
        # One look at the connectors for all of them, or two where the guest is slow.
        count = len(player.events.since_skip("display"))
        commits += count
        expect(count <= 6, f"{count} changes of output told in a burst of 10")
        course.sample()
    figure(f"{commits} changes told in 8 bursts of 10")
    course.expect_flat("100 times off and on")


@test(seconds=120, long=True)
def the_monitor_is_switched_off_and_on():
    player, _ = moving()
    for round in range(5):
        player.events.skip()
        display.unplug_monitor()
        told(player, None)
        dark(player)
        before = player.status()["slide"]["index"]
        # In the dark it plays on.
        wait_until(lambda: player.status()["slide"]["index"] != before, within=20, what="the next slide in the dark")
        display.plug_monitor(1280, 720)
        told(player, CONNECTOR)
    hold(player)
    lit(player, "after five nights")


@test(seconds=180, long=True)
def another_size_of_monitor():
    player, _ = playing(mode="preferred", ticker=TICKER)
    course = None
    for round in range(3):
        for width, height in ((1024, 768), (800, 600), (1920, 1080), (640, 480)):
            player.events.skip()
            display.plug_monitor(width, height)
            player.events.find("display", within=40, width=width, height=height)
        course = course or usage.Course(player.pid)
    hold(player)
    shot = lit(player, "at the last size")
    expect_equal((shot.width, shot.height), (640, 480), "size")
    display.plug_monitor(1000, 700)
    player.events.find("display", within=40, width=1000, height=700)
    player.call("SetTickerSpeed", speed=60)
    time.sleep(1)
    player.call("SetTickerSpeed", speed=0)
    shot = lit(player, "at an odd size")
    expect_equal((shot.width, shot.height), (1000, 700), "size")
    expect_equal(shot.pixel(998, 3), (255, 0, 0), "the page reaches the right edge")
    expect(shot.pixel(998, 698) != (255, 0, 0), "the ticker is at the bottom")
    figure(f"{usage.Usage(player.pid)} after 13 modes, {course.before} after 4")
    expect_equal(usage.Usage(player.pid).descriptors, course.before.descriptors, "descriptors")


class Driver:
    """virtio-gpu's, taken from its card and given back."""

    def __init__(self):
        self.device = os.path.basename(glob.glob(DRIVER + "/virtio*")[0])
        vm.at_end(self.bind)

    def unbind(self):
        display.write(DRIVER + "/unbind", self.device)
        vm.shell("udevadm", "settle", "-t", "10")

    def bind(self):
        if not os.path.exists(f"{DRIVER}/{self.device}"):
            display.write(DRIVER + "/bind", self.device)
            vm.shell("udevadm", "settle", "-t", "10")


@test(seconds=180)
def the_driver_is_unbound_and_bound_while_it_shows():
    player, _ = moving()
    lit_before, driver = usage.Usage(player.pid), Driver()
    for round in range(5):
        player.events.skip()
        driver.unbind()
        told(player, None)
        dark(player)
        expect(len(troubles(player)) <= 3, "troubles told:", troubles(player))
        driver.bind()
        told(player, CONNECTOR, within=60)
    hold(player)
    lit(player, "with the driver back")
    after = usage.Usage(player.pid)
    figure(f"{lit_before} before, {after} after")
    held = [os.readlink(f"/proc/{player.pid}/fd/{name}") for name in os.listdir(f"/proc/{player.pid}/fd")]
    expect_equal([path for path in held if path.startswith("/dev/dri")], [display.Card("virtio_gpu").node], "cards held open")


@test(seconds=180, long=True)
def the_driver_is_unbound_and_bound_in_the_dark():
    player, card = playing()
    first, driver = lit(player, "before"), Driver()
    card.force(CONNECTOR, "off")
    told(player, None)
    driver.unbind()
    time.sleep(1)
    player.events.skip()
    # Its connector was forced off, but that was another card's.
    driver.bind()
    told(player, CONNECTOR, within=60)
    expect(lit(player, "with the driver back") == first, "the same picture as before")
    player.events.skip()
    driver.unbind()
    told(player, None)
    display.unplug_monitor()
    driver.bind()
    time.sleep(2)
    dark(player)
    display.plug_monitor(1280, 720)
    told(player, CONNECTOR, within=60)
    expect(lit(player, "with the monitor back") == first, "the same picture as before")


@test(seconds=120)
def a_rival_that_holds_the_card_at_the_start():
    card = display.Card("virtio_gpu")
    other = rival.Rival(card)
    expect(other.is_master, "the first to open a card is its master")
    player = sign.Sign(sign.colours(RED, GREEN, BLUE), carousel=STILL)
    expect_equal(player.status()["state"], "no-output", "state")
    time.sleep(10)
    expect_equal(player.status()["outputs"], [], "outputs")
    with open(player.log.name) as file:
        lines = file.read().splitlines()
    expect(sum(card.node in line for line in lines) == 1, "it is told once:", lines)
    player.events.skip()
    other.leave()
    told(player, CONNECTOR, within=20)
    lit(player, "after the rival has left")


@test(seconds=150, long=True)
def a_rival_that_takes_the_card_and_leaves_the_screen_dark():
    player, card = moving()
    player.events.skip()
    for round in range(3):
        other = rival.Rival(card)
        other.rob(player)
        expect(other.is_master, "the rival is master")
        other.darken()
        time.sleep(4)
        before = player.status()["outputs"][0]["frames"]["presented"]
        time.sleep(2)
        expect_equal(player.status()["outputs"][0]["frames"]["presented"], before, "frames presented meanwhile")
        other.leave()
        wait_until(lambda: player.status()["outputs"] and player.status()["outputs"][0]["frames"]["presented"] > before,
                   within=20, what="frames again")
    # Once for all three, as they follow one another so soon.
    told_of = troubles(player)
    expect(len(told_of) == 1 and "another program" in told_of[0], "what is told:", told_of)
    hold(player)
    lit(player, "after three rivals")


@test(seconds=120)
def a_rival_beside_a_picture_that_stands_still():
    player, card = playing(watchdog=10)
    first = lit(player, "before")
    player.events.skip()
    other = rival.Rival(card)
    other.rob(player)
    other.darken()
    other.leave()
    # Nothing moves, so nothing fails: it is the sign that has to look, whenever it feeds its watchdog.
    player.events.find("trouble", within=30)
    expect(lit(player, "after the rival has left") == first, "the same picture as before")


@test(seconds=120, long=True)
def another_card_is_used_while_the_first_has_no_display():
    player, _ = playing()
    player.events.skip()
    display.unplug_monitor()
    told(player, None)
    # Before it can be unloaded, nobody may use it.
    vm.at_end(lambda: vm.shell("modprobe", "-r", "-d", vm.MODULES, "vkms", check=False))
    vm.at_end(player.stop)
    vm.load_module("vkms")
    other = display.Card("vkms")
    event = wait_until(lambda: player.events.next("display", within=30).get("output"), what="an output on the other card")
    figure(f"playing on {event} of {other.name}")
    player.wait_for_picture()
    player.wait_for_stillness()
    expect_equal(other.crc(), display.crc_of(player.screenshot()), "the other card's checksum of the frame")
    # The first one is back: either may be used, but one of them shows the picture.
    display.plug_monitor(1280, 720)
    time.sleep(2)
    player.wait_for_stillness()
    shot = player.screenshot()
    expect(display.monitor() == shot or other.crc() == display.crc_of(shot), "one of the monitors shows the picture")
