"""Clients that mean harm, or that broke: frames go on, a well-behaved client is answered, and nothing is left behind."""

import json
import os
import resource
import select
import socket
import struct
import threading
import time

import folders
import push
import sign
import varlink
import vm
from sign import BLUE, GREEN, RED
from vm import expect, expect_equal, figure, test, wait_until

cards = "headless"

SECONDS = 10
# In that time, to a client that asks five times a second; a busy machine has made half of them.
LEAST_ANSWERS = 10
# Of the frames, how many a busy machine may cost by itself.
TOLERANCE = 0.05
# kB by which memory may stay larger: what the allocator keeps, which is no more after ten attacks than after one.
MEMORY = 8192


def moving():
    """A sign with pages that turn and a ticker that scrolls."""
    player = sign.Sign(
        sign.colours(RED, GREEN, BLUE), carousel={"duration": "1s", "transition_duration": "500ms"},
        ticker={"text": "Open until 22:00 · Fish & chips today · " * 4, "speed": 150})
    player.wait_for_picture()
    return player


class Crowd:
    """Connections that are all closed in the end, whatever has become of them."""

    def __init__(self, player):
        self.path, self.sockets, self.made, self.refused = player.socket, [], 0, 0

    def connect(self):
        """Another one, or None when the sign takes none now."""
        connection = socket.socket(socket.AF_UNIX)
        # Not settimeout: with that a full queue refuses at once.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", 5, 0))
        try:
            connection.connect(self.path)
        except OSError:
            connection.close()
            self.refused += 1
            return None
        self.sockets.append(connection)
        self.made += 1
        return connection

    def send(self, connection, data, patience=1):
        """As much as the sign takes; how much that was."""
        connection.settimeout(patience)
        sent = 0
        try:
            while sent < len(data):
                sent += connection.send(data[sent:sent + (1 << 16)])
        except OSError:
            pass
        return sent

    def request(self, method, **more):
        return json.dumps({"method": f"com.signaged.Control.{method}", "parameters": {}, **more}).encode() + b"\0"

    def close(self):
        while self.sockets:
            self.sockets.pop().close()


def thousand_connections(crowd, until):
    while time.monotonic() < until:
        for _ in range(1000):
            crowd.connect()
        # Some at rest for a while, then all at once gone.
        time.sleep(1)
        crowd.close()


def half_messages(crowd, until):
    whole = crowd.request("Status")
    while time.monotonic() < until:
        for length in range(1, len(whole)):
            connection = crowd.connect()
            if connection:
                crowd.send(connection, whole[:length])
        time.sleep(0.5)


def messages_of_ten_megabytes(crowd, until):
    bodies = [b"{" + b" " * (10 << 20), b'{"method":"' + b"a" * (10 << 20) + b'"}\0', b"[" * (10 << 20) + b"\0",
              bytes(10 << 20)]
    while time.monotonic() < until:
        for body in bodies:
            connection = crowd.connect()
            if connection:
                expect(crowd.send(connection, body) < len(body) or body[:1] == b"\0", "10 MB were taken whole")
        time.sleep(0.2)


def never_reading(crowd, until):
    while time.monotonic() < until:
        for method, more in (("Status", {}), ("Outputs", {}), ("Screenshot", {"more": True}), ("Monitor", {"more": True})):
            connection = crowd.connect()
            if connection:
                crowd.send(connection, crowd.request(method, **more) * 2000, patience=0.3)
        time.sleep(0.5)


def only_listening(crowd, until):
    while time.monotonic() < until:
        for _ in range(20):
            connection = crowd.connect()
            if connection:
                crowd.send(connection, crowd.request("Monitor", more=True))
        time.sleep(1)


