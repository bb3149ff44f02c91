"""TIFF: directories in circles, strips that are nowhere."""

import struct

WIDTH, HEIGHT, BITS, COMPRESSION, COLOUR, STRIPS, ROWS, STRIP_BYTES = 256, 257, 258, 259, 262, 273, 278, 279


def tiff(entries, next_offset=0, body=b"", order="<"):
    """One directory at byte 8, then the body; entries are tag → value, or (type, count, value)."""
    rows = b""
    for tag, value in sorted(entries.items()):
        kind, count, value = value if isinstance(value, tuple) else (4, 1, value)
        rows += struct.pack(order + "HHII", tag, kind, count, value)
    mark = b"II*\0" if order == "<" else b"MM\0*"
    return (mark + struct.pack(order + "IH", 8, len(entries)) + rows + struct.pack(order + "I", next_offset) + body)


def grey(width=8, height=8, **others):
    """The entries of a grey picture whose pixels lie at byte 200."""
    names = {name.upper(): value for name, value in others.items()}
    return {WIDTH: width, HEIGHT: height, BITS: 8, COMPRESSION: 1, COLOUR: 1, STRIPS: 200, ROWS: height,
            STRIP_BYTES: width * height % 2**32, **{globals()[name]: value for name, value in names.items()}}


def everyday():
    pixels = bytes(400)
    yield "next-is-itself.tif", tiff(grey(), next_offset=8, body=pixels)
    yield "strips-outside.tif", tiff(grey(strips=0xFFFFFFF0), body=pixels)
    yield "strips-of-4-gigabytes.tif", tiff(grey(strip_bytes=0xFFFFFFFF), body=pixels)
    yield "four-thousand-million-strips.tif", tiff(grey(strips=(4, 0xFFFFFFFF, 8), strip_bytes=(4, 0xFFFFFFFF, 8)),
                                                   body=pixels)
    yield "size-of-4-gigabytes.tif", tiff(grey(0xFFFFFFFF, 0xFFFFFFFF), body=pixels)
    yield "249-megapixels.tif", tiff(grey(15_800, 15_800), body=pixels)
    yield "no-rows-in-a-strip.tif", tiff(grey(rows=0), body=pixels)
    yield "bits-of-65535.tif", tiff(grey(bits=(3, 1, 65535)), body=pixels)
    yield "sixty-thousand-bands.tif", tiff({**grey(), 277: (3, 1, 65535)}, body=pixels)
    yield "unknown-compression.tif", tiff(grey(compression=(3, 1, 34_661)), body=pixels)
    yield "packed-in-jpeg.tif", tiff(grey(compression=(3, 1, 7)), body=b"\xff\xd8\xff" * 100)
    yield "old-jpeg.tif", tiff({**grey(compression=(3, 1, 6)), 513: 8, 514: 0xFFFFFFFF}, body=pixels)
    yield "tiles-of-4-gigabytes.tif", tiff({**grey(), 322: 0x7FFFFFF0, 323: 0x7FFFFFF0, 324: 200, 325: 100}, body=pixels)
    yield "inner-is-itself.tif", tiff({**grey(), 330: 8, 34_665: 8}, body=pixels)
    yield "entries-without-end.tif", b"II*\0\x08\0\0\0\xff\xff" + bytes(20_000)
    yield "directory-outside.tif", b"MM\0*\xff\xff\xff\xff"
    yield "big-tiff-offset.tif", b"II+\0\x08\0\0\0" + b"\xff" * 8
    directories = b"".join(struct.pack("<HHHIII", 1, 256, 4, 1, 8, 8 + 18 * (at + 1)) for at in range(50_000))
    yield "many-directories.tif", b"II*\0\x08\0\0\0" + directories
