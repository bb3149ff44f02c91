"""GIF: screens and frames that are not there, and codes that go nowhere."""

import struct


def head(width, height):
    return b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80, 0, 0) + b"\0\0\0\xff\xff\xff"


def frame(width=1, height=1, left=0, top=0, data=b"\x02\x02\x44\x01\0"):
    """An image; the data is one white pixel unless given."""
    return b"," + struct.pack("<HHHHB", left, top, width, height, 0) + data


def everyday():
    yield "screen-of-65535.gif", head(65535, 65535) + frame() + b";"
    yield "screen-of-15800.gif", head(15_800, 15_800) + frame() + b";"
    yield "frame-of-65535.gif", head(1, 1) + frame(65535, 65535) + b";"
    yield "frame-outside.gif", head(16, 16) + frame(16, 16, left=65_000, top=65_000) + b";"
    yield "many-frames.gif", head(64, 64) + frame() * 200_000 + b";"
    yield "no-frame.gif", head(64, 64) + b";"
    yield "no-size.gif", head(0, 0) + frame(0, 0) + b";"
    yield "code-size-of-200.gif", head(64, 64) + frame(64, 64, data=b"\xc8\x05\xff\xff\xff\xff\xff\0") + b";"
    yield "codes-in-a-circle.gif", head(64, 64) + frame(64, 64, data=b"\x02\xff" + b"\x36" * 255 + b"\0") + b";"
    yield "data-without-end.gif", head(64, 64) + frame(64, 64, data=b"\x02" + (b"\xff" + b"\x92" * 255) * 20_000)
    yield "many-comments.gif", head(8, 8) + b"!\xfe\xff" + b"x" * 255 + (b"\xff" + b"x" * 255) * 20_000
    yield "gif-and-script.gif", b"GIF89a=/*" + bytes(20) + b"*/1;alert(document.cookie)//;"
