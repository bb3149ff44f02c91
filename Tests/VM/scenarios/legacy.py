"""By the calls from before atomic commits (`modesetting: legacy`): the pictures, the pages and the cable."""

import time

import display
import pictures
import sign
from sign import BLUE, GREEN, RED
from vm import expect, expect_equal, figure, test, wait_until

cards = "virtio"

STILL = {"auto": False, "indicator": {"style": "none"}}


def playing(slides, **sections):
    player = sign.Sign(slides, config={"modesetting": "legacy"}, **sections)
    player.wait_for_picture()
    expect("by the older calls" in player.ctl("outputs").stdout, "signagectl outputs tells of the older calls")
    return player


def same(player, what):
    player.wait_for_stillness()
    difference = player.screenshot().difference(display.monitor())
    expect(difference is None, f"{what}: screenshot against monitor: {difference}")


@test(seconds=90)
def the_monitor_shows_what_the_screenshot_shows():
    player = playing(
        [{"id": "checks", "image": "checks.png"}],
        files={"checks.png": pictures.checks(160, 90, (10, 200, 30), (250, 120, 5))},
        carousel={**STILL, "fit": "cover"})
    same(player, "checks")


@test(seconds=120, long=True)
def pages_turn():
    player = playing(sign.colours(RED, GREEN, BLUE), carousel={**STILL, "transition_duration": "300ms"})
    for number, colour in ((2, (0, 255, 0)), (3, (0, 0, 255)), (1, (255, 0, 0))):
        player.show(number)
        same(player, f"page {number}")
        expect_equal(display.monitor().pixel(320, 240), colour, f"page {number}")


@test(seconds=150, long=True)
def the_ticker_moves():
    player = playing(
        sign.colours(BLUE), carousel=STILL, ticker={"text": "Open until 22:00 · Fish & chips today · " * 4, "speed": 100})
    # Painted on a busy host, its text takes a while.
    before = wait_until(lambda: (found := player.status())["ticker"]["scrolling"] and found["ticker"]["offset"] > 0 and found,
                        within=90, what="a ticker that moves")
    time.sleep(5)
    after = player.status()
    frames = after["outputs"][0]["frames"]["presented"] - before["outputs"][0]["frames"]["presented"]
    figure(f"{frames} frames in 5 s")
    expect(frames > 5, f"{frames} frames in 5 s")
    expect(after["ticker"]["offset"] > before["ticker"]["offset"] + 50, "it has moved")
    player.call("SetTickerSpeed", speed=0)
    same(player, "ticker")


@test(seconds=120)
def a_cable_that_goes_and_comes_lights_up_again():
    card = display.Card("virtio_gpu")
    player = playing(sign.colours(RED, GREEN), carousel=STILL)
    for _ in range(5):
        player.wait_for_stillness()
        player.events.skip()
        card.force(card.connectors[0], "off")
        event = player.events.find("display", within=20)
        expect("output" not in event, "an event without output", event)
        card.force(card.connectors[0], "on")
        event = player.events.find("display", within=30)
        expect_equal(event.get("output"), card.connectors[0], "output")
        player.wait_for_picture()
        same(player, "after the cable came back")


@test(seconds=90)
def the_console_comes_back():
    # The text console is dark where no text is.
    player = playing(sign.colours(RED), carousel=STILL)
    same(player, "red")
    expect_equal(player.stop(), 0, "exit status")
    wait_until(lambda: display.monitor().pixel(630, 470) == (0, 0, 0), what="the console's picture")


@test(seconds=90, long=True)
def both_ways_in_turn_on_one_card():
    for way in ("legacy", "auto", "legacy"):
        player = sign.Sign(sign.colours(GREEN), config={"modesetting": way}, carousel=STILL)
        player.wait_for_picture()
        same(player, way)
        expect_equal(player.stop(), 0, "exit status")
