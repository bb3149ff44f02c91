"""The cards of the guest: found by driver, their connectors, their vblanks, and the pixels they show."""

import glob
import os
import re
import struct
import time
import zlib

import vm

TRACING = "/sys/kernel/tracing"


def write(path, text):
    """Into a file of sysfs or debugfs."""
    with open(path, "w") as file:
        file.write(text)


class Card:
    """A card by its driver: 'vkms' or 'virtio_gpu'."""

    def __init__(self, driver):
        self.driver = driver
        self.path = next((path for path in sorted(glob.glob("/sys/class/drm/card[0-9]*"))
                          if re.fullmatch(r"card\d+", os.path.basename(path)) and self.drives(path)), None)
        if self.path is None:
            raise vm.Failed(f"no card of {driver}")
        self.name = os.path.basename(self.path)
        self.number = int(self.name[4:])
        self.node = "/dev/dri/" + self.name
        self.debug = f"/sys/kernel/debug/dri/{self.number}"

    def drives(self, path):
        """vkms has a device of that name and no driver; virtio's driver is bound to a child of the PCI device."""
        device = os.path.realpath(os.path.join(path, "device"))
        drivers = [os.path.join(device, "driver"), *glob.glob(device + "/virtio*/driver")]
        return self.driver in {os.path.basename(device), *(os.path.basename(os.path.realpath(link)) for link in drivers)}

    @property
    def connectors(self):
        """Their names, write-back left out: ['Virtual-1']."""
        prefix = self.path + "/" + self.name + "-"
        return sorted(path[len(prefix):] for path in glob.glob(prefix + "*") if "Writeback" not in path)

    def force(self, connector, state):
        """Plugs ('on', 'detect') or unplugs ('off') a connector, and tells udev as a monitor's cable would."""
        vm.note(f"{self.name}-{connector} {state}")
        write(f"{self.path}/{self.name}-{connector}/status", state)
        # What `udevadm trigger --action=change` writes.
        write(self.path + "/uevent", "change")

    def crc(self):
        """The checksum that vkms computes over the frame it shows; motion must be held meanwhile."""
        folder = f"{self.debug}/crtc-0/crc"
        write(folder + "/control", "auto")
        data = os.open(folder + "/data", os.O_RDONLY)
        try:
            # The first ones may belong to a frame before; a still picture repeats its own.
            found = []
            while len(found) < 4:
                # "0xFRAME 0xCHECKSUM\n", and a NUL.
                found.append(int(os.read(data, 256).decode().strip("\0\n").split()[1], 16))
        finally:
            os.close(data)
        return found[-1]


def crc_of(picture):
    """What vkms's checksum would be for these pixels: crc32_le(0) over rows of u16 alpha, red, green, blue."""
    wide = bytearray(b"\xff" * (picture.width * picture.height * 8))
    for channel, pixels in enumerate((picture.red, picture.green, picture.blue)):
        wide[2 + 2 * channel::8] = pixels
        wide[3 + 2 * channel::8] = pixels
    return zlib.crc32(wide, 0xFFFFFFFF) ^ 0xFFFFFFFF


class Picture:
    """Opaque pixels as three planes of bytes."""

    def __init__(self, width, height, red, green, blue):
        self.width, self.height = width, height
        self.red, self.green, self.blue = red, green, blue

    @classmethod
    def from_bgrx(cls, width, height, data):
        """Rows of XRGB8888 as it lies in memory."""
        vm.expect_equal(len(data), width * height * 4, "bytes of the picture")
        return cls(width, height, data[2::4], data[1::4], data[0::4])

    @classmethod
    def from_ppm(cls, data):
        match = re.match(rb"P6\s+(?:#[^\n]*\n\s*)*(\d+)\s+(\d+)\s+255\s", data)
        vm.expect(match, "not a PPM:", data[:20])
        width, height = int(match[1]), int(match[2])
        body = data[match.end():]
        return cls(width, height, body[0::3], body[1::3], body[2::3])

    @classmethod
    def from_png(cls, data):
        """8-bit RGB or RGBA without interlace."""
        vm.expect(data[:8] == b"\x89PNG\r\n\x1a\n", "not a PNG")
        at, body = 8, b""
        while at < len(data):
            length, kind = struct.unpack(">I4s", data[at:at + 8])
            chunk = data[at + 8:at + 8 + length]
            if kind == b"IHDR":
                width, height, depth, colour, _, _, interlace = struct.unpack(">IIBBBBB", chunk)
            elif kind == b"IDAT":
                body += chunk
            at += 12 + length
        vm.expect(depth == 8 and colour in (2, 6) and interlace == 0, "PNG of depth", depth, "colour", colour)
        size = 3 if colour == 2 else 4
        rows = _unfiltered(zlib.decompress(body), width * size, height, size)
        return cls(width, height, rows[0::size], rows[1::size], rows[2::size])

    def __eq__(self, other):
        return (self.width, self.height, self.red, self.green, self.blue) == (
            other.width, other.height, other.red, other.green, other.blue)

    def pixel(self, x, y):
        at = y * self.width + x
        return (self.red[at], self.green[at], self.blue[at])

    def difference(self, other):
        """Where the first pixel differs, and how many do; None: nowhere."""
        if (self.width, self.height) != (other.width, other.height):
            return f"{self.width}x{self.height} against {other.width}x{other.height}"
        if self == other:
            return None
        wrong = [at for at in range(self.width * self.height)
                 if (self.red[at], self.green[at], self.blue[at]) != (other.red[at], other.green[at], other.blue[at])]
        x, y = wrong[0] % self.width, wrong[0] // self.width
        return f"{len(wrong)} pixels, the first at {x},{y}: {self.pixel(x, y)} against {other.pixel(x, y)}"

    def save(self, name):
        """Into the run's folder, as PPM."""
        body = bytearray(self.width * self.height * 3)
        body[0::3], body[1::3], body[2::3] = self.red, self.green, self.blue
        with open(os.path.join(vm.OUT, name), "wb") as file:
            file.write(b"P6 %d %d 255\n" % (self.width, self.height) + body)


