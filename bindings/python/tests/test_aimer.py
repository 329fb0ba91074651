"""The accessory of a camera reader."""

import gc
import os
import tempfile
import unittest
from unittest import mock

from scanbeam import _callbacks
from support import PATIENCE, scanbeam

Property = scanbeam.AimerProperty


class Case(scanbeam.Aimer):
    """An accessory in software."""

    name = "case"

    def __init__(self):
        self.values = {Property.STATE: 0, Property.INTENSITY: 3, Property.ILLUMINATION: 0}
        self.asked = []
        self.fault = None

    def text(self, what):
        self.asked.append(what)
        if what == scanbeam.AimerText.MODEL:
            raise scanbeam.UnsupportedError("none")
        return "A-17" if what == scanbeam.AimerText.SERIAL_NUMBER else "ä" * 300

    def get(self, what):
        if what not in self.values:
            raise scanbeam.UnsupportedError("none")
        return self.values[what]

    def set(self, what, value):
        if self.fault is not None:
            raise self.fault
        if what not in self.values:
            raise scanbeam.UnsupportedError("none")
        self.values[what] = value


class Aimers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        state = mock.patch.dict(os.environ, {"XDG_STATE_HOME": folder.name})
        state.start()
        self.addCleanup(state.stop)
        self.folder = folder.name

    def each(self, mode=scanbeam.CameraMode.ACTIVE_AIMER):
        for thread in (False, True):
            with self.subTest(thread=thread):
                with scanbeam.Context(thread=thread) as context:
                    reader = scanbeam.Reader.camera(mode, context=context, identity="push:camera")
                    yield context, reader
                    reader.close()
                gc.collect()
                _callbacks.drain(5)
                self.assertEqual(_callbacks.pending(), 0)

    def test_settings_and_calls_reach_it(self):
        for context, reader in self.each():
            case = Case()
            reader.set_aimer(case)
            with self.assertRaises(scanbeam.StateError):
                reader.aimer_value(Property.INTENSITY)
            reader.connect(PATIENCE)
            self.assertEqual(case.values[Property.STATE], 1)
            self.assertEqual(reader.aimer_texts()[scanbeam.AimerText.SERIAL_NUMBER], "A-17")
            self.assertEqual(reader.aimer_texts()[scanbeam.AimerText.MODEL], "")
            self.assertEqual(reader.aimer_value(Property.INTENSITY), 3)
            with self.assertRaises(scanbeam.UnsupportedError):
                reader.aimer_value(Property.MODULATION)
            reader.set_aimer_value(Property.INTENSITY, 5)
            self.assertEqual((case.values[Property.INTENSITY], reader.aimer_value(Property.INTENSITY)), (5, 5))
            reader.set_lights(True)
            self.assertEqual((case.values[Property.ILLUMINATION], reader.lights), (1, True))
            self.assertEqual(reader.send("SET LIGHT.AIMER 0").status, 0)
            self.assertEqual(case.values[Property.STATE], 0)
            case.fault = scanbeam.LostError("gone")
            with self.assertRaises(scanbeam.LostError):
                reader.set_aimer_value(Property.INTENSITY, 6)
            self.assertEqual(reader.aimer_value(Property.INTENSITY), 5)
            case.fault = ZeroDivisionError()
            with self.assertRaises(ZeroDivisionError):
                reader.set_aimer_value(Property.INTENSITY, 6)
            case.fault = None
            reader.set_aimer(None)
            self.assertEqual(reader.send("GET LIGHT.AIMER").status, 102)

    def test_what_it_is_is_kept(self):
        kept = os.path.join(self.folder, "scanbeam", "aimers")
        for context, reader in self.each():
            case = Case()
            reader.set_aimer(case)
            reader.connect(PATIENCE)
            # The second reader finds what the first has stored.
            self.assertEqual(len(case.asked), 3 if case.asked else 0)
            self.assertTrue(os.path.exists(kept))
        self.assertEqual(case.asked, [])

    def test_modes_without_an_aimer(self):
        for context, reader in self.each(scanbeam.CameraMode.NO_AIMER):
            with self.assertRaises(scanbeam.UnsupportedError):
                reader.set_aimer(Case())
            with self.assertRaises(scanbeam.UnsupportedError):
                reader.aimer_texts()


class Lines(unittest.TestCase):
    def test_what_is_refused(self):
        with scanbeam.Reader("push:") as reader:
            with self.assertRaises(scanbeam.InvalidArgumentError):
                reader.set_line_trigger("gpiochip0", 1, scanbeam.KeyMode.HOLD, debounce=2)
            # No such chip, or no library.
            with self.assertRaises((scanbeam.NotFoundError, scanbeam.UnsupportedError)):
                reader.set_line_trigger("no such chip", "trigger", bias=scanbeam.LineBias.PULL_UP, active_low=True)
            reader.set_line_trigger(None)


if __name__ == "__main__":
    unittest.main()
