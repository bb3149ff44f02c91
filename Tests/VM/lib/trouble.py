"""What a sign meets in years, in minutes: mishaps, drawn by lot, one after another. The lot's seed is printed."""

import json
import os
import random
import signal
import socket
import time

import display
import pictures
import sign
import varlink
import vm
from sign import BLUE, GREEN, RED, WHITE

SEED = int(os.environ.get("SOAK_SEED") or 20260)
# How long a soak lasts; in the test of every day as long as it may.
MINUTES = float(os.environ.get("SOAK_MINUTES") or 0)

SLIDES = sign.colours(RED, GREEN, BLUE, WHITE)
CAROUSEL = {"duration": "1s", "transition_duration": "300ms"}


class Life:
    """A playing sign, and what happens to it."""

    def __init__(self, **options):
        self.chance = random.Random(SEED)
        self.counts = {}
        self.pictures = 0
        # Slides that nobody wants now are not kept: what is used depends on what plays alone.
        self.player = sign.Sign(SLIDES, config={"memory": 0}, carousel=CAROUSEL, ticker=self.ticker(), **options)
        self.player.wait_for_picture()

    def ticker(self):
        return {"text": f"number {self.chance.randrange(1 << 30)} · " * 8, "speed": self.chance.choice([0, 60, 200])}

    def happens(self, what):
        """One mishap, counted."""
        self.counts[what.__name__] = self.counts.get(what.__name__, 0) + 1
        vm.note(f"{what.__name__} {self.counts[what.__name__]}")
        what()
        vm.expect(self.player.process.poll() is None, "the sign runs; last words:", self.player.last_words())

    # Mishaps.

    def another_playlist(self):
        """A reload, by a signal or by a client."""
        slides = self.chance.sample(SLIDES, self.chance.randrange(1, len(SLIDES) + 1))
        self.player.playlist(slides, carousel=CAROUSEL, ticker=self.ticker())
        if self.chance.randrange(2):
            self.player.events.skip()
            self.player.kill(signal.SIGHUP)
            self.player.events.find("reload", within=60, accepted=True)
        else:
            vm.expect(self.player.call("Reload")["accepted"], "the playlist is accepted")

    def broken_playlist(self):
        self.player.write("playlist.yaml", self.chance.choice(["slides: 7\n", "slides: [\n", "", "slides: [{image: [1]}]\n"]))
        self.player.events.skip()
        self.player.kill(signal.SIGHUP)
        # The reload of a mishap before may be told first.
        self.player.events.find("reload", within=60, accepted=False)

    def dying_painter(self):
        """Killed or stopped at a moment by chance, with a picture under way."""
        self.pictures += 1
        colour = tuple(self.chance.randrange(256) for _ in range(3))
        name = f"picture-{self.pictures % 3}.png"
        self.player.write(name, pictures.png(64, 36, lambda x, y: colour))
        self.player.playlist([*SLIDES, {"id": "picture", "image": name}], carousel=CAROUSEL, ticker=self.ticker())
        self.player.kill(signal.SIGHUP)
        end = time.monotonic() + 2
        while time.monotonic() < end:
            painter = self.player.painter()
            if painter:
                time.sleep(self.chance.random() * 0.1)
                try:
                    os.kill(painter, signal.SIGKILL if self.chance.randrange(4) else signal.SIGSTOP)
                except ProcessLookupError:
                    pass
                return
            time.sleep(0.01)

    def turned_pages(self):
        for _ in range(5):
            try:
                self.player.call(self.chance.choice(["Next", "Previous"]))
            except varlink.Refused:
                # Nothing can be turned to, for the moment.
                pass

    def visiting_clients(self):
        """They ask, listen, say half of something, take a picture or hang up in the middle."""
        guests = []
        for _ in range(8):
            guest = varlink.Connection(self.player.socket)
            guests.append(guest)
            kind = self.chance.randrange(5)
            if kind == 0:
                guest.call("Status")
            elif kind == 1:
                guest.send("Monitor", more=True)
            elif kind == 2:
                guest.socket.sendall(b'{"method":"com.signaged.Control.St')
            elif kind == 3:
                # Far more than it will read.
                guest.send("Screenshot", more=True)
            else:
                guest.socket.sendall(json.dumps({"method": "com.signaged.Control.No"}).encode() + b"\0")
        for guest in guests:
            if self.chance.randrange(2):
                guest.socket.shutdown(socket.SHUT_RDWR)
            guest.close()

    # The end.

    def mend(self):
        """Nothing happens any more, and what plays is known."""
        self.player.playlist(SLIDES, carousel={"auto": False, "indicator": {"style": "none"}})
        vm.expect(self.player.call("Reload")["accepted"], "the playlist is accepted")
        self.player.show(2, within=60)
        self.player.wait_for_picture(within=60)
        self.player.wait_for_stillness(within=30)
        shot = self.player.screenshot()
        vm.expect_equal(set(zip(shot.red, shot.green, shot.blue)), {(0, 255, 0)}, "colours of the picture")
        return shot

    def told(self):
        return ", ".join(f"{count} × {name.replace('_', ' ')}" for name, count in sorted(self.counts.items()))


class WithDevices(Life):
    """Also a cable, and fingers."""

    def __init__(self, panel, **options):
        super().__init__(**options)
        self.new_panel, self.panel = panel, panel()
        self.card = display.Card("virtio_gpu")
        self.touches = self.cables = 0
        # QEMU takes "no monitor" for no news as long as it has never been told of one.
        display.plug_monitor(1280, 720)

    def pulled_cable(self):
        """Pulled and plugged, the connector's or the monitor's; now and then so fast that nobody notices."""
        self.player.events.skip()
        self.cables += 1
        hasty = self.chance.randrange(5) == 0
        if self.chance.randrange(4):
            off = lambda: self.card.force(self.card.connectors[0], "off")
            on = lambda: self.card.force(self.card.connectors[0], "on")
        else:
            off, on = display.unplug_monitor, lambda: display.plug_monitor(1280, 720)
            self.card.force(self.card.connectors[0], "detect")
        off()
        if not hasty:
            vm.wait_until(lambda: not self.player.status()["outputs"], within=30, what="no output")
        on()
        vm.wait_until(lambda: self.player.status()["outputs"], within=30, what="an output")

    def touch_storm(self):
        """Fingers all over the place, up to ten at once; some are on the glass when the panel is unplugged."""
        panel, chance = self.panel, self.chance
        for _ in range(60):
            kind = chance.randrange(4)
            x, y = chance.randrange(panel.width), chance.randrange(panel.height)
            if kind == 0 and len(panel.fingers) < 10:
                panel.down(x, y)
                self.touches += 1
            elif kind == 1 and panel.fingers:
                chance.choice(panel.fingers).up()
            elif panel.fingers:
                finger = chance.choice(panel.fingers)
                for step in range(4):
                    finger.move((finger.x + x) // 2, (finger.y + y) // 2)
        if chance.randrange(8) == 0:
            panel.unplug()
            self.panel = self.new_panel()
        else:
            for finger in list(panel.fingers):
                finger.up()
