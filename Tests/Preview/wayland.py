"""The same window on Wayland: Weston inside of the X server, so that mouse and keys reach it as a seat's.

(A headless Weston has no seat, which SDL 2.26 does not survive.)
"""

import contextlib
import os
import subprocess
import tempfile
import time
import unittest

from shown import Shown

CLOSE, PAUSED = 256, 8
#: The size of Weston's screen: the frame of 16 : 9 fills it.
WIDTH, HEIGHT = 1024, 576


class Wayland(Shown):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.runtime = tempfile.TemporaryDirectory(prefix="scanbeam-wayland-")
        os.environ["XDG_RUNTIME_DIR"] = cls.runtime.name
        cls.weston = subprocess.Popen(
            ["weston", "--backend=x11-backend.so", "--shell=kiosk-shell.so", "--use-pixman", "--no-config",
             "--socket=scanbeam", f"--width={WIDTH}", f"--height={HEIGHT}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.environ.update(WAYLAND_DISPLAY="scanbeam", SDL_VIDEODRIVER="wayland")
        cls.screen_window = cls.find_screen()

    @classmethod
    def tearDownClass(cls):
        cls.weston.terminate()
        cls.weston.wait(60)
        cls.runtime.cleanup()
        super().tearDownClass()

    @classmethod
    def find_screen(cls):
        """The window of the X server that is Weston's screen."""
        end = time.monotonic() + 120
        while time.monotonic() < end:
            assert cls.weston.poll() is None, "Weston ended"
            found = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", ""], capture_output=True, text=True)
            for number in found.stdout.split():
                name = subprocess.run(["xdotool", "getwindowname", number], capture_output=True, text=True).stdout
                if name.startswith("Weston") and os.path.exists(os.path.join(cls.runtime.name, "scanbeam")):
                    return number
            time.sleep(0.1)
        raise AssertionError("Weston shows no screen")

    def on_screen(self, condition):
        """Waits until what Weston shows is so."""
        end = time.monotonic() + 120
        while time.monotonic() < end:
            picture = self.screen().cut(WIDTH, HEIGHT)
            # Black until the window is there, and its parts may come one by one.
            places = [(x, y) for x in (8, WIDTH / 2, WIDTH - 8) for y in (8, HEIGHT / 2, HEIGHT - 8)]
            if all(picture.at(x, y) == (128, 128, 128) for x, y in places):
                with contextlib.suppress(AssertionError):
                    if condition(picture):
                        return
            time.sleep(0.1)
        self.fail("Weston does not show it")

    def test_it_is_seen_and_the_mouse_closes_it(self):
        process = self.start("--options", CLOSE)
        # What the compositor put on its screen, not what the window thinks: kiosk windows fill it.
        self.on_screen(lambda seen: self.buttons(seen) == {"zoom", "light", "close"})
        self.assertEqual(self.ends(process, lambda: self.click(self.screen_window, WIDTH - self.MIDDLE, self.MIDDLE)), 1)

    def test_keys(self):
        process = self.start("--options", PAUSED)
        self.on_screen(lambda seen: "trigger" in self.buttons(seen))

        def escape():
            # Weston gives the keys to the window that was clicked; at times it gives them to none by itself.
            self.click(self.screen_window, WIDTH / 2, HEIGHT / 2)
            self.key(self.screen_window, "Escape")

        self.assertEqual(self.ends(process, escape), 1)


if __name__ == "__main__":
    unittest.main()
