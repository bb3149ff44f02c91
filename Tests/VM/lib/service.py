"""The product installed in the guest, and the service manager."""

import fcntl
import json
import os
import struct

import varlink
import vm

SOCKET = "/run/signaged/control.sock"
KDGETMODE, KD_TEXT, KD_GRAPHICS = 0x4B3B, 0, 1


def _newest(path):
    return max((os.path.getmtime(os.path.join(folder, name)) for folder, _, names in os.walk(path) for name in names),
               default=0)


def install():
    """As a shop's technician would, into the guest's throw-away layer; after the scenario it holds no card any more."""
    complete = os.path.join(vm.CHECKOUT, ".build/release/.complete")
    if not os.path.exists(complete):
        raise vm.Skipped("there is no release build to install: run 'make build'")
    if _newest(os.path.join(vm.CHECKOUT, "Sources")) > os.path.getmtime(complete):
        raise vm.Skipped("the release build is older than the sources: run 'make build'")
    vm.at_scenario_end(lambda: systemctl("stop", "signaged", check=False))
    vm.shell(os.path.join(vm.CHECKOUT, "scripts/install"))
    vm.shell("systemd-sysusers")
    vm.shell("systemd-tmpfiles", "--create", "/usr/lib/tmpfiles.d/signaged.conf")
    vm.shell("systemctl", "daemon-reload")


def playlist(slides, **sections):
    with open("/etc/signaged/playlist.yaml", "w") as file:
        json.dump({"slides": slides, **sections}, file)


def override(text):
    """Changes the unit by a drop-in."""
    os.makedirs("/run/systemd/system/signaged.service.d", exist_ok=True)
    with open("/run/systemd/system/signaged.service.d/test.conf", "w") as file:
        file.write(text)
    vm.shell("systemctl", "daemon-reload")


def systemctl(*arguments, check=True):
    return vm.shell("systemctl", *arguments, check=check)


def show(name):
    """A property of the unit."""
    return vm.shell("systemctl", "show", "signaged", "-P", name).strip()


def pid():
    return int(show("MainPID"))


def connect(within=30):
    """A connection to the running service."""
    def attempt():
        try:
            connection = varlink.Connection(SOCKET)
            connection.call("Status")
            return connection
        except OSError:
            return None

    return vm.wait_until(attempt, within, "the control socket")


def playing(within=40):
    """Until frames are on the screen; the status then."""
    def shown():
        try:
            connection = varlink.Connection(SOCKET)
            status = connection.call("Status")
            connection.close()
        except OSError:
            return None
        return status if status["outputs"] and status["outputs"][0]["frames"]["presented"] and status["slide"] else None

    return vm.wait_until(shown, within, "a picture on the screen")


def console_mode():
    """KD_TEXT or KD_GRAPHICS of the first console."""
    with open("/dev/tty1", "rb", buffering=0) as file:
        return struct.unpack("=l", fcntl.ioctl(file, KDGETMODE, struct.pack("=l", -1)))[0]


def journal(lines=20):
    return vm.shell("journalctl", "-u", "signaged", "-n", str(lines), "--no-pager", "-o", "cat", check=False)
