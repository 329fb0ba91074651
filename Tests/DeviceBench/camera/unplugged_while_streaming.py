"""Unplugged while it streams: one failure event, the scan ends, the reader is unavailable"""


def run(bench):
    camera = bench.camera("blank")
    for mode in ("poll", "thread"):
        watch = bench.watch_connected(camera.identity, mode)
        watch.tell("scan")
        camera.wait_for("frame", camera.count("frame") + 2)
        camera.unplug()
        bench.must_be_lost(watch, scanning=True)
        camera.plug()
        camera.wait_for_node()
