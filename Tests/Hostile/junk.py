"""What is no picture, whatever its name says, and what is two things at once."""

import io
import zipfile

import jpeg


def archive():
    """A ZIP file, the same in every run."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as pack:
        pack.writestr(zipfile.ZipInfo("run.sh"), "#!/bin/sh\ntrue\n")
    return file.getvalue()


def everyday():
    yield "empty.jpg", b""
    yield "one-byte.png", b"\x89"
    yield "two-bytes.jpg", b"\xff\xd8"
    yield "zeros.jpg", bytes(1 << 20)
    yield "ones.webp", b"\xff" * (1 << 20)
    yield "script.png", b"#!/bin/sh\ntouch /tmp/signaged-was-here\n"
    yield "program.jpg", b"\x7fELF\2\1\1" + bytes(200)
    yield "jpeg-and-zip.jpg", jpeg.picture() + archive()
    yield "zip.png", archive()
    yield "magick-command.png", (b"push graphic-context\nviewbox 0 0 64 64\n"
                                 b"image over 0,0 0,0 'https://127.0.0.1/x.jpg\"|touch \"/tmp/signaged-was-here'\n"
                                 b"pop graphic-context\n")
    yield "magick-script.jpg", b'<?xml version="1.0"?><image><read filename="/etc/passwd"/><write filename="/tmp/signaged-was-here"/></image>'
    yield "postscript.png", b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n(/etc/passwd) (r) file\nshowpage\n"
    yield "vips.png", b"\xb6\xa6\xf2\x08" + b"\0\0\x7f\xff" * 40
    yield "matrix.jpg", b"1000000000 1000000000\n1 2 3\n"
    yield "ppm.png", b"P6\n1000000000 1000000000\n255\n"
    yield "bmp.jpg", b"BM" + bytes(12) + b"\x28\0\0\0\xff\xff\xff\x7f\xff\xff\xff\x7f" + bytes(40)
    yield "exr.png", b"\x76\x2f\x31\x01\x02\0\0\0" + bytes(200)
    yield "fits.jpg", b"SIMPLE  =                    T" + b" " * 2850
    yield "html.svg", b"<html><body><img src='file:///etc/passwd'></body></html>"
    yield "icon.png", b"\0\0\1\0\xff\xff" + bytes(400)
    yield "packed.png", b"\x1f\x8b\x08\0\0\0\0\0\0\xff" + b"\xff" * 100
