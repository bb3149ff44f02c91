"""The configuration on the air: keys at a reload, and configurations that are sent, kept or taken back."""

import json
import os
import signal
import time

import folders
import sign
import varlink
from sign import BLUE, GREEN, RED
from vm import expect, expect_equal, test, wait_until

cards = "headless"

STILL = {"auto": False}


def paused(**config):
    player = sign.Sign(sign.colours(RED, GREEN, BLUE), config=config, carousel=STILL)
    player.wait_for_picture()
    player.show(2)
    player.events.skip()
    return player


def configure(player, text, *options):
    """By the operator's own program, the text as a file."""
    player.write("new.yaml", text)
    return player.ctl("configure", player.path("new.yaml"), *options)


def setting(player):
    return player.status()["configuration"]


def described(player, name, source):
    status = player.status()
    expect_equal((status["name"], status["configuration"]["source"]), (name, source), "name and source")
    return status["configuration"]


def state_of(event):
    return event["state"]


# Keys at a reload.


@test
def a_reload_takes_name_scale_and_idle_colour_and_keeps_the_place():
    player = paused()
    player.write("signaged.yaml", json.dumps({"name": "other", "scale": 2, "idle": {"info": False, "color": "#123456"}}))
    expect_equal(player.reload()["accepted"], True, "accepted")
    status = player.status()
    expect_equal((status["name"], status["outputs"][0]["scale"]), ("other", 2), "name and scale")
    expect_equal(status["slide"]["id"], "b", "the slide")
    player.playlist([])
    player.reload()
    wait_until(lambda: player.screenshot().pixel(5, 5) == (0x12, 0x34, 0x56), what="the idle page's colour")


@test
def configuration_and_playlist_of_one_reload_come_together():
    player = paused()
    player.write("signaged.yaml", json.dumps({"name": "both", "scale": 1}))
    player.playlist(sign.colours(BLUE), carousel=STILL)
    expect_equal(player.reload()["accepted"], True, "accepted")
    status = player.status()
    expect_equal((status["name"], status["slides"]), ("both", 1), "name and slides")
    # With an error in one neither counts.
    player.write("signaged.yaml", "name: [1]\n")
    player.playlist(sign.colours(RED, GREEN), carousel=STILL)
    expect_equal(player.reload()["accepted"], False, "accepted")
    status = player.status()
    expect_equal((status["name"], status["slides"]), ("both", 1), "name and slides")


@test
def less_room_for_frames_holds_at_once():
    player = sign.Sign([{"id": str(at), "text": f"slide {at}"} for at in range(3)], carousel=STILL)
    player.wait_for_picture()

    def kept():
        found = []
        for folder, _, names in os.walk(player.place("cache")):
            found += [os.path.join(folder, name) for name in names]
        return sum(os.path.getsize(path) for path in found if os.path.exists(path))

    wait_until(lambda: kept() > 100_000, what="painted slides on disk")
    player.write("signaged.yaml", json.dumps({"name": "test", "scale": 1, "frames": 0}))
    player.reload()
    wait_until(lambda: kept() < 100_000, what="room given back")


@test
def fewer_generations_are_kept_from_the_next_push_on():
    player = sign.Sign(store=True)
    for number in range(3):
        result = player.ctl("push", folders.plain(player.path(f"f{number}"), [(number, 0, 0)], f"f{number}"))
        expect_equal(result.returncode, 0, "the push")
    player.write("signaged.yaml", json.dumps({"name": "test", "store": {"keep": 1}}))
    player.reload()
    player.ctl("push", folders.plain(player.path("last"), [(9, 0, 0)], "last"))
    kept = [entry["number"] for entry in player.call("History")["generations"]]
    expect(len(kept) <= 2, "generations kept:", kept)


@test
def only_the_socket_s_group_waits_for_the_next_start():
    player = paused()
    player.write("signaged.yaml", json.dumps({
        "name": "x", "mode": "800x600", "output": "HDMI-A-9", "memory": 0, "touch": {"enabled": False},
        "socket_group": "nobody", "store": {"keep": 2}, "frames": "1MiB"}))
    event = player.reload()
    expect("at the next start: socket_group" in event["text"], event["text"])


