"""A push to a sign at work: no frame waits for the disk, and the place is kept."""

import os
import re
import subprocess
import time

import display
import folders
import sign
import vm
from vm import expect, expect_equal, figure, test, wait_until

cards = "vkms"

# Fifty when the scenario is named.
PICTURES = 50 if os.environ.get("LONG") else 12
TICKER = {"text": "Open until 22:00 · Fish & chips today · " * 4, "speed": 150}
TURNING = {"duration": "2s", "transition_duration": "500ms"}
# Of the vblanks, those that the slow guest may miss by itself in one run and not in the other.
TOLERANCE = 0.03


def shades(count, seed):
    """Colours, others for each seed."""
    return [(at * 5 % 256, at * 91 % 256, seed * 67 % 256) for at in range(count)]


def scrolling(**sections):
    """A sign that plays a first generation, with a ticker."""
    player = sign.Sign(store=True)
    push(player, folders.plain(player.path("first"), shades(3, 0), "first", **{
        "carousel": TURNING, "ticker": TICKER, **sections}))
    player.wait_for_picture()
    return player


def push(player, folder, *options):
    """By the operator's own program; what it said."""
    result = player.ctl("push", folder, *options, timeout=280)
    expect_equal(result.returncode, 0, f"exit status of the push ({result.stdout.strip()[-300:]})")
    return result.stdout


def pictures(player, name, seed):
    return folders.plain(player.path(name), shades(PICTURES, seed), name, carousel=TURNING, ticker=TICKER)


def frames(player):
    counts = player.status()["outputs"][0]["frames"]
    return counts["presented"], counts["missed"]


def run(player, action):
    """Frames presented and missed while something is done, and how long that took."""
    presented, missed = frames(player)
    began = time.monotonic()
    action()
    seconds = time.monotonic() - began
    now_presented, now_missed = frames(player)
    return now_presented - presented, now_missed - missed, seconds


@test(seconds=600)
def while_pictures_are_pushed_no_more_frames_are_missed():
    player = scrolling()
    folder = pictures(player, "many", 1)
    flips = display.Flips()
    presented, missed, seconds = run(player, lambda: push(player, folder))
    sequences = flips.stop()
    expect_equal(player.status()["slides"], PICTURES, "slides")
    time.sleep(1)
    calm_presented, calm_missed, _ = run(player, lambda: time.sleep(seconds))
    share, calm_share = (part / max(1, part + rest) for part, rest in ((missed, presented), (calm_missed, calm_presented)))
    figure(f"push of {PICTURES} in {seconds:.1f} s: {presented} presented, {missed} missed ({share:.2%}); "
           f"as long without: {calm_presented}, {calm_missed} ({calm_share:.2%})")
    longest = max(b - a for a, b in zip(sequences, sequences[1:]))
    figure(f"longest time between two flips in the push: {longest} vblanks")
    expect(share <= calm_share + TOLERANCE, f"{share:.2%} of the vblanks were missed in the push, {calm_share:.2%} without")


# Calls by which a file is read, or waited for.
READING = {"read", "pread64", "readv", "preadv", "preadv2", "mmap", "sendfile", "copy_file_range", "splice", "readahead"}
SYNCING = {"fsync", "fdatasync", "sync_file_range", "syncfs", "sync", "msync"}
OPENING = {"open", "openat", "openat2"}


def regular(text):
    """The files that strace names in a call's descriptors, sockets, devices, memory and the kernel's own left out."""
    names = [name for name in re.findall(r"\d+<(/[^>]*)>", text)]
    return [name for name in names if not re.match(r"/(dev|proc|sys)/|/memfd:|/run/systemd/", name)
            and not os.path.isdir(name)]


@test(seconds=600)
def while_pictures_are_pushed_the_sign_itself_reads_no_file_and_waits_for_no_disk():
    player = scrolling()
    folder = pictures(player, "many", 2)
    trace, errors = player.path("trace"), player.path("errors")
    with open(errors, "w") as log:
        # Without -f: the sign's own process, not those that it starts.
        tracer = subprocess.Popen(
            ["strace", "-y", "-p", str(player.pid), "-o", trace, "-e",
             "trace=" + ",".join(sorted(READING | SYNCING | OPENING))], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    vm.at_end(tracer.kill)
    wait_until(lambda: "attached" in open(errors).read(), within=20, what="strace")
    push(player, folder)
    expect_equal(player.status()["slides"], PICTURES, "slides")
    tracer.terminate()
    tracer.wait()
    with open(trace) as file:
        calls = file.read().splitlines()
    expect(len(calls) > 100, f"strace saw {len(calls)} calls")
    counts = {}
    for line in calls:
        name = line.split("(", 1)[0]
        counts[name] = counts.get(name, 0) + 1
        expect(name not in SYNCING, "waits for the disk:", line)
        expect(name not in READING | OPENING or not regular(line), "reads a file:", line)
    figure(f"{len(calls)} calls: " + ", ".join(f"{count} {name}" for name, count in sorted(counts.items())))


@test(seconds=200)
def the_place_is_kept_over_a_push_and_over_a_rollback():
    player = scrolling(carousel={"auto": False})
    player.call("Show", id="first2")
    player.wait_for_rest(2)
    place = player.screenshot().pixel(320, 100)
    slides = ["new0", "new1", "new2", "new3", "first2", "new5"]
    colours = shades(6, 3)
    colours[4] = shades(3, 0)[2]
    folder = folders.plain(player.path("second"), colours, carousel={"auto": False}, ticker=TICKER)
    text = open(folder + "/playlist.yaml").read()
    for at, name in enumerate(slides):
        text = text.replace(f'"id": "{at}"', f'"id": "{name}"')
    with open(folder + "/playlist.yaml", "w") as file:
        file.write(text)
    player.events.skip()
    said = push(player, folder)
    status = player.status()
    expect_equal((status["slide"]["id"], status["slide"]["index"], status["slides"]), ("first2", 4, 6), "after the push")
    expect_equal(player.screenshot().pixel(320, 100), place, "the picture")
    expect("2" in said, "the answer names the generation:", said)

    history = player.ctl("history")
    expect_equal(history.returncode, 0, "exit status of history")
    entries = player.call("History")["generations"]
    expect_equal([(entry["number"], entry["current"], entry["slides"]) for entry in entries],
                 [(2, True, 6), (1, False, 3)], "generations")
    expect_equal(player.ctl("rollback").returncode, 0, "exit status of rollback")
    status = player.status()
    expect_equal((status["slide"]["id"], status["slide"]["index"], status["slides"]), ("first2", 2, 3), "after rollback")
    expect_equal(status["playlist"]["generation"], 1, "generation")
    expect_equal(player.screenshot().pixel(320, 100), place, "the picture")
    expect_equal(player.events.since_skip("slide"), [], "changes of slide meanwhile")
