"""Frames against vblanks on vkms: every commit has its own, every one missed is counted, and stillness costs nothing."""

import signal
import time

import display
import sign
from sign import BLUE, GREEN, RED
from vm import expect, expect_equal, figure, test

cards = "vkms"


def still(**config):
    """A sign with carousel and ticker, both held."""
    player = sign.Sign(
        sign.colours(RED, GREEN, BLUE), carousel={"duration": "2s", "transition_duration": "1s"},
        ticker={"text": "Open until 22:00 · Fish & chips today · " * 4, "speed": 0}, config=config)
    player.wait_for_picture()
    hold(player)
    return player


def hold(player):
    player.call("Pause")
    player.call("SetTickerSpeed", speed=0)
    player.wait_for_stillness()


def counts(player):
    frames = player.status()["outputs"][0]["frames"]
    return frames["presented"], frames["missed"]


def play(player, seconds, stall=0.0):
    """From stillness to stillness: the vblank of each flip, and the frames presented and missed by the sign's count."""
    presented, missed = counts(player)
    flips = display.Flips()
    player.call("SetTickerSpeed", speed=150)
    player.call("Resume")
    time.sleep(seconds / 2)
    if stall:
        player.kill(signal.SIGSTOP)
        time.sleep(stall)
        player.kill(signal.SIGCONT)
    time.sleep(seconds / 2)
    hold(player)
    sequences = flips.stop()
    now_presented, now_missed = counts(player)
    presented, missed = now_presented - presented, now_missed - missed
    expect(len(sequences) >= seconds, f"only {len(sequences)} flips were traced")
    expect_equal(len(sequences), presented, "flips traced, and presented by the sign's count")
    expect_equal(len(sequences) - len(set(sequences)), 0, "commits that shared a vblank with another")
    expect_equal(sequences, sorted(sequences), "the order of flips")
    vblanks = sequences[-1] - sequences[0] + 1
    figure(f"{presented} presented + {missed} missed, {vblanks} vblanks")
    # The motion began a little before its first flip and ended after its last: what was missed then is counted too.
    excess = presented + missed - vblanks
    expect(-2 <= excess <= 15, f"presented {presented} + missed {missed} against {vblanks} vblanks")
    return sequences, presented, missed


@test(seconds=100)
def thirty_seconds_of_motion():
    play(still(), 30)


@test(seconds=100, long=True)
def thirty_seconds_of_motion_by_the_older_calls():
    play(still(modesetting="legacy"), 30)


@test(seconds=60)
def a_stall_is_counted():
    sequences, _, missed = play(still(), 4, stall=0.5)
    gap = max(b - a for a, b in zip(sequences, sequences[1:]))
    expect(gap >= 25, f"the longest time without a flip was {gap} vblanks")
    expect(missed >= gap - 1, f"missed grew by {missed} while {gap} vblanks passed without a frame")


@test(seconds=60)
def paused_without_ticker_nothing_happens():
    player = sign.Sign(sign.colours(RED, GREEN, BLUE), carousel={"duration": "1s"})
    player.wait_for_picture()
    player.call("Pause")
    player.wait_for_stillness(seconds=2)
    flips = display.Flips()
    before = player.context_switches()
    time.sleep(10)
    after = player.context_switches()
    expect_equal(flips.stop(), [], "flips while paused")
    figure(f"{after - before} context switches in 10 s")
    expect(after - before <= 4, f"{after - before} context switches in 10 s of stillness")


@test(seconds=60)
def a_still_sign_without_touch_or_ticker_sleeps_between_its_changes():
    player = sign.Sign(sign.colours(RED, GREEN), carousel={"auto": False})
    player.wait_for_picture()
    player.wait_for_stillness(seconds=2)
    before = player.context_switches()
    time.sleep(5)
    expect(player.context_switches() - before <= 4, "it sleeps")


def lights_up_again(**config):
    card = display.Card("vkms")
    player = sign.Sign(sign.colours(RED, GREEN), carousel={"auto": False}, config=config)
    player.wait_for_picture()
    player.wait_for_stillness()
    crc = card.crc()
    player.events.skip()
    card.force(card.connectors[0], "off")
    event = player.events.find("display", within=20)
    expect("output" not in event, "an event without output", event)
    expect_equal(player.status()["state"], "no-output", "state")
    card.force(card.connectors[0], "on")
    event = player.events.find("display", within=30)
    expect_equal(event.get("output"), card.connectors[0], "output")
    player.wait_for_picture()
    player.wait_for_stillness()
    expect_equal(card.crc(), crc, "the frame's checksum after the cable came back")


@test(seconds=90)
def a_cable_that_goes_and_comes_lights_up_again():
    lights_up_again()


@test(seconds=90, long=True)
def by_the_older_calls_it_lights_up_as_well():
    lights_up_again(modesetting="legacy")
