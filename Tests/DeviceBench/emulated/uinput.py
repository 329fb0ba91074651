"""Devices of the kernel's uinput: a keyboard whose keys a program presses, with an LED that the kernel makes an LED class device of,
and a touch screen."""
import fcntl
import os
import select
import struct

# linux/input-event-codes.h and linux/uinput.h
EV_SYN, EV_KEY, EV_ABS, EV_LED = 0, 1, 3, 17
KEY_ESC, KEY_F9, KEY_CAMERA = 1, 67, 212
BTN_TOUCH = 0x14A
ABS_X, ABS_Y, ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID = 0, 1, 0x2F, 0x35, 0x36, 0x39
INPUT_PROP_DIRECT = 1
LED_CAPSL = 1
UI_DEV_CREATE, UI_DEV_DESTROY = 0x5501, 0x5502
UI_DEV_SETUP = 0x405C5503
UI_ABS_SETUP = 0x401C5504
UI_SET_EVBIT, UI_SET_KEYBIT, UI_SET_ABSBIT, UI_SET_LEDBIT = 0x40045564, 0x40045565, 0x40045567, 0x40045569
UI_SET_PROPBIT = 0x4004556E
EVENT = struct.Struct("llHHi")


class Device:
    """A device with a name, made of requests that say what it has."""

    def __init__(self, name, vendor, product, requests, axes=()):
        self.name = name
        self._fd = os.open("/dev/uinput", os.O_RDWR | os.O_NONBLOCK)
        for request, value in requests:
            fcntl.ioctl(self._fd, request, value)
        for axis, most in axes:
            fcntl.ioctl(self._fd, UI_ABS_SETUP, struct.pack("HH6i", axis, 0, 0, 0, most, 0, 0, 0))
        setup = struct.pack("HHHH80sI", 3, vendor, product, 1, name.encode(), 0)
        fcntl.ioctl(self._fd, UI_DEV_SETUP, setup)
        fcntl.ioctl(self._fd, UI_DEV_CREATE)

    def send(self, *events):
        for event in (*events, (EV_SYN, 0, 0)):
            os.write(self._fd, EVENT.pack(0, 0, *event))

    def unplug(self):
        if self._fd >= 0:
            fcntl.ioctl(self._fd, UI_DEV_DESTROY)
            os.close(self._fd)
            self._fd = -1


class Keyboard(Device):
    """A keyboard with a few keys and one LED. `press`, `release`; `led()` is what the LED was last told, or None."""

    def __init__(self, name="Bench trigger", vendor=0x1209, product=0x0003, keys=(KEY_F9, KEY_CAMERA)):
        super().__init__(name, vendor, product, [
            (UI_SET_EVBIT, EV_KEY), (UI_SET_EVBIT, EV_LED), (UI_SET_LEDBIT, LED_CAPSL),
            *((UI_SET_KEYBIT, key) for key in keys)])
        self._led = None

    def press(self, key=KEY_F9):
        self.send((EV_KEY, key, 1))

    def release(self, key=KEY_F9):
        self.send((EV_KEY, key, 0))

    def led(self):
        while select.select([self._fd], [], [], 0)[0]:
            _, _, kind, code, value = EVENT.unpack(os.read(self._fd, EVENT.size))
            if (kind, code) == (EV_LED, LED_CAPSL):
                self._led = value
        return self._led


class TouchScreen(Device):
    """A touch screen with slots for fingers (protocol B of the kernel's multi-touch). `tap(x, y)`: 0 to 1 of the screen."""

    RANGE = 4095

    def __init__(self, name="Bench touch screen", vendor=0x1209, product=0x0004):
        axes = [(ABS_X, self.RANGE), (ABS_Y, self.RANGE), (ABS_MT_SLOT, 4), (ABS_MT_POSITION_X, self.RANGE),
                (ABS_MT_POSITION_Y, self.RANGE), (ABS_MT_TRACKING_ID, 65535)]
        super().__init__(name, vendor, product, [
            (UI_SET_EVBIT, EV_KEY), (UI_SET_KEYBIT, BTN_TOUCH), (UI_SET_EVBIT, EV_ABS),
            *((UI_SET_ABSBIT, axis) for axis, _ in axes), (UI_SET_PROPBIT, INPUT_PROP_DIRECT)], axes)
        self._finger = 0

    def tap(self, x, y):
        x, y = round(x * self.RANGE), round(y * self.RANGE)
        self._finger += 1
        self.send((EV_ABS, ABS_MT_SLOT, 0), (EV_ABS, ABS_MT_TRACKING_ID, self._finger), (EV_ABS, ABS_MT_POSITION_X, x),
                  (EV_ABS, ABS_MT_POSITION_Y, y), (EV_KEY, BTN_TOUCH, 1), (EV_ABS, ABS_X, x), (EV_ABS, ABS_Y, y))
        self.send((EV_ABS, ABS_MT_TRACKING_ID, -1), (EV_KEY, BTN_TOUCH, 0))
