"""The host's side of a run: prints what the guest tells and takes pictures of its monitor.

    listen.py STATE CARDS QEMU-PID

The guest talks over a virtio port, one JSON object a line:
    {"line": "ok …"}            to be printed at once
    {"screendump": "NAME"}      a picture of the monitor into the folder 'out', answered by {"error": null}
    {"resize": [1024, 768]}     a monitor of this size in the place of the one before, [0, 0]: none; answered likewise
    {"counts": [1, 0, 0]}       passed, failed, skipped: the end
"""

import json
import os
import select
import socket
import struct
import sys
import time

# The guest says something at least this often (a test ends, at the latest by its own limit), or it hangs.
LONGEST_SILENCE = 420


def connect(path):
    """A socket to QEMU, which may take a moment to make it."""
    for _ in range(100):
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.connect(path)
            return connection
        except OSError:
            connection.close()
            time.sleep(0.1)
    raise SystemExit(f"vm: QEMU did not start: no {path}")


class Monitor:
    """QEMU's machine protocol."""

    def __init__(self, path):
        connection = connect(path)
        # A machine that hangs answers all the same; a QEMU that hangs is killed.
        connection.settimeout(60)
        self.stream = connection.makefile("rw")
        self.stream.readline()
        self.ask("qmp_capabilities")

    def ask(self, command, **arguments):
        """The answer's error, or None."""
        try:
            self.stream.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
            self.stream.flush()
        except OSError:
            return "QEMU has ended"
        while True:
            try:
                line = self.stream.readline()
            except TimeoutError:
                return "QEMU does not answer"
            if not line:
                return "QEMU has ended"
            answer = json.loads(line)
            if "error" in answer:
                return answer["error"]["desc"]
            if "return" in answer:
                return None


def resize(path, width, height):
    """Gives the virtio card another monitor, as a VNC viewer does whose window is resized (RFC 6143, version 3.8).

    The card tells its driver as a real one does when a cable is pulled or plugged.
    """
    with connect(path) as viewer:
        viewer.settimeout(30)
        stream = viewer.makefile("rwb")
        version = stream.read(12)
        stream.write(version)
        stream.flush()
        stream.read(ord(stream.read(1)))
        # No authentication; others may look on.
        stream.write(b"\x01")
        stream.flush()
        stream.read(4)
        stream.write(b"\x01")
        stream.flush()
        stream.read(struct.unpack(">20xI", stream.read(24))[0])
        # SetDesktopSize with one screen.
        stream.write(struct.pack(">BxHHBxIHHHHI", 251, width, height, 1, 0, 0, 0, width, height, 0))
        stream.flush()
        # An answer to anything shows that it was read.
        stream.read(4)
    return None


class Listener:
    def __init__(self, state, cards):
        self.state = state
        self.out = os.path.join(state, "out")
        self.cards = cards
        self.talk = connect(os.path.join(state, "talk.sock"))
        self.monitor = Monitor(os.path.join(state, "qmp.sock"))
        self.failed = 0

    def lines(self):
        """What the guest says; ends with the guest."""
        rest = b""
        while True:
            if not select.select([self.talk], [], [], LONGEST_SILENCE)[0]:
                self.fail(f"the guest said nothing for {LONGEST_SILENCE} s")
                self.monitor.ask("quit")
                return
            data = self.talk.recv(65536)
            if not data:
                return
            *lines, rest = (rest + data).split(b"\n")
            yield from lines

    def fail(self, reason):
        self.failed += 1
        print(f"not ok (the VM with cards '{self.cards}'): {reason}; see {self.out}/console-{self.cards}", flush=True)

    def run(self):
        counts = None
        for line in self.lines():
            message = json.loads(line)
            if "line" in message:
                print(message["line"], flush=True)
            elif "screendump" in message:
                path = os.path.join(self.out, os.path.basename(message["screendump"]))
                error = self.monitor.ask("screendump", filename=path)
                self.talk.sendall(json.dumps({"error": error}).encode() + b"\n")
            elif "resize" in message:
                error = resize(os.path.join(self.state, "vnc.sock"), *message["resize"])
                self.talk.sendall(json.dumps({"error": error}).encode() + b"\n")
            elif "counts" in message:
                counts = message["counts"]
        if counts is None:
            if not self.failed:
                self.fail("the guest stopped before its end")
            counts = [0, 0, 0]
        counts[1] += self.failed
        with open(os.path.join(self.out, "counts"), "w") as file:
            print(*counts, file=file)


if __name__ == "__main__":
    state, cards, qemu = sys.argv[1:]
    listener = Listener(state, cards)
    try:
        listener.run()
    finally:
        listener.monitor.ask("quit")
