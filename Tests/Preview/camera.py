"""A camera in the preview: frames of a V4L2 driver, mocked at the system calls, through the camera reader into the window and the
page. Run by umockdev-wrapper, under Xvfb.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
import unittest

import settings

MOCKS = os.path.join(settings.ROOT, "Tests", "MockDevices")
sys.path[:0] = [MOCKS, os.path.join(settings.ROOT, "Tests", "DeviceBench")]

from emulated import pictures  # noqa: E402
from mock.bench import Bench  # noqa: E402

from shown import Shown  # noqa: E402

SIZE = (640, 360)
GREEN = (0, 255, 0)


class Camera(Shown):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.bench = Bench()
        cls.cameras = 0

    @classmethod
    def tearDownClass(cls):
        cls.bench.end()
        super().tearDownClass()

    def camera(self, code, picture="qr"):
        frame = pictures.frame(picture, code, *SIZE)
        camera = self.bench.camera(number=Camera.cameras, code=code, width=SIZE[0], height=SIZE[1], picture=frame)
        Camera.cameras += 1
        if code == "MJPG":
            camera.used = len(frame)
        camera.pace(30)
        return camera

    def code(self):
        """Where the code of the picture lies: left, top, right, bottom."""
        grey = pictures.canvas("qr", *SIZE)
        dark = [i for i, value in enumerate(grey) if value < 128]
        columns = [i % SIZE[0] for i in dark]
        return min(columns), dark[0] // SIZE[0], max(columns), dark[-1] // SIZE[0]

    def test_the_window_shows_the_camera_and_outlines_what_was_read(self):
        left, top, right, bottom = self.code()
        for code in ("YUYV", "MJPG"):
            with self.subTest(code):
                camera = self.camera(code)
                picture = self.shot(
                    "camera-" + code.lower(), "--size", "640x360", "--symbologies", "QR", when="read", source=camera.node)
                # Paper and the dark of the finder pattern in the code's upper left corner, off the outline.
                self.near(picture.at(left - 40, (top + bottom) / 2), (255, 255, 255), "paper", 12)
                module = (right - left + 1) / 21
                self.near(picture.at(left + 3.5 * module, top + 3.5 * module), (0, 0, 0), "the finder pattern", 12)
                # Green along the edges of the code, none farther away, none inside.
                around = 12
                self.assertGreater(
                    picture.count(GREEN, left - around, top - around, right + around, bottom + around), 400)
                self.assertEqual(picture.count(GREEN, 0, 0, left - around, 360), 0)
                self.assertEqual(picture.count(GREEN, right + around, 0, 640, 360), 0)
                self.assertEqual(
                    picture.count(GREEN, left + around, top + around, right - around, bottom - around), 0)
                self.assertGreater(camera.count("dqbuf"), 1)

    def test_a_camera_that_is_unplugged(self):
        camera = self.camera("YUYV")
        process = self.start("--symbologies", "QR", source=camera.node)
        self.find(process)
        while camera.count("dqbuf") < 10:
            self.assertIsNone(process.poll(), "it ended")
            time.sleep(0.01)
        camera.unplug()
        _, errors = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 2)
        self.assertIn("plug", errors)

    # ---- the tool ----------------------------------------------------------------------------------------------------

    def tool(self, *words):
        """Runs the tool, which becomes the program of the window."""
        return subprocess.run([settings.TOOL, *map(str, words)], capture_output=True, text=True, timeout=300)

    def test_read_with_a_preview_takes_the_options_of_read(self):
        image, drawing = (os.path.join(self.folder.name, name) for name in ("seen.jpg", "seen.svg"))
        done = self.tool(
            "read", "--preview", self.camera("YUYV").node, "--symbologies", "QR", "--count", 1, "--json", "--timeout", 3600,
            "--size", "640x360", "--fps", 30, "--region", "0,0,100,100", "--target", "50,50,100,100", "--nearest",
            "--agree", "2/3", "--duplicates", "once", "--rate", 25, "--sharpest", 2, "--encoding", "utf-8", "--codes", 1,
            "--partial", "--trigger", "continuous", "--reconnect", "--effort", 3, "--image", image, "--svg", drawing,
            "--dmcc", "SET IMAGE.QUALITY 80; SET IMAGE.SIZE 0", "--preview-options", "close-button")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout)["text"], pictures.text("qr"))
        with open(image, "rb") as file:
            self.assertEqual(file.read(2), b"\xff\xd8")
        with open(drawing) as file:
            self.assertIn("<svg", file.read())
        done = self.tool("read", "--preview", self.camera("YUYV").node, "--symbologies", "QR", "--count", 1, "--xml",
                         "--finder", "1.5,8,8", "--mode", "no-aimer", "--dmcc", "SET DATA.RESULT-TYPE 2")
        self.assertEqual((done.returncode, done.stdout[:1]), (0, "<"), done.stderr)
        # A region without the code, in pixels: it reaches the reader, and nothing is read until the end.
        process = self.start_tool(
            "read", "--preview", self.camera("YUYV").node, "--symbologies", "QR", "--region", "0,0,100,360px")
        self.find(process)
        time.sleep(1)
        process.terminate()
        self.assertEqual(process.communicate(timeout=120)[0], "")
        self.assertEqual(process.returncode, 1)

    def start_tool(self, *words):
        return self.start(*words[1:], program=settings.TOOL, source=words[0])

    def test_what_makes_no_sense_is_said(self):
        node = "/dev/video0"
        for words, told in (
            (["--annotate", "a.png", node], "--annotate"), (["--tag-format", "id", node], "tags"),
            (["--user", "x", node], "network"), (["pcsc:"], "contactless"), (["usb:"], "terminal"), (["-"], "standard input"),
            (["hid:x"], "hand scanner"), ([node, "/dev/video1"], "one camera"), ([node, settings.TILL], "one camera"),
            (["--region", "90,0,20,100", node], "--region"), (["--trigger", "often", node], "--trigger"),
            ([self.folder.name], "no picture"), (["/no/such.png"], "/no/such.png"),
        ):
            if words == [self.folder.name]:
                words = [tempfile.mkdtemp(dir=self.folder.name)]
            done = self.tool("read", "--preview", *words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(told, done.stderr, words)
        for words, told in ((["--token", "x", node], "--http"), (["--fps", "0", node], "--fps")):
            done = self.tool("preview", *words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(told, done.stderr, words)
        # A setting that this camera does not have.
        done = self.tool("read", "--preview", self.camera("YUYV").node, "--control", "gain=40")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--control", done.stderr)

    def test_several_pictures_and_folders(self):
        folder = tempfile.mkdtemp(dir=self.folder.name)
        paths = [os.path.join(folder, name + ".pgm") for name in ("qr", "qr2")]
        for path, name in zip(paths, ("qr", "qr2")):
            with open(path, "wb") as file:
                file.write(b"P5 %d %d 255\n" % SIZE + pictures.canvas(name, *SIZE))
        wanted = {pictures.text("qr"), pictures.text("qr2")}
        for sources in (paths, [folder]):
            done = self.tool("preview", *sources, "--count", 2, "--symbologies", "QR", "--json", "--fps", 30)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual({json.loads(line)["text"] for line in done.stdout.splitlines()}, wanted)
        # A picture that cannot be read is told, and left out.
        with open(os.path.join(folder, "broken.png"), "wb") as file:
            file.write(b"\x89PNG")
        done = self.tool("preview", os.path.join(folder, "broken.png"), *paths, "--count", 2, "--symbologies", "QR")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("broken.png", done.stderr)

    # ---- examples ----------------------------------------------------------------------------------------------------

    def example(self, name):
        """A C or C++ example with a window of its own toolkit: what was read is printed, and outlined on the screen."""
        program = os.environ.get("SCANBEAM_PREVIEW_" + name.upper(), "")
        if not os.path.exists(program):
            self.skipTest("not compiled")
        process = self.start(program=program, source=self.camera("YUYV").node)
        line = process.stdout.readline().strip()
        self.assertEqual(line, pictures.text("qr"), "" if line else process.stderr.read())
        number = self.find(process, "^Scanbeam in ")
        end = time.monotonic() + 120
        while time.monotonic() < end:
            # Told again whenever the code comes back, so the outline as well.
            picture = self.screen()
            if picture.count(GREEN) > 400 and picture.count((255, 255, 255)) > 50_000:
                break
            self.assertIsNone(process.poll(), "it ended")
            time.sleep(0.05)
        else:
            self.fail("there is no outline on the screen")
        width, height = self.geometry(number)
        picture.cut(width, height).keep(name)
        return process, number

    def black(self):
        """Black pixels of what is shown first on the screen."""
        return self.screen().count((0, 0, 0), 0, 0, 640, 360)

    def test_gtk_draws_the_overlay_itself(self):
        self.example("gtk")

    def test_screen_readers_find_the_buttons(self):
        bus = subprocess.Popen(["dbus-daemon", "--session", "--nofork", "--print-address"], stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(bus.stdout.close)
        self.addCleanup(bus.wait)
        self.addCleanup(bus.kill)
        # In this process's own environment, which is more than Python knows of: the testbed's folder is in it.
        address = os.environ.pop("DBUS_SESSION_BUS_ADDRESS", None)
        self.addCleanup(lambda: os.environ.update({"DBUS_SESSION_BUS_ADDRESS": address} if address else {}))
        self.addCleanup(lambda: os.environ.pop("DBUS_SESSION_BUS_ADDRESS", None))
        os.environ["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        os.environ["QT_LINUX_ACCESSIBILITY_ALWAYS_ON"] = "1"
        self.addCleanup(lambda: os.environ.pop("QT_LINUX_ACCESSIBILITY_ALWAYS_ON"))
        for name, picture, buttons in (("gtk", "drawing area", ("Zoom", "Light on")), ("qt", "filler", ("Zoom",))):
            with self.subTest(name):
                process, _ = self.example(name)
                before = self.black()
                tree = os.path.join(settings.ROOT, "Tests", "Preview", "spoken.py")
                done = subprocess.run(["/usr/bin/python3", tree, "Zoom"], capture_output=True, text=True, timeout=300)
                self.assertEqual(done.returncode, 0, done.stderr)
                lines = [line.strip() for line in done.stdout.splitlines()]
                for wanted in (f"{picture}: What the camera sees", *(f"push button: {each}" for each in buttons), "pressed"):
                    self.assertIn(wanted, lines)
                # The picture is enlarged: black modules grow.
                end = time.monotonic() + 120
                while self.black() < 1.5 * before:
                    self.assertLess(time.monotonic(), end, "nothing is enlarged")
                    time.sleep(0.05)
                process.kill()
                process.wait()

    def test_qt_has_the_preview_in_a_widget(self):
        process, number = self.example("qt")
        # The overlay's own zoom button, in the window inside of the widget: the margin of the layout is around it. Black
        # modules grow.
        before, end = self.black(), time.monotonic() + 120
        while time.monotonic() < end:
            self.click(number, 9 + self.MIDDLE, 9 + 360 - self.MIDDLE)
            for _ in range(20):
                if self.black() > 1.5 * before:
                    return
                time.sleep(0.05)
            self.assertIsNone(process.poll(), "it ended")
        self.fail("nothing is enlarged")

    def test_the_page_shows_the_camera(self):
        from chromium import Chromium
        from page import Tool
        browser = Chromium()
        self.addCleanup(browser.close)
        for code in ("YUYV", "MJPG"):
            with self.subTest(code):
                tool = Tool("--symbologies", "QR", source=self.camera(code).node)
                self.addCleanup(tool.end)
                page = browser.open(tool.address)
                page.wait("document.querySelector('#picture')?.naturalWidth === 640", "a picture")
                page.wait(f"document.querySelector('#results').innerText.includes('{pictures.text('qr')}')", "the read")
                # An outline around it; the read may be told again later, so it comes back.
                place = page.wait("""(() => {
                    const svg = document.querySelector('#overlay svg'), g = svg?.querySelector('[data-tag="1124"] polygon');
                    if (!g) return null;
                    const box = g.getBBox(), view = svg.viewBox.baseVal;
                    return [box.x / view.width, box.y / view.height, box.width / view.width, box.height / view.height];
                })()""", "the outline")
                left, top, right, bottom = self.code()
                wanted = (left / 640, top / 360, (right - left) / 640, (bottom - top) / 360)
                for found, expected in zip(place, wanted):
                    self.assertAlmostEqual(found, expected, delta=0.03)
                # The pixels are those of the camera: dark where the finder pattern is, light beside the code.
                x, y = left + (right - left) / 6, top + (bottom - top) / 6
                colours = page.value(f"""(async () => {{
                    const canvas = document.createElement('canvas'), p = document.querySelector('#picture');
                    [canvas.width, canvas.height] = [p.naturalWidth, p.naturalHeight];
                    const context = canvas.getContext('2d');
                    context.drawImage(p, 0, 0);
                    return [[{x}, {y}], [{left - 40}, {y}]].map(([x, y]) => context.getImageData(x, y, 1, 1).data[1]);
                }})()""")
                self.assertLess(colours[0], 40)
                self.assertGreater(colours[1], 215)


if __name__ == "__main__":
    unittest.main()
