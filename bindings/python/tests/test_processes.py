"""Fork, signals and exit with readers at work (field reports 97 and 98)."""

import subprocess
import sys
import time
import unittest

import support


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
