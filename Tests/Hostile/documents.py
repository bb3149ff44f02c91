"""PDF: actions, programs to launch, loops and bombs."""

import deflate


def pdf(*objects, trailer=b""):
    """A file of these objects, numbered from 1; the first is its catalogue."""
    out, places = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    return out + b"trailer\n<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF\n" % (len(places) + 1, trailer, table)


def stream(data, keys=b""):
    return b"<</Length %d%s>>\nstream\n%s\nendstream" % (len(data), keys, data)


PAGES = b"<</Type/Pages/Kids[3 0 R]/Count 1>>"


def page(keys=b"", box=b"0 0 200 100"):
    return b"<</Type/Page/Parent 2 0 R/MediaBox[%s]%s>>" % (box, keys)


def acting(action):
    return pdf(b"<</Type/Catalog/Pages 2 0 R/OpenAction %s>>" % action, PAGES, page(b"/AA<</O %s/C %s>>" % (action, action)))


def drawing(data, keys=b"", resources=b""):
    return pdf(b"<</Type/Catalog/Pages 2 0 R>>", PAGES, page(b"/Contents 4 0 R/Resources<<%s>>" % resources),
               stream(data, keys))


def everyday():
    yield "runs-a-script.pdf", acting(b"<</S/JavaScript/JS(while(true){app.alert(1)})>>")
    yield "launches-a-program.pdf", acting(b"<</S/Launch/F(/bin/sh)/Unix(/bin/sh -c true)>>")
    yield "opens-an-address.pdf", acting(b"<</S/URI/URI(http://127.0.0.1:9/)>>")
    yield "sends-a-form.pdf", acting(b"<</S/SubmitForm/F(http://127.0.0.1:9/)>>")
    yield "goes-to-a-file.pdf", acting(b"<</S/GoToR/F(file:///etc/passwd)/D[0/Fit]>>")
    yield "embeds-a-file.pdf", pdf(
        b"<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[(a)<</F(a.sh)/EF<</F 4 0 R>>>>]>>>>>>", PAGES, page(),
        stream(b"#!/bin/sh\ntrue\n"))
    yield "stream-in-a-file.pdf", pdf(b"<</Type/Catalog/Pages 2 0 R>>", PAGES, page(b"/Contents 4 0 R"),
                                      stream(b"", b"/F(/etc/passwd)"))
    yield "pages-in-a-circle.pdf", pdf(b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[2 0 R 2 0 R]/Count 99>>")
    yield "two-thousand-million-pages.pdf", pdf(b"<</Type/Catalog/Pages 2 0 R>>",
                                                b"<</Type/Pages/Kids[3 0 R]/Count 2147483647>>", page())
    yield "deep-arrays.pdf", pdf(b"<</Type/Catalog/Pages 2 0 R/X " + b"[" * 200_000 + b"]" * 200_000 + b">>", PAGES, page())
    yield "tables-in-a-circle.pdf", pdf(b"<</Type/Catalog/Pages 2 0 R>>", PAGES, page(), trailer=b"/Prev 9/XRefStm 9")
    yield "page-of-a-million-inches.pdf", pdf(b"<</Type/Catalog/Pages 2 0 R>>", PAGES, page(box=b"0 0 72000000 72000000"))
    yield "page-without-size.pdf", pdf(b"<</Type/Catalog/Pages 2 0 R>>", PAGES, page(box=b"0 0 0 0"))
    yield "page-of-no-numbers.pdf", pdf(b"<</Type/Catalog/Pages 2 0 R>>", PAGES, page(box=b"(a) null [] 1e99"))
    yield "packed-drawing.pdf", drawing(deflate.zeros(1 << 28), b"/Filter/FlateDecode")
    yield "packed-objects.pdf", pdf(b"<</Type/Catalog/Pages 2 0 R/X 5 0 R>>", PAGES, page(),
                                    stream(deflate.zeros(1 << 28), b"/Type/ObjStm/N 100000/First 10/Filter/FlateDecode"))
    yield "packed-again-and-again.pdf", drawing(bytes(1000), b"/Filter[" + b"/FlateDecode" * 20_000 + b"]")
    yield "form-of-itself.pdf", drawing(b"/A Do " * 100, b"/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</A 4 0 R>>>>",
                                        b"/XObject<</A 4 0 R>>")
    yield "states-without-end.pdf", drawing(b"q " * 2_000_000)
    yield "picture-of-4-gigabytes.pdf", pdf(
        b"<</Type/Catalog/Pages 2 0 R>>", PAGES, page(b"/Contents 4 0 R/Resources<</XObject<</A 5 0 R>>>>"), stream(b"/A Do"),
        stream(bytes(99), b"/Type/XObject/Subtype/Image/Width 65535/Height 65535/BitsPerComponent 8/ColorSpace/DeviceRGB"))
    yield "encrypted.pdf", pdf(b"<</Type/Catalog/Pages 2 0 R>>", PAGES, page(),
                               trailer=b"/Encrypt<</Filter/Standard/V 5/R 6/Length 256/O(a)/U(b)/P -1>>/ID[(a)(b)]")
    yield "head-only.pdf", b"%PDF-1.7\n"


def heavy():
    yield "a-million-circles.pdf", drawing(b"0 0 m 200 100 200 0 0 100 c S\n" * 1_000_000, b"")
    yield "pattern-in-pattern.pdf", drawing(b"q " * 99 + b"/P cs /A scn 0 0 200 100 re f\n" * 200_000, b"",
                                            b"/ColorSpace<</P/Pattern>>")
