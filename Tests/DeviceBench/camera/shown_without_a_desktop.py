"""A window without a desktop (KMS/DRM) shows the camera, and outlines the code that is read"""
import os
import sys

from emulated import pictures
from harness.bench import ROOT

TIMEOUT = 300
SIZE = (640, 480)
GREEN = (0, 255, 0)


def run(bench):
    sys.path.append(os.path.join(ROOT, "Tests", "Preview"))
    from shown import Picture
    environment = bench.screen()
    camera = bench.camera("qr", formats=(("YUYV", *SIZE, 10),))
    path = "/tmp/shown.ppm"
    done = bench.run(os.environ["SCANBEAM_PREVIEW_PROGRAM"], camera.identity, "--symbologies", "QR", "--shot", path,
                     "--when", "read", timeout=200, environment=environment)
    bench.check(done.status == 0 and pictures.text("qr") in done.output, f"it ended with {done.status}: {done.errors}")

    # Where the code lies on the screen, whatever its size.
    shown = Picture(path)
    scale = min(shown.width / SIZE[0], shown.height / SIZE[1])
    side, above = (shown.width - scale * SIZE[0]) / 2, (shown.height - scale * SIZE[1]) / 2
    dark = [i for i, value in enumerate(pictures.canvas("qr", *SIZE)) if value < 128]
    columns, rows = [i % SIZE[0] for i in dark], [i // SIZE[0] for i in dark]
    left, right = (round(side + scale * x) for x in (min(columns), max(columns) + 1))
    top, bottom = (round(above + scale * y) for y in (min(rows), max(rows) + 1))
    bench.check(scale > 1, f"a screen of {shown.width} x {shown.height}")
    bench.check(min(shown.at(left - 60, (top + bottom) / 2)) > 240, "no paper beside the code")
    finder = 3.5 * (right - left) / 21
    bench.check(max(shown.at(left + finder, top + finder)) < 15, "no finder pattern in the code's corner")
    around = 16
    bench.check(shown.count(GREEN, left - around, top - around, right + around, bottom + around) > 800, "no outline")
    bench.equal(shown.count(GREEN, 0, 0, left - around, shown.height), 0, "green beside the code")
    bench.equal(shown.count(GREEN, left + around, top + around, right - around, bottom - around), 0, "green inside")
