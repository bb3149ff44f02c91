"""JPEG: sizes that are not there, scans without end, files cut at every marker."""

import struct


def segment(marker, data):
    return bytes([0xFF, marker]) + struct.pack(">H", len(data) + 2) + data


def frame(width, height, components=1, kind=0xC0, bits=8, sampling=0x11):
    parts = b"".join(bytes([at + 1, sampling, 0]) for at in range(components))
    return segment(kind, struct.pack(">BHHB", bits, height, width, components) + parts)


def scan(components=1, spectrum=(0, 63, 0)):
    return segment(0xDA, bytes([components]) + b"".join(bytes([at + 1, 0]) for at in range(components))
                   + bytes(spectrum))


SOI, EOI = b"\xff\xd8", b"\xff\xd9"
QUANTISERS = segment(0xDB, b"\0" + b"\1" * 64)
# One code of one bit: no difference, and nothing else in the block.
CODES = segment(0xC4, b"\0\1" + bytes(15) + b"\0") + segment(0xC4, b"\x10\1" + bytes(15) + b"\0")
APP0 = segment(0xE0, b"JFIF\0\1\1\0\0\1\0\1\0\0")


def picture(*segments, size=(64, 64), components=1):
    """A whole file, grey all over: each block takes two bits."""
    width, height = size
    blocks = ((width + 7) // 8) * ((height + 7) // 8) * components
    return (SOI + APP0 + b"".join(segments) + QUANTISERS + frame(width, height, components) + CODES
            + scan(components) + bytes(blocks // 4 + 1) + EOI)


def progressive(size, scans):
    """The same small bits of a picture, refined over and over."""
    first = scan(spectrum=(0, 0, 0x01))
    blocks = ((size + 7) // 8) ** 2
    again = scan(spectrum=(0, 0, 0x10)) + bytes(blocks // 8 + 1)
    return (SOI + APP0 + QUANTISERS + frame(size, size, kind=0xC2) + CODES + first + bytes(blocks // 8 + 1)
            + again * scans + EOI)


def everyday():
    yield "declares-65500.jpg", picture(size=(8, 8)).replace(struct.pack(">HH", 8, 8), struct.pack(">HH", 65500, 65500))
    yield "declares-15800.jpg", SOI + APP0 + QUANTISERS + frame(15_800, 15_800) + CODES + scan() + EOI
    yield "249-megapixels.jpg", picture(size=(15_800, 15_800))
    yield "65500-wide.jpg", picture(size=(65_500, 8))
    yield "no-height.jpg", picture(size=(8, 8)).replace(struct.pack(">HH", 8, 8), struct.pack(">HH", 0, 8))
    yield "ten-thousand-scans.jpg", progressive(512, 10_000)
    yield "scans-without-data.jpg", (SOI + APP0 + QUANTISERS + frame(4096, 4096, kind=0xC2) + CODES
                                     + scan(spectrum=(0, 0, 0)) * 10_000 + EOI)
    yield "arithmetic.jpg", picture().replace(b"\xff\xc0", b"\xff\xc9")
    yield "arithmetic-progressive.jpg", progressive(64, 3).replace(b"\xff\xc2", b"\xff\xca")
    yield "lossless.jpg", picture().replace(b"\xff\xc0", b"\xff\xc3")
    yield "twelve-bits.jpg", SOI + QUANTISERS + frame(64, 64, bits=12) + CODES + scan() + bytes(20) + EOI
    yield "255-components.jpg", SOI + QUANTISERS + frame(64, 64, components=255) + CODES + scan(4) + bytes(99) + EOI
    yield "sampling-of-15.jpg", SOI + QUANTISERS + frame(64, 64, 3, sampling=0xFF) + CODES + scan(3) + bytes(99) + EOI
    yield "quantisers-of-0.jpg", picture().replace(QUANTISERS, segment(0xDB, bytes(65)))
    yield "codes-too-many.jpg", picture().replace(CODES, segment(0xC4, b"\0" + b"\xff" * 16 + bytes(99)))
    yield "two-frames.jpg", SOI + QUANTISERS + frame(8, 8) + frame(9000, 9000) + CODES + scan() + bytes(9) + EOI
    yield "many-comments.jpg", picture(*[segment(0xFE, b"x" * 60)] * 100_000)
    yield "restarts.jpg", picture().replace(CODES, CODES + segment(0xDD, b"\0\1")).replace(
        bytes(17) + EOI, b"\xff\xd0" * 50_000 + EOI)
    yield "segment-past-the-end.jpg", SOI + b"\xff\xe1\xff\xff" + b"Exif\0\0"
    yield "markers-only.jpg", SOI + b"\xff" * 1_000_000
    whole = picture(size=(640, 480), components=3)
    places = [at for at in range(2, len(whole) - 1) if whole[at] == 0xFF and whole[at + 1] not in (0, 0xFF)]
    for number, place in enumerate(places):
        yield f"cut-at-marker-{number}.jpg", whole[:place]
        yield f"cut-in-marker-{number}.jpg", whole[:place + 3]


def heavy():
    # Refined so often that it takes longer than any picture may.
    yield "two-thousand-large-scans.jpg", progressive(4096, 2_000)
