"""Measured: what a window of 1280 x 720 costs beside a camera reader that scans, at 1920 x 1080

Frames come from memory, each when it is due (Tests/Preview/paced.c); an X server without hardware (Xvfb) shows the window, and what it spends
itself is told apart. A scene with the noise of a sensor, so that JPEG pictures are as large as those of cameras. In the
environment SCANBEAM_COST names formats, SCANBEAM_SEARCH what is searched ("-": nothing, ALL, or a symbology), SCANBEAM_SECONDS
and SCANBEAM_ROUNDS say how long, and SCANBEAM_RATES how many frames come in a second."""
import math
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


def kept(number, code):
    """The file of a frame."""
    path = os.path.join(pictures.FRAMES_FOLDER, f"till-{number}.{code}")
    data = pictures.frame(scene(number), code, *SIZE)
    with open(path, "wb") as file:
        file.write(data)
    return path, len(data)


def sure(ratios):
    """Of sorted values: between which two their median lies, with 95 % certainty, whatever their distribution."""
    count, tail, k = len(ratios), 0, -1
    while tail + math.comb(count, k + 1) <= 0.025 * 2 ** count:
        k += 1
        tail += math.comb(count, k)
    return ratios[max(k, 0)], ratios[-1 - max(k, 0)]


def measure(bench, screen, number, code, rate, symbology):
    film = [kept(i, code) for i in range(6)]
    camera = bench.camera(number=number, code=code, width=SIZE[0], height=SIZE[1])
    os.environ["SCANBEAM_FILM"], os.environ["SCANBEAM_RATE"] = ":".join(path for path, _ in film), str(rate)
    found, rounds = {"without": [], "with": []}, {"without": [], "with": []}
    before = screen.spent()
    done = bench.run(preview.COST, camera.node, "1280x720", str(SECONDS), str(ROUNDS), symbology, timeout=600)
    bench.check(done.status == 0, f"cost ended with {done.status}: {done.errors}")
    for line in done.output.splitlines():
        words = line.split()
        if words[0].startswith("times-"):
            rounds[words[0][6:]].append([float(word) for word in words[1:]])
            continue
        found[words[0]].append({words[i]: float(words[i + 1]) for i in range(1, len(words), 2)})
        if os.environ.get("SCANBEAM_VERBOSE"):
            print(line)

    def middle(which, name):
        return statistics.median(each[name] for each in found[which])
    extra = statistics.median(b["cpu"] - a["cpu"] for a, b in zip(found["without"], found["with"]))
    text = (f"{code} ({film[0][1] >> 10} and {film[1][1] >> 10} KiB) at {rate}/s, "
            f"{symbology if symbology != '-' else 'nothing'} searched: "
            f"{middle('without', 'cpu'):.1f} % of a core without a window, {extra:+.1f} % with; "
            f"{middle('with', 'shown'):.1f} shown, {middle('without', 'came'):.1f} and "
            f"{middle('with', 'came'):.1f} came a second")
    if all(all(each) for each in rounds.values()):
        # Pairs of rounds, because the machine is never quiet; means, because a median would jump between the pictures of the film.
        ratios = sorted(statistics.fmean(b) / statistics.fmean(a) for a, b in zip(rounds["without"], rounds["with"]))
        times = [sorted(sum(rounds[which], [])) for which in ("without", "with")]
        low, high = sure(ratios)
        late = [each[len(each) * 95 // 100] for each in times]
        text += (f"; frame to read {statistics.fmean(times[0]):.2f} and {statistics.fmean(times[1]):.2f} ms "
                 f"({statistics.median(ratios):.3f}, {low:.3f} to {high:.3f} with 95 % certainty; {len(ratios)} pairs of rounds), "
                 f"95 % within {late[0]:.2f} and {late[1]:.2f} ms ({late[1] / late[0]:.3f}), "
                 f"{len(times[0])} and {len(times[1])} reads; work on that way "
                 f"{middle('without', 'work'):.2f} and {middle('with', 'work'):.2f} ms")
    share = (screen.spent() - before) / (ROUNDS * SECONDS) * 100
    print(f"{text}; the X server {share:.1f} %", flush=True)


def run(bench):
    screen = preview.Screen(bench)
    number = 0
    wanted = os.environ.get("SCANBEAM_COST", "YUYV MJPG").split()
    for symbology in os.environ.get("SCANBEAM_SEARCH", "- QR ALL").split():
        for code in wanted:
            for rate in map(int, os.environ.get("SCANBEAM_RATES", "30" if symbology == "ALL" else "30 60").split()):
                measure(bench, screen, number, code, rate, symbology)
                number += 1
