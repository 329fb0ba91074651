"""Measured: what a camera reader with nothing enabled costs at 30 frames a second"""
import os
import time

from harness.build import loop_seconds


def run(bench):
    node = bench.vivid()
    bench.run("v4l2-ctl", "-d", node, "--set-fmt-video=width=1280,height=720,pixelformat=YUYV", "-p", "30")
    watch = bench.watch_connected(node)
    watch.tell("continuous")
    watch.ask("only NOTHING", "answered only SCANBEAM_OK")
    watch.ask("frames 1280 720 30", "answered frames SCANBEAM_OK")
    watch.tell("scan")
    bench.frames_arrive(watch, 3)

    def look():
        watch.tell("statistics")
        received = int(watch.expect(r"statistics received=").split("received=")[1].split()[0])
        watch.tell("cpu")
        return received, int(watch.expect(" cpu ").split()[-1])
    first = look()
    time.sleep(8)  # every question would be counted in
    last = look()
    watch.tell("quit")
    watch.finish()
    frames, spent = last[0] - first[0], last[1] - first[1]
    # The same work on the host and here tells how much slower the emulated processor is.
    slow = loop_seconds() / float(os.environ["DEVICEBENCH_LOOP_SECONDS"])
    bench.note(f"{spent / frames / 1e3:.0f} us of this emulated processor a frame of 1280 x 720, {frames} frames; it is "
               f"{slow:.0f} times slower than the host: about {spent / frames * 30 / 1e7 / slow:.2f} % of a core at 30 frames/s")
    bench.check(not watch.count(" failed "), "failures")
