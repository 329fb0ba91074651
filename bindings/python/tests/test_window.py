"""The window of libscanbeam-preview: its mirror, and what is said without it. Tests/Preview/window.py opens one."""

import ctypes
import os
import re
import subprocess
import sys
import unittest

import support
from support import scanbeam
from scanbeam import window

HEADER = os.path.join(support.INCLUDE, "scanbeam-preview.h")


class Mirror(unittest.TestCase):
    def test_it_is_that_of_the_header(self):
        with open(HEADER, encoding="utf-8") as file:
            text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
        self.assertEqual(sorted(set(re.findall(r"\b(scanbeam_window_\w+)\(", text))), sorted(window._FUNCTIONS))
        fields = re.search(r"struct scanbeam_window_options \{(.*?)\}", text, flags=re.S).group(1)
        size = {"double": 8, "uint64_t": 8, "char": 8}
        declared = [(name, size.get(kind, 4)) for kind, name in re.findall(r"(?:const )?(\w+) [^;]*?(\w+);", fields)]
        ours = [(name, ctypes.sizeof(kind)) for name, kind in window._Options._fields_]
        self.assertEqual(ours, declared)
        # Without holes, so that its size is that of C.
        self.assertEqual(ctypes.sizeof(window._Options), sum(size for _, size in ours))

    def test_without_the_library(self):
        script = """
import scanbeam
with scanbeam.Reader.camera(identity="push:") as reader:
    try:
        scanbeam.Window(reader)
    except ImportError as error:
        print(error)
"""
        environment = dict(os.environ, PYTHONPATH=support.PACKAGE, SCANBEAM_PREVIEW_LIBRARY="/no/such.so")
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("libscanbeam-preview.so.0", done.stdout)
        self.assertIn("/no/such.so", done.stdout)


if __name__ == "__main__":
    unittest.main()
