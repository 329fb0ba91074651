"""A keyboard of the kernel's uinput: keys that a program presses, and LEDs that the kernel makes LED class devices of."""
import fcntl
import os
import select
import struct

# linux/input-event-codes.h and linux/uinput.h
EV_SYN, EV_KEY, EV_LED = 0, 1, 17
KEY_F9, KEY_CAMERA = 67, 212
LED_CAPSL = 1
UI_DEV_CREATE, UI_DEV_DESTROY = 0x5501, 0x5502
UI_DEV_SETUP = 0x405C5503
UI_SET_EVBIT, UI_SET_KEYBIT, UI_SET_LEDBIT = 0x40045564, 0x40045565, 0x40045569
EVENT = struct.Struct("llHHi")


class Keyboard:
    """A keyboard with a few keys and one LED. `press`, `release`; `led()` is what the LED was last told, or None."""

    def __init__(self, name="Bench trigger", vendor=0x1209, product=0x0003, keys=(KEY_F9, KEY_CAMERA)):
        self.name = name
        self._fd = os.open("/dev/uinput", os.O_RDWR | os.O_NONBLOCK)
        for request, value in [(UI_SET_EVBIT, EV_KEY), (UI_SET_EVBIT, EV_LED), (UI_SET_LEDBIT, LED_CAPSL),
                               *((UI_SET_KEYBIT, key) for key in keys)]:
            fcntl.ioctl(self._fd, request, value)
        setup = struct.pack("HHHH80sI", 3, vendor, product, 1, name.encode(), 0)
        fcntl.ioctl(self._fd, UI_DEV_SETUP, setup)
        fcntl.ioctl(self._fd, UI_DEV_CREATE)
        self._led = None

    def press(self, key=KEY_F9):
        self._send(EV_KEY, key, 1)

    def release(self, key=KEY_F9):
        self._send(EV_KEY, key, 0)

    def led(self):
        while select.select([self._fd], [], [], 0)[0]:
            _, _, kind, code, value = EVENT.unpack(os.read(self._fd, EVENT.size))
            if (kind, code) == (EV_LED, LED_CAPSL):
                self._led = value
        return self._led

    def _send(self, kind, code, value):
        for event in ((kind, code, value), (EV_SYN, 0, 0)):
            os.write(self._fd, EVENT.pack(0, 0, *event))

    def unplug(self):
        if self._fd >= 0:
            fcntl.ioctl(self._fd, UI_DEV_DESTROY)
            os.close(self._fd)
            self._fd = -1
