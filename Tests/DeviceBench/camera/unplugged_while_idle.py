"""Unplugged while connected but idle: one failure event; while not even connected: none, only its absence"""


def run(bench):
    camera = bench.camera("blank")
    watch = bench.watch_connected(camera.identity)
    other = bench.watch(camera.identity)
    other.expect("availability AVAILABLE")
    camera.unplug()
    bench.must_be_lost(watch, scanning=False)
    other.expect("availability UNAVAILABLE")
    other.tell("quit")
    other.finish()
    bench.equal(other.count(" failed "), 0, "failures of a reader that was not connected")
