"""Signs whose picture is turned or kept off the edges, and what must then be true on any card."""

import time

import display
import pictures
import sign
import touchscreen
from sign import BLUE, GREEN, RED
from vm import expect, expect_equal, wait_until

WIDTH, HEIGHT = 640, 480
ROTATIONS = (90, 180, 270)
# Two signs at a time are much for the guest.
PATIENCE = 120
MARGINS = {"top": 10, "right": 20, "bottom": 30, "left": 40}

# Different at every edge and in every corner.
SLIDES = [{"id": "photo", "image": "photo.png", "fit": "cover"}, *sign.colours(RED, GREEN, BLUE)]
SECTIONS = {
    "carousel": {"auto": False, "transition_duration": "300ms"},
    "ticker": {"text": "Open until 22:00 · Fish & chips today · 두 개 사면 하나 더 · " * 3, "speed": 0},
}


def photo():
    return pictures.png(120, 90, lambda x, y: (x * 2, y * 2 + 60, 255 if (x // 9 + y // 7) % 2 else x))


def started(rotation, margins=None, **config):
    """A sign at rest on its photo, on the card."""
    player = sign.Sign(
        SLIDES, files={"photo.png": photo()},
        config={"rotation": rotation, "margins": margins or {}, **config}, **SECTIONS)
    output = player.wait_for_picture(PATIENCE)["outputs"][0]
    expect_equal((output["width"], output["height"], output["rotation"]), (WIDTH, HEIGHT, rotation), "the mode, and the turn")
    show_photo(player)
    return player


def show_photo(player):
    """Until it and the ticker are there, also where the guest was so slow to paint it that its turn was over."""
    player.show(1, PATIENCE)

    def is_complete():
        shot = player.screenshot()
        rows = [shot.width * y for y in range(shot.height - 90, shot.height, 4)]
        text = {shot.red[at] for row in rows for at in range(row, row + shot.width) if shot.red[at] == shot.green[at]}
        return len(text) > 10 and len(set(zip(shot.red, shot.green, shot.blue))) > 500

    wait_until(is_complete, PATIENCE, "photo and ticker", every=1)
    player.wait_for_stillness()
    player.events.skip()


def seen_size(rotation):
    return (HEIGHT, WIDTH) if rotation in (90, 270) else (WIDTH, HEIGHT)


def upright(rotation, margins=None):
    """What such a sign must show at its photo, by one that is not turned, on a screen of the picture's size."""
    margins = margins or {}
    width, height = seen_size(rotation)
    across = margins.get("left", 0) + margins.get("right", 0)
    down = margins.get("top", 0) + margins.get("bottom", 0)
    plain = sign.Sign(
        SLIDES, files={"photo.png": photo()}, output=f"headless:{width - across}x{height - down}", **SECTIONS)
    plain.wait_for_picture(PATIENCE)
    show_photo(plain)
    shot = plain.screenshot()
    plain.remove()
    return framed(shot, margins)


def framed(picture, margins):
    """The picture with black margins."""
    left, right = margins.get("left", 0), margins.get("right", 0)
    top, bottom = margins.get("top", 0), margins.get("bottom", 0)
    width = left + picture.width + right
    planes = []
    for plane in (picture.red, picture.green, picture.blue):
        rows = [bytes(left) + plane[y * picture.width:(y + 1) * picture.width] + bytes(right)
                for y in range(picture.height)]
        planes.append(bytes(top * width) + b"".join(rows) + bytes(bottom * width))
    return display.Picture(width, top + picture.height + bottom, *planes)


def turned(picture, rotation):
    """The picture turned clockwise."""
    width, height = picture.width, picture.height
    planes = []
    for plane in (picture.red, picture.green, picture.blue):
        if rotation == 180:
            planes.append(plane[::-1])
        elif rotation == 90:
            # A row is a column read from the bottom.
            planes.append(b"".join(plane[(height - 1) * width + x::-width] for x in range(width)))
        elif rotation == 270:
            planes.append(b"".join(plane[x::width] for x in reversed(range(width))))
        else:
            planes.append(plane)
    return display.Picture(*((height, width) if rotation in (90, 270) else (width, height)), *planes)


def expect_same(found, expected, what):
    difference = found.difference(expected)
    if difference:
        found.save(f"{what}-found.ppm")
        expected.save(f"{what}-expected.ppm")
    expect(difference is None, f"{what}: {difference}")


def place(rotation, x, y):
    """Where the panel, whose axes are the display's, says that a finger at x, y of the seen screen is."""
    width, height = seen_size(rotation)
    return {0: (x, y), 90: (height - 1 - y, x), 180: (width - 1 - x, height - 1 - y), 270: (y, width - 1 - x)}[rotation]


def panel(player):
    made = touchscreen.Touchscreen(WIDTH, HEIGHT)
    player.events.find("devices", within=15)
    player.events.skip()
    return made


def swipe_left(player, made, rotation, index, where=place):
    """A finger from the right to the left as seen turns to the next page."""
    width, height = seen_size(rotation)
    finger = made.down(*where(rotation, width - 100, height // 2))
    finger.drag(*where(rotation, width - 250, height // 2))
    time.sleep(0.3)
    finger.up()
    event = player.events.next("touchEnded", "touchCancelled")
    expect_equal((event["event"], event.get("index"), event.get("turned")), ("touchEnded", index, True), "end of touch")
    player.wait_for_rest(index)


def hold_mid_drag(player, made, rotation):
    """Goes from the red to the green page by half; the finger that holds it."""
    width, height = seen_size(rotation)
    finger = made.down(*place(rotation, width - 60, height // 2))
    finger.drag(*place(rotation, width // 2, height // 2))
    time.sleep(0.3)
    player.wait_for_stillness()
    shot = player.screenshot()
    row = [shot.pixel(x, height // 2) for x in range(width)]
    edges = [x for x in range(1, width) if row[x] != row[x - 1]]
    expect_equal((row[0], row[-1], len(edges)), ((255, 0, 0), (0, 255, 0), 1), "red on the left, green on the right")
    return finger


def try_everything(rotation, glass):
    """Still, by swipes and in mid-drag; `glass(shot, what)` compares what the card shows with a screenshot turned."""
    player = started(rotation)
    shot = player.screenshot()
    expect_same(shot, upright(rotation), f"upright at {rotation}")
    glass(turned(shot, rotation), f"still at {rotation}")
    made = panel(player)
    swipe_left(player, made, rotation, 1)
    # Across, as seen, is not along.
    width, height = seen_size(rotation)
    made.down(*place(rotation, width // 2, 100)).drag(*place(rotation, width // 2, 250)).up()
    expect_equal(player.events.next("touchEnded")["turned"], False, "turned by a movement across")
    finger = hold_mid_drag(player, made, rotation)
    glass(turned(player.screenshot(), rotation), f"mid-drag at {rotation}")
    finger.up()


def try_margins(rotation, glass):
    player = started(rotation, MARGINS)
    shot = player.screenshot()
    expect_same(shot, upright(rotation, MARGINS), f"margins at {rotation}")
    glass(turned(shot, rotation), f"within margins at {rotation}")
    swipe_left(player, panel(player), rotation, 1)
