"""A bare guest that a scenario on the host starts, listens to, and kills."""

import json
import os
import select
import socket
import subprocess
import time

import vm

# The guest is slow, and so may be the host.
LONGEST_SILENCE = 180


class Guest:
    """QEMU with one job; `out` is the guest's own folder, the rest is for QEMU."""

    def __init__(self, job, out, *arguments):
        self.log = open(os.path.join(out, "qemu.log"), "ab")
        # It becomes QEMU: the process that is killed.
        self.process = subprocess.Popen(
            [os.path.join(vm.CHECKOUT, "Tests/VM/vm"), "bare", job, out, *arguments], stdin=subprocess.DEVNULL,
            stdout=self.log, stderr=self.log)
        vm.at_end(self.kill)
        self.talk, self.rest = self.connect(os.path.join(vm.STATE, "talk.sock")), b""

    def connect(self, path):
        def attempt():
            vm.expect(self.process.poll() is None, "QEMU did not start, see", self.log.name)
            connection = socket.socket(socket.AF_UNIX)
            try:
                connection.connect(path)
                return connection
            except OSError:
                connection.close()
                return None

        return vm.wait_until(attempt, within=30, what=f"QEMU's socket {path}")

    def messages(self, within=LONGEST_SILENCE):
        """What the guest tells, an object at a time, until it ends."""
        while True:
            while b"\n" in self.rest:
                line, self.rest = self.rest.split(b"\n", 1)
                yield json.loads(line)
            if not select.select([self.talk], [], [], within)[0]:
                raise vm.Failed(f"the guest said nothing for {within} s")
            data = self.talk.recv(65536)
            if not data:
                return
            self.rest += data

    def left(self):
        """What it had told and nobody has taken yet, once it is killed."""
        return list(self.messages(within=1))

    def kill(self):
        """As when the plug is pulled: SIGKILL, in whatever it is doing."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

    def end(self, within=60):
        """Waits until it has switched itself off."""
        end = time.monotonic() + within
        vm.wait_until(lambda: self.process.poll() is not None, end - time.monotonic(), "the guest to switch itself off")