def pushes_begun_and_abandoned(crowd, until, files):
    """At every stage: before the offer, in it, before the bytes, in them; some go away, some stay and are silent."""
    text = json.dumps(push.offer(files)).encode() + b"\0"
    stages = [b"", text[:len(text) // 2], text, text + bytes(1000), b"{}\0", b"\xff" * 5000 + b"\0", text * 50]
    while time.monotonic() < until:
        for number, stage in enumerate(stages):
            connection = crowd.connect()
            if connection is None:
                continue
            crowd.send(connection, crowd.request("Push", upgrade=True))
            select.select([connection], [], [], 1)
            crowd.send(connection, stage)
            if number % 2:
                connection.close()
        time.sleep(0.2)


def a_push_of_one_byte_a_second(crowd, until, files):
    connection = crowd.connect()
    crowd.send(connection, crowd.request("Push", upgrade=True))
    for byte in json.dumps(push.offer(files)).encode():
        if time.monotonic() > until:
            return
        crowd.send(connection, bytes([byte]))
        time.sleep(1)


class Customer:
    """A well-behaved client that asks again and again, each time anew."""

    def __init__(self, player):
        self.player, self.waits, self.failures, self.ended = player, [], [], threading.Event()
        self.thread = threading.Thread(target=self.ask, daemon=True)
        self.thread.start()

    def ask(self):
        while not self.ended.wait(0.2):
            began = time.monotonic()
            try:
                result = self.player.ctl("status")
                if result.returncode != 0:
                    self.failures.append(f"exit status {result.returncode}: {result.stdout.strip()}")
            except Exception as error:
                self.failures.append(repr(error))
            self.waits.append(time.monotonic() - began)

    def end(self):
        self.ended.set()
        self.thread.join(70)
        expect_equal(self.failures, [], "failures of a well-behaved client")
        # Its turn comes among all who wait in line, not only when the others are done.
        expect(len(self.waits) >= LEAST_ANSWERS, f"{len(self.waits)} answers to a well-behaved client")
        return f"{len(self.waits)} answers, the slowest after {max(self.waits):.2f} s"


def usage(player):
    """Descriptors and kB of memory."""
    return player.descriptors(), player.proc_status("VmRSS")[0]


def count(player):
    """Frames presented and missed, asked anew: who has been at rest for long makes room for others."""
    connection = varlink.Connection(player.socket)
    try:
        return connection.call("Status")["outputs"][0]["frames"]
    finally:
        connection.close()


def frames(player, during):
    """Frames presented a second, and the share of frames missed, while something is done."""
    counts = count(player)
    began = time.monotonic()
    during()
    seconds = time.monotonic() - began
    later = count(player)
    presented, missed = (later[name] - counts[name] for name in ("presented", "missed"))
    return presented / seconds, missed / max(1, presented + missed)


def attack(crowd, seconds, bodies, arguments, failures):
    """All of them at once, for some seconds. They get what time the machine has left: it is the sign's answer that is looked at."""
    def run(body):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 19)
        try:
            body(crowd, time.monotonic() + seconds, *arguments)
        except Exception as error:
            failures.append(f"{body.__name__}: {error!r}")

    threads = [threading.Thread(target=run, args=[body], daemon=True) for body in bodies]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(seconds + 30)


def endure(player, bodies, *arguments):
    """A sign under attack, against the same sign left alone."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    calm_rate, calm_missed = frames(player, lambda: time.sleep(SECONDS))
    crowd, failures = Crowd(player), []
    vm.at_end(crowd.close)
    before = usage(player)
    customer = Customer(player)
    rate, missed = frames(player, lambda: attack(crowd, SECONDS, bodies, arguments, failures))
    answers = customer.end()
    crowd.close()
    figure(f"{crowd.made} connections made, {crowd.refused} not; {answers}")
    figure(f"{rate:.1f} frames/s and {missed:.2%} missed, left alone {calm_rate:.1f} and {calm_missed:.2%}")
    expect_equal(failures, [], "attacks that could not be made")
    expect(player.process.poll() is None, "the sign runs")
    expect(rate >= calm_rate * 0.9, f"only {rate:.1f} frames/s, left alone {calm_rate:.1f}")
    expect(missed <= calm_missed + TOLERANCE, f"{missed:.2%} missed, left alone {calm_missed:.2%}")
    wait_until(lambda: player.descriptors() <= before[0], within=45, what=f"{before[0]} descriptors, as before", every=0.5)
    after = usage(player)
    figure(f"{before[0]} descriptors and {before[1]} kB before, {after[0]} and {after[1]} kB after")
    expect(after[1] <= before[1] + MEMORY, f"memory grew from {before[1]} to {after[1]} kB")


@test(seconds=150)
def a_thousand_connections_and_half_messages():
    endure(moving(), [thousand_connections, half_messages, only_listening])


@test(seconds=150)
def messages_of_ten_megabytes_and_clients_that_never_read():
    endure(moving(), [messages_of_ten_megabytes, never_reading])


@test(seconds=200)
def pushes_that_are_begun_and_abandoned():
    player = moving()
    files = push.Files(folders.plain(player.path("pushed"), [(255, 0, 0), (0, 0, 255)]))
    endure(player, [pushes_begun_and_abandoned, a_push_of_one_byte_a_second], files)
    # Nothing of all that is in the way of one that is meant well.
    expect_equal(push.Push(player.socket, files).run()["generation"], 1, "generation")
    expect_equal(len(player.call("History")["generations"]), 1, "generations")
