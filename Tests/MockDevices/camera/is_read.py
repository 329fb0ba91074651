"""The tool, the C examples and padded rows: a code is read out of mapped buffers"""
import os

from emulated import pictures
from harness import build


def run(bench):
    camera = bench.camera(picture=pictures.frame("qr", "YUYV", 320, 240), padding=96)
    done = bench.scanbeam("read", camera.node, "--count", "1", "--timeout", "15")
    bench.equal(done.status, 0, f"status ({done.errors})")
    bench.check(pictures.text("qr") in done.output, done.output)
    for example in ("camera_poll", "camera_thread"):
        done = bench.run(os.path.join(build.FOLDER, example), camera.node)
        bench.equal(done.status, 0, f"status of {example} ({done.errors})")
        bench.check(pictures.text("qr") in done.output, f"{example}: {done.output}")
