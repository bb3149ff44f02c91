"""Configurations that are sent to a sign on a card: a wrong one leaves no screen dark."""

import display
import sign
import touchscreen
from sign import BLUE, GREEN, RED
from vm import expect, expect_equal, test, wait_until

cards = "vkms"


def paused():
    player = sign.Sign(sign.colours(RED, GREEN, BLUE), carousel={"auto": False})
    player.wait_for_picture()
    player.show(2)
    player.wait_for_stillness()
    player.events.skip()
    return player


def configure(player, text, *options):
    player.write("new.yaml", text)
    return player.ctl("configure", player.path("new.yaml"), *options, timeout=120)


def mode(player):
    outputs = player.status()["outputs"]
    return outputs and (outputs[0]["width"], outputs[0]["height"])


class Before:
    """What is to be so again: the mode, the picture, what the card scans out, the configuration."""

    def __init__(self, player):
        self.player, self.card = player, display.Card("vkms")
        self.mode, self.picture, self.crc = mode(player), player.screenshot(), self.card.crc()
        self.setting = player.status()["configuration"]

    def expect_again(self):
        self.player.wait_for_stillness()
        expect_equal(mode(self.player), self.mode, "the mode")
        expect_equal(self.player.status()["configuration"], self.setting, "the configuration")
        expect_equal(self.player.screenshot().difference(self.picture), None, "the picture")
        expect_equal(self.card.crc(), self.crc, "what the card shows")


@test(seconds=120)
def a_mode_that_the_monitor_lacks_is_refused_and_nothing_blinks():
    player = paused()
    before = Before(player)
    shown = player.status()["outputs"][0]["frames"]["presented"]
    result = configure(player, "name: test\nscale: 1\nmode: 1234x567\n", "--yes")
    expect_equal(result.returncode, 78, "exit status")
    expect("error: mode: 1234x567 is not offered" in result.stdout, result.stdout)
    expect_equal(player.status()["outputs"][0]["frames"]["presented"], shown, "frames")
    result = configure(player, "output: DP-7\n")
    expect_equal(result.returncode, 78, "exit status of a connector that is not there")
    expect("there is no connector 'DP-7'" in result.stdout, result.stdout)
    before.expect_again()


@test(seconds=120)
def syntax_errors_change_nothing():
    player = paused()
    before = Before(player)
    result = configure(player, "mode: {\n")
    expect_equal(result.returncode, 78, "exit status")
    expect("new.yaml:" in result.stdout and "error:" in result.stdout, result.stdout)
    before.expect_again()


@test(seconds=200, long=True)
def an_unconfirmed_mode_goes_back_to_the_one_before():
    player = paused()
    before = Before(player)
    result = configure(player, "name: test\nscale: 1\nmode: 800x600\n", "--wait", "8s")
    expect_equal(result.returncode, 0, "exit status")
    expect("800x600" in result.stdout, result.stdout)
    expect_equal(mode(player), (800, 600), "the mode on trial")
    expect_equal(player.status()["slide"]["id"], "b", "the slide")
    player.wait_for_stillness()
    expect_equal(player.screenshot().pixel(700, 500), (0, 255, 0), "the picture on trial")
    expect_equal(before.card.crc(), display.crc_of(player.screenshot()), "what the card shows on trial")
    event = player.events.find("configuration", within=10)
    expect_equal(event["state"], "applied", "the first event")
    event = player.events.find("configuration", within=60)
    expect_equal(event["state"], "reverted", "the second event")
    before.expect_again()


@test(seconds=240, long=True)
def a_confirmed_mode_survives_a_restart_and_a_reload():
    player = paused()
    result = configure(player, "name: test\nscale: 1\nmode: 800x600\n", "--yes")
    expect_equal(result.returncode, 0, "exit status")
    expect_equal((mode(player), player.status()["configuration"]["source"]), ((800, 600), "store"), "mode, source")
    expect_equal(player.reload()["accepted"], True, "the reload")
    expect_equal(mode(player), (800, 600), "the mode after the reload")
    player.stop()
    player.start()
    player.wait_for_picture()
    expect_equal((mode(player), player.status()["configuration"]["source"]), ((800, 600), "store"), "mode, source")
    expect_equal(player.ctl("configure", "--file", "--yes", timeout=120).returncode, 0, "back to the file")
    expect_equal(mode(player), (640, 480), "the file's mode")


@test(seconds=120, long=True)
def a_reload_changes_the_mode_and_comes_to_rest_on_the_same_slide():
    player = paused()
    player.write("signaged.yaml", '{"name": "test", "scale": 1, "mode": "800x600"}')
    expect_equal(player.reload()["accepted"], True, "accepted")
    wait_until(lambda: mode(player) == (800, 600), what="the mode")
    player.wait_for_stillness()
    expect_equal(player.status()["slide"]["id"], "b", "the slide")
    # One that comes to the same blinks for nobody.
    player.events.skip()
    player.write("signaged.yaml", '{"name": "test", "scale": 1, "mode": "800x600@60"}')
    expect_equal(player.reload()["accepted"], True, "accepted")
    expect_equal(player.events.since_skip("display"), [], "changes of the display")


@test(seconds=120, long=True)
def touch_is_switched_off_and_on_while_it_plays():
    player = paused()
    panel = touchscreen.Touchscreen(640, 480)
    wait_until(lambda: player.status()["touch"]["devices"], within=20, what="the panel")
    descriptors = player.descriptors()

    def enable(word):
        player.write("signaged.yaml", '{"name": "test", "scale": 1, "mode": "640x480", "touch": {"enabled": %s}}' % word)
        expect_equal(player.reload()["accepted"], True, "accepted")

    enable("false")
    expect_equal(player.status()["touch"]["devices"], [], "devices")
    panel.swipe(600, 300)
    player.events.skip()
    for _ in range(5):
        enable("true")
        wait_until(lambda: player.status()["touch"]["devices"], within=20, what="the panel again")
        enable("false")
    enable("true")
    wait_until(lambda: player.status()["touch"]["devices"], within=20, what="the panel again")
    expect_equal(player.descriptors(), descriptors, "descriptors")
    player.events.skip()
    panel.swipe(600, 300)
    expect_equal(player.events.find("touchEnded", within=15)["turned"], True, "the page is turned by a finger")
