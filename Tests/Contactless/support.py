"""What the tests share: one pcscd for all, readers by name, and a delegate that keeps everything."""

import atexit
import os
import unittest

import scanbeam
from bench import Service, wait
from cards import Card

WORK = os.environ["CONTACTLESS_WORK"]
LEFT, RIGHT = "Till Left", "Till Right"
_service = None


def service():
    """The service, started with the first test that needs it."""
    global _service
    if _service is None:
        _service = Service(WORK, [LEFT, RIGHT])
        _service.start()
        atexit.register(lambda: _service.stop())
    if _service.process is None:
        _service.start()
    return _service


class Recorder:
    def __init__(self):
        self.arrived, self.removed, self.results, self.errors, self.availability, self.states = [], [], [], [], [], []
        self.times = []

    def tag_arrived(self, reader, tag):
        self.arrived.append(tag)

    def tag_removed(self, reader, tag):
        self.removed.append(tag)

    def results_received(self, reader, results):
        import time
        self.times.append(time.monotonic())
        self.results.append(results)

    def failed(self, reader, error):
        self.errors.append(error)

    def availability_changed(self, reader, availability):
        self.availability.append(availability)

    def connection_state_changed(self, reader, state):
        self.states.append(state)

    @property
    def tags(self):
        """Tags of all good reads."""
        return [results[0] for results in self.results if results.good_read]


class Case(unittest.TestCase):
    """A context in poll mode, a connected reader that scans, and the place on it."""

    scans = True

    def setUp(self):
        self.service = service()
        self.context = scanbeam.Context()
        self.addCleanup(self.context.close)
        self.heard = Recorder()
        self.slot = self.service.slot(LEFT)
        self.addCleanup(self.slot.take)
        self.reader = self.open(LEFT, self.heard)

    def open(self, name, heard, format=scanbeam.TagFormat.TYPE_AND_ID):
        reader = scanbeam.TagReader(name, self.context, delegate=heard)
        reader.tag_format = format
        reader.trigger_type = scanbeam.TriggerType.CONTINUOUS
        self.until(lambda: reader.availability == scanbeam.Availability.AVAILABLE, f"{name} to be there")
        reader.connect(10)
        if self.scans:
            reader.start_scanning()
        return reader

    def until(self, condition, what, seconds=20):
        """Deliver events until the condition holds."""
        def step():
            self.context.dispatch(0.02)
            return condition()
        return wait(step, what, seconds, 0)

    def tap(self, card, **options):
        """Put a tag on the reader and wait for its result."""
        before = len(self.heard.tags)
        self.slot.put(card, **options)
        self.until(lambda: len(self.heard.tags) > before, "a result")
        return self.heard.tags[-1]

    def take(self):
        before = len(self.heard.removed)
        self.slot.take()
        self.until(lambda: len(self.heard.removed) > before, "the removal")

    def present(self, card):
        """Put a tag on the reader and wait for its arrival."""
        before = len(self.heard.arrived)
        self.slot.put(card)
        self.until(lambda: len(self.heard.arrived) > before, "the arrival")
