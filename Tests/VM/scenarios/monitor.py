"""What the virtio card's monitor shows, photographed by the host, is what the sign says it shows."""

import os
import time

import display
import pictures
import sign
import touchscreen
import vm
from sign import BLUE, GREEN, RED
from vm import expect, expect_equal, test

cards = "virtio"

STILL = {"auto": False, "indicator": {"style": "none"}}


def same(player, what):
    """The monitor's pixels and the screenshot's are equal; returns them."""
    player.wait_for_stillness()
    return display.expect_seen(player, what, within=0)


def colours_of(picture):
    return set(zip(picture.red, picture.green, picture.blue))


@test
def a_still_page():
    player = sign.Sign(
        [{"id": "checks", "image": "checks.png"}], files={"checks.png": pictures.checks(160, 90, (10, 200, 30), (250, 120, 5))},
        carousel={**STILL, "fit": "cover"})
    player.wait_for_picture()
    shot = same(player, "still-page")
    expect(shot.width == 640 and len(colours_of(shot)) > 1, "there is a picture on it")
    path = player.path("shot.png")
    vm.shell(os.path.join(vm.PROGRAMS, "signagectl"), "--socket", player.socket, "screenshot", path)
    with open(path, "rb") as file:
        difference = shot.difference(display.Picture.from_png(file.read()))
    expect(difference is None, "signagectl's PNG against the screenshot:", difference)


@test
def a_page_held_in_mid_drag():
    player = sign.Sign(sign.colours(RED, GREEN, BLUE), carousel={"auto": False})
    output = player.wait_for_picture()["outputs"][0]
    panel = touchscreen.Touchscreen(output["width"], output["height"])
    player.events.find("devices", within=15)
    finger = panel.down(500, 300).drag(300)
    time.sleep(0.3)
    shot = same(player, "mid-drag")
    row = {shot.pixel(x, shot.height // 2) for x in range(shot.width)}
    expect({(255, 0, 0), (0, 255, 0)} <= row, "both pages are seen", row)
    finger.up()


@test
def a_ticker_held_in_mid_text():
    player = sign.Sign(
        sign.colours(BLUE), carousel=STILL,
        ticker={"text": "Open until 22:00 · Fish & chips today · 두 개 사면 하나 더 · " * 3, "speed": 200})
    player.wait_for_picture()
    time.sleep(2)
    player.call("SetTickerSpeed", speed=0)
    shot = same(player, "ticker")
    expect(player.status()["ticker"]["offset"] > 20, "it was held in mid-text")
    band = {shot.pixel(x, y) for y in range(shot.height - 64, shot.height) for x in range(0, shot.width, 3)}
    expect(len(band) > 10, "there is text in the band: colours", len(band))


@test
def a_picture_that_the_camera_took_sideways():
    path = pictures.rotated_sample()
    with open(path, "rb") as file:
        data = file.read()
    player = sign.Sign([{"image": "sideways.jpg"}], files={"sideways.jpg": data}, carousel={**STILL, "fit": "contain"})
    player.wait_for_picture()
    player.wait_for_rest(0)
    shot = same(player, os.path.basename(path))
    expect(len(colours_of(shot)) > 10, "there is a picture on it")


@test
def a_transparent_picture():
    player = sign.Sign(
        [{"image": "fading.png", "background": "#204060"}],
        files={"fading.png": pictures.fading(256, 144, (255, 200, 0))}, carousel={**STILL, "fit": "stretch"})
    player.wait_for_picture()
    shot = same(player, "transparent")
    left, right = shot.pixel(1, shot.height // 2), shot.pixel(shot.width - 2, shot.height // 2)
    expect(all(abs(a - b) <= 6 for a, b in zip(left, (0x20, 0x40, 0x60))), "left shows the background:", left)
    expect(all(abs(a - b) <= 6 for a, b in zip(right, (255, 200, 0))), "right shows the picture:", right)


@test
def flips_that_complete_at_once_do_not_make_the_sign_race():
    player = sign.Sign(sign.colours(RED, GREEN), carousel={"duration": "1s", "transition_duration": "1s"})
    player.wait_for_picture()
    before = player.status()["outputs"][0]
    time.sleep(5)
    after = player.status()["outputs"][0]
    frames = after["frames"]["presented"] - before["frames"]["presented"]
    expect(frames <= 5.5 * after["refresh"] + 5, f"{frames} frames in 5 s at {after['refresh']} Hz")
    expect(frames > 5, f"{frames} frames in 5 s")
