"""A disk that is full or cannot be written: a push is refused and says why, and the picture on the screen stays."""

import os
import random
import time

import display
import folders
import pictures
import push
import sign
import vm
from vm import expect, expect_equal, figure, test

cards = "vkms"

STILL = {"auto": False, "indicator": {"style": "none"}}
OLD, NEW = [(200, 0, 0), (0, 200, 0)], [(0, 0, 200), (200, 200, 0)]
# What the store leaves free on any disk, MiB.
RESERVE = 64


def on_disk_of(mebibytes):
    """A sign that plays its first generation, still, with its state on a disk of this size; and its card."""
    player = sign.Sign(store=True, start=False)
    os.mkdir(player.path("state"))
    vm.shell("mount", "-t", "tmpfs", "-o", f"size={mebibytes}m", "state", player.path("state"))
    vm.at_end(lambda: vm.shell("umount", "-l", player.path("state")))
    # Before the disk goes.
    vm.at_end(player.stop)
    player.start()
    return player


def playing(player):
    """Plays the first generation; the checksum of what is on the screen, and the card."""
    push.Push(player.socket, push.Files(folders.plain(player.path("old"), OLD, "old", carousel=STILL))).run()
    player.wait_for_picture()
    player.wait_for_stillness()
    card = display.Card("vkms")
    return card, card.crc()


def refused(action):
    """The reason for which a push was refused."""
    try:
        action()
    except push.Refused as refusal:
        return str(refusal)
    raise vm.Failed("the push was not refused")


def unchanged(player, card, crc):
    """It plays on, and nothing has moved."""
    status = player.status()
    expect_equal((status["state"], status["playlist"]["source"], status["playlist"]["generation"]),
                 ("playing", "store", 1), "state, source and generation")
    expect_equal(card.crc(), crc, "the checksum of the frame on the screen")
    expect_equal([entry["number"] for entry in player.call("History")["generations"]], [1], "generations")


def succeeds(player, files):
    result = push.Push(player.socket, files).run()
    expect(result["activated"] and result["shown"], "the next push is shown:", result)


@test(seconds=120)
def a_push_that_does_not_fit_is_refused_before_it_begins():
    player = on_disk_of(RESERVE + 4)
    card, crc = playing(player)
    large = folders.playlist(
        player.path("large"), [{"image": "large.png"}], {"large.png": pictures.png(8, 8, lambda x, y: (1, 2, 3)) + bytes(8 << 20)})
    reason = refused(lambda: push.Push(player.socket, push.Files(large)).wanted())
    figure(reason)
    expect("MiB" in reason and f"{RESERVE}" in reason, "the numbers are told:", reason)
    unchanged(player, card, crc)
    succeeds(player, push.Files(folders.plain(player.path("new"), NEW, "new", carousel=STILL)))


@test(seconds=150)
def a_disk_that_becomes_full_in_the_middle_of_a_push():
    player = on_disk_of(RESERVE + 16)
    card, crc = playing(player)
    noise = pictures.noise(400, 300, (9, 9, 9), random.Random(1))
    large = push.Files(folders.playlist(
        player.path("large"), [{"image": "large.png"}], {"large.png": noise + bytes(4 << 20)}))
    client = push.Push(player.socket, large)
    wanted = client.wanted()
    client.send(wanted[0])
    # Somebody else needs all the room there is.
    filler = player.path("state") + "/filler"
    with open(filler, "wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(1 << 20))
        except OSError as error:
            vm.note(f"full: {error}")
    try:
        client.send(wanted[1])
    except OSError as error:
        vm.note(f"while it was sent: {error}")
    reason = refused(client.finish)
    figure(reason)
    expect("full" in reason, "the reason is told:", reason)
    unchanged(player, card, crc)
    os.remove(filler)
    succeeds(player, push.Files(folders.plain(player.path("new"), NEW, "new", carousel=STILL)))


@test(seconds=150)
def a_disk_that_cannot_be_written():
    player = on_disk_of(RESERVE + 16)
    card, crc = playing(player)
    new = push.Files(folders.plain(player.path("new"), NEW, "new", carousel=STILL))
    vm.shell("mount", "-o", "remount,ro", player.path("state"))
    reason = refused(push.Push(player.socket, new).run)
    figure(reason)
    expect("ead-only" in reason, "the reason is told:", reason)
    unchanged(player, card, crc)
    vm.shell("mount", "-o", "remount,rw", player.path("state"))
    succeeds(player, new)


@test(seconds=150)
def a_start_on_a_disk_that_cannot_be_written():
    player = on_disk_of(RESERVE + 16)
    push.Push(player.socket, push.Files(folders.plain(player.path("old"), OLD, "old", carousel=STILL))).run()
    player.wait_for_picture()
    expect_equal(player.stop(), 0, "exit status")
    vm.shell("mount", "-o", "remount,ro", player.path("state"))
    player.start()
    player.wait_for_picture()
    player.wait_for_stillness()
    card = display.Card("vkms")
    expect_equal(card.crc(), display.crc_of(player.screenshot()), "the checksum of the frame on the screen")
    unchanged(player, card, card.crc())
    switches = player.context_switches()
    time.sleep(5)
    expect(player.context_switches() - switches <= 10, "it rests, instead of trying to write again and again")
    new = push.Files(folders.plain(player.path("new"), NEW, "new", carousel=STILL))
    expect("ead-only" in refused(push.Push(player.socket, new).run), "a push is refused")
    vm.shell("mount", "-o", "remount,rw", player.path("state"))
    succeeds(player, new)
