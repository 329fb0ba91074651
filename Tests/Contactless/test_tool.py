"""The tool: list, read, tag, watch."""

import json
import os
import subprocess
import unittest

from cards import Classic, Type2, Type4
from scanbeam import NDEFMessage
from support import LEFT, RIGHT, service

TOOL = os.environ["SCANBEAM_TOOL"]
URI = bytes(NDEFMessage().add_uri("https://example.org/till"))


@unittest.skipUnless(os.path.exists(TOOL), "the tool is not built")
class Tool(unittest.TestCase):
    def setUp(self):
        self.slot = service().slot(LEFT)
        self.addCleanup(self.slot.take)

    def run_with(self, card, *arguments, status=0):
        process = subprocess.Popen([TOOL, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.slot.put(card)
        output, errors = process.communicate(timeout=30)
        self.slot.take()
        self.assertEqual(process.returncode, status, errors)
        return output if status == 0 else errors

    def test_list(self):
        output = subprocess.run([TOOL, "list", "--json"], stdout=subprocess.PIPE, text=True, check=True).stdout
        found = [device["identity"] for device in json.loads(output) if device.get("class") == "tag"]
        self.assertEqual(sorted(found), ["pcsc:" + LEFT, "pcsc:" + RIGHT])

    def test_read(self):
        read = ("read", "pcsc:" + LEFT, "--count", "1", "--timeout", "20")
        self.assertEqual(self.run_with(Type2(URI), *read), "NFC Forum  https://example.org/till\n")
        self.assertEqual(self.run_with(Type2(URI), *read, "--tag-format", "type+id"), "ISO14443 A  04112233445566\n")
        result = json.loads(self.run_with(Classic(URI), *read, "--json"))
        self.assertEqual(result["text"], "https://example.org/till")
        self.assertEqual(result["tag"]["chip"], "MIFARE Classic 1K")

    def test_tag(self):
        card = Type4()
        where = ("--reader", LEFT, "--timeout", "20")
        self.run_with(card, "tag", "write", "--uri", "https://example.org", "--text", "Grüße", "--language", "de", *where)
        self.assertIn("[de]", self.run_with(card, "tag", "read", *where))
        self.run_with(card, "tag", "format", *where)
        self.assertIn("(an empty message)", self.run_with(card, "tag", "read", *where))
        errors = self.run_with(Type2(blank=True), "tag", "write", "--uri", "a:", *where, status=2)
        self.assertIn("format it first", errors)
        done = subprocess.run([TOOL, "tag", "lock", *where], stderr=subprocess.PIPE, text=True)
        self.assertEqual((done.returncode, "--for-ever" in done.stderr), (2, True))

    def test_watch(self):
        process = subprocess.Popen([TOOL, "watch", "--timeout", "60"], stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        seen = []

        def until(word):
            while not seen or word not in seen[-1]:
                line = process.stdout.readline()
                self.assertTrue(line, f"{word} in {seen}")
                seen.append(line)

        until("+ pcsc:" + RIGHT)
        self.slot.put(Type2(URI))
        until("+ tag on pcsc:" + LEFT)
        self.slot.take()
        until("- tag on pcsc:" + LEFT)