def _unfiltered(data, stride, height, size):
    rows, above = bytearray(), bytearray(stride)
    for y in range(height):
        kind = data[y * (stride + 1)]
        row = bytearray(data[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        if kind == 1:
            for i in range(size, stride):
                row[i] = (row[i] + row[i - size]) & 255
        elif kind == 2:
            row = bytearray((a + b) & 255 for a, b in zip(row, above))
        elif kind == 3:
            for i in range(stride):
                row[i] = (row[i] + ((row[i - size] if i >= size else 0) + above[i]) // 2) & 255
        elif kind == 4:
            for i in range(stride):
                left, corner = (row[i - size], above[i - size]) if i >= size else (0, 0)
                guess = left + above[i] - corner
                row[i] = (row[i] + min((abs(guess - left), 0, left), (abs(guess - above[i]), 1, above[i]),
                                       (abs(guess - corner), 2, corner))[2]) & 255
        rows += row
        above = row
    return bytes(rows)


def monitor():
    """What the virtio card's monitor shows, asked of the host."""
    name = f"screendump-{time.monotonic_ns()}.ppm"
    error = vm.ask(screendump=name)["error"]
    vm.expect(error is None, "screendump:", error)
    path = os.path.join(vm.OUT, name)
    with open(path, "rb") as file:
        picture = Picture.from_ppm(file.read())
    os.remove(path)
    return picture


def plug_monitor(width, height):
    """The virtio card gets another monitor, whose preferred mode this is; its driver is told, and udev. Also a cable."""
    error = vm.ask(resize=[width, height])["error"]
    vm.expect(error is None, "another monitor:", error)


def unplug_monitor():
    """The virtio card's monitor is switched off."""
    plug_monitor(0, 0)


def expect_seen(player, what, within=30):
    """The monitor shows what the sign says that it shows, to the pixel; that picture."""
    seen = []

    def same():
        seen[:] = [player.screenshot(), monitor()]
        return seen[0] == seen[1]

    try:
        vm.wait_until(same, within, what, every=0.2)
    except vm.Failed:
        name = "".join(letter if letter.isalnum() else "-" for letter in what)
        seen[0].save(name + "-screenshot.ppm")
        seen[1].save(name + "-monitor.ppm")
        raise vm.Failed(f"{what}: screenshot against monitor: {seen[0].difference(seen[1])}") from None
    return seen[0]


class Flips:
    """Counts, by the kernel's trace events, the flip events delivered and at which vblank.

    Each commit of a frame asks for one flip event. Read after `stop`.
    """

    def __init__(self):
        self.set("tracing_on", "0")
        self.set("trace", "")
        self.set("buffer_size_kb", "4096")
        self.set("events/drm/drm_vblank_event_delivered/enable", "1")
        self.set("tracing_on", "1")
        vm.at_end(self.stop)

    @staticmethod
    def set(name, text):
        write(os.path.join(TRACING, name), text)

    def stop(self):
        """The vblank sequence of each flip, in order."""
        self.set("tracing_on", "0")
        self.set("events/drm/drm_vblank_event_delivered/enable", "0")
        with open(os.path.join(TRACING, "trace")) as file:
            return [int(match[1]) for match in re.finditer(r"drm_vblank_event_delivered:.*\bseq=(\d+)", file.read())]
