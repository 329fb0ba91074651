"""The bars of the kernel's test camera are seen as they are, in a window without a desktop (KMS/DRM)"""
import os
import sys

from harness.bench import ROOT

TIMEOUT = 300
#: Its first test pattern: bars of 75 %. Of what it offers the reader takes GREY, which needs no conversion for decoding.
BARS = ((191, 191, 191), (191, 191, 0), (0, 191, 191), (0, 191, 0), (191, 0, 191), (191, 0, 0), (0, 0, 191), (0, 0, 0))


def run(bench):
    sys.path.append(os.path.join(ROOT, "Tests", "Preview"))
    from shown import Picture
    environment, node = bench.screen(), bench.vivid()
    # Without the text that it writes over the picture.
    bench.run("v4l2-ctl", "-d", node, "--set-fmt-video=width=640,height=360,pixelformat=YUYV", "-c",
              "test_pattern=0,osd_text_mode=2")
    path = "/tmp/bars.ppm"
    done = bench.run(os.environ["SCANBEAM_PREVIEW_PROGRAM"], node, "--options", "3", "--shot", path, "--when", "shown",
                     timeout=200, environment=environment)
    bench.check(done.status == 1, f"it ended with {done.status}: {done.errors}")
    shown = Picture(path)
    for i, bar in enumerate(BARS):
        luma = round(0.2126 * bar[0] + 0.7152 * bar[1] + 0.0722 * bar[2])  # ITU-R BT.709, as that driver does it
        for y in (0.3, 0.4, 0.6):
            seen = shown.at((i + 0.5) / len(BARS) * shown.width, y * shown.height)
            bench.check(len(set(seen)) == 1 and abs(seen[0] - luma) < 6, f"bar {i} is {seen}, not {luma}")
