"""One boot of the scenario 'powercut': looks at what the cut has left, repeats its push, and begins another one."""

import hashlib
import json
import os
import subprocess
import time
import traceback
import zlib

import cuts
import push
import sign
import vm
from vm import expect, expect_equal, wait_until

DISK, TRACE = "/mnt/disk", "/tmp/trace"
# Without what ext4 does for programs that rename without a sync, and with no commit but those that are asked for.
OPTIONS = "noauto_da_alloc,commit=300"
KEEP = 2
OUTPUT = (320, 180)
# A painter of the slow guest may take longer than a push gives it; what is shown is looked at here.
PATIENT = {"force": True}
# Microseconds; the power is cut long before.
LONG = 600_000_000


def mount():
    os.makedirs(DISK, exist_ok=True)
    vm.shell("mount", "-t", "ext4", "-o", OPTIONS, "/dev/vda", DISK)
    with open("/sys/fs/ext4/vda/errors_count") as file:
        expect_equal(file.read().strip(), "0", "errors of the file system")


def state(*parts):
    return os.path.join(DISK, "state", *parts)


# --- what is on the disk ---


def generations():
    """Each generation that is on the disk: the names of its files with their SHA-256. All must be whole."""
    found = {}
    for name in os.listdir(state("generations")):
        if not name.isdigit():
            continue
        with open(state("generations", name), "rb") as file:
            head, body = file.read().split(b"\n", 1)
        expect_equal(head.split()[-1].decode(), hashlib.sha256(body).hexdigest(), f"the seal of generation {name}")
        value = json.loads(body)
        files = {entry["path"]: entry["sha256"] for entry in [value["playlist"], *value["files"]]}
        for path, digest in files.items():
            with open(state("objects", digest[:2], digest[2:]), "rb") as file:
                expect_equal(hashlib.sha256(file.read()).hexdigest(), digest, f"'{path}' of generation {name}")
        found[int(name)] = files
    return found


def look(plan):
    """Which of the two is the current one; the number, and the folder it came from."""
    found = generations()
    before, cut = plan["before"], plan["cut"]
    number = int(os.path.basename(os.readlink(state("current"))))
    expect(number in found, f"generation {number} is the current one, and there are", sorted(found))
    pushed = {entry["path"]: entry["sha256"] for entry in push.Files(cut["folder"]).entries.values()}
    is_new = found[number] == pushed
    if not is_new:
        expect_equal(number, before["number"], "the generation, which is not that of the push")
    which = cuts.NEW if is_new else cuts.OLD
    expect(cut["allowed"] in (which, cuts.EITHER), f"{which} is the current one, expected: {cut['allowed']}")
    vm.tell(found=which)
    return number, cut["folder"] if is_new else before["folder"]


# --- what plays ---


def plays(player, number, folder):
    """The sign shows a generation, whole, and knows of no problem."""
    with open(folder + "/playlist.yaml") as file:
        ids = [slide["id"] for slide in json.load(file)["slides"]]
    status = player.wait_for_picture(within=60)
    expect_equal((status["playlist"]["source"], status["playlist"]["generation"]), ("store", number), "what plays")
    expect_equal((status["slides"], status["playlist"]["problems"], status["problems"]), (len(ids), [], []), "status")
    for at, name in enumerate(ids):
        player.show(at + 1, within=60)
        expect_equal(player.status()["slide"]["id"], name, "slide")
        # All that is at a picture's edge has its colour.
        with open(f"{folder}/{at}.png", "rb") as file:
            colour = first_pixel(file.read())
        expect_equal(player.screenshot().pixel(5, 5), colour, f"colour of slide {name}")
    expect_equal(player.status()["painter"]["skipped"], [], "skipped")
    history = player.call("History")["generations"]
    expect_equal([entry["number"] for entry in history if entry["current"]], [number], "current in the history")
    numbers = [entry["number"] for entry in history]
    expect_equal(numbers, sorted(numbers, reverse=True), "the history's order")
    expect_equal([entry for entry in history if entry.get("problem")], [], "generations with a problem")
    return numbers


def first_pixel(png):
    """The colour that a picture of `pictures.png` begins with."""
    at = png.index(b"IDAT")
    size = int.from_bytes(png[at - 4:at], "big")
    row = zlib.decompressobj().decompress(png[at + 4:at + 4 + size], 4)
    return tuple(row[1:4])


# --- the next push, as far as it comes ---


