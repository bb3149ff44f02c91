"""Displays that go off and on, and what must then be true on any card."""

import calendar
import json
import os
import signal
import time

import display
import sign
import touchscreen
import vm
from sign import BLUE, GREEN, RED
from vm import expect, expect_equal, wait_until

LOCALTIME = "/etc/localtime"
SHOP = [{"from": "07:00", "to": "22:00"}]
BLACK = {(0, 0, 0)}


def set_clock(text):
    """Sets the wall clock to "2026-12-02 21:59:50", UTC, as `date -s` does; it is put back at the end of the test."""
    went = time.clock_gettime(time.CLOCK_REALTIME) - time.monotonic()
    vm.at_end(lambda: time.clock_settime(time.CLOCK_REALTIME, went + time.monotonic()))
    time.clock_settime(time.CLOCK_REALTIME, calendar.timegm(time.strptime(text, "%Y-%m-%d %H:%M:%S")))
    vm.note(f"the clock is set to {text}")


def is_active(card):
    """Whether a CRTC of the card is active, as the kernel says."""
    with open(card.debug + "/state") as file:
        return "\tactive=1" in file.read()


def colours(picture):
    return set(zip(picture.red[::7], picture.green[::7], picture.blue[::7]))


def started(slides=None, start=True, **config):
    # Its clock comes from the machine's hardware clock, so the kernel vouches for it.
    return sign.Sign(
        slides or sign.colours(RED, GREEN, BLUE), config=config, start=start,
        carousel={"auto": False, "transition": "none", "indicator": {"style": "none"}})


def wait_for(player, on, card, within=20):
    """Until the display is on or off, for the sign and for the kernel."""
    def there():
        return player.status()["display"]["on"] == on and is_active(card) == on

    wait_until(there, within, f"the display {'on' if on else 'off'}")


def check_light(player, card, same):
    """The display shows a slide, the one of the screenshot."""
    wait_for(player, True, card)
    player.wait_for_picture()
    player.wait_for_stillness()
    shot = player.screenshot()
    expect(colours(shot) <= {(255, 0, 0), (0, 255, 0), (0, 0, 255)}, "a slide:", colours(shot))
    same(card, shot, "on")


def check_dark(player, card):
    """There is no signal, nothing is shown, and the sign sleeps."""
    wait_for(player, False, card)
    expect_equal(player.status()["state"], "off", "state")
    expect_equal(colours(player.screenshot()), BLACK, "the screenshot")
    before = player.status()["outputs"][0]["frames"]["presented"] if player.status()["outputs"] else 0

    def sleeps():
        switches = player.context_switches()
        time.sleep(4)
        return player.context_switches() - switches <= 1

    # The painter and the store have to leave first.
    wait_until(sleeps, 40, "4 s without being woken")
    after = player.status()["outputs"]
    expect_equal(after[0]["frames"]["presented"] if after else before, before, "frames in the dark")
    expect(not is_active(card), "no signal")


def by_the_clock(card, same):
    """Hours, across clock steps and restarts."""
    set_clock("2026-12-02 21:59:40")
    player = started(display_hours=SHOP)
    check_light(player, card, same)
    status = player.status()["display"]
    expect_equal((status["intent"], status["cause"]), ("auto", "hours"), "display")
    expect(status["until"].startswith("2026-12-02T22:00:00.000"), status["until"])
    # By itself, at the boundary.
    event = player.events.find("displayOff", within=60, cause="hours")
    expect(event["wall"][:18] == "2026-12-02T22:00:0", "at", event["wall"])
    check_dark(player, card)
    # A start at night lights nothing.
    expect_equal(player.stop(), 0, "exit code")
    player.start()
    check_dark(player, card)
    expect_equal(player.status()["outputs"][0]["frames"]["presented"], 0, "frames since the start")
    # Morning comes by the clock, and by somebody who sets it.
    set_clock("2026-12-03 06:59:57")
    event = player.events.find("displayOn", within=60, cause="hours")
    expect(event["wall"][:18] == "2026-12-03T07:00:0", "at", event["wall"])
    check_light(player, card, same)
    for text, on in (("2026-12-03 23:00:00", False), ("2026-12-03 12:00:00", True), ("2027-01-01 04:00:00", False)):
        set_clock(text)
        player.events.find("displayOn" if on else "displayOff", within=20, cause="hours")
        wait_for(player, on, card)
    set_clock("2026-12-03 12:00:00")
    check_light(player, card, same)


