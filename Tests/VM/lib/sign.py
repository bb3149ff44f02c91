"""A sign started from the checkout's build, in a folder of its own, and steered over its socket."""

import fcntl
import itertools
import json
import os
import shutil
import signal
import subprocess
import tempfile
import termios
import time

import varlink
import vm

RED, GREEN, BLUE, WHITE = "#ff0000", "#00ff00", "#0000ff", "#ffffff"

_numbers = itertools.count(1)


def colours(*values):
    """Slides of one colour each, with ids a, b, c …"""
    return [{"id": "abcdefghijklmnopqrstuvwxyz"[at], "color": value} for at, value in enumerate(values)]


class Sign:
    """A running signaged.

    The files are JSON, which is YAML as well; `scale: 1` makes a point a pixel, and a small mode helps the slow guest.
    """

    def __init__(self, slides=None, files=None, config=None, output=None, start=True, store=False, **sections):
        """`store`: without --playlist, so that what is pushed plays."""
        number = next(_numbers)
        self.folder = tempfile.mkdtemp(prefix="sign-")
        self.store = store
        # Where the programs are; what they keep, where it is not in the folder; what runs signaged.
        self.programs, self.places, self.before, self.environment = vm.PROGRAMS, {}, [], {}
        # A virtual console that it is started on, as its controlling process.
        self.terminal = None
        self.socket = self.folder + "/control.sock"
        self.output = output or (None if vm.IN_GUEST else "headless:640x480")
        self.process = self.control = self.events = None
        self.log = open(os.path.join(vm.OUT, f"sign-{number}.log"), "ab")
        vm.at_end(self.remove)
        for name, data in (files or {}).items():
            self.write(name, data)
        self.write("signaged.yaml", json.dumps({"name": "test", "scale": 1, "mode": "640x480", **(config or {})}))
        if slides is not None:
            self.playlist(slides, **sections)
        if start:
            self.start()

    # Its files.

    def path(self, name):
        return os.path.join(self.folder, name)

    def place(self, name):
        """Its directory 'state', 'cache' or 'run'."""
        return self.places.get(name, self.path(name))

    def write(self, name, data):
        """A file, replaced in one step as editors and rsync do."""
        data = data.encode() if isinstance(data, str) else data
        with open(self.path(name) + ".new", "wb") as file:
            file.write(data)
        os.rename(self.path(name) + ".new", self.path(name))

    def playlist(self, slides, **sections):
        """Writes the playlist; it plays after a reload."""
        self.write("playlist.yaml", json.dumps({"slides": slides, **sections}, indent=1))

    # Its life.

    def start(self, wait=True):
        arguments = [*self.before, os.path.join(self.programs, "signaged"), "--config", self.path("signaged.yaml"),
                     "--socket", self.socket]
        if not self.store:
            arguments += ["--playlist", self.path("playlist.yaml")]
        if self.output:
            arguments += ["--output", self.output]
        environment = {**os.environ, "STATE_DIRECTORY": self.place("state"), "RUNTIME_DIRECTORY": self.place("run"),
                       "CACHE_DIRECTORY": self.place("cache"), **self.environment}
        for name in ("state", "run", "cache"):
            os.makedirs(self.place(name), exist_ok=True)
        self.process = subprocess.Popen(
            arguments, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, env=environment,
            preexec_fn=self.take_terminal if self.terminal else None)
        if wait:
            self.connect()

    def take_terminal(self):
        os.setsid()
        terminal = os.open(self.terminal, os.O_RDWR)
        fcntl.ioctl(terminal, termios.TIOCSCTTY, 1)
        os.dup2(terminal, 0)

    def connect(self):
        def attempt():
            if self.process.poll() is not None:
                raise vm.Failed(f"signaged ended with {self.process.returncode}: {self.last_words()}")
            try:
                return varlink.Connection(self.socket)
            except OSError:
                return None

        self.control = vm.wait_until(attempt, within=30, what="the control socket")
        self.events = varlink.Monitor(self.socket)

    def last_words(self):
        with open(self.log.name, errors="replace") as file:
            return " | ".join(file.read().splitlines()[-4:])

    @property
    def pid(self):
        return self.process.pid

    def kill(self, number):
        self.process.send_signal(number)

    def stop(self):
        """Asks it to leave; its exit code."""
        if self.process is None or self.process.poll() is not None:
            return self.process and self.process.returncode
        self.kill(signal.SIGCONT)
        self.kill(signal.SIGTERM)
        try:
            return self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return "killed: it did not leave within 15 s"

    def remove(self):
        self.stop()
        if self.events:
            self.events.close()
            self.control.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        self.log.close()

    # What it says and does.

    def call(self, method, **parameters):
        return self.control.call(method, **parameters)

    def status(self):
        return self.call("Status")

    def screenshot(self):
        return self.control.screenshot()

    def show(self, number, within=15):
        """Turns to a slide and waits until it is there, at rest."""
        self.call("Show", number=number)
        self.wait_for_rest(number - 1, within)

    def wait_for_rest(self, index=None, within=15):
        """Until the page is at rest, and is this one if given; the status then."""
        def at_rest():
            status = self.status()
            slide = status["slide"]
            return status if slide and not slide["moving"] and index in (None, slide["index"]) else None

        return vm.wait_until(at_rest, within, f"page {index} at rest")

    def wait_for_picture(self, within=30):
        """Until a slide is on a screen, and all is painted that there is to paint now; the status then."""
        def shown():
            status = self.status()
            frames = status["outputs"][0]["frames"] if status["outputs"] else {"presented": 0}
            return status if status["slide"] and frames["presented"] and status["painter"]["state"] == "resting" else None

        return vm.wait_until(shown, within, "a picture on the screen")

    def wait_for_stillness(self, seconds=0.5, within=15):
        """Until no frame is shown for some time from now on: one that was called for may still be on its way."""
        def frames():
            return self.status()["outputs"][0]["frames"]

        def still():
            before = frames()
            time.sleep(seconds)
            after = frames()
            return before["presented"] == after["presented"] and (after["lastFlipAge"] or 0) > seconds

        vm.wait_until(still, within, f"no new frame for {seconds} s")

    def ctl(self, *words, timeout=60):
        """What signagectl says and its exit status, as a process that has ended."""
        result = subprocess.run(
            [os.path.join(self.programs, "signagectl"), "--socket", self.socket, *words], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=timeout)
        vm.note(f"$ signagectl {' '.join(words)} -> {result.returncode}\n{result.stdout}")
        return result

    def reload(self):
        """By SIGHUP; the event that tells how it ended."""
        self.events.skip()
        self.kill(signal.SIGHUP)
        return self.events.next("reload", within=30)

    # What the kernel knows of it.

    def proc_status(self, *names):
        """Numbers from /proc/PID/status: VmRSS in kB, context switches."""
        with open(f"/proc/{self.pid}/status") as file:
            values = dict(line.split(":", 1) for line in file)
        return [int(values[name].split()[0]) for name in names]

    def context_switches(self):
        return sum(self.proc_status("voluntary_ctxt_switches", "nonvoluntary_ctxt_switches"))

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def painter(self):
        """The painter's process, or None."""
        for entry in os.listdir("/proc"):
            if entry.isdigit():
                try:
                    with open(f"/proc/{entry}/stat") as file:
                        name, rest = file.read().split(")", 1)
                    parent = int(rest.split()[1])
                except (OSError, ValueError):
                    continue
                if parent == self.pid and "signage-paint" in name:
                    return int(entry)
        return None
