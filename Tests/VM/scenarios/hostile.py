"""Pictures that mean harm, as a playlist: the sign plays on, and the painter touches nothing."""

import json
import os
import re
import subprocess
import tempfile

import sign
import vm
from vm import expect, test

cards = "headless"

# Where a confined painter may read; what it has open already needs no path.
READABLE = ("/usr/", "/lib/", "/lib64/", "/opt/", "/etc/fonts", "/etc/ld.so.cache", "/var/cache/fontconfig", "/proc/self/",
            "/sys/devices/system/cpu")

# Seconds: the heavy ones cost the painter all the time it has, each.
LIMIT = 1800 if os.environ.get("HEAVY") else 400


def make(folder):
    """The pictures, in this folder; their names. HEAVY=yes: those that take the painter as long as it has."""
    heavy = ["--heavy"] if os.environ.get("HEAVY") else []
    vm.shell("python3", os.path.join(vm.CHECKOUT, "Tests/Hostile/make"), *heavy, folder)
    return sorted(os.listdir(folder))


@test(seconds=LIMIT)
def a_sign_plays_on_among_hostile_pictures():
    player = sign.Sign(start=False)
    names = make(player.path("pictures"))
    player.playlist([{"id": "sound", "color": sign.GREEN}]
                    + [{"id": name, "image": "pictures/" + name} for name in names],
                    carousel={"duration": "100ms", "transition": "none"})
    player.start()
    expect(not player.status()["playlist"]["problems"], "the playlist is accepted")
    skipped, shown = {}, set()

    def all_seen():
        status = player.status()
        skipped.update({entry["id"]: entry["reason"] for entry in status["painter"]["skipped"]})
        if status["slide"]:
            shown.add(status["slide"]["id"])
        shown.update(event["id"] for event in player.events.since_skip("slide"))
        return set(names) <= shown | set(skipped)

    vm.wait_until(all_seen, within=LIMIT - 20, what="every picture shown or skipped")
    expect(all(skipped[name] for name in skipped), "each has a reason")
    expect("sound" in shown, "the sound slide is shown")
    expect(player.process.poll() is None, "the sign lives")
    before = player.status()["outputs"][0]["frames"]["presented"]
    vm.wait_until(lambda: player.status()["outputs"][0]["frames"]["presented"] > before + 10, 20, "more frames")
    vm.figure(f"{len(names)} pictures, {len(skipped)} skipped, painter died {player.status()['painter']['failures']} times")
    expect(player.stop() == 0, "it leaves in order")
    expect(not os.path.exists("/tmp/signaged-was-here"), "nothing was run")


@test(seconds=LIMIT)
def the_painter_opens_no_file_and_no_socket():
    with tempfile.TemporaryDirectory() as folder:
        names = make(folder)
        with open(os.path.join(folder, "playlist.yaml"), "w") as file:
            json.dump({"slides": [{"image": name} for name in names]}, file)
        trace = os.path.join(vm.OUT, "hostile.strace")
        checked = subprocess.run(
            ["strace", "-f", "--seccomp-bpf", "-e", "signal=none", "-e",
             "trace=%file,%net,%process,seccomp", "-o", trace,
             os.path.join(vm.PROGRAMS, "signagectl"), "check", folder, "--size", "320x180"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        vm.note(checked.stdout)
        expect(len(re.findall(r"^slide \d+ ", checked.stdout, re.M)) == len(names), "a line for each picture")
    painters, opened, wrong = after_confinement(trace)
    expect(painters, "a painter was seen to confine itself")
    expect(not wrong, len(wrong), wrong[:5])
    vm.figure(f"{painters} painters opened {len(opened)} files, all of them fonts and libraries")


def after_confinement(trace):
    """Of what strace has written: how many painters confined themselves, what they opened then, and what they must not."""
    painters, opened, wrong = 0, set(), []
    main, confined, begun = None, False, {}
    with open(trace, errors="replace") as file:
        for line in file:
            process, call = line.rstrip("\n").split(None, 1)
            main = main or process
            if process == main:
                # There is one painter at a time; until the next has confined itself, all is its preparation.
                confined = confined and not re.match(r"(clone|clone3|fork|vfork)\(", call)
                continue
            # A call that another thread's came between is in two lines.
            if call.endswith("<unfinished ...>"):
                begun[process] = call[:-len("<unfinished ...>")]
                continue
            if resumed := re.match(r"<\.\.\. \w+ resumed>(.*)", call):
                call = begun.pop(process, "") + resumed.group(1)
            if call.startswith("seccomp(SECCOMP_SET_MODE_FILTER") and call.endswith(" = 0"):
                painters, confined = painters + 1, True
            elif confined:
                succeeded = re.search(r" = \d+$", call)
                if succeeded and (path := re.match(r"open(?:at)?\((?:AT_FDCWD, )?\"([^\"]*)\"", call)):
                    opened.add(path.group(1))
                    # Where its links lead; /proc/self is this process when looked at from here.
                    real = os.path.realpath(path.group(1))
                    if not path.group(1).startswith("/proc/self/") and not (real + "/").startswith(READABLE):
                        wrong.append(call)
                elif succeeded and re.match(r"(socket|connect|bind|execve|execveat|fork|vfork|kill)\(", call):
                    wrong.append(call)
                elif succeeded and call.startswith("clone") and "CLONE_THREAD" not in call:
                    wrong.append(call)
                elif "killed by SIGSYS" in call:
                    wrong.append(call)
    return painters, opened, wrong
