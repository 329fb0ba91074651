"""Measured: what a window of 1280 x 720 costs beside a camera reader that scans, at 1920 x 1080

The mock driver hands in a frame whenever one is due; an X server without hardware (Xvfb) shows the window, and what it spends
itself is told apart. A scene with the noise of a sensor, so that JPEG pictures are as large as those of cameras. In the
environment SCANBEAM_COST names formats, SCANBEAM_SEARCH what is searched ("-": nothing, ALL, or a symbology), SCANBEAM_SECONDS
and SCANBEAM_ROUNDS say how long."""
import os
import random
import statistics

from emulated import pictures
from harness import build
from mock import preview

TIMEOUT = 1200
SECONDS = float(os.environ.get("SCANBEAM_SECONDS", "3"))
ROUNDS = int(os.environ.get("SCANBEAM_ROUNDS", "5"))
SIZE = (1920, 1080)


TILL = os.path.join(build.ROOT, "samples", "till.png")


def scene(number):
    """A table as a camera sees it, with noise. On even ones five codes, each time elsewhere, so that they have to be found."""
    path = os.path.join(pictures.FRAMES_FOLDER, f"till-{number}.pgm")
    if not os.path.exists(path):
        width, height = SIZE
        grey, chance = pictures.canvas("blank" if number % 2 else TILL, width, height), random.Random(number)
        noise = bytes(max(0, min(40, round(chance.gauss(20, 2.5)))) for _ in range(1 << 16))
        rows, shift = [], 40 * number
        for y in range(height):
            start = chance.randrange(1 << 15)
            light = 150 + 40 * y // height
            row = grey[y * width:(y + 1) * width]
            row = row[shift:] + row[:shift]
            rows.append(bytes((value * light >> 8) + n for value, n in zip(row, noise[start:start + width])))
        os.makedirs(pictures.FRAMES_FOLDER, exist_ok=True)
        with open(path, "wb") as file:
            file.write(b"P5 %d %d 255\n" % SIZE + b"".join(rows))
    return path


def measure(bench, screen, number, code, rate, symbology):
    film = [pictures.frame(scene(i), code, *SIZE) for i in range(6)]
    picture = film[0]
    camera = bench.camera(number=number, code=code, width=SIZE[0], height=SIZE[1], picture=picture, interval=0)
    camera.film = film
    camera.pace(rate)
    found = {"without": [], "with": []}
    before = screen.spent()
    done = bench.run(preview.COST, camera.node, "1280x720", str(SECONDS), str(ROUNDS), symbology, timeout=600)
    bench.check(done.status == 0, f"cost ended with {done.status}: {done.errors}")
    if os.environ.get("SCANBEAM_VERBOSE"):
        print(done.output)
    for line in done.output.splitlines():
        words = line.split()
        found[words[0]].append({words[i]: float(words[i + 1]) for i in range(1, len(words), 2)})

    def middle(which, name):
        return statistics.median(each[name] for each in found[which])
    extra = statistics.median(b["cpu"] - a["cpu"] for a, b in zip(found["without"], found["with"]))
    text = (f"{code} ({len(picture) >> 10} KiB) at {rate}/s, {symbology if symbology != '-' else 'nothing'} searched: "
            f"{middle('without', 'cpu'):.1f} % of a core without a window, {extra:+.1f} % with; "
            f"{middle('with', 'shown'):.1f} shown, {middle('without', 'came'):.1f} and "
            f"{middle('with', 'came'):.1f} came a second")
    if symbology != "-":
        a, b = middle("without", "latency"), middle("with", "latency")
        text += f"; frame to read {a:.1f} and {b:.1f} ms"
        # The same without the rest of the machine: pairs of rounds, because it is never quiet.
        a, b = middle("without", "work"), middle("with", "work")
        ratio = statistics.median(b["work"] / a["work"] for a, b in zip(found["without"], found["with"]))
        text += f", of that work {a:.2f} and {b:.2f} ms ({ratio:.3f})"
    share = (screen.spent() - before) / (ROUNDS * SECONDS) * 100
    print(f"{text}; the X server {share:.1f} %", flush=True)


def run(bench):
    screen = preview.Screen(bench)
    number = 0
    wanted = os.environ.get("SCANBEAM_COST", "YUYV MJPG").split()
    for symbology in os.environ.get("SCANBEAM_SEARCH", "- QR ALL").split():
        for code in wanted:
            for rate in ((30,) if symbology == "ALL" else (30, 60)):
                measure(bench, screen, number, code, rate, symbology)
                number += 1