class Tracer:
    """Holds a push in a call: strace's delay before or after it."""

    def __init__(self, player, call, path, where):
        errors = open("/tmp/strace-errors", "w+")
        self.sign = call + "(" if where == "enter" else "= 0 (DELAYED)"
        self.process = subprocess.Popen(
            ["strace", "-f", "-p", str(player.pid), "-o", TRACE, "-e", f"trace={call}",
             "-e", f"inject={call}:delay_{where}={LONG}", *(["-P", path] if path else [])], stdin=subprocess.DEVNULL, stderr=errors)

        def attached():
            errors.seek(0)
            said = errors.read()
            expect(self.process.poll() is None, "strace:", said)
            return "attached" in said

        wait_until(attached, within=30, what="strace")

    def wait(self):
        def held():
            with open(TRACE) as file:
                return self.sign in file.read()

        wait_until(held, within=120, what=f"'{self.sign}' in what strace writes", every=0.01)


def begin(player, moment, files, kept):
    """Pushes up to the moment at which the power is cut."""
    large = files.sha256("1.png")
    # The oldest goes when the new one has come.
    dropped = min(kept)
    held = {
        "before the sync of an object": ("fsync", state("incoming", large), "enter"),
        "before the sync of the generation's name": ("fsync", state("generations"), "enter"),
        # strace finds no rename by its second path: the only link has just been made, and is renamed next.
        "before the rename of 'current'": ("symlink", None, "exit"),
        "after the rename of 'current'": ("fsync", state(), "enter"),
        "after the sync of 'current'": ("fsync", state(), "exit"),
        "in the removal of a generation": ("unlink", state("generations", str(dropped)), "exit"),
        "in the removal of objects": ("unlink", object_of(dropped), "exit"),
    }.get(moment)
    tracer = Tracer(player, *held) if held else None
    vm.tell(begun=moment)
    client = push.Push(player.socket, files, origin=moment, **PATIENT)
    wanted = client.wanted()
    if moment == "offered":
        return
    for at, entry in enumerate(wanted):
        if entry["sha256"] == large and moment == "in an object":
            client.send(entry, most=entry["size"] // 2)
            part = state("incoming", large)
            wait_until(lambda: os.path.exists(part) and os.path.getsize(part) == entry["size"] // 2, what="half an object")
            return
        client.send(entry)
        if at == 2 and moment == "between objects":
            digest = entry["sha256"]
            wait_until(lambda: os.path.exists(state("objects", digest[:2], digest[2:])), what="three objects")
            return
    if moment == "while slides are checked":
        while client.next("progress")["progress"] != {"stage": "checking", "done": 2, "of": len(wanted) - 1}:
            pass
        return
    if tracer:
        return tracer.wait()
    vm.tell(done=client.finish()["generation"])


def object_of(number):
    """A picture that only this generation has."""
    digest = generations()[number]["0.png"]
    return state("objects", digest[:2], digest[2:])


def main():
    with open(os.path.join(vm.OUT, "plan")) as file:
        plan = json.load(file)
    mount()
    player = sign.Sign(
        config={"store": {"keep": KEEP}}, output="headless:%dx%d" % OUTPUT, start=False, store=True)
    player.places = {"state": state(), "cache": os.path.join(DISK, "cache")}
    found = look(plan) if plan["cut"] else None
    player.start()
    if found:
        plays(player, *found)
    # The push that was cut again; where that plays already, another one.
    folder = plan["fresh"] if found and found[1] == plan["push"] else plan["push"]
    began = time.monotonic()
    result = push.Push(player.socket, push.Files(folder), **PATIENT).run()
    expect_equal((result["activated"], result["shown"]), (True, True), "activated, and shown")
    vm.tell(pushed=result["generation"], folder=folder, seconds=time.monotonic() - began)
    kept = plays(player, result["generation"], folder)
    if plan["next"]:
        begin(player, plan["moment"], push.Files(plan["next"]), kept)
        if plan["moment"] != cuts.BY_CHANCE:
            vm.tell(reached=plan["moment"])
        time.sleep(LONG)
    expect_equal(player.stop(), 0, "exit status")
    vm.shell("umount", DISK)


if __name__ == "__main__":
    vm.begin("powercut")
    try:
        main()
    except Exception as error:
        vm.note(traceback.format_exc())
        vm.tell(failed=" ".join(f"{type(error).__name__}: {error}".split())[:600])
    finally:
        vm.clean_up()
