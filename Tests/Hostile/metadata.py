"""EXIF that goes in circles, colour profiles that lie, in pictures that are sound otherwise."""

import struct

import jpeg
import png


def exif(*entries, next_offset=0, first=8):
    """Little-endian EXIF: entries are (tag, type, count, value)."""
    body = struct.pack("<H", len(entries)) + b"".join(struct.pack("<HHII", *entry) for entry in entries)
    return b"II*\0" + struct.pack("<I", first) + body + struct.pack("<I", next_offset)


def with_exif(data):
    return jpeg.picture(jpeg.segment(0xE1, b"Exif\0\0" + data))


def profile(tags=(), size=None, space=b"RGB ", count=None, body=b""):
    """A colour profile, version 2, of a display: tags are (name, offset, length)."""
    table = struct.pack(">I", len(tags) if count is None else count) + b"".join(
        struct.pack(">4sII", *tag) for tag in tags)
    head = (struct.pack(">II", 0, 0x02400000) + b"mntr" + space + b"XYZ " + bytes(12) + b"acsp" + bytes(28)
            + struct.pack(">III", 0xF6D6, 0x10000, 0xD32D))
    whole = (b"\0\0\0\0" + head[:124].ljust(124, b"\0"))[:128].ljust(128, b"\0") + table + body
    return struct.pack(">I", len(whole) if size is None else size) + whole[4:]


def with_profile(data, number=1, of=1, components=3):
    return jpeg.picture(jpeg.segment(0xE2, b"ICC_PROFILE\0" + bytes([number, of]) + data), components=components)


def everyday():
    yield "exif-next-is-itself.jpg", with_exif(exif((0x0112, 3, 1, 1), next_offset=8))
    yield "exif-inner-is-itself.jpg", with_exif(exif((0x8769, 4, 1, 8), (0x8825, 4, 1, 8), (0xA005, 4, 1, 8)))
    yield "exif-two-in-a-circle.jpg", with_exif(exif((0x8769, 4, 1, 26), next_offset=26) + exif(next_offset=8)[8:])
    yield "exif-before-its-beginning.jpg", with_exif(exif((0x0112, 3, 1, 1), first=0xFFFFFFF0))
    yield "exif-four-thousand-million-values.jpg", with_exif(exif((0x010F, 2, 0xFFFFFFFF, 8), (0x927C, 7, 0xFFFFFFF0, 8)))
    yield "exif-sixty-thousand-entries.jpg", with_exif(b"II*\0\x08\0\0\0\xff\xff" + bytes(60_000))
    yield "exif-thumbnail-outside.jpg", with_exif(exif((0x0201, 4, 1, 0x7FFFFFFF), (0x0202, 4, 1, 0x7FFFFFFF)))
    for value in (0, 9, 65535):
        yield f"orientation-{value}.jpg", with_exif(exif((0x0112, 3, 1, value)))
    yield "orientation-of-four-thousand-million.jpg", with_exif(exif((0x0112, 4, 0xFFFFFFFF, 6)))
    yield "orientation-is-text.jpg", with_exif(exif((0x0112, 2, 4, 0x36363636)))
    yield "xmp-bomb.jpg", jpeg.picture(jpeg.segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0<!DOCTYPE x [<!ENTITY a '"
                                                    + b"a" * 60_000 + b"'>]><x>&a;</x>"))
    yield "profile-of-zeros.jpg", with_profile(bytes(400))
    yield "profile-of-4-gigabytes.jpg", with_profile(profile(size=0xFFFFFFFF))
    yield "profile-smaller-than-itself.jpg", with_profile(profile(size=1))
    yield "profile-with-many-tags.jpg", with_profile(profile(count=0xFFFFFFFF))
    yield "profile-tags-outside.jpg", with_profile(
        profile([(b"rXYZ", 0xFFFFFFF0, 20), (b"rTRC", 128, 0xFFFFFFFF), (b"A2B0", 0, 400)]))
    yield "profile-table-in-itself.jpg", with_profile(
        profile([(b"A2B0", 144, 200)], body=b"mft2\0\0\0\0\x0f\x0f\xff\0" + b"\xff" * 200))
    yield "profile-of-ink-for-light.jpg", with_profile(profile(space=b"CMYK"))
    yield "profile-part-9-of-3.jpg", with_profile(profile(), number=9, of=3)
    yield "profile-of-255-parts.jpg", jpeg.picture(*[
        jpeg.segment(0xE2, b"ICC_PROFILE\0" + bytes([1 + at % 255, 255]) + bytes(60_000)) for at in range(255)])
    yield "profile-of-zeros.png", png.picture(png.chunk(b"iCCP", b"x\0\0" + b"\x78\x9c\x03\0\0\0\0\1"))
    yield "exif-next-is-itself.png", png.picture(png.chunk(b"eXIf", exif((0x0112, 3, 1, 65535), next_offset=8)))
