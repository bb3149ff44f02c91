"""What is on disk is damaged: the sign plays what is whole, says what is wrong, and the next push repairs it."""

import os
import shutil

import folders
import push
import sign
from vm import expect, expect_equal, figure, test, wait_until

cards = "headless"

OLD, NEW = [(200, 0, 0), (0, 200, 0), (0, 0, 200)], [(250, 250, 0), (0, 250, 250), (250, 0, 250)]
STILL = {"auto": False, "indicator": {"style": "none"}}


def twice_pushed():
    """A sign that plays its second generation, with that and the first one's files."""
    player = sign.Sign(store=True)
    old, new = (push.Files(folders.plain(player.path(name), colours, name, carousel=STILL))
                for name, colours in (("old", OLD), ("new", NEW)))
    for files in (old, new):
        push.Push(player.socket, files).run()
    playing(player, 2, NEW[0])
    return player, old, new


def playing(player, generation, colour):
    """Until the first slide of a generation is on the screen; the status then."""
    def shown():
        status = player.status()
        if (status["playlist"]["source"], status["playlist"].get("generation")) != ("store", generation):
            return None
        # It has read its playlist before there is a frame.
        if not status["outputs"] or not status["outputs"][0]["frames"]["presented"]:
            return None
        return status if player.screenshot().pixel(320, 240) == colour else None

    return wait_until(shown, within=30, what=f"generation {generation} on the screen", every=0.2)


def state(player, *parts):
    return os.path.join(player.place("state"), *parts)


def object_file(player, sha256):
    return state(player, "objects", sha256[:2], sha256[2:])


def told(player):
    """All that its status says is wrong."""
    status = player.status()
    return " | ".join([*status["problems"], *(problem["message"] for problem in status["playlist"]["problems"])])


def spoil(player, damage):
    """Damages what is on disk while it plays, which changes nothing on the screen, and starts the sign again."""
    before = player.screenshot()
    damage()
    expect(player.screenshot() == before, "the same picture with the damage on disk")
    expect_equal(player.stop(), 0, "exit status")
    player.start()


def push_repairs(player, files, generation, colour):
    """The next push is shown, and nothing is wrong any more."""
    result = push.Push(player.socket, files).run()
    expect_equal((result["generation"], result["shown"]), (generation, True), "generation, and whether it is shown")
    playing(player, generation, colour)
    expect_equal(told(player), "", "what status says is wrong")


def cut(path):
    """Half of a file is gone."""
    size = os.path.getsize(path)
    with open(path, "r+b") as file:
        file.truncate(size // 2)


@test(seconds=90)
def a_generation_file_cut_in_half():
    player, _, new = twice_pushed()
    spoil(player, lambda: cut(state(player, "generations", "2")))
    playing(player, 1, OLD[0])
    expect("generation 2" in told(player) and "generation 1 plays" in told(player), "told:", told(player))
    figure(told(player))
    history = player.call("History")["generations"]
    expect_equal([(entry["number"], bool(entry.get("problem"))) for entry in history], [(2, True), (1, False)],
                 "generations, and whether something is wrong with them")
    player.call("Rollback")
    playing(player, 1, OLD[0])
    expect_equal(told(player), "", "after a rollback, what status says is wrong")
    push_repairs(player, new, 3, NEW[0])


@test(seconds=90)
def current_leads_nowhere():
    player, old, _ = twice_pushed()

    def damage():
        os.remove(state(player, "current"))
        os.symlink("generations/77", state(player, "current"))

    spoil(player, damage)
    playing(player, 2, NEW[0])
    expect("77" in told(player) and "generation 2 plays" in told(player), "told:", told(player))
    figure(told(player))
    push_repairs(player, old, 78, OLD[0])


@test(seconds=90)
def current_is_no_link():
    player, _, _ = twice_pushed()

    def damage():
        os.remove(state(player, "current"))
        os.mkdir(state(player, "current"))

    spoil(player, damage)
    playing(player, 2, NEW[0])
    expect("current" in told(player) and "generation 2 plays" in told(player), "told:", told(player))
    figure(told(player))


@test(seconds=90)
def a_flipped_bit_in_a_picture():
    player, _, new = twice_pushed()
    picture = object_file(player, new.sha256("1.png"))

    def damage():
        os.chmod(picture, 0o640)
        with open(picture, "r+b") as file:
            data = bytearray(file.read())
            data[len(data) // 2] ^= 16
            file.seek(0)
            file.write(data)
        # What was painted before needs the picture no more.
        shutil.rmtree(player.place("cache"))

    spoil(player, damage)
    playing(player, 2, NEW[0])
    skipped = wait_until(lambda: player.status()["painter"]["skipped"], within=20, what="the slide to be skipped")
    expect_equal([entry["id"] for entry in skipped], ["new1"], "skipped")
    figure(skipped[0]["reason"])
    player.call("Next")
    player.wait_for_rest()
    expect(player.screenshot().pixel(320, 240) == NEW[2], "the slide after it is shown")
    # Only what is damaged travels again.
    again = push.Push(player.socket, new)
    wanted = again.wanted()
    expect_equal([entry["sha256"] for entry in wanted], [new.sha256("1.png")], "objects that the sign lacks")
    again.send(wanted[0])
    again.finish()
    wait_until(lambda: not player.status()["painter"]["skipped"], within=20, what="nothing skipped")
    player.show(2)
    expect(player.screenshot().pixel(320, 240) == NEW[1], "the repaired picture is shown")


@test(seconds=90)
def a_picture_that_is_missing():
    player, old, new = twice_pushed()
    os.remove(object_file(player, new.sha256("2.png")))
    shutil.rmtree(player.place("cache"))
    expect_equal(player.stop(), 0, "exit status")
    player.start()
    playing(player, 2, NEW[0])
    skipped = wait_until(lambda: player.status()["painter"]["skipped"], within=20, what="the slide to be skipped")
    expect_equal([entry["id"] for entry in skipped], ["new2"], "skipped")
    figure(skipped[0]["reason"])
    push_repairs(player, old, 3, OLD[0])


@test(seconds=90)
def a_playlist_with_a_flipped_bit():
    player, _, new = twice_pushed()
    playlist = object_file(player, new.sha256("playlist.yaml"))

    def damage():
        os.chmod(playlist, 0o640)
        with open(playlist, "r+b") as file:
            file.write(b"[")

    spoil(player, damage)
    playing(player, 1, OLD[0])
    expect("generation 2" in told(player), "told:", told(player))
    figure(told(player))
    push_repairs(player, new, 3, NEW[0])


@test(seconds=90)
def nothing_in_the_store_is_whole():
    player, _, new = twice_pushed()

    def damage():
        for number in (1, 2):
            cut(state(player, "generations", str(number)))

    spoil(player, damage)
    wait_until(lambda: player.status()["outputs"][0]["frames"]["presented"], within=30, what="a frame")
    expect_equal(player.status()["state"], "idle", "state")
    expect("generation 1" in told(player) and "generation 2" in told(player), "told:", told(player))
    push_repairs(player, new, 3, NEW[0])
