"""Measured: from plugging in to the availability event, from unplugging to the failure event, against the bare loop"""
import os

from harness.bench import BUILD

TIMEOUT = 180
ROUNDS = 5


def run(bench):
    camera = bench.camera("blank", plug=False)
    watch = bench.watch(camera.identity)
    plugging, unplugging = [], []
    for number in range(ROUNDS):
        bare = bench.start(os.path.join(BUILD, "bare"), "/dev/video0", "640", "480")
        bare.expect("ready")
        camera.plug()
        opened = _seconds(bare.expect("open"))
        available = _seconds(watch.expect("availability AVAILABLE"))
        plugged = camera.last("plug")[0]
        plugging.append((available - plugged, opened - plugged))
        camera.wait_for("frame", camera.count("frame") + 1)
        camera.unplug()
        gone = _seconds(bare.expect("lost"))
        watch.expect("availability UNAVAILABLE")
        reference = gone - camera.last("unplug")[0]

        camera.plug()
        watch.expect("availability AVAILABLE")
        watch.ask("connect", "completed connect SCANBEAM_OK")
        watch.tell("scan")
        camera.wait_for("frame", camera.count("frame") + 1)
        failures = watch.count(" failed ")
        camera.unplug()
        bench.wait(lambda: watch.count(" failed ") > failures, "the failure event")
        failed = _seconds([line for line in watch.lines if " failed " in line][-1])
        watch.expect("availability UNAVAILABLE")
        unplugging.append((failed - camera.last("unplug")[0], reference))
    for what, times in (("plug -> available", plugging), ("unplug -> failure", unplugging)):
        ours, theirs = (sorted(column)[ROUNDS // 2] for column in zip(*times))
        bench.note(f"median {what}: {ours * 1e3:7.1f} ms, bare loop {theirs * 1e3:7.1f} ms, ratio {ours / theirs:.2f}"
                   f" ({ROUNDS} rounds)")


def _seconds(line):
    return int(line.split()[0]) / 1e9