# Configurations that are sent.


@test
def errors_are_told_with_their_places_and_change_nothing():
    player = paused()
    before = player.screenshot()
    result = configure(player, "name: sent\nscale: huge\ntuoch: {enabled: false}\n")
    expect_equal(result.returncode, 78, "exit status")
    expect("new.yaml:2:8: error: scale: " in result.stdout, "the first error in", result.stdout)
    expect("new.yaml:3:1: error: " in result.stdout and "touch" in result.stdout, "the second one in", result.stdout)
    result = configure(player, "name: {\n")
    expect_equal(result.returncode, 78, "exit status of a syntax error")
    described(player, "test", "file")
    expect(player.screenshot() == before, "the same picture")
    expect_equal(os.listdir(player.place("state")).count("configuration.yaml"), 0, "files kept")


@test
def one_that_nobody_confirms_goes_back_by_itself():
    player = paused()
    before = player.screenshot()
    result = configure(player, "name: sent\nscale: 2\n", "--wait", "3s")
    expect_equal(result.returncode, 0, "exit status")
    expect("'signagectl configure --confirm' keeps it" in result.stdout, result.stdout)
    trial = described(player, "sent", "trial")["trial"]
    expect(0 < trial["remaining"] <= 3 and trial["user"] == os.getuid(), "the trial:", trial)
    expect_equal(player.status()["outputs"][0]["scale"], 2, "scale")
    expect_equal(state_of(player.events.find("configuration")), "applied", "the first event")
    expect_equal(state_of(player.events.find("configuration", within=15)), "reverted", "the second event")
    expect_equal(described(player, "test", "file")["trial"], None, "trial")
    status = player.status()
    expect_equal((status["outputs"][0]["scale"], status["slide"]["id"]), (1, "b"), "scale and slide")
    expect(player.screenshot() == before, "the same picture")
    player.stop()
    player.start()
    described(player, "test", "file")


@test
def a_confirmed_one_counts_in_place_of_the_file_until_the_file_is_asked_for():
    player = paused()
    result = configure(player, "name: sent\n", "--yes")
    expect_equal(result.returncode, 0, "exit status")
    expect_equal([state_of(player.events.find("configuration")) for _ in range(2)], ["applied", "confirmed"], "events")
    ignored = described(player, "sent", "store")["ignored"]
    expect("'signagectl configure --file' goes back to it" in ignored, ignored)
    # The file counts no more, whatever it says.
    player.write("signaged.yaml", "nmae: x\n")
    result = player.ctl("reload")
    expect_equal(result.returncode, 0, "exit status of the reload")
    expect("configured by" in result.stdout and "is not used" in result.stdout, result.stdout)
    player.stop()
    player.start()
    described(player, "sent", "store")
    expect_equal(player.ctl("configure", "--show").stdout, "name: sent\n", "its text")
    expect_equal(player.ctl("configure", "--file", "--yes").returncode, 78, "exit status of a file with errors")
    player.write("signaged.yaml", "name: by-file\n")
    expect_equal(player.ctl("configure", "--file", "--yes").returncode, 0, "exit status")
    described(player, "by-file", "file")
    player.stop()
    player.start()
    described(player, "by-file", "file")


@test
def a_crash_before_the_confirmation_gives_the_old_one():
    player = paused()
    configure(player, "name: sent\n")
    described(player, "sent", "trial")
    player.kill(signal.SIGKILL)
    player.process.wait()
    player.start()
    described(player, "test", "file")
    # And one that replaces a kept one gives that.
    configure(player, "name: kept\n", "--yes")
    configure(player, "name: other\n")
    player.kill(signal.SIGKILL)
    player.process.wait()
    player.start()
    described(player, "kept", "store")


