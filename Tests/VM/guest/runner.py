"""Runs the scenarios that the host has listed and tells the host how each test ended."""

import importlib.util
import os
import signal
import sys
import time
import traceback

import vm


def load(path):
    """A scenario file as a module, and its tests in the order they are written."""
    name = os.path.basename(path)[:-3]
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    vm.tests.clear()
    spec.loader.exec_module(module)
    return name, list(vm.tests)


class Overdue(Exception):
    """A test took longer than it may."""


def on_alarm(signum, frame):
    raise Overdue()


def on_end(signum, frame):
    """Leaves by way of the clean-up: no sign is left behind."""
    raise SystemExit(128 + signum)


def run(test):
    """How a test ended: 'ok', or the reason why not."""
    signal.alarm(test.seconds)
    try:
        test.body()
        return "ok", ""
    except vm.Skipped as reason:
        return "skip", str(reason)
    except Overdue:
        vm.note(traceback.format_exc())
        return "not ok", f"not done after {test.seconds} s"
    except Exception as error:
        vm.note(traceback.format_exc())
        return "not ok", " ".join(f"{type(error).__name__}: {error}".split())[:600]
    finally:
        signal.alarm(0)
        vm.clean_up()


def main():
    counts = {"ok": 0, "not ok": 0, "skip": 0}
    signal.signal(signal.SIGALRM, on_alarm)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, on_end)
    with open(os.path.join(vm.OUT, "scenarios")) as file:
        paths = file.read().split()
    only = os.environ.get("ONLY", "")
    for path in paths:
        try:
            name, tests = load(path)
        except Exception:
            vm.note(traceback.format_exc())
            name, tests = os.path.basename(path), []
            counts["not ok"] += 1
            vm.tell(line=f"not ok {name}: cannot be loaded: {traceback.format_exc().splitlines()[-1]}")
        for test in tests:
            title = f"{name}: {test.name}"
            if only and only not in title or test.long and not os.environ.get("LONG"):
                continue
            vm.begin(title)
            began = time.monotonic()
            outcome, reason = run(test)
            counts[outcome] += 1
            vm.note(f"{outcome} after {time.monotonic() - began:.1f} s")
            figures = "".join(f" ({figure})" for figure in vm.figures)
            vm.tell(line=f"{outcome} {title}" + (f": {reason}" if reason else "") + figures)
        vm.clean_up_scenario()
    vm.tell(counts=[counts["ok"], counts["not ok"], counts["skip"]])


if __name__ == "__main__":
    sys.exit(main())
