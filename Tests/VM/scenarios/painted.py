"""Painted frames on disk: what was painted once is never painted again, and steady play writes nothing."""

import os
import shutil

import folders
import pictures
import sign
import vm
from vm import expect, expect_equal, figure, test, wait_until

cards = "headless"

# Of the screen, and so of each frame: 230,400 bytes.
WIDTH, HEIGHT = 320, 180
QUICK = {"duration": "100ms", "transition": "none"}
# The painter leaves after 10 s without work.
PAINTER_LEAVES = 30


def colour(number):
    """Another one for each number."""
    return (number * 37 % 256, number * 91 % 256, number * 151 % 256)


def many(count, config):
    """A sign, not started, of so many pictures, whose painter notes each time it is started."""
    names = [f"picture {number}.png" for number in range(count)]
    files = {name: pictures.checks(64, 36, colour(number), (255, 255, 255)) for number, name in enumerate(names)}
    player = sign.Sign(
        [{"id": name, "image": name} for name in names], files, config, f"headless:{WIDTH}x{HEIGHT}", start=False,
        carousel=QUICK)
    # The programs find each other beside themselves.
    player.programs = player.path("bin")
    os.mkdir(player.programs)
    os.mkdir(player.path("starts"))
    for name in ("signaged", "signage-store"):
        shutil.copy2(os.path.join(vm.PROGRAMS, name), player.programs)
    painter = os.path.join(player.programs, "signage-painter")
    with open(painter, "w") as file:
        # A file for each start: it may make files, but write nothing into them.
        file.write(f"#!/bin/sh\n: >'{player.path('starts')}/'$$\n"
                   f"exec '{os.path.join(vm.PROGRAMS, 'signage-painter')}'\n")
    os.chmod(painter, 0o755)
    return player


def starts(player):
    """How often the painter has been started."""
    return len(os.listdir(player.path("starts")))


def a_round(player, count, within):
    """Until each slide has been shown since now."""
    player.events.skip()
    shown = set()
    while len(shown) < count:
        shown.add(player.events.next("slide", within=within)["id"])


def on_disk(player):
    """All that lies in its directories: which file it is, its size, and when it and its name were last changed."""
    found = {}
    for place in ("state", "cache", "run"):
        for folder, _, names in os.walk(player.place(place)):
            for name in [".", *names]:
                status = os.stat(os.path.join(folder, name))
                found[os.path.join(folder, name)] = (
                    status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
    return found


def written(player):
    """Bytes that the sign's own process has had written to disks."""
    with open(f"/proc/{player.pid}/io") as file:
        return dict(line.split(": ") for line in file.read().splitlines())["write_bytes"]


@test(seconds=240)
def the_second_round_of_a_hundred_pictures_needs_no_painter():
    count = 100
    player = many(count, {"memory": 0})
    player.start()
    a_round(player, count, within=30)
    first = starts(player)
    expect(first > 0, "the painter was started")
    wait_until(lambda: player.painter() is None, within=PAINTER_LEAVES, what="the painter to leave")
    wait_until(lambda: len(os.listdir(player.place("cache") + "/frames")) == count, what="all frames on disk")

    expect_equal(starts(player), first, "starts of the painter before the second round")
    disk, bytes_before = on_disk(player), written(player)
    a_round(player, count, within=10)
    expect_equal(starts(player), first, "starts of the painter after the second round")
    expect_equal(on_disk(player), disk, "the sign's files after the second round")
    expect_equal(written(player), bytes_before, "bytes written by the sign itself")
    expect_equal(player.status()["painter"]["skipped"], [], "skipped")
    figure(f"painter started {first}x in the first round, 0x in the second; {len(disk)} files and folders, none changed")

    expect_equal(player.stop(), 0, "exit status")
    os.remove(player.programs + "/signage-painter")
    player.start()
    a_round(player, count, within=10)
    expect_equal(player.status()["painter"]["skipped"], [], "skipped without a painter")
    figure("after a restart all are shown without any painter")


@test(seconds=240)
def a_playlist_three_times_as_large_as_the_cache_writes_nothing_round_after_round():
    count, room = 60, 20
    # A frame's file has a head before its pixels.
    player = many(count, {"memory": 0, "frames": room * (WIDTH * HEIGHT * 4 + 1024)})
    player.start()
    a_round(player, count, within=30)
    a_round(player, count, within=30)
    disk = on_disk(player)
    kept = os.listdir(player.place("cache") + "/frames")
    expect(room - 1 <= len(kept) <= room, f"{len(kept)} frames are kept, there is room for {room}")
    a_round(player, count, within=30)
    expect_equal(on_disk(player), disk, "the sign's files after another round")
    figure(f"{len(kept)} of {count} frames kept; no file changed in the third round")


@test(seconds=120)
def what_is_pushed_to_a_turned_display_is_painted_once():
    count = 6
    player = sign.Sign(
        config={"rotation": 90, "margins": {"top": 8, "left": 4}, "memory": 0}, output=f"headless:{WIDTH}x{HEIGHT}",
        store=True)
    folder = folders.plain(player.path("pushed"), [colour(number) for number in range(count)], carousel=QUICK)
    result = player.ctl("push", folder)
    expect_equal(result.returncode, 0, "exit status of the push")
    frames = player.place("cache") + "/frames"
    painted = sorted(os.listdir(frames))
    expect_equal(len(painted), count, "frames painted for the check")
    a_round(player, count, within=30)
    a_round(player, count, within=30)
    expect_equal(sorted(os.listdir(frames)), painted, "frames after two rounds")
    shot = player.screenshot()
    expect_equal((shot.width, shot.height), (HEIGHT, WIDTH), "the screenshot's size")
