"""WebP, HEIC and AVIF: boxes in boxes with wrong sizes."""

import struct


def riff(*parts, size=None):
    body = b"WEBP" + b"".join(parts)
    return b"RIFF" + struct.pack("<I", len(body) if size is None else size) + body


def part(kind, data, size=None):
    return kind + struct.pack("<I", len(data) if size is None else size) + data + b"\0" * (len(data) % 2)


def canvas(width, height, flags=0):
    return part(b"VP8X", bytes([flags, 0, 0, 0]) + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little"))


def lossless(width, height, data=b"\x88\x88\x08"):
    return part(b"VP8L", b"\x2f" + ((width - 1) | (height - 1) << 14).to_bytes(4, "little") + data)


def lossy(width, height, data=bytes(64)):
    return part(b"VP8 ", b"\x10\x02\x00\x9d\x01\x2a" + struct.pack("<HH", width, height) + data)


def animation_frame(width, height):
    inside = lossless(width, height)
    return part(b"ANMF", bytes(6) + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little") + bytes(4) + inside)


def webp():
    yield "size-of-4-gigabytes.webp", riff(lossless(8, 8), size=0xFFFFFFFF)
    yield "size-of-0.webp", riff(lossless(8, 8), size=0)
    yield "part-of-4-gigabytes.webp", riff(part(b"VP8L", b"\x2f" + bytes(20), size=0xFFFFFFFE))
    yield "canvas-of-16-million.webp", riff(canvas(1 << 24, 1 << 24), lossless(8, 8))
    yield "lossless-16384.webp", riff(lossless(16384, 16384))
    yield "lossless-15800.webp", riff(lossless(15_800, 15_800))
    yield "lossy-16383.webp", riff(lossy(16383, 16383))
    yield "lossless-noise.webp", riff(lossless(800, 600, bytes((at * 167 + at // 7) % 256 for at in range(9_000))))
    yield "many-frames.webp", riff(canvas(15_000, 15_000, flags=2), part(b"ANIM", bytes(6)), animation_frame(8, 8) * 2_000)
    yield "frame-larger-than-canvas.webp", riff(canvas(8, 8, flags=2), part(b"ANIM", bytes(6)), animation_frame(9_999, 9_999))
    yield "profile-without-end.webp", riff(canvas(8, 8, flags=0x20), part(b"ICCP", bytes(99), size=0x7FFFFFFF))


def box(kind, data=b"", size=None):
    return struct.pack(">I", len(data) + 8 if size is None else size) + kind + data


def full(kind, data, version=0, flags=0):
    return box(kind, struct.pack(">I", version << 24 | flags) + data)


def still(brand, codec, width, height, extents=((600, 99),), count=1, extra=b""):
    """A file with items of this size; their data lies where the extents say."""
    items = b"".join(full(b"infe", struct.pack(">HH4s", at + 1, 0, codec) + b"\0", version=2) for at in range(count))
    places = b"".join(
        struct.pack(">HHH", at + 1, 0, len(extents)) + b"".join(struct.pack(">II", *extent) for extent in extents)
        for at in range(count))
    properties = box(b"ipco", full(b"ispe", struct.pack(">II", width, height)) + extra)
    uses = full(b"ipma", struct.pack(">I", count) + b"".join(struct.pack(">HBB", at + 1, 1, 0x81) for at in range(count)))
    meta = full(b"meta", full(b"hdlr", bytes(4) + b"pict" + bytes(13)) + full(b"pitm", struct.pack(">H", 1))
                + full(b"iinf", struct.pack(">H", count) + items)
                + full(b"iloc", b"\x44\0" + struct.pack(">H", count) + places) + box(b"iprp", properties + uses))
    return box(b"ftyp", brand + bytes(4) + b"mif1" + brand) + meta + box(b"mdat", bytes(400))


def heavy():
    yield "very-many-frames.webp", riff(canvas(15_000, 15_000, flags=2), part(b"ANIM", bytes(6)),
                                        animation_frame(8, 8) * 50_000)


def everyday():
    yield from webp()
    for brand, codec, end in ((b"heic", b"hvc1", "heic"), (b"avif", b"av01", "avif")):
        yield f"size-of-4-gigapixels.{end}", still(brand, codec, 0xFFFFFFFF, 0xFFFFFFFF)
        yield f"size-of-249-megapixels.{end}", still(brand, codec, 15_800, 15_800)
        yield f"no-size.{end}", still(brand, codec, 0, 0)
        yield f"data-outside.{end}", still(brand, codec, 64, 64, ((0xFFFFFFF0, 0xFFFFFFF0),))
        yield f"data-many-times.{end}", still(brand, codec, 64, 64, ((0, 0xFFFF),) * 60_000)
        yield f"many-items.{end}", still(brand, codec, 64, 64, count=60_000)
        yield f"garbage.{end}", still(brand, codec, 64, 64)
        yield f"grid-of-itself.{end}", still(brand, b"grid", 64, 64)
        yield f"box-of-0.{end}", box(b"ftyp", brand + bytes(4) + brand) + box(b"meta", bytes(4), size=0)
        yield f"box-smaller-than-itself.{end}", box(b"ftyp", brand + bytes(4) + brand) + box(b"meta", bytes(99), size=7)
        nested = b""
        for _ in range(2_000):
            nested = box(b"meta", bytes(4) + nested)
        yield f"deep.{end}", box(b"ftyp", brand + bytes(4) + brand) + nested
        yield f"profile.{end}", still(brand, codec, 64, 64, extra=box(b"colr", b"prof" + b"\xff" * 200) * 500)
