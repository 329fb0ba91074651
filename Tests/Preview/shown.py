"""What the tests of the preview's window share: windows, pictures of them, and hands on mouse and keys."""

import os
import struct
import subprocess
import tempfile
import threading
import time
import unittest

import settings

PROGRAM = os.environ["SCANBEAM_PREVIEW_PROGRAM"]
#: What a button's disc makes of the grey.
DISC = tuple(round(128 * (1 - 0x90 / 255)) for _ in range(3))


class Picture:
    """What a window showed."""

    def __init__(self, path):
        with open(path, "rb") as file:
            assert file.readline() == b"P6\n"
            self.width, self.height = map(int, file.readline().split())
            assert file.readline() == b"255\n"
            self.data = file.read()

    @classmethod
    def of(cls, width, height, data):
        """A picture of R, G, B in each pixel."""
        picture = cls.__new__(cls)
        picture.width, picture.height, picture.data = width, height, data
        return picture

    def cut(self, width, height):
        """Its upper left corner."""
        row = 3 * self.width
        self.data = b"".join(self.data[y * row:y * row + 3 * width] for y in range(height))
        self.width, self.height = width, height
        return self

    def keep(self, name):
        """Writes it where screenshots are kept, if they are."""
        if settings.KEEP:
            with open(os.path.join(settings.KEEP, f"window-{name}.png"), "wb") as file:
                subprocess.run(["pnmtopng"], input=b"P6\n%d %d\n255\n" % (self.width, self.height) + self.data, stdout=file,
                               stderr=subprocess.DEVNULL, check=True)
        return self

    def at(self, x, y):
        """The colour of the pixel at a place; negative ones count from the right and from below."""
        x, y = round(x) % self.width, round(y) % self.height
        i = 3 * (y * self.width + x)
        return tuple(self.data[i:i + 3])

    def count(self, colour, left=0, top=0, right=None, bottom=None):
        """Pixels of a colour, or nearly, in a rectangle."""
        right, bottom = right or self.width, bottom or self.height
        wanted = bytes(colour)
        total = 0
        for y in range(top, bottom):
            row = self.data[3 * (y * self.width + left):3 * (y * self.width + right)]
            i = row.find(wanted)
            while i >= 0:
                total += i % 3 == 0
                i = row.find(wanted, i + 1)
        return total


class Shown(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="scanbeam-window-")
        cls.flat = os.path.join(cls.folder.name, "flat.pgm")
        with open(cls.flat, "wb") as file:
            file.write(b"P5\n640 360\n255\n" + b"\x80" * (640 * 360))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def start(self, *arguments, source=None, program=None, environment=None):
        command = [program, source] if program else [PROGRAM, source or self.flat, "--size", "640x360"]
        process = subprocess.Popen(
            [*command, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=environment)
        # One that hangs fails its test instead of hanging it.
        watchdog = threading.Timer(300, process.kill)
        watchdog.daemon = True
        watchdog.start()
        self.addCleanup(watchdog.cancel)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def shot(self, name, *arguments, source=None, when="running"):
        """What a window shows."""
        path = os.path.join(self.folder.name, name + ".ppm")
        process = self.start("--shot", path, "--when", when, *arguments, source=source)
        _, errors = process.communicate(timeout=300)
        self.assertIn(process.returncode, (0, 1), errors)
        return Picture(path).keep(name)

    def near(self, actual, expected, what, limit=3):
        self.assertTrue(all(abs(a - b) <= limit for a, b in zip(actual, expected)), f"{what}: {actual}, not {expected}")

    #: 16 % of 360, at most 56; buttons lie 0.3 of that from the edges. The edge of a disc, off its sign.
    SIDE = 56
    MIDDLE = 0.3 * 56 + 28
    RIM = 23

    def buttons(self, picture, scale=1):
        """Which buttons there are: zoom, light, close, trigger."""
        middle, rim = self.MIDDLE * scale, self.RIM * scale
        places = {
            "zoom": (middle, -middle), "light": (-middle, -middle), "close": (-middle, middle),
            "trigger": (picture.width / 2, -middle),
        }
        found = set()
        for name, (x, y) in places.items():
            if all(a < 90 for a in picture.at(x - rim, y)) and all(a < 90 for a in picture.at(x, y - rim)):
                self.near(picture.at(x - rim, y), DISC, name)
                found.add(name)
        return found

    # ---- what the user does ------------------------------------------------------------------------------------------

    def screen(self):
        """What the X server shows, from the file that it keeps it in: a window dump (XWDFile.h), whose colours it says it maps,
        but does not."""
        with open(os.environ["SCANBEAM_SCREEN"], "rb") as file:
            dump = file.read()
        header = struct.unpack(">25I", dump[:100])
        width, height, stride, start = header[4], header[5], header[12], header[0] + 12 * header[19]
        rows = b"".join(dump[start + y * stride:start + y * stride + 4 * width] for y in range(height))
        data = bytearray(3 * width * height)
        data[0::3], data[1::3], data[2::3] = rows[2::4], rows[1::4], rows[0::4]
        return Picture.of(width, height, bytes(data))

    def find(self, process, name="^Scanbeam", by="--name"):
        """Waits for the window of a process; gives its number."""
        end = time.monotonic() + 120
        while time.monotonic() < end:
            found = subprocess.run(
                ["xdotool", "search", "--onlyvisible", by, name], capture_output=True, text=True)
            if found.stdout.split():
                return found.stdout.split()[-1]
            self.assertIsNone(process.poll(), "it ended")
            time.sleep(0.05)
        self.fail("there is no window")

    @staticmethod
    def geometry(number):
        """Width and height of a window."""
        shell = subprocess.run(["xdotool", "getwindowgeometry", "--shell", number], capture_output=True, text=True).stdout
        found = dict(line.split("=") for line in shell.split())
        return int(found["WIDTH"]), int(found["HEIGHT"])

    def ends(self, process, act):
        """Does something again and again until the process ends; a window may not listen yet."""
        end = time.monotonic() + 120
        while process.poll() is None and time.monotonic() < end:
            act()
            time.sleep(0.1)
        process.communicate(timeout=60)
        return process.returncode

    @staticmethod
    def key(window, name):
        subprocess.run(["xdotool", "windowfocus", window, "key", name], capture_output=True)

    @staticmethod
    def click(window, x, y):
        subprocess.run(
            ["xdotool", "mousemove", "--window", window, str(round(x)), str(round(y)), "click", "1"], capture_output=True)
