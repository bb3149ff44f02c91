"""SVG: entities that multiply, references to files and hosts, drawings that never end."""

import deflate


def svg(body, attributes='width="100" height="100"', before=""):
    return (f'<?xml version="1.0"?>{before}<svg xmlns="http://www.w3.org/2000/svg" '
            f'xmlns:xlink="http://www.w3.org/1999/xlink" {attributes}>{body}</svg>').encode()


def laughs(levels):
    entities = "<!ENTITY a0 'lol'>" + "".join(
        f"<!ENTITY a{level} '{f'&a{level - 1};' * 10}'>" for level in range(1, levels + 1))
    return svg(f"<text>&a{levels};</text>", before=f"<!DOCTYPE svg [{entities}]>")


def doubling(levels, inner="<rect width='1' height='1'/>"):
    """Groups that each use the one before twice."""
    groups = f"<g id='g0'>{inner}</g>" + "".join(
        f"<g id='g{level}'><use xlink:href='#g{level - 1}'/><use xlink:href='#g{level - 1}'/></g>"
        for level in range(1, levels + 1))
    return svg(f"<defs>{groups}</defs><use xlink:href='#g{levels}'/>")


def outside(address):
    """One drawing for each way to name something outside of it."""
    yield "image", svg(f"<image width='10' height='10' xlink:href='{address}'/>")
    yield "use", svg(f"<use xlink:href='{address}#a'/>")
    yield "style", svg(f"<style>@import url('{address}'); rect {{ fill: url('{address}#a') }}</style>"
                       "<rect width='9' height='9'/>")
    yield "sheet", svg("", before=f"<?xml-stylesheet type='text/css' href='{address}'?>")
    yield "include", svg(f"<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='{address}' parse='text'/>")
    yield "entity", svg("<text>&a;</text>", before=f"<!DOCTYPE svg [<!ENTITY a SYSTEM '{address}'>]>")
    yield "parameter", svg("<text>&a;</text>", before=f"<!DOCTYPE svg [<!ENTITY % a SYSTEM '{address}'> %a;]>")
    yield "type", svg("", before=f"<!DOCTYPE svg SYSTEM '{address}'>")
    yield "filter", svg(f"<filter id='f'><feImage xlink:href='{address}'/></filter>"
                        "<rect width='9' height='9' filter='url(#f)'/>")


def everyday():
    yield "laughs.svg", laughs(9)
    yield "one-long-entity.svg", svg("<text>" + "&a;" * 50_000 + "</text>",
                                     before=f"<!DOCTYPE svg [<!ENTITY a '{'a' * 3_000}'>]>")
    yield "entity-of-itself.svg", svg("<text>&a;</text>", before="<!DOCTYPE svg [<!ENTITY a '&b;'><!ENTITY b '&a;'>]>")
    for name, data in outside("file:///etc/passwd"):
        yield f"file-by-{name}.svg", data
    for name, data in outside("http://127.0.0.1:9/a.svg"):
        yield f"host-by-{name}.svg", data
    yield "relative-file.svg", svg("<image width='10' height='10' xlink:href='../../../../etc/passwd'/>")
    yield "device.svg", svg("<image width='10' height='10' xlink:href='file:///dev/zero'/>")
    yield "script.svg", svg("<script>while (true) {}</script><rect width='9' height='9' onload='alert(1)'/>")
    yield "uses-doubled.svg", doubling(40)
    yield "use-of-itself.svg", svg("<g id='a'><use xlink:href='#a'/></g>")
    yield "pattern-of-itself.svg", svg("<pattern id='p' width='1' height='1'><rect width='9' height='9' "
                                       "fill='url(#p)'/></pattern><rect width='90' height='90' fill='url(#p)'/>")
    yield "mask-of-itself.svg", svg("<mask id='m'><rect width='9' height='9' mask='url(#m)'/></mask>"
                                    "<rect width='9' height='9' mask='url(#m)'/>")
    yield "deep.svg", svg("<g>" * 100_000 + "</g>" * 100_000)
    yield "deep-markup.svg", b"<svg>" * 500_000
    yield "wide.svg", svg("", 'width="1000000000" height="1000000000"')
    yield "not-a-number.svg", svg("<rect width='NaN' height='1e999'/>", 'width="NaN" height="-1" viewBox="0 0 0 0"')
    yield "huge-blur.svg", svg("<filter id='f' x='-1e6' y='-1e6' width='1e7' height='1e7'><feGaussianBlur "
                               "stdDeviation='1e9'/></filter><rect width='99' height='99' filter='url(#f)'/>")
    yield "huge-convolution.svg", svg(f"<filter id='f'><feConvolveMatrix order='100' kernelMatrix='{'1 ' * 10_000}'/>"
                                      "</filter><rect width='99' height='99' filter='url(#f)'/>")
    yield "tiny-dashes.svg", svg("<path d='M0 0 H 1e9' stroke='red' stroke-dasharray='1e-9'/>")
    yield "packed-bomb.svg", deflate.gzip(svg(" " * 50_000_000))
    yield "drawing-in-drawing.svg", svg("<image width='9' height='9' xlink:href='data:image/svg+xml,%3Csvg "
                                        "xmlns=%22http://www.w3.org/2000/svg%22%3E%3Cimage "
                                        "href=%22file:///etc/passwd%22/%3E%3C/svg%3E'/>")


def heavy():
    noise = "<feTurbulence baseFrequency='0.9' numOctaves='1000000'/>"
    yield "noise.svg", svg(f"<filter id='f'>{noise}</filter><rect width='99' height='99' filter='url(#f)'/>")
    yield "spread.svg", svg("<filter id='f'>" + "<feMorphology operator='dilate' radius='5000'/>" * 50
                            + "</filter><rect width='99' height='99' filter='url(#f)'/>")
    yield "long-path.svg", svg("<path stroke='red' stroke-width='9' d='M0 0" + " l9 7 l-9 5 l3 -12" * 2_000_000 + "'/>")
