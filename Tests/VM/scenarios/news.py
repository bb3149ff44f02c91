"""A ticker whose text is in a file: taken up when the file changes, however it is written, and named when it is no use."""

import os

import sign
from sign import RED
from vm import expect, expect_equal, test, wait_until

cards = "headless"


def playing(text):
    player = sign.Sign(
        sign.colours(RED), files={"news.txt": text}, carousel={"auto": False},
        ticker={"file": "news.txt", "scroll": "never", "height": 64, "style": {"background": "#000000"}})
    player.wait_for_picture()
    wait_until(lambda: widest(player) > 0, what="a text in the band")
    return player


def widest(player):
    """The last column of the band, which is at the bottom of 640 × 480, with some of the text in it; 0: none."""
    picture = player.screenshot()
    lit = [x for x in range(640) for y in range(420, 476, 3) if max(picture.pixel(x, y)) > 100]
    return max(lit, default=0)


def problems(player):
    return [problem["message"] for problem in player.status()["playlist"]["problems"]]


def grown(player, old):
    return wait_until(lambda: widest(player) > old + 20, what="a longer text")


@test
def a_text_that_takes_the_old_ones_place_is_shown_without_a_reload():
    player = playing("one\n")
    first = widest(player)
    player.write("news.txt", "one\ntwo\n")
    grown(player, first)
    expect_equal(player.status().get("reload"), None, "no reload")


@test
def a_text_that_is_written_in_place_is_shown_when_it_is_whole():
    player = playing("one\n")
    first = widest(player)
    with open(player.path("news.txt"), "w") as file:
        file.write("one\ntwo")
        file.flush()
        file.write(" and three\n")
    grown(player, first)


@test
def a_file_that_is_no_text_is_named_and_the_old_text_stays():
    player = playing("one\n")
    first = widest(player)
    player.write("news.txt", b"\xff\xfe")
    wait_until(lambda: any("UTF-16" in text for text in problems(player)), what="the problem in status")
    expect_equal(widest(player), first, "the text's end")
    os.unlink(player.path("news.txt"))
    wait_until(lambda: any("no such file" in text for text in problems(player)), what="the problem in status")
    expect_equal(widest(player), first, "the text's end")
    # A reload does not lose it, either.
    expect_equal(player.reload()["accepted"], True, "accepted")
    expect_equal(widest(player), first, "the text's end")
    player.write("news.txt", "one and two\n")
    grown(player, first)
    wait_until(lambda: not problems(player), what="no problem any more")


@test
def a_band_without_a_text_waits_for_its_file():
    player = sign.Sign(
        sign.colours(RED), carousel={"auto": False},
        ticker={"file": "news.txt", "scroll": "never", "height": 64, "style": {"background": "#000000"}})
    player.wait_for_picture()
    expect(any("no such file" in text for text in problems(player)), "the problem in status")
    expect_equal(player.screenshot().pixel(5, 415), (255, 0, 0), "the page above the band")
    expect_equal(player.screenshot().pixel(5, 417), (0, 0, 0), "the band")
    player.write("news.txt", "one\n")
    wait_until(lambda: widest(player) > 0, what="a text in the band")
