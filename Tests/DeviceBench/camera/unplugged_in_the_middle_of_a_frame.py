"""Unplugged in the middle of a frame: one failure event, and no result of the half frame"""


def run(bench):
    camera = bench.camera("blank")
    watch = bench.watch_connected(camera.identity)
    watch.tell("scan")
    camera.wait_for("frame", 2)
    camera.at("payload", camera.unplug)
    bench.must_be_lost(watch, scanning=True)
