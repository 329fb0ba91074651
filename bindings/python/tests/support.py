"""What the tests share: pictures drawn by zint, the headers, and a library to test."""

import atexit
import importlib.util
import os
import shutil
import signal
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
PACKAGE = os.path.dirname(HERE)
INCLUDE = os.path.join(ROOT, "include")
ABI_TESTS = os.path.join(ROOT, "Tests", "ABI")

if importlib.util.find_spec("scanbeam") is None or os.environ.get("SCANBEAM_TEST_INSTALLED") != "1":
    sys.path.insert(0, PACKAGE)

sys.path.insert(0, ABI_TESTS)
import headers  # noqa: E402
import pictures  # noqa: E402

import scanbeam  # noqa: E402

# A job that a script runs in the background is started with ^C ignored, and so are its children.
signal.signal(signal.SIGINT, signal.default_int_handler)

try:
    import numpy
except ImportError:
    numpy = None
try:
    import PIL.Image as pil
except ImportError:
    pil = None

#: An upper limit in seconds for what takes milliseconds.
PATIENCE = 20

needs_numpy = unittest.skipIf(numpy is None, "numpy is not installed")
needs_pil = unittest.skipIf(pil is None, "PIL is not installed")

_folder = None


def folder():
    """Folder with the pictures of Tests/ABI/pictures.py."""
    global _folder
    if _folder is None:
        if shutil.which("zint") is None:
            raise unittest.SkipTest("zint is not installed")
        _folder = tempfile.mkdtemp(prefix="scanbeam-python-")
        atexit.register(shutil.rmtree, _folder, True)
        pictures.make(_folder)
    return _folder


def wait(context, condition):
    """Deliver events until the condition holds."""
    if not context._wait(condition, PATIENCE):
        raise AssertionError("it did not come")


def path(name):
    return os.path.join(folder(), name)


def pgm(name="qr.pgm"):
    """A grey picture: data, width, height."""
    with open(path(name), "rb") as file:
        _, width, height = file.readline().split()[:3]
        return file.read(), int(width), int(height)


def array(name="qr.pgm"):
    data, width, height = pgm(name)
    return numpy.frombuffer(data, numpy.uint8).reshape(height, width).copy()


def reads():
    """Rows of reads.tsv."""
    with open(path("reads.tsv"), encoding="utf-8") as file:
        return [line.rstrip("\n").split("\t") for line in file]


def push_reader(context, delegate=None, trigger=scanbeam.TriggerType.CONTINUOUS):
    """A connected push reader that reads QR."""
    reader = scanbeam.Reader("push:", context, delegate=delegate)
    reader.enable("qr")
    reader.trigger_type = trigger
    reader.connect(20)
    return reader


def frame(name="qr.pgm"):
    return scanbeam.Frame(*pgm(name))


class Recorder:
    """A delegate that keeps everything."""

    def __init__(self):
        self.availability = []
        self.states = []
        self.results = []
        self.errors = []
        self.beeps = []

    def availability_changed(self, reader, availability):
        self.availability.append(availability)

    def connection_state_changed(self, reader, state):
        self.states.append(state)

    def results_received(self, reader, results):
        self.results.append(results)

    def failed(self, reader, error):
        self.errors.append(error)

    def beep(self, reader, count, tone):
        self.beeps.append((count, tone))
