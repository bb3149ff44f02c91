"""A touch screen made by uinput: real multitouch events of the kernel, with its time stamps."""

import fcntl
import os
import struct
import time

import vm

EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
SYN_REPORT = 0
BTN_TOUCH = 0x14A
ABS_X, ABS_Y = 0x00, 0x01
ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID = 0x2F, 0x35, 0x36, 0x39
INPUT_PROP_DIRECT = 1

UI_SET_EVBIT, UI_SET_KEYBIT, UI_SET_ABSBIT, UI_SET_PROPBIT = 0x40045564, 0x40045565, 0x40045567, 0x4004556E
UI_DEV_SETUP, UI_ABS_SETUP, UI_DEV_CREATE, UI_DEV_DESTROY = 0x405C5503, 0x401C5504, 0x5501, 0x5502
UI_GET_SYSNAME = 0x8040552C

SLOTS = 10
UNITS_PER_MILLIMETRE = 10


class Finger:
    """One finger on the glass; it begins with its going down."""

    def __init__(self, screen, slot, x, y):
        self.screen, self.slot = screen, slot
        self.x, self.y = x, y
        screen.tracking += 1
        screen.write(
            (EV_ABS, ABS_MT_SLOT, slot), (EV_ABS, ABS_MT_TRACKING_ID, screen.tracking),
            (EV_ABS, ABS_MT_POSITION_X, x), (EV_ABS, ABS_MT_POSITION_Y, y),
            *screen.single_touch(x, y, down=len(screen.fingers) == 0))
        screen.fingers.append(self)

    def move(self, x, y=None):
        """To a position, at once."""
        self.x, self.y = x, self.y if y is None else y
        self.screen.write(
            (EV_ABS, ABS_MT_SLOT, self.slot),
            (EV_ABS, ABS_MT_POSITION_X, self.x), (EV_ABS, ABS_MT_POSITION_Y, self.y),
            (EV_ABS, ABS_X, self.x), (EV_ABS, ABS_Y, self.y))

    def drag(self, x, y=None, seconds=0.3, every=0.02):
        """To a position along a straight line, with a sample every 20 ms."""
        y = self.y if y is None else y
        x0, y0, began = self.x, self.y, time.monotonic()
        while True:
            done = min(1, (time.monotonic() - began) / seconds)
            self.move(round(x0 + (x - x0) * done), round(y0 + (y - y0) * done))
            if done == 1:
                return self
            time.sleep(every)

    def up(self):
        """Lifts it; when that was."""
        self.screen.fingers.remove(self)
        now = time.monotonic()
        self.screen.write(
            (EV_ABS, ABS_MT_SLOT, self.slot), (EV_ABS, ABS_MT_TRACKING_ID, -1),
            *([] if self.screen.fingers else [(EV_KEY, BTN_TOUCH, 0)]))
        return now


class Touchscreen:
    """A panel whose axes count pixels: 0 … width − 1 and 0 … height − 1."""

    def __init__(self, width, height, name="test panel"):
        self.width, self.height, self.name = width, height, name
        self.fingers, self.tracking = [], 0
        self.file = os.open("/dev/uinput", os.O_WRONLY | os.O_CLOEXEC)
        for kind in (EV_KEY, EV_ABS):
            fcntl.ioctl(self.file, UI_SET_EVBIT, kind)
        fcntl.ioctl(self.file, UI_SET_KEYBIT, BTN_TOUCH)
        fcntl.ioctl(self.file, UI_SET_PROPBIT, INPUT_PROP_DIRECT)
        for axis, most, resolution in (
            (ABS_X, width - 1, UNITS_PER_MILLIMETRE), (ABS_Y, height - 1, UNITS_PER_MILLIMETRE),
            (ABS_MT_SLOT, SLOTS - 1, 0), (ABS_MT_POSITION_X, width - 1, UNITS_PER_MILLIMETRE),
            (ABS_MT_POSITION_Y, height - 1, UNITS_PER_MILLIMETRE), (ABS_MT_TRACKING_ID, 65535, 0),
        ):
            fcntl.ioctl(self.file, UI_SET_ABSBIT, axis)
            # struct uinput_abs_setup: code, then value, minimum, maximum, fuzz, flat, resolution.
            fcntl.ioctl(self.file, UI_ABS_SETUP, struct.pack("=H2x6i", axis, 0, 0, most, 0, 0, resolution))
        # struct uinput_setup: bus (virtual), vendor, product, version, name, force-feedback effects.
        fcntl.ioctl(self.file, UI_DEV_SETUP, struct.pack("=4H80sI", 6, 1, 1, 1, name.encode(), 0))
        fcntl.ioctl(self.file, UI_DEV_CREATE)
        vm.at_end(self.unplug)
        sysname = fcntl.ioctl(self.file, UI_GET_SYSNAME, bytes(64)).split(b"\0")[0].decode()
        self.node = vm.wait_until(lambda: self.find_node(sysname), what="the panel's node")
        vm.shell("udevadm", "settle", "-t", "10")

    @staticmethod
    def find_node(sysname):
        events = [entry for entry in os.listdir(f"/sys/devices/virtual/input/{sysname}") if entry.startswith("event")]
        node = "/dev/input/" + events[0] if events else None
        return node if node and os.path.exists(node) else None

    def write(self, *events):
        """Events of one frame."""
        frame = [*events, (EV_SYN, SYN_REPORT, 0)]
        os.write(self.file, b"".join(struct.pack("=qqHHi", 0, 0, *event) for event in frame))

    def single_touch(self, x, y, down):
        """What a multitouch panel says to programs that know one finger only."""
        return ([(EV_KEY, BTN_TOUCH, 1)] if down else []) + [(EV_ABS, ABS_X, x), (EV_ABS, ABS_Y, y)]

    def down(self, x, y):
        """Another finger."""
        used = {finger.slot for finger in self.fingers}
        return Finger(self, min(set(range(SLOTS)) - used), x, y)

    def swipe(self, x0, x1, y=None, seconds=0.3, rest=0.3):
        """One finger across, resting before it lifts, so that only the distance counts; when it lifted."""
        y = self.height // 2 if y is None else y
        finger = self.down(x0, y).drag(x1, seconds=seconds)
        time.sleep(rest)
        return finger.up()

    def unplug(self):
        """The device is gone, with whatever fingers are on it; when that was."""
        now = time.monotonic()
        if self.file is not None:
            os.close(self.file)
            self.file = None
        return now
