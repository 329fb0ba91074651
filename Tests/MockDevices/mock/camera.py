"""A V4L2 capture driver in this process: it answers the ioctls of the product's own system calls.

Its node is a plain file, so that a program's mmap() of it is real memory that this side fills. Requests and layouts are
those of linux/videodev2.h on 64-bit machines."""
import errno
import mmap
import os
import struct
import time

from gi.repository import UMockdev

NAMES = {0x00: "querycap", 0x02: "enum_fmt", 0x04: "g_fmt", 0x05: "s_fmt", 0x08: "reqbufs", 0x09: "querybuf",
         0x0f: "qbuf", 0x11: "dqbuf", 0x12: "streamon", 0x13: "streamoff", 0x15: "g_parm", 0x16: "s_parm",
         0x1b: "g_ctrl", 0x1c: "s_ctrl", 0x24: "queryctrl", 0x25: "querymenu", 0x26: "g_input", 0x40: "try_fmt",
         0x44: "g_priority", 0x4a: "enum_framesizes", 0x4b: "enum_frameintervals"}
CAPTURE, STREAMING, META_CAPTURE, DEVICE_CAPS = 0x1, 0x04000000, 0x00800000, 0x80000000
DONE, QUEUED, DAMAGED, MONOTONIC = 0x4, 0x2, 0x40, 0x2000
COUNT = 4  # buffers


def fourcc(code):
    return int.from_bytes(code.encode(), "little")


