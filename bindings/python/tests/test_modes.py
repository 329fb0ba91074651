"""What only a context in poll mode does, and what only one with a thread does (field report 102)."""

import gc
import os
import select
import signal
import sys
import threading
import time
import types
import unittest
import weakref

import support
from support import PATIENCE, Recorder, frame, push_reader, scanbeam, wait
from scanbeam import _callbacks


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


if __name__ == "__main__":
    unittest.main()
