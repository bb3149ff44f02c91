"""Another console is shown, and the sign's again: Ctrl-Alt-F2 and back."""

import os
import signal
import time

import console
import display
import sign
from sign import BLUE, GREEN, RED
from vm import expect, expect_equal, test, wait_until

cards = "virtio"

STILL = {"auto": False, "indicator": {"style": "none"}}
# The sign's console, and one with a text.
OURS, OTHER = 8, 2
# As in the service: the controlling process, without any privilege.
BARE = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"]


def playing():
    console.switch(OURS)
    player = sign.Sign(sign.colours(RED, GREEN, BLUE), carousel=STILL, start=False)
    player.terminal, player.before = console.path(OURS), BARE
    player.start()
    player.wait_for_picture()
    expect_equal(console.mode(OURS), console.GRAPHICS, "the console's mode while it plays")
    player.wait_for_stillness()
    expect_equal(display.monitor().pixel(320, 240), (255, 0, 0), "the first slide")
    return player


def leave(player):
    """To the other console; its text is seen."""
    console.write(OTHER, "\033[2J\033[H" + "hello " * 200)
    player.events.skip()
    console.switch(OTHER)
    event = player.events.find("display", within=20)
    expect("output" not in event, "an event without output", event)
    wait_until(is_text, within=10, what="the text console's picture")


def is_text():
    picture = display.monitor()
    # Light letters on black, and nothing of a slide.
    found = set(zip(picture.red[::7], picture.green[::7], picture.blue[::7]))
    return (0, 0, 0) in found and len(found) > 1 and (255, 0, 0) not in found and (0, 255, 0) not in found


def come_back(player):
    player.events.skip()
    console.switch(OURS)
    event = player.events.find("display", within=20)
    expect("output" in event, "an event with the output", event)


def shows(player, colour):
    player.wait_for_picture()
    player.wait_for_stillness()
    difference = player.screenshot().difference(display.monitor())
    expect(difference is None, f"screenshot against monitor: {difference}")
    expect_equal(display.monitor().pixel(320, 240), colour, "the slide")


@test(seconds=180)
def away_and_back_three_times():
    player = playing()
    for number, colour in ((2, (0, 255, 0)), (3, (0, 0, 255)), (1, (255, 0, 0))):
        leave(player)
        expect_equal(player.status()["state"], "no-output", "state while another console is shown")
        expect("another console is shown" in player.ctl("outputs").stdout, "signagectl outputs says why")
        # It plays on in the dark; the console's keys do not matter to it.
        player.call("Show", number=number)
        come_back(player)
        shows(player, colour)


@test(seconds=120, long=True)
def a_hot_plug_meanwhile_does_not_take_the_display():
    card = display.Card("virtio_gpu")
    player = playing()
    leave(player)
    card.force(card.connectors[0], "off")
    card.force(card.connectors[0], "on")
    time.sleep(2)
    wait_until(is_text, within=10, what="the text console's picture, still")
    come_back(player)
    shows(player, (255, 0, 0))


@test(seconds=120, long=True)
def stopped_meanwhile_it_leaves_a_text_console():
    player = playing()
    leave(player)
    expect_equal(player.stop(), 0, "exit status")
    expect(is_text(), "the text console is shown")
    expect_equal(console.mode(OURS), console.TEXT, "the mode of the sign's console")
    console.switch(OURS)
    console.switch(OTHER)


@test(seconds=120, long=True)
def killed_meanwhile_its_console_is_text_when_it_is_switched_to():
    player = playing()
    leave(player)
    os.kill(player.pid, signal.SIGKILL)
    player.process.wait(10)
    expect(is_text(), "the text console is shown")
    console.switch(OURS)
    expect_equal(console.mode(OURS), console.TEXT, "the kernel has put it back")
    console.switch(OTHER)


@test(seconds=120, long=True)
def killed_in_front_another_console_can_be_switched_to():
    player = playing()
    os.kill(player.pid, signal.SIGKILL)
    player.process.wait(10)
    console.write(OTHER, "\033[2J\033[H" + "hello " * 200)
    console.switch(OTHER)
    wait_until(is_text, within=10, what="the text console's picture")


@test(seconds=120)
def started_behind_another_console_it_comes_to_the_front():
    console.switch(OTHER)
    player = sign.Sign(sign.colours(BLUE), carousel=STILL, start=False)
    player.terminal, player.before = console.path(OURS), BARE
    player.start()
    shows(player, (0, 0, 255))
    expect_equal(console.active(), OURS, "the console in front")
    leave(player)
    come_back(player)
    shows(player, (0, 0, 255))
