"""PNG: bombs, chunks out of order, lies about sizes."""

import struct
import zlib

import deflate

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def header(width, height, bits=8, colour=2, interlace=0):
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, colour, 0, 0, interlace))


def picture(*chunks, size=(8, 8), **options):
    """A whole file: red pixels, and these chunks before them."""
    width, height = size
    rows = (b"\0" + b"\xff\0\0" * width) * height
    return (SIGNATURE + header(width, height, **options) + b"".join(chunks) + chunk(b"IDAT", zlib.compress(rows))
            + chunk(b"IEND", b""))


def bomb(width, height, bits, colour, bytes_a_row, **options):
    """Pixels that are all zero: megabytes of them in kilobytes."""
    return (SIGNATURE + header(width, height, bits, colour, **options)
            + chunk(b"IDAT", deflate.zeros((1 + bytes_a_row) * height)) + chunk(b"IEND", b""))


def everyday():
    # As large as it may be, and 113 MB when unpacked.
    yield "one-bit-30000.png", bomb(30_000, 30_000, 1, 0, 3_750)
    yield "one-bit-15800.png", bomb(15_800, 15_800, 1, 0, 1_975)
    yield "interlaced-bomb.png", bomb(6_000, 6_000, 8, 0, 6_000, interlace=1)
    yield "interlaced-deep-bomb.png", bomb(15_000, 15_000, 16, 6, 0, interlace=1)
    yield "two-thousand-million.png", SIGNATURE + header(2**31 - 1, 2**31 - 1) + chunk(b"IDAT", b"x")
    yield "no-width.png", SIGNATURE + header(0, 100) + chunk(b"IDAT", zlib.compress(bytes(100)))
    yield "more-data-than-pixels.png", (SIGNATURE + header(8, 8) + chunk(b"IDAT", deflate.zeros(1 << 28))
                                        + chunk(b"IEND", b""))
    yield "text-bomb.png", picture(chunk(b"zTXt", b"Comment\0\0" + deflate.zeros(1 << 30)))
    yield "international-text-bomb.png", picture(chunk(b"iTXt", b"Comment\0\1\0\0\0" + deflate.zeros(1 << 30)))
    yield "profile-bomb.png", picture(chunk(b"iCCP", b"sRGB\0\0" + deflate.zeros(1 << 30)))
    yield "many-texts.png", picture(*[chunk(b"tEXt", b"Comment\0" + str(at).encode()) for at in range(100_000)])
    yield "many-parts.png", (SIGNATURE + header(8, 8) + chunk(b"IDAT", b"") * 200_000
                             + chunk(b"IDAT", zlib.compress((b"\0" + bytes(24)) * 8)) + chunk(b"IEND", b""))
    yield "chunk-of-2-gigabytes.png", SIGNATURE + header(8, 8) + struct.pack(">I", 0x7FFFFFFF) + b"IDAT" + bytes(64)
    yield "palette-without-colours.png", picture(size=(8, 8), bits=8, colour=3)
    yield "wrong-checksum.png", picture()[:-30] + bytes(30)
    yield "bad-filter.png", (SIGNATURE + header(8, 8) + chunk(b"IDAT", zlib.compress((b"\x77" + bytes(24)) * 8))
                             + chunk(b"IEND", b""))


def heavy():
    # 2 GB of pixels, just below the limit of megapixels.
    yield "interlaced-225-megapixels.png", bomb(15_000, 15_000, 8, 0, 15_000, interlace=1)
    yield "far-more-data-than-pixels.png", (SIGNATURE + header(8, 8) + chunk(b"IDAT", deflate.zeros(1 << 33))
                                            + chunk(b"IEND", b""))
    yield "deep-249-megapixels.png", bomb(15_800, 15_800, 16, 6, 15_800 * 8)
