"""Years of cables, fingers, reloads, dying painters and visitors on a real kernel, in minutes: nothing is left behind.

For every day two minutes; `make soak` takes as long as it is given (SOAK_MINUTES, SOAK_CABLES). SOAK_SEED: another course.
"""

import os
import time

import display
import touchscreen
import trouble
import usage
import vm
from vm import expect, figure, test

cards = "virtio"

MINUTES = trouble.MINUTES or 1.5
# So many at least, also when that takes longer.
CABLES = int(os.environ.get("SOAK_CABLES") or 0)
# What may happen between two samples.
MISHAPS = 4


@test(seconds=int(MINUTES * 60) + 600 + 10 * CABLES)
def a_life_with_cables_and_fingers():
    vm.at_end(lambda: display.plug_monitor(1280, 720))
    life = trouble.WithDevices(lambda: touchscreen.Touchscreen(640, 480))
    mishaps = [life.touch_storm, life.another_playlist, life.dying_painter, life.visiting_clients, life.turned_pages,
               life.broken_playlist]
    # Each once, so that what is only made when it is needed is there.
    for mishap in [*mishaps, life.pulled_cable]:
        life.happens(mishap)
    life.mend()
    course = usage.Course(life.player.pid)
    began, rounds = time.monotonic(), 0
    while time.monotonic() - began < MINUTES * 60 or rounds < max(3 * usage.SHARE, CABLES):
        rounds += 1
        life.happens(life.pulled_cable)
        for _ in range(MISHAPS - 1):
            life.happens(life.chance.choice(mishaps))
        course.sample()
    life.card.force(life.card.connectors[0], "detect")
    display.plug_monitor(1280, 720)
    shot = life.mend()
    expect(display.expect_seen(life.player, "after all that") == shot, "the picture on the monitor")
    figure(f"seed {trouble.SEED}: {life.told()}; {life.touches} touches")
    course.expect_flat(f"{rounds} rounds in {time.monotonic() - began:.0f} s")