class Camera:
    """Options: card, driver, bus, format, width, height, padding (bytes a row), caps. `picture` is what it shows: the
    bytes of a frame without padding. `answers` maps a request's name to a function (bytes of the argument) that returns
    an errno value, new bytes, or None for the ordinary answer; `journal` has the names of the requests."""

    def __init__(self, testbed, number=0, card=b"Mock camera", driver=b"uvcvideo", bus=b"usb-0000:00:14.0-1",
                 code="YUYV", width=320, height=240, padding=0, caps=CAPTURE | STREAMING, picture=b"", interval=0.01):
        self.card, self.driver, self.bus, self.caps = card, driver, bus, caps
        self.code, self.width, self.height, self.padding = code, width, height, padding
        self.picture, self.interval = picture, interval
        self.answers, self.journal, self.flags, self.used = {}, [], [], None
        self.film = []  # pictures, one after another and again
        self._queue, self._sequence, self._on, self._due = [], 0, False, 0.0
        self._testbed, self.node = testbed, f"/dev/video{number}"
        # Before the device, because programs may open it as soon as it is added.
        self._handler = UMockdev.IoctlBase()
        self._handler.connect("handle-ioctl", self._ioctl)
        testbed.attach_ioctl(self.node, self._handler)
        testbed.add_from_string(
            f"P: /devices/virtual/video4linux/video{number}\nN: video{number}=00\nE: DEVNAME={self.node}\n"
            f"E: SUBSYSTEM=video4linux\nE: MAJOR=81\nE: MINOR={number}\nA: dev=81:{number}\\n\nA: name=Mock\\n\n"
            f"A: index=0\\n\n\n")
        file = os.open(testbed.get_root_dir() + self.node, os.O_RDWR)
        os.ftruncate(file, COUNT * self.step)
        self._memory = mmap.mmap(file, COUNT * self.step)
        os.close(file)

    @property
    def row(self):
        return self.width * (2 if self.code == "YUYV" else 1) + self.padding

    @property
    def size(self):
        return self.row * self.height

    @property
    def step(self):
        return (self.size + 4095) & ~4095

    def unplug(self):
        """From now on every request says that the device is gone, and its node goes."""
        self.answers["*"] = lambda _: errno.ENODEV
        root = self._testbed.get_root_dir()
        os.unlink(root + self.node)
        self._testbed.remove_device("/sys/devices/virtual/video4linux/" + os.path.basename(self.node))

    def count(self, name):
        return self.journal.count(name)

    def pace(self, rate):
        """So many frames in a second, as a driver does it: the caller sleeps until one is there, and finds no second one
        behind it. (poll() of a mock is always ready.)"""
        due, gave = time.monotonic(), False

        def answer(data):
            nonlocal due, gave
            if gave:
                gave = False
                return errno.EAGAIN
            left = due - time.monotonic()
            if left > 0:
                time.sleep(left)
            due = max(due + 1 / rate, time.monotonic() - 1 / rate)
            self._due, gave = 0, True
            return self._dqbuf(data) or data
        self.answers["dqbuf"] = answer

    # ---- requests -----------------------------------------------------------------------------------------------------

    def _ioctl(self, _, client):
        request = client.get_request() & 0xFFFFFFFF
        name, size = NAMES.get(request & 0xFF, hex(request)), request >> 16 & 0x3FFF
        self.journal.append(name)
        argument = client.get_arg().resolve(0, size) if size else None
        data = bytearray(argument.retrieve()) if argument else bytearray()
        special = self.answers.get(name) or self.answers.get("*")
        answer = special(data) if special else None
        if answer is None:
            ordinary = getattr(self, "_" + name, None)
            answer = ordinary(data) if ordinary else errno.ENOTTY
        if isinstance(answer, int) and answer:
            client.complete(-1, answer)
            return True
        if isinstance(answer, (bytes, bytearray)):
            data = answer
        if argument and request & 0x80000000:
            argument.update(0, bytes(data[:size]))
        client.complete(0, 0)
        return True

    def _querycap(self, data):
        data[:] = struct.pack("<16s32s32sIII12x", self.driver, self.card, self.bus, 0x60100, self.caps | DEVICE_CAPS,
                              self.caps)

    def _enum_fmt(self, data):
        index, kind = struct.unpack_from("<II", data)
        if index or kind != 1:
            return errno.EINVAL
        struct.pack_into("<I32sI", data, 8, 0, self.code.encode(), fourcc(self.code))

    def _enum_framesizes(self, data):
        index, code = struct.unpack_from("<II", data)
        if index or code != fourcc(self.code):
            return errno.EINVAL
        struct.pack_into("<III", data, 8, 1, self.width, self.height)

    def _enum_frameintervals(self, data):
        if struct.unpack_from("<I", data)[0]:
            return errno.EINVAL
        struct.pack_into("<III", data, 16, 1, 1, 30)

    def _g_fmt(self, data):
        if data[0] != 1:
            return errno.EINVAL
        struct.pack_into("<IIIIIIII", data, 8, self.width, self.height, fourcc(self.code), 1, self.row, self.size, 8, 0)

    _s_fmt = _try_fmt = _g_fmt

    def _g_parm(self, data):
        struct.pack_into("<IIIII", data, 4, 0x1000, 0, 1, 30, 0)

    _s_parm = _g_parm

    def _g_input(self, data):
        struct.pack_into("<I", data, 0, 0)

    def _reqbufs(self, data):
        self._queue.clear()
        struct.pack_into("<I", data, 0, min(COUNT, struct.unpack_from("<I", data)[0]))
        struct.pack_into("<I", data, 12, 1)

    def _querybuf(self, data):
        self._describe(data, struct.unpack_from("<I", data)[0], 0)

    def _qbuf(self, data):
        index = struct.unpack_from("<I", data)[0]
        self._queue.append(index)
        self._describe(data, index, QUEUED)

    def _streamon(self, _):
        self._on, self._due = True, time.monotonic()

    def _streamoff(self, _):
        self._on = False
        self._queue.clear()

    def _dqbuf(self, data):
        now = time.monotonic()
        if not self._on or not self._queue or now < self._due:
            return errno.EAGAIN
        self._due = now + self.interval
        index = self._queue.pop(0)
        if self.film:
            self.picture = self.film[self._sequence % len(self.film)]
            self.used = len(self.picture) if self.code == "MJPG" else None
        at, line = index * self.step, self.row - self.padding
        if not self.padding:
            self._memory[at:at + len(self.picture)] = self.picture
        for y in range(self.height if self.padding else 0):
            row = self.picture[y * line:(y + 1) * line]
            self._memory[at + y * self.row:at + y * self.row + len(row)] = row
        self._describe(data, index, DONE | (self.flags.pop(0) if self.flags else 0))
        self._sequence += 1

    def _describe(self, data, index, flags):
        used = self.size if self.used is None else self.used
        struct.pack_into("<IIIII", data, 0, index, 1, used, flags | MONOTONIC, 1)
        now = time.monotonic()
        struct.pack_into("<qq", data, 24, int(now), int(now % 1 * 1e6))
        struct.pack_into("<II", data, 56, self._sequence, 1)
        struct.pack_into("<Q", data, 64, index * self.step)
        struct.pack_into("<I", data, 72, self.size)


def field(data, layout, at):
    """One number of a request's argument."""
    return struct.unpack_from("<" + layout, data, at)[0]
