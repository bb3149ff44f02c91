"""Reloads, dying painters and visitors without end, and page changes by the thousand: nothing is left behind.

For every day a minute; `make soak` takes as long as it is given (SOAK_MINUTES, SOAK_PAGES). SOAK_SEED: another course.
"""

import os
import re
import subprocess
import time

import sign
import trouble
import usage
import vm
from vm import expect, expect_equal, figure, test

cards = "headless"

MINUTES = trouble.MINUTES or 0.6
PAGES = int(os.environ.get("SOAK_PAGES") or 5000)
MISHAPS = 4


@test(seconds=int(MINUTES * 60) + 300)
def a_life_with_reloads_and_visitors():
    life = trouble.Life()
    mishaps = [life.another_playlist, life.dying_painter, life.visiting_clients, life.turned_pages, life.broken_playlist]
    for mishap in mishaps:
        life.happens(mishap)
    life.mend()
    course = usage.Course(life.player.pid)
    began, rounds = time.monotonic(), 0
    while time.monotonic() - began < MINUTES * 60 or rounds < 3 * usage.SHARE:
        rounds += 1
        for _ in range(MISHAPS):
            life.happens(life.chance.choice(mishaps))
        course.sample()
    life.mend()
    figure(f"seed {trouble.SEED}: {life.told()}")
    course.expect_flat(f"{rounds} rounds in {time.monotonic() - began:.0f} s")


@test(seconds=60 + PAGES // 20)
def page_changes_in_virtual_time():
    """Pages that turn and a ticker, as fast as the machine can."""
    player = sign.Sign(trouble.SLIDES, start=False, carousel=trouble.CAROUSEL,
                       ticker={"text": "Open until 22:00 · Fish & chips today · " * 4})
    process = subprocess.Popen(
        [os.path.join(vm.PROGRAMS, "signaged"), "--config", player.path("signaged.yaml"), "--playlist",
         player.path("playlist.yaml"), "--output", "headless:640x360@10", "--simulate", str(PAGES)],
        stdout=subprocess.PIPE, stderr=player.log, text=True)
    vm.at_end(process.kill)
    samples, every = [], max(0.02, PAGES / 200000)
    while process.poll() is None:
        try:
            samples.append(usage.Usage(process.pid))
        except (OSError, KeyError):
            # It is just ending.
            break
        time.sleep(every)
    told = process.stdout.read().strip()
    expect_equal(process.wait(60), 0, "exit status")
    figure(told)
    expect_equal(int(re.match(r"pages (\d+)", told)[1]), PAGES, "pages")
    # It has to start first.
    del samples[:len(samples) // 10]
    usage.expect_steady_descriptors(samples, f"{PAGES} page changes")
    usage.expect_steady_heap(samples, f"{PAGES} page changes")
