"""Small pictures made on the spot: the guest is slow, and the standard library knows no JPEG."""

import os
import struct
import zlib

import vm

SAMPLES = os.path.join(vm.CHECKOUT, "etc/signaged")


def _chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, pixel, alpha=False):
    """A PNG whose pixels are those of a function of x and y: (red, green, blue), or with alpha."""
    rows = b"".join(b"\0" + bytes(value for x in range(width) for value in pixel(x, y)) for y in range(height))
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6 if alpha else 2, 0, 0, 0))
        + _chunk(b"IDAT", zlib.compress(rows, 6)) + _chunk(b"IEND", b""))


def checks(width, height, one, other, size=16):
    """Squares of two colours."""
    return png(width, height, lambda x, y: one if (x // size + y // size) % 2 == 0 else other)


def fading(width, height, colour):
    """From transparent at the left to opaque at the right."""
    return png(width, height, lambda x, y: (*colour, x * 255 // (width - 1)), alpha=True)


def noise(width, height, colour, random):
    """A frame of one colour around pixels that no compression makes smaller."""
    def pixel(x, y):
        edge = not (width // 8 <= x < width - width // 8 and height // 8 <= y < height - height // 8)
        return colour if edge else random.randbytes(3)

    return png(width, height, pixel)


def huge(width=20000, height=20000):
    """A picture of far too many pixels in few bytes: one bit each, all black."""
    packer = zlib.compressobj(9)
    row = bytes(1 + (width + 7) // 8)
    data = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    return (
        b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0))
        + _chunk(b"IDAT", data) + _chunk(b"IEND", b""))


def exif_orientation(data):
    """The orientation that a JPEG's EXIF block tells; 1: upright, or no such block."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] != 0xDA:
        length = struct.unpack(">H", data[at + 2:at + 4])[0]
        block = data[at + 4:at + 2 + length]
        if data[at + 1] == 0xE1 and block.startswith(b"Exif\0\0"):
            tiff = block[6:]
            order = "<" if tiff[:2] == b"II" else ">"
            table = struct.unpack(order + "I", tiff[4:8])[0]
            for entry in range(struct.unpack(order + "H", tiff[table:table + 2])[0]):
                place = table + 2 + 12 * entry
                if struct.unpack(order + "H", tiff[place:place + 2])[0] == 0x0112:
                    return struct.unpack(order + "H", tiff[place + 8:place + 10])[0]
        at += 2 + length
    return 1


def rotated_sample():
    """The sample picture that a camera took sideways."""
    for folder, _, names in sorted(os.walk(SAMPLES)):
        for name in sorted(names):
            if name.lower().endswith((".jpg", ".jpeg")):
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    if exif_orientation(file.read()) > 1:
                        return path
    raise vm.Failed("no sample picture has an EXIF orientation")


def some_jpeg():
    """Any sample JPEG."""
    for folder, _, names in sorted(os.walk(SAMPLES)):
        for name in sorted(names):
            if name.lower().endswith((".jpg", ".jpeg")):
                return os.path.join(folder, name)
    raise vm.Failed("there is no sample JPEG")
