"""The last frame stays on the monitor whatever becomes of the process, and the sign goes on where it was."""

import contextlib
import hashlib
import os
import signal
import threading
import time

import display
import pictures
import service
import vm
from vm import expect, expect_equal, figure, test, wait_until

cards = "virtio"

FOLDER = "/etc/signaged"
SLIDES = [("a", (200, 30, 30), (250, 220, 20)), ("b", (20, 160, 60), (230, 250, 240)), ("c", (20, 40, 180), (5, 5, 5))]
TURNING = {"duration": "1500ms", "transition": "none", "indicator": {"style": "none"}, "fit": "stretch"}
STILL = {**TURNING, "auto": False}
PAINTER = "/usr/lib/signaged/signage-painter"
_state = {}


def write(name, data):
    with open(os.path.join(FOLDER, name), "wb") as file:
        file.write(data)


def photograph():
    """What the monitor shows, as a name for its pixels."""
    picture = display.monitor()
    return hashlib.sha256(b"%d" % picture.width + picture.red + picture.green + picture.blue).hexdigest()


def installed():
    """The product installed and never started; the console's picture is known."""
    if _state:
        return
    service.install()
    os.makedirs(FOLDER, exist_ok=True)
    for name, one, other in SLIDES:
        write(name + ".png", pictures.checks(64, 48, one, other))
    write("signaged.yaml", b'{"name": "test", "scale": 1, "mode": "640x480"}')
    _state["console"] = photograph()
    picture = display.monitor()
    _state["console size"] = (picture.width, picture.height)
    play(STILL)
    _state["slides"] = []
    for number in range(len(SLIDES)):
        show(number)
        _state["slides"].append(photograph())
    expect_equal(len({*_state["slides"], _state["console"]}), len(SLIDES) + 1, "pictures that can be told apart")


def play(carousel, **sections):
    service.playlist([{"id": name, "image": name + ".png"} for name, _, _ in SLIDES], carousel=carousel, **sections)
    service.systemctl("restart", "signaged")
    return service.playing()


def show(number):
    control = service.connect()
    control.call("Show", number=number + 1)
    wait_until(lambda: control.call("Status")["slide"]["index"] == number, what=f"slide {number}")
    wait_until(lambda: control.call("Status")["outputs"][0]["frames"]["lastFlipAge"] > 0.3, what="stillness")


def begin(carousel):
    installed()
    vm.at_end(lambda: service.journal(200))
    return play(carousel)


class Watch(threading.Thread):
    """Photographs the monitor every 100 ms, and keeps what is no slide."""

    def __init__(self):
        super().__init__(daemon=True)
        self.ended = threading.Event()
        self.photographs, self.strange = 0, []
        self.start()
        vm.at_end(self.ended.set)

    def run(self):
        while not self.ended.is_set():
            began = time.monotonic()
            seen = photograph()
            self.photographs += 1
            if seen not in _state["slides"]:
                self.strange.append(f"{began:.1f}")
            self.ended.wait(max(0.0, began + 0.1 - time.monotonic()))

    def stop(self):
        self.ended.set()
        self.join()
        figure(f"{self.photographs} photographs")
        expect(self.photographs > 5, "photographs were taken")
        expect(not self.strange, "no slide on the monitor at", *self.strange[:10])


def kernel_objects():
    """Framebuffers on the card, and kB of memory in files without a name: buffers of frames among them."""
    with open(display.Card("virtio_gpu").debug + "/framebuffer") as file:
        framebuffers = file.read().count("framebuffer[")
    with open("/proc/meminfo") as file:
        shared = next(int(line.split()[1]) for line in file if line.startswith("Shmem:"))
    return framebuffers, shared


def descriptors(process):
    """What a process has open; some of it may be closed, or the process be gone, while it is looked at."""
    names = []
    for number in os.listdir(f"/proc/{process}/fd") if os.path.isdir(f"/proc/{process}") else []:
        with contextlib.suppress(FileNotFoundError):
            names.append(os.readlink(f"/proc/{process}/fd/{number}"))
    return names


