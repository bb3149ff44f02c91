"""On vkms the kernel's own checksum of the frame it scans out is that of the screenshot's pixels."""

import time

import display
import pictures
import sign
import touchscreen
from sign import BLUE, GREEN, RED
from vm import expect, test

cards = "vkms"

STILL = {"auto": False, "indicator": {"style": "none"}}


def same(player, what, colours=2):
    """The checksums are equal, of a frame with so many colours at least; the screenshot."""
    player.wait_for_stillness()
    shot = player.screenshot()
    found = len(set(zip(shot.red, shot.green, shot.blue)))
    expect(found >= colours, f"{what}: {found} colours in the frame")
    computed, kernel = display.crc_of(shot), display.Card("vkms").crc()
    if computed != kernel:
        shot.save(f"{what}-screenshot.ppm")
    expect(computed == kernel, f"{what}: checksum of the screenshot {computed:#010x}, the kernel's {kernel:#010x}")
    return shot


@test
def a_still_page():
    player = sign.Sign(
        [{"image": "checks.png"}], files={"checks.png": pictures.checks(160, 120, (10, 200, 30), (250, 120, 5))},
        carousel={**STILL, "fit": "cover"})
    player.wait_for_picture()
    same(player, "still-page")


@test
def the_preferred_mode():
    player = sign.Sign(sign.colours(GREEN), config={"mode": "preferred"}, carousel=STILL)
    player.wait_for_picture()
    shot = same(player, "preferred-mode", colours=1)
    expect((shot.width, shot.height) == (1024, 768), "size", shot.width, shot.height)


@test
def pages_by_command():
    player = sign.Sign(sign.colours(RED, GREEN, BLUE), carousel={"auto": False})
    player.wait_for_picture()
    found = set()
    for number in (1, 2, 3):
        player.show(number)
        found.add(display.crc_of(same(player, f"page-{number}", colours=1)))
    expect(len(found) == 3, "three different frames")


@test
def a_page_held_in_mid_drag():
    player = sign.Sign(sign.colours(RED, GREEN, BLUE), carousel={"auto": False})
    output = player.wait_for_picture()["outputs"][0]
    panel = touchscreen.Touchscreen(output["width"], output["height"])
    player.events.find("devices", within=15)
    panel.down(500, 300).drag(300)
    time.sleep(0.3)
    shot = same(player, "mid-drag")
    row = {shot.pixel(x, shot.height // 2) for x in range(shot.width)}
    expect({(255, 0, 0), (0, 255, 0)} <= row, "both pages are seen", row)


@test
def a_ticker_held_in_mid_text():
    player = sign.Sign(
        sign.colours(BLUE), carousel=STILL, ticker={"text": "Open until 22:00 · Fish & chips today · " * 4, "speed": 200})
    player.wait_for_picture()
    time.sleep(2)
    player.call("SetTickerSpeed", speed=0)
    same(player, "ticker", colours=10)


@test
def a_picture_that_the_camera_took_sideways():
    with open(pictures.rotated_sample(), "rb") as file:
        data = file.read()
    player = sign.Sign([{"image": "sideways.jpg"}], files={"sideways.jpg": data}, carousel=STILL)
    player.wait_for_picture()
    same(player, "sideways", colours=50)


@test
def a_transparent_picture():
    player = sign.Sign(
        [{"image": "fading.png", "background": "#204060"}],
        files={"fading.png": pictures.fading(256, 192, (255, 200, 0))}, carousel={**STILL, "fit": "stretch"})
    player.wait_for_picture()
    same(player, "transparent", colours=50)
