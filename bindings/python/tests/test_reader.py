"""Contexts and readers: delegates, iteration, asyncio, exceptions, life and death (field reports 88 and 89)."""

import asyncio
import gc
import os
import sys
import tempfile
import threading
import time
import types
import unittest
import weakref

import support
from support import PATIENCE, Recorder, frame, needs_numpy, push_reader, scanbeam, wait
from scanbeam import _callbacks


class Both(unittest.TestCase):
    """Tests that hold in poll mode and in thread mode."""

    def each_mode(self):
        for thread in (False, True):
            with self.subTest(thread=thread):
                with scanbeam.Context(thread=thread) as context:
                    yield context
                # What the library was lent came back.
                gc.collect()
                _callbacks.drain(5)
                self.assertEqual(_callbacks.pending(), 0)

    def test_delegate(self):
        for context in self.each_mode():
            seen = Recorder()
            reader = push_reader(context, seen)
            reader.set_svg_results(True)
            reader.set_image_results(True)
            reader.start_scanning()
            self.assertTrue(reader.is_scanning)
            reader.push(frame())
            wait(context, lambda: seen.results)
            self.assertEqual(seen.results[0][0].text, "SCANBEAM")
            self.assertEqual(seen.results[0].id, 1)
            self.assertIn("svg", seen.results[0].svg)
            self.assertEqual(seen.results[0].image.width, frame().width)
            self.assertLess(abs(seen.results[0].time_ns - time.monotonic_ns()), 60e9)
            self.assertIn(scanbeam.Availability.AVAILABLE, seen.availability)
            self.assertEqual(
                seen.states, [scanbeam.ConnectionState.CONNECTING, scanbeam.ConnectionState.CONNECTED]
            )
            self.assertEqual(reader.connection_state, scanbeam.ConnectionState.CONNECTED)
            self.assertEqual(reader.availability, scanbeam.Availability.AVAILABLE)
            self.assertEqual(reader.statistics.good_reads, 1)
            reader.disconnect()
            wait(context, lambda: scanbeam.ConnectionState.DISCONNECTED in seen.states)
            reader.close()
            reader.close()
            self.assertTrue(reader.closed)
            with self.assertRaises(scanbeam.StateError):
                reader.start_scanning()

    def test_what_it_is(self):
        for context in self.each_mode():
            with scanbeam.Reader("push:till", context) as reader:
                self.assertEqual(reader.identity, "push:till")
                self.assertEqual(reader.device_class, scanbeam.DeviceClass.FRAMES)
                self.assertTrue(reader.has_capability(scanbeam.Capability.PUSH))
                self.assertFalse(reader.has_capability(scanbeam.Capability.LIVE))
                self.assertFalse(reader.is_enabled("qr", PATIENCE))
                reader.enable("qr", scanbeam.Symbology.C128)
                self.assertTrue(reader.is_enabled("qr", PATIENCE))
                reader.disable("qr")
                self.assertFalse(reader.is_enabled("qr", PATIENCE))
                self.assertTrue(reader.is_enabled(3, PATIENCE))
                with self.assertRaises(scanbeam.StateError):
                    reader.push(frame())
                with self.assertRaises(ValueError):
                    reader.set_effort(9)
                with self.assertRaises(ValueError):
                    reader.set_scan_timeout(-1)
            for identity in ("", "nothing", "nosuch:x"):
                with self.assertRaises(scanbeam.InvalidArgumentError):
                    scanbeam.Reader(identity, context)
            with self.assertRaises(ValueError):
                scanbeam.Reader("push:\0", context)
            with self.assertRaises(scanbeam.NotFoundError):
                scanbeam.Reader("/dev/video9999", context)

    def test_connect_says_what_is_wrong(self):
        for context in self.each_mode():
            reader = scanbeam.Reader("/no/such/picture.png", context)
            with self.assertRaises(scanbeam.NotFoundError) as caught:
                reader.connect(PATIENCE)
            self.assertIn("/no/such/picture.png", str(caught.exception))

    def test_iteration(self):
        for context in self.each_mode():
            with tempfile.TemporaryDirectory() as folder:
                for number, name in enumerate(("qr.pgm", "second.pgm", "c128.pgm")):
                    os.symlink(support.path(name), os.path.join(folder, f"{number}.pgm"))
                reader = scanbeam.Reader(folder, context)
                reader.enable("qr")
                reader.trigger_type = scanbeam.TriggerType.CONTINUOUS
                texts = [code.text for results in reader.read(PATIENCE) for code in results]
                self.assertEqual(texts, ["SCANBEAM", "SECOND"])

    def test_iteration_with_a_manual_trigger_gives_one_read(self):
        for context in self.each_mode():
            reader = scanbeam.Reader(support.path("qr.pgm"), context)
            reader.enable("qr")
            results = list(reader.read(PATIENCE))
            self.assertEqual([code.text for code in results[0]], ["SCANBEAM"])
            self.assertEqual(len(results), 1)
            self.assertEqual(results[0].source, support.path("qr.pgm"))

    def test_what_was_read_before_the_iteration_comes_first(self):
        for context in self.each_mode():
            for trigger in (scanbeam.TriggerType.MANUAL, scanbeam.TriggerType.CONTINUOUS):
                reader = push_reader(context, trigger=trigger)
                reader.start_scanning()
                reader.push(frame())
                self.assertTrue(context._wait(lambda: reader._standing, PATIENCE))
                self.assertEqual([code.text for code in next(reader.read(PATIENCE))], ["SCANBEAM"])
                reader.stop_scanning()
                reader.start_scanning()
                reader.push(frame())
                self.assertTrue(context._wait(lambda: reader._standing, PATIENCE))
                reader.stop_scanning()
                reader.start_scanning()
                reader.push(frame("second.pgm"))
                told = (code.text for results in reader.read(PATIENCE) for code in results)
                self.assertEqual(next(told), "SECOND")

    def test_iteration_says_why_there_is_nothing(self):
        for context in self.each_mode():
            reader = push_reader(context, trigger=scanbeam.TriggerType.MANUAL)
            reader.set_scan_timeout(0.03)
            results = list(reader.read(PATIENCE))
            self.assertEqual([r.reason for r in results], [scanbeam.Reason.TIMED_OUT])
            reader.set_scan_timeout(None)
            self.assertEqual(list(reader.read(0.05)), [])
            self.assertTrue(reader.is_scanning)
            reader.stop_scanning()

    def test_a_scan_that_another_thread_stops(self):
        for context in self.each_mode():
            reader = push_reader(context)
            timer = threading.Timer(0.05, reader.stop_scanning)
            timer.start()
            self.assertEqual([r.reason for r in reader.read(PATIENCE)], [scanbeam.Reason.STOPPED])
            timer.join()

    def test_asyncio(self):
        for context in self.each_mode():

            async def main():
                reader = scanbeam.Reader("push:", context)
                reader.enable("qr")
                reader.trigger_type = scanbeam.TriggerType.CONTINUOUS
                await reader.connect_async()
                texts = []
                ticks = 0

                async def tick():
                    nonlocal ticks
                    while True:
                        ticks += 1
                        await asyncio.sleep(0)

                ticker = asyncio.ensure_future(tick())
                reader.start_scanning()
                reader.push(frame())
                async for results in reader:
                    texts += [code.text for code in results]
                    if len(texts) == 3:
                        break
                    reader.push(frame("second.pgm"))
                ticker.cancel()
                reader.close()
                self.assertGreater(ticks, 0)
                return texts

            self.assertEqual(asyncio.run(main()), ["SCANBEAM", "SECOND", "SECOND"])

            async def until_it_ends():
                reader = scanbeam.Reader(support.path("qr.pgm"), context)
                reader.enable("qr")
                return [code.text async for results in reader for code in results]

            self.assertEqual(asyncio.run(until_it_ends()), ["SCANBEAM"])

            async def nothing():
                reader = scanbeam.Reader("/no/such/picture.png", context)
                await reader.connect_async()

            with self.assertRaises(scanbeam.NotFoundError):
                asyncio.run(nothing())

    def test_exceptions_come_out_of_the_call(self):
        class Bad:
            def results_received(self, reader, results):
                raise KeyError("of the delegate")

        for context in self.each_mode():
            reader = push_reader(context, Bad())
            reader.start_scanning()
            reader.push(frame())
            with self.assertRaisesRegex(KeyError, "of the delegate"):
                context.wait(PATIENCE)
            reader.push(frame())
            with self.assertRaisesRegex(KeyError, "of the delegate"):
                for _ in reader.read(PATIENCE):
                    context.wait(PATIENCE)
            reader.delegate = None  # it would raise at the end of the scan as well

    def test_exit_and_interrupt_in_a_callback(self):
        """Field report 98."""
        for kind in (SystemExit, KeyboardInterrupt):
            for context in self.each_mode():

                def stop(reader, results):
                    raise kind(3)

                reader = push_reader(context, types.SimpleNamespace(results_received=stop))
                reader.start_scanning()
                reader.push(frame())
                with self.assertRaises(kind):
                    context.wait(PATIENCE)
                reader.delegate = None

    def test_what_waits_is_refused_inside_a_callback(self):
        for context in self.each_mode():
            outcome = []

            def inside(reader, results):
                reader.delegate = None  # once is enough
                for call in (context.dispatch, context.wait, context.close, reader.connect,
                             lambda: reader.is_enabled("qr"), lambda: next(reader.read(1))):
                    try:
                        call()
                        outcome.append(call)
                    except scanbeam.ReentrantError:
                        outcome.append(None)
                reader.enable("c128")
                reader.set_effort(1)

            reader = push_reader(context, types.SimpleNamespace(results_received=inside))
            reader.start_scanning()
            reader.push(frame())
            wait(context, lambda: len(outcome) == 6)
            self.assertEqual(outcome, [None] * 6)

    def test_closing_inside_callbacks(self):
        for method in ("availability_changed", "connection_state_changed", "results_received"):
            for context in self.each_mode():
                calls = []

                def close(reader, _):
                    calls.append(reader)
                    reader.close()

                reader = scanbeam.Reader("push:", context, delegate=types.SimpleNamespace(**{method: close}))
                try:
                    reader.enable("qr")
                    reader.begin_connect()
                    reader.start_scanning()
                    if method == "results_received":
                        wait(context, lambda: reader.connection_state == scanbeam.ConnectionState.CONNECTED)
                        reader.push(frame())
                except scanbeam.StateError:
                    self.assertTrue(calls)  # it was faster
                wait(context, lambda: calls)
                context.wait(0.02)
                self.assertEqual(len(calls), 1)
                self.assertTrue(reader.closed)

    def test_a_dropped_lambda_is_still_called(self):
        """Field report 88: the delegate and every completion are kept as long as C may call them."""
        for context in self.each_mode():
            counted = []
            reader = push_reader(context)
            reader.delegate = types.SimpleNamespace(results_received=lambda _, results: counted.append(results.id))
            reader.start_scanning()
            answers = []
            for number in range(5000):
                reader.begin_connect(lambda error, number=number: answers.append((number, error)))
                if number % 1000 == 0:
                    gc.collect()
                    reader.push(frame())
            gc.collect()
            wait(context, lambda: len(answers) == 5000 and counted)
            self.assertEqual(answers, [(number, None) for number in range(5000)])

    def test_a_hundred_thousand_events(self):
        """Field report 88, in numbers; and no reference of None is lost in callbacks (field report 89)."""
        for context in self.each_mode():
            count = 0

            def answered(error):
                nonlocal count
                count += 1

            reader = push_reader(context)
            before = sys.getrefcount(None)
            for step in range(50):
                for _ in range(1000):
                    reader.begin_connect(lambda error: answered(error))
                gc.collect(0)
                wait(context, lambda: count == 1000 * (step + 1))
            self.assertEqual(count, 50000)
            self.assertLess(abs(sys.getrefcount(None) - before), 1000)

    def test_a_dropped_reader_goes(self):
        for context in self.each_mode():
            seen = Recorder()
            reader = push_reader(context, seen)
            gone = weakref.ref(reader)
            del reader
            gc.collect()
            self.assertIsNone(gone())
            context.wait(0.02)

    def test_a_delegate_that_knows_its_reader_is_no_leak(self):
        for context in self.each_mode():
            seen = Recorder()
            reader = push_reader(context, seen)
            seen.reader = reader
            gone = weakref.ref(reader)
            del reader, seen
            gc.collect()
            self.assertIsNone(gone())

    def test_any_order_of_going(self):
        for order in range(3):
            for context in self.each_mode():
                reader = push_reader(context, Recorder())
                if order == 0:
                    context.close()
                    self.assertTrue(reader.closed)
                    reader.close()
                elif order == 1:
                    reader.close()
                    context.close()
                    context.close()
                else:
                    del reader
                with self.assertRaises(scanbeam.StateError):
                    context.close()
                    context.wake()

    def test_log(self):
        for context in self.each_mode():
            lines = []
            context.set_log(lambda level, text: lines.append((level, text)), scanbeam.LogLevel.DEBUG)
            reader = push_reader(context)
            reader.close()
            scanbeam.list_cameras(context)
            context.set_log(None)
            for level, text in lines:
                self.assertIsInstance(level, scanbeam.LogLevel)
                self.assertIsInstance(text, str)
            with self.assertRaises(ValueError):
                context.set_log(print, 77)

    def test_cameras(self):
        for context in self.each_mode():
            for camera in scanbeam.list_cameras(context):
                self.assertTrue(camera.identity.startswith("v4l2:"))
                self.assertEqual(camera.device_class, scanbeam.DeviceClass.CAMERA)

    def test_pending_operations_are_answered_when_the_context_closes(self):
        for context in self.each_mode():
            answers = []
            reader = scanbeam.Reader("push:", context)
            reader.begin_connect(answers.append)
            context.close()
            self.assertEqual(len(answers), 1)

    @needs_numpy
    def test_arrays_can_be_pushed_and_changed_at_once(self):
        for context in self.each_mode():
            seen = Recorder()
            reader = push_reader(context, seen)
            reader.start_scanning()
            array = support.array()
            reader.push(array)
            array[:] = 128
            wait(context, lambda: seen.results)
            self.assertEqual(seen.results[0][0].text, "SCANBEAM")


if __name__ == "__main__":
    unittest.main()
