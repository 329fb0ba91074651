"""What a scenario has in its hands: mock devices, programs to run against them, checks."""
import json
import os
import sys
import time

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(os.path.dirname(FOLDER))
sys.path[:0] = [os.path.join(ROOT, "Tests", "DeviceBench")]

import gi  # noqa: E402
gi.require_version("UMockdev", "1.0")
from gi.repository import UMockdev  # noqa: E402

from harness import build  # noqa: E402
from harness.programs import Program  # noqa: E402
from mock.camera import Camera  # noqa: E402
from mock.usb import Terminal  # noqa: E402

PATIENCE = 20  # seconds


class Failed(Exception):
    """A check of the scenario did not hold."""


class Bench:
    def __init__(self):
        # Programs that are started from now on see the testbed instead of /dev and /sys.
        self.testbed = UMockdev.Testbed.new()
        self._endings = []

    def end(self):
        while self._endings:
            self._endings.pop()()

    # ---- checks -----------------------------------------------------------------------------------------------------

    def check(self, condition, complaint):
        if not condition:
            raise Failed(complaint)

    def equal(self, found, expected, what):
        self.check(found == expected, f"{what}: expected {expected!r}, found {found!r}")

    def wait(self, condition, what, timeout=PATIENCE):
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            found = condition()
            if found:
                return found
            time.sleep(0.005)
        raise Failed(f"waited {timeout} s for {what}")

    # ---- devices ----------------------------------------------------------------------------------------------------

    def camera(self, **options):
        return Camera(self.testbed, **options)

    def terminal(self, **options):
        return Terminal(self.testbed, **options)

    # ---- programs ---------------------------------------------------------------------------------------------------

    def start(self, *command):
        program = Program(command)
        self._endings.append(program.kill)
        return program

    def run(self, *command, timeout=PATIENCE):
        """Run a program to its end. The result has status, output and errors."""
        return self.start(*command).finish(timeout)

    def scanbeam(self, *arguments):
        return self.run(build.TOOL, *arguments)

    def list_cameras(self):
        done = self.scanbeam("list", "--json")
        self.check(done.status in (0, 1), f"`scanbeam list` ended with {done.status}: {done.errors}")
        return json.loads(done.output)

    def example(self, name, *arguments):
        """Run a C example or client to its end."""
        return self.run(os.path.join(build.FOLDER, name), *arguments)

    def watch(self, identity="/dev/video0"):
        """A client that prints every event of a reader: see DeviceBench/clients/watch.c."""
        watch = self.start(os.path.join(build.FOLDER, "watch"), identity)
        watch.expect(r"^\d+ reader ")
        return watch

    def watch_scanning(self, identity="/dev/video0", trigger="continuous"):
        watch = self.watch(identity)
        watch.ask("connect", "completed connect SCANBEAM_OK")
        watch.tell(trigger)
        watch.tell("scan")
        return watch

    def usb_client(self):
        """A libusb client: see DeviceBench/clients/usb_terminal.c."""
        client = self.start(os.path.join(build.FOLDER, "usb_terminal"), "1209:0001")
        client.expect("ready")
        return client
