"""Off and on by hours, command and clock on vkms: the kernel's checksum is that of what should be shown."""

import display
import hours
from vm import expect_equal, test

cards = "vkms"


def checksum(card, shot, what):
    expect_equal(hex(card.crc()), hex(display.crc_of(shot)), f"{what}: checksum")


def tried(what):
    what(display.Card("vkms"), checksum)


@test(seconds=300, long=True)
def display_hours_across_clock_steps_and_a_restart():
    tried(hours.by_the_clock)


@test(seconds=300, long=True)
def off_by_command_is_undone_by_nothing_else():
    tried(hours.by_command)


@test(seconds=180, long=True)
def off_as_a_black_picture():
    tried(hours.as_black)
