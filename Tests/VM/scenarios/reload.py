"""SIGHUP: the playlist changes between two frames, and the sign keeps its place."""

import signal
import time

import sign
from sign import BLUE, GREEN, RED, WHITE
from vm import expect, expect_equal, figure, test, wait_until

cards = "headless"

BROKEN = """\
slides:
  - color: "#ff0000"
    duration: -3s
  - image: [1, 2]
  - colour: "#00ff00"
carousel:
  transition: wobble
ticker:
  text: hello
  speed: 100000
"""


def paused(slides=None, **sections):
    player = sign.Sign(slides or sign.colours(RED, GREEN, BLUE), **{"carousel": {"auto": False}, **sections})
    player.wait_for_picture()
    return player


@test
def the_place_is_kept_by_identity():
    player = paused()
    player.show(2)
    before = player.screenshot()
    player.playlist([{"id": "new", "color": WHITE}, *sign.colours(RED, GREEN, BLUE)], carousel={"auto": False})
    event = player.reload()
    expect_equal(event["accepted"], True, "accepted")
    status = player.status()
    expect_equal((status["slide"]["id"], status["slide"]["index"], status["slides"]), ("b", 2, 4), "slide, index, slides")
    player.wait_for_stillness()
    expect(player.screenshot().pixel(5, 5) == before.pixel(5, 5), "the same picture")


@test
def a_slide_that_is_gone_gives_way_to_the_next_survivor():
    player = paused()
    player.show(2)
    player.playlist([slide for slide in sign.colours(RED, GREEN, BLUE) if slide["id"] != "b"], carousel={"auto": False})
    player.reload()
    expect_equal(player.events.next("slide")["id"], "c", "the slide shown")
    status = player.wait_for_rest(1)
    expect_equal(status["slides"], 2, "slides")


@test
def five_errors_change_nothing_and_are_all_reported():
    player = paused()
    player.show(3)
    player.wait_for_stillness()
    before = player.screenshot()
    player.write("playlist.yaml", BROKEN)
    event = player.reload()
    expect_equal(event["accepted"], False, "accepted")
    status = player.status()
    errors = [problem for problem in status["playlist"]["problems"] if problem["severity"] == "error"]
    places = {problem["line"] for problem in errors}
    expect(len(errors) >= 5, f"{len(errors)} errors: {[problem['message'] for problem in errors]}")
    expect({3, 4, 5, 7, 10} <= places, "lines named:", sorted(places))
    expect(all(problem["column"] > 0 and problem["file"] for problem in errors), "every error has its position")
    expect_equal(status["reload"]["accepted"], False, "the reload in status")
    expect_equal((status["slide"]["id"], status["slides"]), ("c", 3), "slide and slides")
    expect(player.screenshot() == before, "the same picture")
    player.playlist(sign.colours(RED, GREEN, BLUE, WHITE), carousel={"auto": False})
    expect_equal(player.reload()["accepted"], True, "the repaired file")
    expect_equal(player.status()["playlist"]["problems"], [], "problems")


@test(seconds=90)
def a_storm_of_signals_ends_in_one_correct_playlist():
    player = paused()
    began = time.monotonic()
    for number in range(200):
        slides = sign.colours(RED, GREEN, BLUE, WHITE) if number % 2 else sign.colours(RED, GREEN)
        player.playlist(slides, carousel={"auto": False})
        player.kill(signal.SIGHUP)
    figure(f"200 signals in {time.monotonic() - began:.1f} s")
    wait_until(lambda: player.status()["slides"] == 4, within=20, what="the last playlist")
    time.sleep(1)
    status = player.status()
    expect_equal((status["slides"], status["reload"]["accepted"], status["playlist"]["problems"]), (4, True, []), "in the end")
    figure(f"{len(player.events.since_skip('reload'))} reloads")


@test(seconds=400)
def a_thousand_reloads_cost_nothing_that_stays():
    player = paused(ticker={"text": "Open until 22:00 · Fish & chips today · " * 4, "speed": 0})

    def reload(times):
        for number in range(times):
            slides = sign.colours(RED, GREEN, BLUE) if number % 2 else sign.colours(RED, GREEN, BLUE, WHITE)
            player.playlist(slides, carousel={"auto": False}, ticker={"text": f"number {number} " * 20, "speed": 0})
            player.call("Reload")
        time.sleep(1)
        return player.proc_status("VmRSS")[0], player.descriptors()

    memory, descriptors = reload(100)
    later, still_descriptors = reload(900)
    figure(f"{memory} kB, {descriptors} descriptors; 900 reloads later {later} kB, {still_descriptors}")
    expect_equal(still_descriptors, descriptors, "descriptors")
    expect(later - memory <= 2048, f"memory grew from {memory} to {later} kB")


@test
def a_reload_in_the_middle_of_a_change_ends_the_change():
    player = sign.Sign(
        sign.colours(RED, GREEN, BLUE), carousel={"duration": "5s", "transition_duration": "4s"})
    player.wait_for_picture()
    expect_equal(player.events.find("slide", cause="timer", within=15)["index"], 1, "moving to")
    expect_equal(player.reload()["accepted"], True, "accepted")
    status = player.status()
    expect_equal((status["slide"]["index"], status["slide"]["moving"]), (1, False), "slide")
