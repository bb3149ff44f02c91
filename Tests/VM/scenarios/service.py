"""The sign as a service of systemd, installed as on a board, by an unprivileged user."""

import os
import signal
import time

import console
import display
import service
import sign
import touchscreen
import varlink
import vm
from sign import BLUE, GREEN, RED, WHITE
from vm import expect, expect_equal, figure, test, wait_until

# The first test starts the sign before there is any card; the others use the one that it loads.
cards = "none"

STILL = {"auto": False, "indicator": {"style": "none"}}
_installed = []


def running():
    """The service, installed and playing on vkms."""
    if not _installed:
        service.install()
        _installed.append(True)
    vm.at_end(lambda: service.journal(200))
    if not os.path.exists("/sys/module/vkms"):
        vm.load_module("vkms")
    service.playlist(sign.colours(RED, GREEN, BLUE), carousel=STILL)
    service.systemctl("restart", "signaged")
    return service.playing()


def text_again():
    """The console's own unit is stopped after the sign's, by a job of its own."""
    wait_until(lambda: service.console_mode() == service.KD_TEXT, within=20, what="the console in text mode")


@test(seconds=180)
def started_before_any_card_exists_it_plays_when_one_appears():
    service.install()
    _installed.append(True)
    vm.at_end(lambda: service.journal(200))
    service.playlist(sign.colours(RED, GREEN, BLUE), carousel=STILL)
    began = time.monotonic()
    service.systemctl("start", "signaged")
    figure(f"ready after {time.monotonic() - began:.1f} s")
    expect_equal(service.connect().call("Status")["state"], "no-output", "state without a card")
    vm.load_module("vkms")
    status = service.playing()
    expect_equal(status["slide"]["index"], 0, "slide")
    expect(service.show("StatusText"), "there is a status text")


@test(seconds=90)
def pictures_reach_the_screen():
    running()
    control = service.connect()
    wait_until(lambda: control.call("Status")["outputs"][0]["frames"]["lastFlipAge"] > 0.5, what="stillness")
    shot = control.screenshot()
    expect_equal(shot.pixel(10, 10), (255, 0, 0), "the first slide's colour")
    expect_equal(display.Card("vkms").crc(), display.crc_of(shot), "the kernel's checksum of the frame")


@test(seconds=90)
def it_runs_as_its_own_user():
    running()
    with open(f"/proc/{service.pid()}/status") as file:
        fields = dict(line.split(":", 1) for line in file)
    expect(fields["Uid"].split()[0] != "0", "user", fields["Uid"])
    expect_equal(fields["CapEff"].strip().strip("0"), "", "capabilities")


@test(seconds=90)
def a_finger_turns_the_page():
    output = running()["outputs"][0]
    events = varlink.Monitor(service.SOCKET)
    panel = touchscreen.Touchscreen(output["width"], output["height"])
    events.find("devices", within=20)
    panel.swipe(600, 400)
    expect_equal(events.next("slide")["index"], 1, "page")


@test(seconds=90)
def systemctl_reload_reads_the_playlist_again():
    running()
    before = service.pid()
    service.playlist(sign.colours(RED, GREEN, BLUE, WHITE), carousel=STILL)
    service.systemctl("reload", "signaged")
    wait_until(lambda: service.connect().call("Status")["slides"] == 4, what="four slides")
    expect_equal(service.pid(), before, "the process")
    expect_equal(service.show("ActiveState"), "active", "state of the unit")


@test(seconds=200)
def killed_ten_times_in_a_row_it_comes_back():
    running()
    for number in range(10):
        before = service.pid()
        os.kill(before, signal.SIGKILL)
        wait_until(lambda: service.pid() not in (0, before), within=30, what=f"the process after kill {number + 1}")
        if number in (0, 9):
            service.playing()
    expect(int(service.show("NRestarts")) >= 10, "restarts", service.show("NRestarts"))
    expect_equal(service.console_mode(), service.KD_GRAPHICS, "the console's mode")


@test(seconds=120)
def stopped_by_a_signal_the_watchdog_starts_it_again():
    service.override("[Service]\nWatchdogSec=5\n")
    running()
    before = service.pid()
    time.sleep(12)
    expect_equal(service.pid(), before, "with the watchdog fed for 12 s, the process")
    os.kill(before, signal.SIGSTOP)
    wait_until(lambda: service.pid() not in (0, before), within=40, what="another process")
    service.playing()
    service.override("")


@test(seconds=120)
def stopped_it_leaves_the_text_console():
    running()
    expect_equal(service.console_mode(), service.KD_GRAPHICS, "the console's mode while it plays")
    began = time.monotonic()
    service.systemctl("stop", "signaged")
    figure(f"stopped after {time.monotonic() - began:.1f} s")
    text_again()
    expect_equal(service.show("Result"), "success", "how it ended")


@test(seconds=120)
def killed_the_console_is_text_again():
    service.override("[Service]\nRestart=no\n")
    running()
    os.kill(service.pid(), signal.SIGKILL)
    wait_until(lambda: service.show("ActiveState") == "failed", within=20, what="the unit to fail")
    text_again()
    service.override("")
    service.systemctl("reset-failed", "signaged")


@test(seconds=120)
def another_console_can_be_shown():
    running()
    control, events, card = service.connect(), varlink.Monitor(service.SOCKET), display.Card("vkms")
    wait_until(lambda: control.call("Status")["outputs"][0]["frames"]["lastFlipAge"] > 0.5, what="stillness")
    crc = card.crc()
    events.skip()
    console.switch(2)
    expect("output" not in events.find("display", within=20), "the display is left")
    expect(card.crc() != crc, "something else is shown")
    console.switch(1)
    expect("output" in events.find("display", within=20), "the display is taken again")
    service.playing()
    wait_until(lambda: control.call("Status")["outputs"][0]["frames"]["lastFlipAge"] > 0.5, what="stillness")
    expect_equal(card.crc(), crc, "the frame's checksum after the return")


@test(seconds=120)
def killed_behind_another_console_it_comes_to_the_front():
    running()
    console.switch(2)
    before = service.pid()
    os.kill(before, signal.SIGKILL)
    wait_until(lambda: service.pid() not in (0, before), within=30, what="another process")
    service.playing()
    wait_until(lambda: console.active() == 1, what="the sign's console in front")
    # And it can be left again.
    console.switch(2)
    console.switch(1)
    service.playing()
