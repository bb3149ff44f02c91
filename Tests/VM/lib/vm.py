"""What every scenario needs: declaring tests, waiting, noting figures, talking to the host."""

import functools
import glob
import json
import os
import subprocess
import threading
import time

OUT = os.environ["OUT"]
CHECKOUT = os.environ["CHECKOUT"]
PROGRAMS = os.environ["PROGRAMS"]
MODULES = os.environ.get("MODULES", "")
# The harness's own folder; on the host only.
STATE = os.environ.get("STATE", "")
# Empty on the host itself: there is nobody else to talk to.
IN_GUEST = bool(MODULES)

tests = []
figures = []
_clean_ups = []
_scenario_clean_ups = []
_log = None


class Skipped(Exception):
    """This test cannot be run here; the reason is printed."""


class Failed(AssertionError):
    """Not what was expected."""


class Test:
    def __init__(self, body, seconds, long):
        self.body = body
        self.long = long
        self.name = body.__name__.replace("_", " ")
        self.seconds = seconds


def test(body=None, *, seconds=60, long=False):
    """Declares a test; its name is the function's, and it may take this long. A long one runs when its scenario is named."""
    if body is None:
        return functools.partial(test, seconds=seconds, long=long)
    tests.append(Test(body, seconds, long))
    return body


def expect(condition, *words):
    """Fails unless the condition holds."""
    if not condition:
        raise Failed(" ".join(str(word) for word in words) or "not as expected")


def expect_equal(found, expected, what="value"):
    if found != expected:
        raise Failed(f"{what}: found {found!r}, expected {expected!r}")


def wait_until(condition, within=10, what="condition", every=0.05):
    """The condition's first true value."""
    end = time.monotonic() + within
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise Failed(f"not within {within} s: {what}")
        time.sleep(every)


def figure(text):
    """A number worth printing after the test's name; nothing is asserted."""
    figures.append(text)
    note(text)


def at_end(action):
    """Does something after the test, however it ends; the last registered first."""
    _clean_ups.append(action)


def at_scenario_end(action):
    """Does something after the last test of the scenario: others follow in the same machine."""
    _scenario_clean_ups.append(action)


def clean_up():
    _do_all(_clean_ups)


def clean_up_scenario():
    _do_all(_scenario_clean_ups)


def _do_all(actions):
    while actions:
        try:
            actions.pop()()
        except Exception as error:
            note(f"while cleaning up: {error!r}")


def begin(title):
    """A log for a test."""
    global _log
    figures.clear()
    if _log:
        _log.close()
    safe = "".join(letter if letter.isalnum() else "-" for letter in title)
    _log = open(os.path.join(OUT, safe[:120] + ".log"), "w", buffering=1)


def note(text):
    """Into the test's log."""
    if _log:
        _log.write(f"[{time.monotonic():.3f}] {text}\n")


def shell(*command, check=True):
    """Runs a command; its output. With `check`, a failure fails the test."""
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    note(f"$ {' '.join(command)} -> {result.returncode}\n{result.stdout}")
    if check and result.returncode != 0:
        raise Failed(f"{' '.join(command)}: exit {result.returncode}: {result.stdout.strip()[-300:]}")
    return result.stdout


def load_module(name, *parameters):
    """Loads a kernel module, and waits until udev has seen what it brings."""
    shell("modprobe", "-d", MODULES, name, *parameters)
    shell("udevadm", "settle", "-t", "10")


class _Host:
    """The virtio port to the host, opened when first used."""

    def __init__(self):
        self.lock = threading.Lock()
        self.port = None

    def open(self):
        if self.port is None:
            names = [path for path in glob.glob("/sys/class/virtio-ports/*/name")
                     if open(path).read().strip() == "signaged.talk"]
            self.port = open("/dev/" + names[0].split("/")[-2], "r+b", buffering=0)
        return self.port

    def tell(self, message):
        with self.lock:
            self.open().write(json.dumps(message).encode() + b"\n")

    def ask(self, message):
        with self.lock:
            port = self.open()
            port.write(json.dumps(message).encode() + b"\n")
            answer = b""
            while not answer.endswith(b"\n"):
                answer += port.read(4096)
        return json.loads(answer)


_host = _Host()


def tell(**message):
    """To the host: a line to print, or the counts at the end."""
    if IN_GUEST:
        _host.tell(message)
    elif "line" in message:
        print(message["line"], flush=True)
    else:
        with open(os.path.join(OUT, "counts"), "w") as file:
            print(*message["counts"], file=file)


def ask(**message):
    return _host.ask(message)
