"""Fingers: uinput → libinput → the running sign, told by its events. On vkms, which has no size: 1 dp = 1 px."""

import time

import sign
import touchscreen
from sign import BLUE, GREEN, RED
from vm import expect, expect_equal, test

cards = "vkms"

WIDTH, HEIGHT = 640, 480
DURATION = 3.0
# The guest is slow: nothing may come early, but it may come late by so much.
EARLY, LATE = 0.05, 4


def started(tap="none", **carousel):
    """A sign of three slides on the card, and a panel on it; the sign is at rest on slide 0, its interval just begun."""
    player = sign.Sign(
        sign.colours(RED, GREEN, BLUE),
        carousel={"duration": "3s", "transition_duration": "400ms", "tap": tap, "indicator": {"style": "none"}, **carousel})
    player.wait_for_picture()
    output = player.status()["outputs"][0]
    expect_equal((output["width"], output["height"]), (WIDTH, HEIGHT), "the mode")
    panel = touchscreen.Touchscreen(WIDTH, HEIGHT)
    player.events.find("devices", within=15)
    # By a page in between, so that the change to slide 0 begins a new interval.
    player.show(2)
    player.show(1)
    player.events.skip()
    return player, panel


def ended(player, index, turned):
    """The end of a touch: the page it settles on, and whether that is another."""
    event = player.events.next("touchEnded", "touchCancelled")
    expect_equal((event["event"], event.get("index"), event.get("turned")), ("touchEnded", index, turned), "end of touch")


def turned_to(player, index, cause, after=None, seconds=0.0, within=15):
    """The next change of page: to this one, for this cause, so long after a moment."""
    event = player.events.next("slide", within=within)
    expect_equal((event["index"], event["cause"]), (index, cause), "page and cause")
    if after is not None:
        passed = event["monotonic"] - after
        expect(seconds - EARLY <= passed <= seconds + LATE, f"came after {passed:.2f} s instead of {seconds} s")


@test
def vector_3_more_than_swipe_distance_turns_the_page():
    player, panel = started()
    at = panel.swipe(600, 549)
    turned_to(player, 1, "swipe")
    turned_to(player, 2, "timer", after=at, seconds=DURATION)


@test
def vector_3_tells_the_touch_as_turned():
    player, panel = started()
    panel.swipe(600, 549)
    expect_equal(player.events.next("touchBegan")["x"], 600, "x of the down")
    ended(player, 1, True)


@test
def vector_4_exactly_swipe_distance_does_not_turn():
    player, panel = started()
    at = panel.swipe(600, 550)
    ended(player, 0, False)
    turned_to(player, 1, "timer", after=at, seconds=0.5 + DURATION)


@test
def vector_5_to_the_right_turns_backwards_around_the_ring():
    player, panel = started()
    at = panel.swipe(500, 560)
    turned_to(player, 2, "swipe")
    turned_to(player, 0, "timer", after=at, seconds=DURATION)


@test
def vector_6_two_quick_swipes_turn_two_pages():
    player, panel = started()
    panel.swipe(400, 300, seconds=0.1, rest=0.05)
    at = panel.swipe(400, 300, seconds=0.1, rest=0.05)
    turned_to(player, 1, "swipe")
    turned_to(player, 2, "swipe")
    turned_to(player, 0, "timer", after=at, seconds=DURATION)


@test
def vector_9_a_finger_catches_a_moving_page():
    player, panel = started(transition_duration="3s", duration="5s")
    turned_to(player, 1, "timer")
    finger = panel.down(500, 300)
    time.sleep(0.1)
    at = finger.up()
    ended(player, 1, False)
    expect_equal(player.wait_for_rest()["slide"]["index"], 1, "settled on")
    turned_to(player, 2, "timer", after=at, seconds=0.5 + 5)


@test
def vector_11_a_panel_unplugged_in_mid_drag_cancels():
    player, panel = started()
    panel.down(500, 300).drag(300)
    expect_equal(player.events.next("touchBegan")["x"], 500, "x of the down")
    expect(player.status()["slide"]["moving"], "the page is held by the finger")
    at = panel.unplug()
    expect_equal(player.events.next("touchCancelled", "touchEnded", "slide")["event"], "touchCancelled", "end of touch")
    expect_equal(player.status()["touch"]["devices"], [], "devices")
    turned_to(player, 1, "timer", after=at, seconds=0.5 + DURATION)


@test
def vector_12_a_tap_pauses_until_nobody_has_touched_for_a_while():
    player, panel = started(tap="pause", resume_after="6s")
    finger = panel.down(500, 300)
    time.sleep(0.05)
    at = finger.up()
    paused = player.events.next("pause", "slide")
    expect_equal((paused["event"], paused.get("by")), ("pause", "touch"), "after the tap")
    expect_equal(player.status()["state"], "paused", "state")
    resumed = player.events.next("resume", "slide", within=15)
    expect_equal((resumed["event"], resumed.get("by")), ("resume", "timer"), "the next event")
    passed = resumed["monotonic"] - at
    expect(6 - EARLY <= passed <= 6 + LATE, f"resumed after {passed:.2f} s")
    turned_to(player, 1, "timer", after=at, seconds=6 + DURATION)


@test
def vector_13_a_vertical_movement_is_rejected():
    player, panel = started()
    at = panel.down(500, 300).drag(500, 400, seconds=0.3).up()
    ended(player, 0, False)
    turned_to(player, 1, "timer", after=at, seconds=0.5 + DURATION)


def edge_between(picture, left, right):
    """Where, in the middle row, the colour of one page gives way to that of the next."""
    row = [picture.pixel(x, picture.height // 2) for x in range(picture.width)]
    expect_equal((row[0], row[-1]), (left, right), "colours at both sides")
    edges = [x for x in range(1, picture.width) if row[x] != row[x - 1]]
    expect_equal(len(edges), 1, "edges in the row")
    return edges[0]


@test
def the_page_follows_the_finger():
    player, panel = started()
    finger = panel.down(600, 300).drag(500)
    player.wait_for_stillness()
    first = edge_between(player.screenshot(), (255, 0, 0), (0, 255, 0))
    finger.drag(200)
    player.wait_for_stillness()
    second = edge_between(player.screenshot(), (255, 0, 0), (0, 255, 0))
    expect_equal(first - second, 300, "pixels that the page moved while the finger moved 300")
    expect(WIDTH - 100 <= first <= WIDTH - 100 + 50, "the page begins at", first, "with the finger 100 px from its down")
    finger.up()
    ended(player, 1, True)


@test
def a_second_finger_changes_nothing():
    player, panel = started()
    first = panel.down(500, 300)
    second = panel.down(300, 400)
    second.drag(500)
    first.drag(400)
    time.sleep(0.3)
    second.up()
    first.up()
    ended(player, 1, True)


@test
def two_panels_work_and_one_may_go():
    player, panel = started()
    other = touchscreen.Touchscreen(WIDTH, HEIGHT, "another panel")
    player.events.find("devices", within=15)
    names = [device["name"] for device in player.status()["touch"]["devices"]]
    expect_equal(sorted(names), ["another panel", "test panel"], "devices")
    player.events.skip()
    panel.unplug()
    player.events.find("devices")
    other.swipe(400, 300)
    expect_equal(player.events.next("touchEnded")["turned"], True, "turned by the panel that is left")
