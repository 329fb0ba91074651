"""The C example: a C host with a poll loop of its own."""

import os
import subprocess
import unittest

from cards import Type2, Type4
from scanbeam import NDEFMessage
from support import LEFT, WORK, service

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


class Example(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.program = cls.compile(f"{ROOT}/bindings/c/examples/tag_read.c")

    @staticmethod
    def compile(source):
        program = os.path.join(WORK, os.path.basename(source)[:-2])
        linked = os.path.join(WORK, "libscanbeam.so.0")
        if not os.path.exists(linked):
            os.symlink(os.environ["SCANBEAM_LIBRARY"], linked)
        subprocess.run(["gcc", "-std=c99", "-Wall", "-Wextra", "-Wno-missing-field-initializers", "-Werror", "-D_POSIX_C_SOURCE=200809L",
                        f"-I{ROOT}/include", "-o", program, source, linked,
                        f"-Wl,-rpath,{WORK}"], check=True)
        return program

    def run_with(self, card, *arguments):
        slot = service().slot(LEFT)
        self.addCleanup(slot.take)
        process = subprocess.Popen([self.program, LEFT, *arguments], stdout=subprocess.PIPE, text=True)
        slot.put(card)
        output, _ = process.communicate(timeout=20)
        slot.take()
        self.assertEqual(process.returncode, 0)
        return output.strip()

    def test_reads_and_writes(self):
        card = Type2(bytes(NDEFMessage().add_uri("https://example.org/1")))
        self.assertEqual(self.run_with(card), "NFC Forum https://example.org/1")
        self.assertEqual(self.run_with(card, "https://example.org/2"), "written")
        self.assertEqual(self.run_with(card), "NFC Forum https://example.org/2")
        self.assertEqual(self.run_with(Type4(), "https://example.org/4"), "written")

    def test_from_arrival_to_a_c_host(self):
        """Printed; asserted is only that every tap arrives."""
        program = self.compile(os.path.join(os.path.dirname(os.path.abspath(__file__)), "latency.c"))
        slot = service().slot(LEFT)
        process = subprocess.Popen([program, LEFT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.assertEqual(process.stdout.readline(), "ready\n")
        self.addCleanup(slot.take)
        times = []
        for number in range(20):
            slot.put(Type2(bytes(NDEFMessage().add_uri("a:")), uid=bytes([4, number] + [0] * 5)))
            times.append((int(process.stdout.readline()) / 1e9 - slot.powered) * 1000)
            slot.take()
        process.stdin.close()
        self.assertEqual(process.wait(), 0)
        times.sort()
        print(f"\n    from the service's question for the ATR to the callback of a polling C host, memory read: median "
              f"{times[len(times) // 2]:.1f} ms, longest {times[-1]:.1f} ms (20 taps)")