def kill(number=signal.SIGKILL):
    before = service.pid()
    os.kill(before, number)
    wait_until(lambda: service.pid() not in (0, before), within=60, what="another process")
    return service.playing()


@test(seconds=290)
def installed_it_shows_its_slides():
    installed()


@test(seconds=280)
def killed_ten_times_the_monitor_shows_slides_only():
    begin(TURNING)
    watch = Watch()
    for _ in range(10):
        kill()
        time.sleep(0.5)
    watch.stop()


@test(seconds=200, long=True)
def restarted_the_monitor_shows_slides_only():
    begin(TURNING)
    watch = Watch()
    for _ in range(3):
        service.systemctl("restart", "signaged")
        service.playing()
        time.sleep(0.5)
    watch.stop()


@test(seconds=200, long=True)
def hanging_until_the_watchdog_ends_it_the_monitor_shows_slides_only():
    installed()
    service.override("[Service]\nWatchdogSec=10\n")
    vm.at_end(lambda: service.override(""))
    begin(TURNING)
    watch = Watch()
    kill(signal.SIGSTOP)
    watch.stop()


@test(seconds=280, long=True)
def twenty_kills_leave_nothing_in_the_kernel():
    begin(STILL)
    kill()
    time.sleep(2)
    before = kernel_objects()
    for _ in range(20):
        kill()
    time.sleep(2)
    after = kernel_objects()
    figure(f"framebuffers {before[0]} and {after[0]}, shared memory {before[1]} and {after[1]} kB")
    expect_equal(after[0], before[0], "framebuffers")
    # A single buffer of a frame has 1200 kB.
    expect(after[1] - before[1] < 2400, "shared memory grew by", after[1] - before[1], "kB")


@test(seconds=200)
def stopped_the_console_has_its_picture_again():
    begin(STILL)
    expect(photograph() in _state["slides"], "a slide is on the monitor")
    service.systemctl("stop", "signaged")
    wait_until(lambda: photograph() not in _state["slides"], within=10, what="another picture")
    time.sleep(0.5)
    picture = display.monitor()
    picture.save("console-after-stop.ppm")
    expect_equal(service.console_mode(), service.KD_TEXT, "the console's mode")
    with open(display.Card("virtio_gpu").debug + "/framebuffer") as file:
        expect_equal(file.read().count("allocated by = signaged"), 0, "the sign's framebuffers")
    # What is written on it may be another text than before.
    size = (picture.width, picture.height)
    expect_equal(size, _state["console size"], "the size of the monitor's picture, the console's")


@test(seconds=200, long=True)
def it_goes_on_at_the_slide_that_it_showed_without_painting():
    begin(STILL)
    for how in ("kill", "restart", "stop and start"):
        show(2)
        # All that is to be painted is kept by now, or there is nothing to show.
        os.rename(PAINTER, PAINTER + ".away")
        try:
            if how == "kill":
                status = kill()
            else:
                if how == "stop and start":
                    service.systemctl("stop", "signaged")
                    # As after a night without power.
                service.systemctl("restart", "signaged")
                status = service.playing()
        finally:
            os.rename(PAINTER + ".away", PAINTER)
        expect_equal(status["slide"]["index"], 2, f"slide after {how}")
        frames = status["outputs"][0]["frames"]
        figure(f"{how}: first frame {status['uptime'] - frames['lastFlipAge']:.2f} s after the start of the process")
        expect_equal(photograph(), _state["slides"][2], "the monitor after " + how)


@test(seconds=120)
def no_child_has_the_card():
    begin(TURNING)
    children = vm.shell("pgrep", "-P", str(service.pid()), check=False).split()
    for child in children:
        names = descriptors(child)
        expect(not any("dri/card" in name or "signaged-place" in name for name in names), "open in a child:", names)
    own = descriptors(service.pid())
    # Of a card that an earlier process opened, the name has lost its "/dev" with that process's mounts.
    expect_equal(sum("dri/card" in name for name in own), 1, "cards open in the sign")
