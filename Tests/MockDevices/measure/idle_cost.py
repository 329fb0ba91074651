"""Measured: what a camera reader that scans costs at 30 frames a second of 1280 x 720, on this processor

The driver is a mock that hands in a frame every 33 ms; the time of the client alone counts, with the cost of asking the mock
instead of the kernel in it."""
import glob
import time

from emulated import pictures

SECONDS = 10
SIZE = (1280, 720)


def spent(program):
    """Processor time of a program's threads in seconds, to the nanosecond."""
    total = 0
    for path in glob.glob(f"/proc/{program._process.pid}/task/*/schedstat"):
        with open(path) as file:
            total += int(file.read().split()[0])
    return total / 1e9


def measure(bench, number, code, picture, only):
    camera = bench.camera(number=number, code=code, width=SIZE[0], height=SIZE[1], picture=picture, interval=1 / 30)
    if code == "MJPG":
        camera.used = len(picture)
    camera.pace(30)
    watch = bench.watch(camera.node)
    watch.ask("connect", "completed connect SCANBEAM_OK")
    watch.tell("continuous")
    watch.ask(f"only {only}", "answered only SCANBEAM_OK")
    watch.tell("scan")
    bench.wait(lambda: camera.count("dqbuf") > 15, "frames")
    frames, before, begin = camera.count("dqbuf"), spent(watch), time.monotonic()
    time.sleep(SECONDS)
    frames, cost, wall = camera.count("dqbuf") - frames, spent(watch) - before, time.monotonic() - begin
    watch.tell("quit")
    watch.finish()
    print(f"{code}, {only} enabled: {frames / wall:.1f} frames/s, {cost / wall * 100:.2f} % of a core, "
          f"{cost / max(frames, 1) * 1e6:.0f} us a frame")


def run(bench):
    number = 0
    for only in ("NOTHING", "QR"):
        for code in ("YUYV", "MJPG"):
            measure(bench, number, code, pictures.frame("qr", code, *SIZE), only)
            number += 1
