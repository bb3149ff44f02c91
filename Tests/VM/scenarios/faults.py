"""Bad pictures, bad files and a bad painter: the other slides go on, and status says why."""

import os
import signal
import time

import pictures
import sign
from sign import BLUE, GREEN
from vm import expect, expect_equal, figure, test, wait_until

cards = "headless"

GOOD = [{"id": "good", "color": GREEN}, {"id": "other", "color": BLUE}]
FAST = {"duration": "1s", "transition_duration": "200ms"}


def plays_on_without(player, *names):
    """The named slides are skipped with a reason, and the others take turns."""
    def skipped():
        found = {entry["id"]: entry["reason"] for entry in player.status()["painter"]["skipped"]}
        return found if set(names) <= set(found) else None

    reasons = wait_until(skipped, within=40, what=f"{names} skipped")
    expect(all(reasons[name] for name in names), "every one has a reason:", reasons)
    player.events.skip()
    shown = [player.events.next("slide", within=10)["id"] for _ in range(4)]
    expect(not set(shown) & set(names), "shown:", shown)
    expect({"good", "other"} <= set(shown), "shown:", shown)
    return reasons


@test(seconds=120)
def every_kind_of_bad_picture():
    with open(pictures.some_jpeg(), "rb") as file:
        jpeg = file.read()
    files = {
        "truncated.jpg": jpeg[:len(jpeg) // 2], "empty.jpg": b"", "text.jpg": b"this is a text file\n" * 20,
        "huge.png": pictures.huge(),
    }
    player = sign.Sign(start=False, files=files)
    os.mkdir(player.path("directory.jpg"))
    os.mkfifo(player.path("fifo.jpg"))
    os.symlink(player.path("nowhere"), player.path("dangling.jpg"))
    bad = ["truncated", "empty", "directory", "fifo", "dangling", "text", "huge", "missing"]
    names = {name: name + (".png" if name == "huge" else ".jpg") for name in bad}
    player.playlist(
        [GOOD[0], *({"id": name, "image": names[name]} for name in bad), GOOD[1]], carousel=FAST)
    player.start()
    reasons = plays_on_without(player, *bad)
    expect("20" in reasons["huge"] and "000" in reasons["huge"], "the numbers are named:", reasons["huge"])
    for name in bad:
        figure(f"{name}: {reasons[name]}")


@test(seconds=120)
def pictures_that_are_repaired_come_back():
    player = sign.Sign([*GOOD, {"id": "late", "image": "late.png"}], files={"late.png": b""}, carousel=FAST)
    plays_on_without(player, "late")
    player.write("late.png", pictures.checks(64, 48, (255, 0, 0), (255, 255, 255)))
    wait_until(lambda: not player.status()["painter"]["skipped"], within=30, what="the slide to come back")
    wait_until(lambda: player.events.next("slide", within=15)["id"] == "late", what="the slide to be shown")


def slow_picture():
    """Few bytes, but within the limits: it takes the painter a second or more."""
    return pictures.huge(15000, 14000)


def painting(slides):
    """A sign that begins to paint a slow picture among some slides, and its painter's process."""
    player = sign.Sign(slides, carousel=FAST)
    player.wait_for_picture()
    player.write("picture.png", slow_picture())
    player.playlist([*slides, {"id": "picture", "image": "picture.png"}], carousel=FAST)
    player.kill(signal.SIGHUP)
    wait_until(lambda: player.status()["painter"]["state"] == "painting", within=20, what="a painter at work", every=0.01)
    return player, wait_until(player.painter, within=5, what="the painter's process", every=0.01)


def longest_wait(player, seconds):
    """The longest time between two changes of slide."""
    end, last, longest = time.monotonic() + seconds, None, 0
    while time.monotonic() < end:
        event = player.events.next("slide", within=15)
        if last is not None:
            longest = max(longest, event["monotonic"] - last)
        last = event["monotonic"]
    return longest


def kill_at_work(player, painter):
    """Kills a painter in the middle of a picture: one that has not begun yet is not killed by the picture."""
    def has_worked():
        with open(f"/proc/{painter}/stat") as file:
            ticks = file.read().rsplit(")", 1)[1].split()[11]
        return int(ticks) / os.sysconf("SC_CLK_TCK") > 0.3

    wait_until(has_worked, within=20, what="the painter to be at work", every=0.01)
    os.kill(painter, signal.SIGKILL)


def next_painter(player, old):
    """Waits for another painter."""
    def found():
        new = player.painter()
        return new if new != old else None

    return wait_until(found, within=20, what="another painter", every=0.01)


@test(seconds=120)
def a_painter_that_is_killed_once():
    player, painter = painting(GOOD)
    kill_at_work(player, painter)
    wait_until(lambda: player.status()["painter"]["failures"] == 1, what="the failure to be counted")
    # Not the picture's fault, as it turns out.
    player.events.find("slide", id="picture", within=40)
    expect_equal(player.status()["painter"]["skipped"], [], "skipped")
    expect(not os.path.exists(player.path("state/quarantine")), "nothing is written")


@test(seconds=180)
def a_picture_that_ends_the_painter_twice():
    player, painter = painting(GOOD)
    kill_at_work(player, painter)
    kill_at_work(player, next_painter(player, painter))
    reasons = plays_on_without(player, "picture")
    figure(reasons["picture"])
    longest = longest_wait(player, 5)
    expect(longest < 1 + 2, f"held up for {longest:.1f} s")
    # Nothing else suffers, and a restart changes nothing.
    player.playlist([*GOOD, {"id": "picture", "image": "picture.png"}, {"id": "late", "image": "late.png"}],
                    carousel=FAST)
    player.write("late.png", pictures.checks(64, 48, (255, 0, 0), (255, 255, 255)))
    player.reload()
    player.events.find("slide", id="late", within=15)
    player.stop()
    player.start()
    expect_equal(plays_on_without(player, "picture"), reasons, "after a restart")
    expect_equal(player.status()["painter"]["failures"], 0, "failures after a restart")
    # Another content is tried.
    player.write("picture.png", pictures.checks(64, 48, (255, 0, 0), (255, 255, 255)))
    player.events.find("slide", id="picture", within=30)


@test(seconds=150)
def a_painter_that_is_stopped():
    player, painter = painting([*GOOD, {"id": "third", "color": "#ffffff"}])
    os.kill(painter, signal.SIGSTOP)
    longest = longest_wait(player, 25)
    figure(f"longest time between changes {longest:.1f} s")
    expect(longest < 1 + 5 + 2, f"held up for {longest:.1f} s")
    wait_until(lambda: player.painter() != painter, within=10, what="the stopped painter to be gone")
    # The next painter is not stopped, and does it.
    player.events.find("slide", id="picture", within=30)
    expect_equal(player.status()["painter"]["skipped"], [], "skipped in the end")


def plays_something(player, *words):
    """There is a picture on the screen and the sign says what is wrong."""
    player.connect()
    wait_until(lambda: player.status()["outputs"] and player.status()["outputs"][0]["frames"]["presented"],
               within=30, what="a frame")
    player.wait_for_stillness()
    status = player.status()
    told = " ".join([*status["problems"], *(problem["message"] + problem["file"]
                                            for problem in status["playlist"]["problems"])])
    for word in words:
        expect(word in told, f"'{word}' is not in what status tells: {told}")
    shot = player.screenshot()
    expect(len(set(zip(shot.red, shot.green, shot.blue))) > 2, "the page says something")
    return status


@test(seconds=60)
def started_with_a_broken_playlist():
    player = sign.Sign(start=False)
    player.write("playlist.yaml", "slides: {this: is wrong\n")
    player.start(wait=False)
    status = plays_something(player, "playlist.yaml")
    expect_equal((status["state"], status["playlist"]["source"]), ("idle", "none"), "state and source")
    player.playlist(GOOD)
    expect_equal(player.reload()["accepted"], True, "the repaired playlist")
    player.wait_for_picture()


@test(seconds=60)
def started_with_a_broken_configuration():
    player = sign.Sign(GOOD, start=False)
    player.write("signaged.yaml", "mode: [1\n")
    player.start()
    status = player.wait_for_picture()
    expect(any("signaged.yaml" in problem["file"] for problem in status["playlist"]["problems"]) or
           any("signaged.yaml" in problem for problem in status["problems"]), "the file is named", status["problems"])
    expect_equal(status["slides"], 2, "slides")


@test(seconds=60)
def started_with_both_broken():
    player = sign.Sign(start=False)
    player.write("playlist.yaml", "slides: 7\n")
    player.write("signaged.yaml", "output: {}\n")
    player.start(wait=False)
    plays_something(player, "playlist.yaml")


@test(seconds=60)
def started_with_neither_file():
    player = sign.Sign(start=False)
    os.remove(player.path("signaged.yaml"))
    player.start(wait=False)
    status = plays_something(player, "playlist.yaml")
    expect_equal(status["state"], "idle", "state")


@test(seconds=60)
def started_again_with_a_broken_playlist_plays_the_last_good_one():
    player = sign.Sign(GOOD)
    player.wait_for_picture()
    expect_equal(player.stop(), 0, "exit code")
    player.write("playlist.yaml", "slides: 7\n")
    player.start()
    status = player.wait_for_picture()
    expect_equal((status["playlist"]["source"], status["slides"]), ("last-good", 2), "source and slides")
