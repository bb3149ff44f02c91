"""Time windows: slides come and go on a running sign, at the boundary, and not a wake-up in between."""

import json
import os
import time

import display
import hours
import sign
import vm
from sign import BLUE, GREEN, RED, WHITE
from vm import expect, expect_equal, test, wait_until

cards = "virtio"

# Of one colour each, so that no picture has to be painted.
MENU = [
    {"id": "night", "color": BLUE, "when": {"from": "00:00", "to": "07:00"}},
    {"id": "breakfast", "color": GREEN, "when": {"from": "07:00", "to": "11:00"}},
    {"id": "lunch", "color": RED, "when": {"from": "11:00", "to": "24:00"}},
]
COLOURS = {"night": (0, 0, 255), "breakfast": (0, 255, 0), "lunch": (255, 0, 0), "always": (255, 255, 255)}


def started(slides=MENU, **config):
    # Its clock comes from the machine's hardware clock, so the kernel vouches for it.
    return sign.Sign(
        slides, config=config, carousel={"auto": False, "transition": "none", "indicator": {"style": "none"}})


def check(player, slide, waiting, following):
    """This slide is on the monitor, so many wait, and it is known when that changes."""
    wait_until(lambda: (player.status()["slide"] or {}).get("id") == slide, 20, f"slide {slide}")
    player.wait_for_stillness()
    shot = player.screenshot()
    expect_equal(hours.colours(shot), {COLOURS[slide]}, f"the colour of {slide}")
    difference = shot.difference(display.monitor())
    expect(difference is None, f"{slide}: screenshot against monitor:", difference)
    found = player.status()["schedule"]
    expect_equal((found["waiting"], found["next"]), (waiting, following), "slides that wait, and the next change")


def check_not_woken(player, seconds, most=1):
    before = player.context_switches()
    time.sleep(seconds)
    woken = player.context_switches() - before
    vm.figure(f"woken {woken} times in {seconds} s")
    expect(woken <= most, f"woken {woken} times in {seconds} s between two boundaries")


def check_sleep(player, seconds, most=1):
    """The sign is not woken for some seconds; a painter or a store may have to leave first."""
    def sleeps():
        before = player.context_switches()
        time.sleep(4)
        return player.context_switches() - before <= most

    wait_until(sleeps, 60, "4 s without being woken")
    check_not_woken(player, seconds, most)


def find_change(player, slide, moment, within=90):
    """The slide comes on by the clock, in the second that belongs to it."""
    event = player.events.find("slide", within=within, cause="schedule")
    expect_equal(event["id"], slide, "the slide that came on")
    expect(event["wall"].startswith(moment), "it came on at", event["wall"])


@test(seconds=240)
def slides_change_at_the_boundary_and_the_sign_sleeps_until_then():
    hours.set_clock("2026-12-02 06:00:00")
    player = started()
    check(player, "night", 2, "2026-12-02T07:00:00.000+00:00")
    check_sleep(player, 1)
    # Nothing until ten seconds before, when what comes on is painted ahead.
    hours.set_clock("2026-12-02 06:59:20")
    player.events.skip()
    time.sleep(2)
    check_not_woken(player, 20)
    find_change(player, "breakfast", "2026-12-02T07:00:00")
    check(player, "breakfast", 2, "2026-12-02T11:00:00.000+00:00")
    check_sleep(player, 12)


@test(seconds=240, long=True)
def slides_follow_a_clock_that_is_set_forward_and_back():
    hours.set_clock("2026-12-02 06:00:00")
    player = started()
    check(player, "night", 2, "2026-12-02T07:00:00.000+00:00")
    for text, slide, following in (
            ("2026-12-02 08:00:00", "breakfast", "2026-12-02T11:00:00.000+00:00"),
            ("2026-12-02 12:00:00", "lunch", "2026-12-03T00:00:00.000+00:00"),
            ("2026-12-02 10:59:00", "breakfast", "2026-12-02T11:00:00.000+00:00"),
            ("2027-06-01 03:00:00", "night", "2027-06-01T07:00:00.000+00:00"),
            ("2026-12-02 08:00:00", "breakfast", "2026-12-02T11:00:00.000+00:00")):
        hours.set_clock(text)
        player.events.find("slide", within=20, cause="schedule", id=slide)
        check(player, slide, 2, following)
    # A step over a boundary and back, before anything else could happen.
    hours.set_clock("2026-12-02 10:59:50")
    find_change(player, "lunch", "2026-12-02T11:00:00")
    hours.set_clock("2026-12-02 10:59:50")
    player.events.find("slide", within=20, cause="schedule", id="breakfast")
    find_change(player, "lunch", "2026-12-02T11:00:00")


@test(seconds=180, long=True)
def slides_go_with_the_zone():
    before = os.readlink(hours.LOCALTIME)
    hours.set_clock("2026-12-02 12:00:00")
    player = started()
    check(player, "lunch", 2, "2026-12-03T00:00:00.000+00:00")

    def move(zone):
        os.symlink(zone, hours.LOCALTIME + ".new")
        os.rename(hours.LOCALTIME + ".new", hours.LOCALTIME)

    vm.at_end(lambda: move(before))
    for zone, slide, following in (
            ("America/Los_Angeles", "night", "2026-12-02T07:00:00.000-08:00"),
            ("America/New_York", "breakfast", "2026-12-02T11:00:00.000-05:00"),
            ("Australia/Adelaide", "lunch", "2026-12-03T00:00:00.000+10:30")):
        move("/usr/share/zoneinfo/" + zone)
        player.events.find("slide", within=20, cause="schedule", id=slide)
        check(player, slide, 2, following)
        report = json.loads(player.ctl("schedule", "--json").stdout)
        expect_equal(report["timeZone"], zone, "the zone of the schedule")
        expect_equal(report["changes"][0]["joins"], [slide], "what shows now")


@test(seconds=180, long=True)
def until_the_clock_is_trusted_only_slides_without_times_are_shown():
    hours.set_clock("2026-12-02 12:00:00")
    player = started([{"id": "always", "color": WHITE}, {"id": "lunch", "color": RED, "when": {"from": "11:00"}}])
    check(player, "always", 0, "2026-12-03T00:00:00.000+00:00")
    player.show(2)
    hours.set_clock("2013-01-01 12:00:00")
    player.events.find("slide", within=20, cause="schedule", id="always")
    check(player, "always", 1, None)
    expect_equal(player.status()["schedule"]["trusted"], False, "the clock's trust")
    expect("as the clock cannot be trusted" in player.ctl("status").stdout, "signagectl status says why")
    hours.set_clock("2026-12-02 12:00:00")
    player.events.find("schedule", within=20)
    check(player, "always", 0, "2026-12-03T00:00:00.000+00:00")


@test(seconds=180, long=True)
def without_a_slide_the_idle_page_comes_and_goes():
    hours.set_clock("2026-12-02 10:59:30")
    player = started(MENU[1:2])
    check(player, "breakfast", 0, "2026-12-02T11:00:00.000+00:00")
    player.events.find("schedule", within=90)
    wait_until(lambda: player.status()["state"] == "idle", 20, "the idle page")
    expect_equal(player.status()["schedule"]["next"], "2026-12-03T07:00:00.000+00:00", "the next slide")
    hours.set_clock("2026-12-03 06:59:50")
    find_change(player, "breakfast", "2026-12-03T07:00:00")
    check(player, "breakfast", 0, "2026-12-03T11:00:00.000+00:00")
