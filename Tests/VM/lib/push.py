"""A client of the push protocol by hand: it can stop at any byte."""

import hashlib
import json
import os

import varlink
import vm


class Refused(Exception):
    """The sign refused the push; nothing has changed."""


class Files:
    """A folder that is pushed: its playlist and its other files, each with its SHA-256."""

    def __init__(self, folder):
        self.folder = folder
        self.content, self.entries = {}, {}
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), "rb") as file:
                data = file.read()
            digest = hashlib.sha256(data).hexdigest()
            self.content[digest] = data
            self.entries[name] = {"path": name, "sha256": digest, "size": len(data)}

    def sha256(self, name):
        return self.entries[name]["sha256"]


def offer(files, **options):
    """The message that a push begins with."""
    entries = dict(files.entries)
    return {
        "version": 1, "playlist": entries.pop("playlist.yaml"), "files": list(entries.values()), "activate": True,
        "force": False, "dryRun": False, "origin": files.folder, **options}


class Push:
    """A push of which nothing but the offer has been sent."""

    def __init__(self, socket, files, **options):
        self.files = files
        self.connection = varlink.Connection(socket, timeout=180)
        self.connection.send("Push", upgrade=True)
        self.connection.receive()
        self.connection.socket.sendall(json.dumps(offer(files, **options)).encode() + b"\0")

    def next(self, *kinds):
        """The next reply of one of these kinds (any without); others before it are dropped."""
        while True:
            reply = self.connection.message()
            vm.note(f"push: {json.dumps(reply)[:500]}")
            if reply["kind"] == "refused":
                refusal = reply["refusal"]
                raise Refused("; ".join([refusal["reason"], *refusal["diagnostics"]]))
            if not kinds or reply["kind"] in kinds:
                return reply

    def wanted(self):
        """The objects that the sign lacks."""
        return self.next("wanted")["objects"]

    def send(self, wanted, most=None):
        """The bytes of an object that are missing, or the first of them."""
        data = self.files.content[wanted["sha256"]][wanted["from"]:]
        self.connection.socket.sendall(data if most is None else data[:most])

    def finish(self):
        """What came of it, once all bytes are sent."""
        return self.next("done")["result"]

    def run(self):
        """All of it."""
        for wanted in self.wanted():
            self.send(wanted)
        return self.finish()

    def close(self):
        """Goes away, in the middle of whatever it is."""
        self.connection.close()
