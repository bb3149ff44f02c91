"""Off and on by hours, command, touch and clock on virtio-gpu: the monitor shows what it should."""

import display
import hours
from vm import expect, test

cards = "virtio"


def monitor(_, shot, what):
    difference = shot.difference(display.monitor())
    expect(difference is None, f"{what}: screenshot against monitor:", difference)


def tried(what):
    what(display.Card("virtio_gpu"), monitor)


@test(seconds=300, long=True)
def display_hours_across_clock_steps_and_a_restart():
    tried(hours.by_the_clock)


@test(seconds=180, long=True)
def display_hours_go_with_the_zone():
    tried(hours.by_the_zone)


@test(seconds=300, long=True)
def off_by_command_is_undone_by_nothing_else():
    tried(hours.by_command)


@test(seconds=180, long=True)
def off_as_a_black_picture():
    tried(hours.as_black)


@test(seconds=180, long=True)
def a_touch_wakes_it():
    tried(hours.by_touch)
