"""Streams that inflate to far more than they are, made without compressing all of it."""

import struct
import zlib

BLOCK = 1 << 20


def zeros(count):
    """A zlib stream of so many zero bytes, about a thousandth of their size."""
    whole, rest = divmod(count, BLOCK)
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = packer.compress(bytes(BLOCK)) + packer.flush(zlib.Z_FULL_FLUSH)
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    end = packer.compress(bytes(rest)) + packer.flush()
    # Adler-32 of zeros: the first sum stays 1, the second counts them.
    return b"\x78\xda" + block * whole + end + struct.pack(">I", (count % 65521) << 16 | 1)


def gzip(data):
    """The same for every run: gzip without a time."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    body = packer.compress(data) + packer.flush()
    return b"\x1f\x8b\x08\0\0\0\0\0\0\xff" + body + struct.pack("<II", zlib.crc32(data), len(data) & 0xFFFFFFFF)
