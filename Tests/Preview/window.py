"""The window of libscanbeam-preview, under Xvfb: what it shows in each mode, and what the user can do with it.

Screenshots are compared by structure: where there has to be which colour, by the layout that docs/preview.md tells.
"""

import os
import subprocess
import threading
import time
import unittest

import settings
from shown import PROGRAM, Shown

PARENT = os.environ["SCANBEAM_PREVIEW_PARENT"]
#: cmbSDK's preview options.
NO_ZOOM, NO_LIGHT, PAUSED, ALWAYS_SHOW, CLOSE, KEEP_PAUSED = 1, 2, 8, 16, 256, 512
CONTINUOUS = 5
GREY, WHITE, GREEN, RED, YELLOW = (128, 128, 128), (255, 255, 255), (0, 255, 0), (255, 0, 0), (255, 255, 0)


class Window(Shown):
    # ---- modes and options -------------------------------------------------------------------------------------------

    def test_modes_and_options(self):
        cases = [
            ("no-aimer", 0, 0, {"zoom", "light"}),
            ("no-buttons", 0, NO_ZOOM | NO_LIGHT, set()),
            ("close", 0, CLOSE, {"zoom", "light", "close"}),
            ("passive-aimer", 1, 0, set()),
            ("passive-aimer-shown", 1, ALWAYS_SHOW, {"zoom"}),
            ("active-aimer", 2, 0, set()),
            ("active-aimer-shown", 2, ALWAYS_SHOW, {"zoom", "light"}),
            ("front", 3, 0, {"zoom"}),
        ]
        for name, mode, options, wanted in cases:
            with self.subTest(name):
                picture = self.shot(name, "--mode", mode, "--options", options)
                self.assertEqual((picture.width, picture.height), (640, 360))
                self.assertEqual(self.buttons(picture), wanted)
                self.near(picture.at(320, 180), GREY, "the frame")
                # Modes that show no preview by themselves have no corner lines either.
                hidden = mode in (1, 2) and not options & ALWAYS_SHOW
                self.assertEqual(picture.count(WHITE) > 0, not hidden or bool(wanted))

    def test_corner_lines_and_timeout_bar(self):
        picture = self.shot("cmb", "--timeout", "3600")
        # The area: four margins of 16.8 less wide, a button and two margins less above and below.
        left, top = 2 * 0.3 * 56, 56 + 2 * 0.3 * 56
        for x in (left, 640 - left):
            for y in (top, 360 - top):
                self.near(picture.at(x, y + (10 if y < 180 else -10)), WHITE, "a corner line, down")
                self.near(picture.at(x + (10 if x < 320 else -10), y), WHITE, "a corner line, across")
        self.near(picture.at(left, 180), GREY, "nothing between the corners")
        bar = top - 0.3 * 56 - 4
        self.near(picture.at(left + 5, bar), (0x20, 0xA0, 0xFF), "the bar")
        self.near(picture.at(left - 6, bar), GREY, "beside the bar")
        without = self.shot("no-timeout")
        self.near(without.at(left + 5, bar), GREY, "no bar without a time-out")

    def test_legacy(self):
        picture = self.shot(
            "legacy", "--overlay", 1, "--dmcc", "SET DECODER.ROI-PERCENT 25 50 25 50", "--timeout", "3600")
        dim = tuple(round(128 * (1 - 128 / 255)) for _ in range(3))
        self.near(picture.at(80, 180), dim, "the surroundings")
        self.near(picture.at(320, 40), dim, "the surroundings above")
        self.near(picture.at(250, 150), GREY, "the viewport")
        edge = picture.at(160, 140)
        self.assertGreater(edge[0], edge[1] + 60, "the viewport's line is red")
        # No bar in this style.
        self.assertEqual(picture.count((0x20, 0xA0, 0xFF)), 0)

    def test_target_window(self):
        picture = self.shot(
            "target", "--dmcc", "SET DECODER.TARGET-DECODING ON;SET DECODER.CENTERING-WINDOW 50 50 20 20")
        for x, y in ((256, 180), (384, 180), (320, 144), (320, 216)):
            self.near(picture.at(x, y), YELLOW, "the window")
        self.near(picture.at(320, 180), GREY, "inside of it")

    def test_finder(self):
        picture = self.shot("finder", "--finder", "1.5,8,8")
        light = tuple(round(128 + 127 * 0.66) for _ in range(3))
        self.near(picture.at(10, 180), light, "the surroundings")
        self.near(picture.at(320, 180), GREY, "inside of it")

    def test_zoom(self):
        names = [self.shot(f"zoom-{level}", "--dmcc", f"SET CAMERA.ZOOM {level}", source=settings.TILL) for level in (1, 2)]
        for picture in names:
            # 0.3 of 56 and a half of it from the edges, whatever is behind.
            self.assertLess(max(picture.at(self.MIDDLE - self.RIM, -self.MIDDLE)), 120, "the zoom button")
        self.assertNotEqual(names[0].data, names[1].data)

    def test_paused(self):
        picture = self.shot("paused", "--options", PAUSED, when="paused")
        self.assertEqual(self.buttons(picture), {"zoom", "light", "trigger"})
        picture = self.shot("paused-legacy", "--options", PAUSED, "--overlay", 1, when="paused")
        # Two bars in the middle of the window, 0.4 and 0.6 of the side of a button.
        for x in (320 - 0.1 * 56, 320 + 0.1 * 56):
            self.near(picture.at(x, 180), WHITE, "the pause sign")
        self.near(picture.at(320, 180), GREY, "between its bars")

    def test_outline_after_a_read(self):
        picture = self.shot("read", "--symbologies", "QR", source=settings.TILL, when="read")
        self.assertGreater(picture.count(GREEN, 200, 40, 310, 150), 300)  # where the QR code is
        self.assertEqual(picture.count(GREEN, 0, 200, 640, 360), 0)

    def test_full_screen(self):
        picture = self.shot("full-screen", "--full-screen")
        self.assertEqual((picture.width, picture.height), (1280, 800))
        self.assertEqual(self.buttons(picture), {"zoom", "light", "close"})
        # 16:9 in 16:10: bars of 40 above and below.
        self.near(picture.at(640, 20), (0, 0, 0), "the bar above")
        self.near(picture.at(640, 60), GREY, "the picture")

    def lies(self, window, size, colours, act=lambda: None):
        """Waits until a window has a size, and the screen these colours at these places. A key may be lost while windows change:
        then again, after a while."""
        for _ in range(40):
            act()
            end = time.monotonic() + 3
            while time.monotonic() < end:
                found, seen = self.geometry(window), self.screen()
                if found == size and all(seen.at(*place) == colour for place, colour in colours.items()):
                    return
                time.sleep(0.05)
        self.fail((found, {place: seen.at(*place) for place in colours}))

    def manager(self, name):
        """Starts a window manager; it runs when this returns."""
        sign = os.path.join(self.folder.name, name)
        helper = subprocess.Popen([name, "--sm-disable", "--startup", "touch " + sign], stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL)
        self.addCleanup(helper.wait)
        self.addCleanup(helper.kill)
        end = time.monotonic() + 120
        while not os.path.exists(sign):
            self.assertLess(time.monotonic(), end, name + " does not start")
            time.sleep(0.05)
        return helper

    def test_the_screen_is_covered_whoever_manages_windows(self):
        covered = {(640, 20): (0, 0, 0), (5, 60): GREY, (1275, 60): GREY, (640, 700): GREY}
        for manager in (None, "openbox"):
            with self.subTest(manager):
                helper = self.manager(manager) if manager else None
                process = self.start("--full-screen")
                window = self.find(process)
                self.lies(window, (1280, 800), covered)
                for size, colours in (((640, 360), {(350, 300): GREY}), ((1280, 800), covered)):
                    words = ["windowactivate", "--sync"] if manager else ["windowfocus"]
                    key = ["xdotool", *words, window, "key", "F11"]
                    self.lies(window, size, colours, lambda: subprocess.run(key, capture_output=True, timeout=60))
                self.assertEqual(self.ends(process, lambda: self.key(window, "Escape")), 1)
                if helper:
                    helper.terminate()
                    helper.wait(60)

    def test_gravity(self):
        fill = self.shot("fill", "--size", "400x400", "--gravity", "2")
        self.near(fill.at(200, 5), GREY, "filled")
        fit = self.shot("fit", "--size", "400x400")
        self.near(fit.at(200, 5), (0, 0, 0), "a bar")

    def test_front_cameras_are_mirrored(self):
        path = os.path.join(self.folder.name, "halves.pgm")
        with open(path, "wb") as file:
            file.write(b"P5\n64 36\n255\n" + (b"\x20" * 32 + b"\xe0" * 32) * 36)
        back = self.shot("back", "--options", 3, source=path)
        front = self.shot("mirrored", "--mode", 3, "--options", 3, source=path)
        self.near(back.at(200, 180), (0x20,) * 3, "left of a back camera")
        self.near(front.at(200, 180), (0xE0,) * 3, "left of a front camera")

    def test_two_pixels_a_unit(self):
        picture = self.shot("high-dpi", "--size", "1280x720", "--scale", "2")
        self.assertEqual(self.buttons(picture, 2), {"zoom", "light"})

    # ---- what the user does ------------------------------------------------------------------------------------------

    def test_escape_and_the_close_button_close(self):
        process = self.start("--options", CLOSE)
        window = self.find(process)
        self.assertEqual(self.ends(process, lambda: self.key(window, "Escape")), 1)
        process = self.start("--options", CLOSE)
        window = self.find(process)
        self.assertEqual(self.ends(process, lambda: self.click(window, 640 - self.MIDDLE, self.MIDDLE)), 1)

    def test_the_trigger_starts_reading(self):
        middle = 360 - self.MIDDLE
        for name, act in (
            ("mouse", lambda window: self.click(window, 320, middle)), ("space", lambda window: self.key(window, "space")),
        ):
            with self.subTest(name):
                process = self.start("--options", PAUSED, "--count", 1, "--symbologies", "QR", source=settings.TILL)
                window = self.find(process)
                out = []
                reader = threading.Thread(target=lambda: out.append(process.stdout.readline()), daemon=True)
                reader.start()
                # Once: a second time would stop it again.
                end = time.monotonic() + 120
                while process.poll() is None and time.monotonic() < end:
                    act(window)
                    for _ in range(100):
                        if process.poll() is not None:
                            break
                        time.sleep(0.05)
                reader.join(60)
                self.assertEqual(process.wait(60), 0)
                self.assertIn("https://example.org/till/42", out[0])

    def test_the_focus_has_a_name(self):
        process = self.start()
        window = self.find(process)
        end = time.monotonic() + 120
        title = ""
        while "Zoom (button)" not in title and time.monotonic() < end:
            self.key(window, "Tab")
            time.sleep(0.2)
            title = subprocess.run(["xdotool", "getwindowname", window], capture_output=True, text=True).stdout
        self.assertEqual(title.strip(), "Scanbeam - Zoom (button)")
        process.terminate()
        process.communicate(timeout=60)

    def title(self, window, wanted):
        """Waits for a title."""
        end = time.monotonic() + 120
        while time.monotonic() < end:
            title = subprocess.run(["xdotool", "getwindowname", window], capture_output=True, text=True).stdout.strip()
            if title == wanted:
                return
            time.sleep(0.05)
        self.fail(f"the title is {title!r}, not {wanted!r}")

    def test_the_title_says_what_happens(self):
        # With a shot to come outlines stay for ten minutes; it is not idle before.
        process = self.start("--options", PAUSED, "--symbologies", "QR", "--trigger", CONTINUOUS, "--shot",
                             os.path.join(self.folder.name, "title.ppm"), "--when", "idle", source=settings.TILL)
        window = self.find(process)
        self.title(window, "Scanbeam - Paused")
        self.key(window, "space")
        self.title(window, "Scanbeam - Read QR https://example.org/till/42")
        process = self.start("--symbologies", "QR")
        self.title(self.find(process, "^Scanbeam - Scanning"), "Scanbeam - Scanning")

    def test_from_python(self):
        root = settings.ROOT
        environment = dict(os.environ, PYTHONPATH=os.path.join(root, "bindings", "python"),
                           SCANBEAM_LIBRARY=os.path.join(os.path.dirname(PROGRAM), "libscanbeam.so.0"))
        process = self.start(program="/usr/bin/python3", source=os.path.join(root, "Tests", "Preview", "from_python.py"),
                             environment=environment)
        line = process.stdout.readline()
        self.assertEqual(line, "shown\n", "" if line else process.stderr.read())
        window = self.find(process, "^python", by="--class")  # xdotool finds no names in UTF-8
        self.assertEqual(self.ends(process, lambda: self.key(window, "Escape")), 0)

    def test_without_a_screen(self):
        if os.path.exists("/dev/dri"):
            self.skipTest("there is a display")
        environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
        done = subprocess.run([PROGRAM, self.flat], capture_output=True, text=True, timeout=300, env=environment)
        self.assertEqual(done.returncode, 2)
        self.assertIn("there is no screen for a preview: no desktop runs", done.stderr)

    # ---- inside of a host's window -----------------------------------------------------------------------------------

    def test_container(self):
        host = subprocess.Popen([PARENT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.addCleanup(host.stdout.close)
        self.addCleanup(host.stdin.close)
        self.addCleanup(host.kill)
        number = host.stdout.readline().strip()
        picture = self.shot("container", "--parent", number)
        self.assertEqual((picture.width, picture.height), (400, 300))

        def tell(words):
            host.stdin.write(words + "\n")
            host.stdin.flush()
            return host.stdout.readline()

        tell("resize")
        picture = self.shot("container-wide", "--parent", number)
        self.assertEqual((picture.width, picture.height), (600, 200))
        # The host takes its window away: the preview ends, and does not take the process with it.
        process = self.start("--parent", number)
        tell("child")
        tell("destroy")
        self.assertEqual(process.wait(120), 1)

    # ---- fingers -----------------------------------------------------------------------------------------------------

    def test_touch(self):
        done = subprocess.run([os.environ["SCANBEAM_PREVIEW_TOUCH"]], capture_output=True, text=True, timeout=300)
        self.assertEqual((done.returncode, done.stdout), (0, "ok\n"), done.stderr)


if __name__ == "__main__":
    unittest.main()