@test
def a_damaged_one_gives_way_to_the_file_and_that_is_said():
    player = paused()
    configure(player, "name: kept\n", "--yes")
    path = os.path.join(player.place("state"), "configuration.yaml")
    for damage in ("", "name: by hand\n", None):
        with open(path, "rb") as file:
            whole = file.read()
        with open(path, "wb") as file:
            file.write(whole[:-3] if damage is None else damage.encode())
        player.stop()
        player.start()
        described(player, "test", "file")
        problems = [problem["message"] for problem in player.status()["playlist"]["problems"]]
        expect(any("is used instead" in problem for problem in problems), "problems:", problems)
        with open(path, "wb") as file:
            file.write(whole)


@test
def a_second_one_waits_its_turn():
    player = paused()
    configure(player, "name: first\n")
    result = configure(player, "name: second\n")
    expect_equal(result.returncode, 1, "exit status")
    expect("waits for another" in result.stdout, result.stdout)
    described(player, "first", "trial")
    expect_equal(player.ctl("configure", "--revert").returncode, 0, "exit status of --revert")
    described(player, "test", "file")
    expect_equal(player.ctl("configure", "--confirm").returncode, 1, "exit status of a late --confirm")
    configure(player, "name: second\n")
    expect_equal(player.ctl("configure", "--confirm").returncode, 0, "exit status of --confirm")
    described(player, "second", "store")


@test
def a_reload_leaves_the_one_on_trial_and_brings_what_it_goes_back_to():
    player = paused()
    configure(player, "name: sent\n")
    player.write("signaged.yaml", json.dumps({"name": "newer", "scale": 1}))
    player.playlist(sign.colours(BLUE, GREEN), carousel=STILL)
    event = player.reload()
    expect(event["accepted"] and "stays on trial" in event["text"], event["text"])
    status = player.status()
    expect_equal((status["name"], status["slides"], status["slide"]["id"]), ("sent", 2, "b"), "name, slides, slide")
    player.ctl("configure", "--revert")
    described(player, "newer", "file")


@test
def while_it_is_tried_pushes_change_the_playlist_only():
    player = sign.Sign(store=True)
    configure(player, "name: sent\n")
    player.ctl("push", folders.plain(player.path("one"), [(1, 0, 0)], "one"))
    status = player.status()
    expect_equal((status["name"], status["playlist"]["source"]), ("sent", "store"), "name and playlist")
    player.ctl("configure", "--confirm")
    described(player, "sent", "store")


@test
def a_disk_that_cannot_be_written_keeps_nothing_and_says_so():
    player = paused()
    configure(player, "name: sent\n")
    path = os.path.join(player.place("state"), "configuration.yaml")
    # In the way of the file that is to be put there, also for root.
    os.makedirs(path + "/x")
    result = player.ctl("configure", "--confirm")
    expect_equal(result.returncode, 1, "exit status")
    expect("it cannot be kept" in result.stdout, result.stdout)
    described(player, "sent", "trial")
    os.removedirs(path + "/x")
    expect_equal(player.ctl("configure", "--confirm").returncode, 0, "exit status once it can")
    described(player, "sent", "store")


@test
def a_sign_that_is_off_or_goes_off_by_it_is_configured_all_the_same():
    player = paused()
    other_day = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"][(time.localtime().tm_wday + 3) % 7]
    closed = {"name": "closed", "clock": "any", "display_hours": [{"days": other_day, "from": "08:00", "to": "20:00"}]}
    result = configure(player, json.dumps(closed), "--yes")
    expect_equal(result.returncode, 0, "exit status")
    described(player, "closed", "store")
    expect_equal(player.status()["state"], "off", "state")
    expect_equal(configure(player, "name: open\nclock: any\n", "--yes").returncode, 0, "exit status")
    described(player, "open", "store")
    wait_until(lambda: player.status()["state"] == "playing", what="the picture again")


@test
def a_text_that_is_too_long_is_refused():
    player = paused()
    for parameters, name in (({"text": "#" * 262_145}, "text"), ({"text": "", "name": "x" * 4097}, "name")):
        try:
            player.call("Configure", **parameters)
            raise AssertionError("it was taken")
        except varlink.Refused as error:
            expect_equal((error.name, error.parameters), ("InvalidParameter", {"parameter": name}), "the answer")
    described(player, "test", "file")
