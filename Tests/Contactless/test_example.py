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
        cls.program = os.path.join(WORK, "tag_read")
        linked = os.path.join(WORK, "libscanbeam.so.0")
        if not os.path.exists(linked):
            os.symlink(os.environ["SCANBEAM_LIBRARY"], linked)
        subprocess.run(["gcc", "-std=c99", "-Wall", "-Wextra", "-Wno-missing-field-initializers", "-Werror", "-D_POSIX_C_SOURCE=200809L",
                        f"-I{ROOT}/include", "-o", cls.program, f"{ROOT}/bindings/c/examples/tag_read.c", linked,
                        f"-Wl,-rpath,{WORK}"], check=True)

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