def by_the_zone(card, same):
    """The same moment is night elsewhere."""
    before = os.readlink(LOCALTIME)
    set_clock("2026-12-02 12:00:00")
    player = started(display_hours=SHOP)
    check_light(player, card, same)

    def move(zone):
        os.symlink(zone, LOCALTIME + ".new")
        os.rename(LOCALTIME + ".new", LOCALTIME)

    vm.at_end(lambda: move(before))
    move("/usr/share/zoneinfo/America/Los_Angeles")
    player.events.find("displayOff", within=20, cause="hours")
    wait_for(player, False, card)
    expect_equal(player.status()["display"]["until"], "2026-12-02T07:00:00.000-08:00", "until")
    move("/usr/share/zoneinfo/Europe/Paris")
    player.events.find("displayOn", within=20, cause="hours")
    check_light(player, card, same)


def by_command(card, same):
    """Off stays off: over cables, bursts of events, hours, SIGKILL and a restart."""
    player = started()
    check_light(player, card, same)
    expect_equal(player.ctl("display", "off").returncode, 0, "signagectl display off")
    player.events.find("displayOff", within=20, cause="command")
    check_dark(player, card)
    connector = card.connectors[0]
    vm.at_end(lambda: card.force(connector, "detect"))
    for _ in range(3):
        card.force(connector, "off")
        wait_until(lambda: not player.status()["outputs"], 20, "no output")
        expect(not is_active(card), "dark without a display")
        card.force(connector, "on")
        wait_until(lambda: player.status()["outputs"], 20, "an output")
        time.sleep(0.5)
        expect(not is_active(card), "a display that came back was lit")
    for _ in range(20):
        vm.shell("udevadm", "trigger", "--action=change", card.path)
    time.sleep(2)
    check_dark(player, card)
    # It moves on in the dark.
    player.call("Show", number=3)
    for number in (signal.SIGKILL, signal.SIGTERM):
        player.kill(number)
        player.process.wait(15)
        player.start()
        check_dark(player, card)
        expect_equal(player.status()["display"]["intent"], "off", "the intent")
    player.call("Show", number=2)
    player.ctl("display", "auto")
    check_light(player, card, same)
    expect_equal(colours(player.screenshot()), {(0, 255, 0)}, "the page that was asked for in the dark")
    expect_equal(player.status()["display"], {"intent": "auto", "on": True, "cause": "hours", "until": None}, "display")


def as_black(card, same):
    """A black picture leaves the CRTC active."""
    player = started(when_off="black")
    check_light(player, card, same)
    player.ctl("display", "off")
    player.events.find("displayOff", within=20)
    player.wait_for_stillness()
    shot = player.screenshot()
    expect_equal(colours(shot), BLACK, "the screenshot")
    expect(is_active(card), "the signal goes on")
    same(card, shot, "black")
    player.ctl("display", "on")
    check_light(player, card, same)
    # The other way, while it plays.
    player.ctl("display", "off")
    player.write("signaged.yaml", json.dumps({"name": "test", "scale": 1, "mode": "640x480", "when_off": "power-off"}))
    player.reload()
    check_dark(player, card)
    player.ctl("display", "on")
    check_light(player, card, same)


def by_touch(card, same):
    """A touch wakes it for a time, and turns no page."""
    set_clock("2026-12-02 03:00:00")
    player = started(display_hours=SHOP, wake_on_touch="4s")
    wait_for(player, False, card)
    panel = touchscreen.Touchscreen(640, 480)
    player.events.find("devices", within=15)
    panel.swipe(500, 100)
    player.events.find("displayOn", within=20, cause="touch")
    expect_equal(player.status()["slide"]["index"], 0, "the page")
    player.events.find("displayOff", within=30, cause="hours")
    wait_for(player, False, card)
    # What an operator has switched off stays off.
    player.ctl("display", "off")
    player.events.skip()
    panel.swipe(500, 100)
    time.sleep(2)
    expect_equal(player.events.since_skip("displayOn"), [], "woken")
    expect(not is_active(card), "dark")
