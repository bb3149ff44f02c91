"""The plug is pulled in the middle of a push: what plays afterwards is the old generation or the new one, whole.

A chain of boots of a guest with an ext4 disk. Each boot looks at what the cut before has left, repeats the push that was
cut, which must succeed, and begins the next one, in which QEMU is killed. That loses all that the guest has not synced;
what QEMU has handed to the host is not lost. So it is the order of the sign's writes and syncs that is tried here, not
a disk that lies about them. The file system's own help for programs that forget to sync (auto_da_alloc, a commit every
5 s) is switched off.
"""

import json
import os
import random
import time

import cuts
import folders
import guest
import pictures
import vm
from vm import expect, figure, note, test

cards = "headless"

SEED = int(os.environ.get("POWER_SEED", 20260))
CUTS = int(os.environ.get("POWER_CUTS", 8))
# Those of every day; more cuts come at all other moments, and then by chance.
USUAL = [
    "in an object", "before the sync of an object", "between objects", "while slides are checked",
    "before the rename of 'current'", "after the rename of 'current'", "done", "in the removal of objects"]
# Bytes: the store leaves 64 MiB free.
DISK = 256 << 20
SLIDES = 5


def moments():
    """When the power is cut, in turn."""
    others = [name for name in cuts.MOMENTS if name not in USUAL and name != cuts.BY_CHANCE]
    planned = (USUAL + others)[:CUTS]
    return planned + [cuts.BY_CHANCE] * (CUTS - len(planned))


def playlist(folder, number, chance):
    """A playlist like no other: five pictures, of which the second is large."""
    images = {}
    for at in range(SLIDES):
        colour = tuple(chance.randrange(256) for _ in range(3))
        images[f"{at}.png"] = (
            pictures.noise(640, 360, colour, chance) if at == 1 else pictures.png(64, 36, lambda x, y: colour))
    slides = [{"id": f"{number}-{at}", "image": name} for at, name in enumerate(images)]
    return folders.playlist(
        folder, slides, images, carousel={"auto": False, "fit": "cover", "indicator": {"style": "none"}})


class Chain:
    """The disk, and what is known of it."""

    def __init__(self):
        self.chance = random.Random(SEED)
        self.out = os.path.join(vm.OUT, "powercut")
        os.mkdir(self.out)
        self.disk = self.out + "/disk"
        with open(self.disk, "wb") as file:
            file.truncate(DISK)
        vm.shell("mke2fs", "-q", "-F", "-t", "ext4", self.disk)
        self.folders = 0
        # The generation that played at the cut, and the push that was cut.
        self.before = self.cut = None
        self.outcomes = {}

    def folder(self):
        self.folders += 1
        return playlist(f"{self.out}/{self.folders}", self.folders, self.chance)

    def boot(self, moment):
        """Starts the guest, and kills it at the moment; without one it comes to its end."""
        following = self.folder() if moment else None
        plan = {"before": self.before, "cut": self.cut, "push": self.cut["folder"] if self.cut else self.folder(),
                "fresh": self.folder(), "next": following, "moment": moment}
        with open(self.out + "/plan", "w") as file:
            json.dump(plan, file)
        began = time.monotonic()
        machine = guest.Guest("powercut", self.out, "-drive", f"file={self.disk},format=raw,if=virtio,cache=writeback")
        last = None
        for message in machine.messages():
            note(f"{time.monotonic() - began:.2f} s: {json.dumps(message)}")
            if "failed" in message:
                raise vm.Failed(f"after the cut {self.cut and self.cut['moment']!r}: {message['failed']}")
            if "found" in message:
                self.outcomes.setdefault(message["found"], []).append(self.cut["moment"])
            elif "pushed" in message:
                last = message
                self.before = {"number": message["pushed"], "folder": message["folder"]}
            elif "begun" in message and moment == cuts.BY_CHANCE:
                time.sleep(self.chance.random() * 1.1 * last["seconds"])
                break
            elif "reached" in message:
                break
        else:
            expect(moment is None, f"the guest ended before the moment '{moment}'")
            machine.end()
            return
        machine.kill()
        # What it had said before it was killed counts.
        told = moment == "done" or any("done" in message for message in machine.left())
        allowed = cuts.NEW if told else cuts.MOMENTS[moment]
        self.cut = {"moment": moment, "folder": following, "allowed": allowed}


@test(seconds=120 * (CUTS + 1))
def whatever_the_moment_the_old_or_the_new_generation_plays_and_the_next_push_succeeds():
    figure(f"seed {SEED}")
    chain = Chain()
    began = time.monotonic()
    for moment in [*moments(), None]:
        chain.boot(moment)
    vm.shell("e2fsck", "-f", "-n", chain.disk)
    for found, names in chain.outcomes.items():
        figure(f"{found} played after {len(names)} cuts: {', '.join(names)}")
    figure(f"{CUTS + 1} boots in {time.monotonic() - began:.0f} s")
    os.remove(chain.disk)
