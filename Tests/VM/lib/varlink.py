"""A client of the control interface: JSON and a NUL over a local socket, by hand."""

import base64
import json
import socket
import threading
import time

import display
import vm

INTERFACE = "com.signaged.Control"


class Refused(Exception):
    """The daemon answered with an error: its short name and its parameters."""

    def __init__(self, name, parameters):
        super().__init__(f"{name} {json.dumps(parameters)}")
        self.name = name.rsplit(".", 1)[-1]
        self.parameters = parameters


class Connection:
    def __init__(self, path, timeout=30):
        self.socket = socket.socket(socket.AF_UNIX)
        # Waits where many want to be let in; with a time-out it would be refused at once.
        self.socket.connect(path)
        self.socket.settimeout(timeout)
        self.rest = b""

    def send(self, method, parameters=None, more=False, upgrade=False):
        name = method if "." in method else f"{INTERFACE}.{method}"
        request = {"method": name, "parameters": parameters or {}}
        if more:
            request["more"] = True
        if upgrade:
            request["upgrade"] = True
        self.socket.sendall(json.dumps(request).encode() + b"\0")

    def message(self):
        """The next message, whatever it is."""
        while b"\0" not in self.rest:
            data = self.socket.recv(1 << 18)
            if not data:
                raise ConnectionError("the daemon closed the connection")
            self.rest += data
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def receive(self):
        """The next reply's parameters, and whether more follow."""
        reply = self.message()
        if "error" in reply:
            raise Refused(reply["error"], reply.get("parameters") or {})
        return reply["parameters"], reply.get("continues", False)

    def call(self, method, **parameters):
        self.send(method, parameters)
        return self.receive()[0]

    def screenshot(self):
        """The frame on the screen."""
        self.send("Screenshot", more=True)
        rows, more = [], True
        while more:
            part, more = self.receive()
            rows.append(base64.b64decode(part["data"]))
        return display.Picture.from_bgrx(part["width"], part["height"], b"".join(rows))

    def close(self):
        self.socket.close()


class Monitor:
    """The daemon's events, read in the background and taken in order."""

    def __init__(self, path):
        self.connection = Connection(path, timeout=None)
        self.connection.send("Monitor", more=True)
        first, _ = self.connection.receive()
        vm.expect_equal(first["event"], "subscribed", "first event")
        self.arrived = threading.Condition()
        self.events, self.taken, self.error = [], 0, None
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        try:
            while True:
                event, _ = self.connection.receive()
                event = {name: value for name, value in event.items() if value is not None}
                with self.arrived:
                    self.events.append(event)
                    vm.note(f"event {json.dumps(event)}")
                    self.arrived.notify_all()
        except (OSError, ValueError, Refused) as error:
            with self.arrived:
                self.error = error
                self.arrived.notify_all()

    def next(self, *kinds, within=10):
        """The next event that was not taken yet, of one of these kinds (any without); others before it are dropped."""
        end = time.monotonic() + within
        with self.arrived:
            while True:
                while self.taken < len(self.events):
                    event = self.events[self.taken]
                    self.taken += 1
                    if not kinds or event["event"] in kinds:
                        return event
                left = end - time.monotonic()
                if left <= 0 or self.error:
                    last = [event["event"] for event in self.events[-5:]]
                    raise vm.Failed(f"no event {'/'.join(kinds)} within {within} s (last: {last}, {self.error})")
                self.arrived.wait(left)

    def find(self, kind, within=10, **fields):
        """The next event of a kind with these fields; others before it are dropped."""
        end = time.monotonic() + within
        while True:
            event = self.next(kind, within=max(0, end - time.monotonic()))
            if all(event.get(name) == value for name, value in fields.items()):
                return event

    def skip(self):
        """Drops what has come so far."""
        with self.arrived:
            self.taken = len(self.events)

    def since_skip(self, *kinds):
        """What has come and was not taken yet, of these kinds; nothing is taken."""
        with self.arrived:
            return [event for event in self.events[self.taken:] if not kinds or event["event"] in kinds]

    def close(self):
        self.connection.close()
