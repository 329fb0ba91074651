"""Contexts and readers: delegates, iteration, asyncio, exceptions, life and death (field reports 88, 89, 97, 98)."""

import asyncio
import gc
import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
import types
import unittest
import weakref

import support
from support import Recorder, frame, needs_numpy, push_reader, scanbeam
from scanbeam import _callbacks

#: An upper limit for what takes milliseconds.
PATIENCE = 20


def wait(context, condition):
    """Deliver events until the condition holds."""
    if not context._wait(condition, PATIENCE):
        raise AssertionError("it did not come")


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


class PollMode(unittest.TestCase):
    def test_select_on_the_descriptor(self):
        seen = Recorder()
        with scanbeam.Context() as context:
            reader = push_reader(context, seen)
            reader.start_scanning()
            reader.push(frame())
            end = time.monotonic() + PATIENCE
            while not seen.results and time.monotonic() < end:
                self.assertTrue(select.select([context], [], [], PATIENCE)[0])
                context.dispatch(0)
            self.assertEqual(seen.results[0][0].text, "SCANBEAM")

    def test_dispatch_and_wake(self):
        with scanbeam.Context() as context:
            self.assertFalse(context.dispatch(0))
            self.assertFalse(context.dispatch(0.01))
            context.wake()
            self.assertTrue(context.dispatch())
            timer = threading.Timer(0.05, context.wake)
            timer.start()
            self.assertTrue(context.dispatch(PATIENCE))
            timer.join()
            for timeout in (-1, float("nan")):
                with self.assertRaises(ValueError):
                    context.dispatch(timeout)

    def test_a_thread_context_has_nothing_to_dispatch(self):
        with scanbeam.Context(thread=True) as context:
            self.assertEqual(context.fd, -1)
            with self.assertRaises(scanbeam.StateError):
                context.dispatch(0)

    def test_two_threads_in_dispatch(self):
        with scanbeam.Context() as context:
            thread = threading.Thread(target=lambda: context.dispatch(PATIENCE))
            thread.start()
            end = time.monotonic() + PATIENCE
            while context._dispatcher is None and time.monotonic() < end:
                time.sleep(0.001)
            with self.assertRaises(scanbeam.WrongThreadError):
                context.dispatch(0)
            context.wake()
            thread.join()

    def test_a_reader_with_a_context_of_its_own(self):
        with scanbeam.Reader(support.path("qr.pgm")) as reader:
            reader.enable("qr")
            self.assertEqual([code.text for results in reader.read(PATIENCE) for code in results], ["SCANBEAM"])
        self.assertTrue(reader.context.closed)

    def test_no_context_is_leaked(self):
        reader = push_reader(scanbeam.Context(), Recorder())
        gone = weakref.ref(reader.context)
        del reader
        gc.collect()
        self.assertIsNone(gone())
        _callbacks.drain(5)
        self.assertEqual(_callbacks.pending(), 0)

    def test_signals_end_a_wait(self):
        with scanbeam.Context() as context:
            timer = threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGINT))
            timer.start()
            begin = time.monotonic()
            with self.assertRaises(KeyboardInterrupt):
                context.dispatch(PATIENCE)
            timer.join()
            self.assertLess(time.monotonic() - begin, PATIENCE / 2)

    def test_no_signal_is_lost_in_a_callback(self):
        """A handler may run at the very entry of a trampoline, where no `try` is in force yet."""

        class Alarm(Exception):
            pass

        fired = raised = 0

        def handler(*_):
            nonlocal fired
            fired += 1
            raise Alarm

        with scanbeam.Context() as context:
            reader = push_reader(context)
            previous = signal.signal(signal.SIGALRM, handler)
            noise = []
            kept, sys.unraisablehook = sys.unraisablehook, noise.append

            def burst():
                for _ in range(50):
                    reader.begin_connect(lambda error: None)
                signal.setitimer(signal.ITIMER_REAL, 0.0002)
                while fired == raised:
                    context.dispatch(0)

            try:
                end = time.monotonic() + 2
                while time.monotonic() < end:
                    try:
                        burst()
                    except Alarm:
                        raised += 1
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, previous)
                sys.unraisablehook = kept
        self.assertGreater(fired, 100)
        self.assertEqual(fired, raised)
        self.assertEqual(noise, [])


class ThreadMode(unittest.TestCase):
    def test_on_error(self):
        errors = []
        with scanbeam.Context(thread=True, on_error=errors.append) as context:

            def bad(reader, results):
                raise RuntimeError("heard")

            reader = push_reader(context, types.SimpleNamespace(results_received=bad))
            reader.start_scanning()
            reader.push(frame())
            end = time.monotonic() + PATIENCE
            while not errors and time.monotonic() < end:
                time.sleep(0.001)
            self.assertEqual(str(errors[0]), "heard")
            context.wait(0.01)

    def test_callbacks_come_on_another_thread(self):
        """Field report 102: ten thousand calls from a foreign thread while this one works."""
        threads = set()
        count = 0

        def answered(error):
            nonlocal count
            count += 1
            threads.add(threading.get_ident())

        with scanbeam.Context(thread=True) as context:
            reader = push_reader(context)
            for _ in range(10000):
                reader.begin_connect(answered)
                sum(range(20))
            wait(context, lambda: count == 10000)
        self.assertNotIn(threading.get_ident(), threads)

    def test_keyboard_interrupt_in_a_wait(self):
        with scanbeam.Context(thread=True) as context:
            reader = push_reader(context)
            timer = threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGINT))
            timer.start()
            with self.assertRaises(KeyboardInterrupt):
                for _ in reader.read(PATIENCE):
                    pass
            timer.join()


