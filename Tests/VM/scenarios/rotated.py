"""Turned by 90, 180 and 270 degrees: upright in the screenshot, turned on the virtio card's monitor, and for fingers."""

import json

import display
import turned
from vm import expect, expect_equal, test

cards = "virtio"


def monitor(expected, what):
    turned.expect_same(display.monitor(), expected, what)


@test(seconds=400)
def by_90():
    turned.try_everything(90, monitor)


@test(seconds=400, long=True)
def by_180():
    turned.try_everything(180, monitor)


@test(seconds=400, long=True)
def by_270():
    turned.try_everything(270, monitor)


@test(seconds=400, long=True)
def margins_at_0():
    turned.try_margins(0, monitor)


@test(seconds=400, long=True)
def margins_at_90():
    turned.try_margins(90, monitor)


@test(seconds=400, long=True)
def margins_at_180():
    turned.try_margins(180, monitor)


@test(seconds=400, long=True)
def margins_at_270():
    turned.try_margins(270, monitor)


def configure(player, **config):
    player.write("signaged.yaml", json.dumps({"name": "test", "scale": 1, "mode": "640x480", **config}))
    expect_equal(player.reload()["accepted"], True, "reload")


@test(seconds=400, long=True)
def by_a_reload():
    player = turned.started(0)
    made = turned.panel(player)
    for rotation, margins in ((90, {}), (270, turned.MARGINS), (180, {}), (0, {})):
        configure(player, rotation=rotation, margins=margins)
        player.wait_for_picture(turned.PATIENCE)
        turned.show_photo(player)
        expect_equal(player.status()["outputs"][0]["rotation"], rotation, "rotation")
        shot = player.screenshot()
        turned.expect_same(shot, turned.upright(rotation, margins), f"reloaded to {rotation}")
        monitor(turned.turned(shot, rotation), f"reloaded to {rotation} on the monitor")
        turned.swipe_left(player, made, rotation, 1)


@test(seconds=400, long=True)
def a_panel_that_is_mounted_otherwise():
    """Mirrored left to right, on a display that is turned; the matrix comes and goes by reloads."""
    def mirrored(rotation, x, y):
        x, y = turned.place(rotation, x, y)
        return (turned.WIDTH - 1 - x, y)

    player = turned.started(180, touch={"matrix": [-1, 0, 1, 0, 1, 0]})
    made = turned.panel(player)
    turned.swipe_left(player, made, 180, 1, where=mirrored)
    configure(player, rotation=180)
    player.events.skip()
    turned.swipe_left(player, made, 180, 2)


@test(seconds=400, long=True)
def margins_that_leave_too_little_are_named():
    player = turned.started(90, {"left": 300})
    problems = player.status()["problems"]
    expect(any(problem.startswith("margins: ") for problem in problems), "problems:", problems)
    turned.expect_same(player.screenshot(), turned.upright(90), "without margins")