class Processes(unittest.TestCase):
    """Field reports 97 and 98: fork, and exit at any moment."""

    def run_python(self, code, status=0):
        prelude = (
            f"import sys; sys.path.insert(0, {support.PACKAGE!r})\n"
            "import faulthandler, os, signal, threading, time, types\n"
            "faulthandler.enable()\n"
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
            "import scanbeam\n"
            f"data = open({support.path('qr.pgm')!r}, 'rb').read()\n"
            "size = [int(n) for n in data.split(b'\\n', 1)[0].split()[1:3]]\n"
            "frame = scanbeam.Frame(data.split(b'\\n', 1)[1], *size)\n"
            "def push_reader(thread, **methods):\n"
            "    reader = scanbeam.Reader('push:', scanbeam.Context(thread=thread),\n"
            "                             delegate=types.SimpleNamespace(**methods))\n"
            "    reader.enable('qr'); reader.trigger_type = 5; reader.connect(20); reader.start_scanning()\n"
            "    return reader\n"
        )
        begin = time.monotonic()
        done = subprocess.run(
            [sys.executable, "-c", prelude + code], capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL
        )
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertNotIn("Fatal", done.stderr)
        return done, time.monotonic() - begin

    def test_fork(self):
        for thread in (False, True):
            done, _ = self.run_python(f"""
reader = push_reader({thread})
reader.push(frame)
next(reader.read(20))  # nothing is under way: the child may decode
pid = os.fork()
if pid == 0:
    signal.alarm(30)
    wrong = 0
    for call in (lambda: reader.push(frame), reader.start_scanning, reader.context.wake, reader.begin_connect,
                 lambda: reader.context.dispatch(0) if not {thread} else reader.disconnect(),
                 lambda: reader.enable("qr"), lambda: scanbeam.Reader("push:", reader.context)):
        try:
            call()
            wrong += 1
        except scanbeam.ForkedError:
            pass
    reader.close()
    reader.context.close()
    if [c.text for c in scanbeam.decode(frame)] != ["SCANBEAM"]: wrong += 100
    with scanbeam.Context() as own:
        scanbeam.Reader("push:", own).connect(20)
    sys.exit(wrong)
assert os.waitpid(pid, 0)[1] == 0, "child"
reader.push(frame)
for results in reader.read(20):
    assert results[0].text == "SCANBEAM"
    break
print("parent goes on")
""")
            self.assertEqual(done.stdout, "parent goes on\n", done.stderr)

    def test_multiprocessing(self):
        done, _ = self.run_python("""
import multiprocessing
reader = push_reader(True)
def work(number):
    return [c.text for c in scanbeam.decode(frame)]
if hasattr(multiprocessing, "get_context"):
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(work, range(6)) == [["SCANBEAM"]] * 6
reader.push(frame)
print(next(reader.read(20))[0].text)
""")
        self.assertEqual(done.stdout, "SCANBEAM\n", done.stderr)

    def test_exit_at_any_moment(self):
        for thread in (False, True):
            for code in (
                "reader.push(frame); sys.exit(7)",
                "reader.push(frame); time.sleep(0.005); sys.exit(7)",
                "reader.push(frame); next(reader.read(20)); sys.exit(7)",
                "reader.begin_connect(lambda error: None); reader.push(frame); del reader; sys.exit(7)",
                "reader.push(frame)\nfor r in reader.read(20): sys.exit(7)",
                "reader.push(frame); os._exit(7)",
            ):
                _, seconds = self.run_python(f"reader = push_reader({thread})\n{code}", 7)
                self.assertLess(seconds, 30)

    def test_sys_exit_in_a_callback(self):
        for thread in (False, True):
            self.run_python(f"""
def stop(reader, results):
    sys.exit(5)
reader = push_reader({thread}, results_received=stop)
reader.push(frame)
reader.context.wait(20)
""", 5)

    def test_a_busy_callback_at_exit(self):
        done, _ = self.run_python("""
entered = threading.Event()
def slow(reader, results):
    entered.set()
    time.sleep(0.2)
    print("done", flush=True)
reader = push_reader(True, results_received=slow)
reader.push(frame)
entered.wait(20)
""")
        self.assertTrue(done.stdout.startswith("done\n"), done.stderr)

    def test_keyboard_interrupt(self):
        for thread in (False, True):
            done, _ = self.run_python(f"""
reader = push_reader({thread})
threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    for results in reader.read(20): pass
    print("no")
except KeyboardInterrupt:
    print("interrupted")
""")
            self.assertEqual(done.stdout, "interrupted\n", done.stderr)


if __name__ == "__main__":
    unittest.main()
