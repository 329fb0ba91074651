"""ENODEV in the middle of a stream ends the scan and the connection once, and the reader becomes unavailable"""
from emulated import pictures


def run(bench):
    camera = bench.camera(picture=pictures.frame("blank", "YUYV", 320, 240))
    watch = bench.watch_scanning(camera.node)
    bench.wait(lambda: camera.count("dqbuf") > 20, "frames")
    camera.unplug()
    bench.wait(lambda: watch.count("connection UNAVAILABLE"), "the end of the connection")
    watch.tell("quit")
    watch.finish()
    bench.equal(watch.count(" failed SCANBEAM_ERR_LOST"), 1, f"failures\n{watch.transcript()}\n")
    bench.equal(watch.count("results DISCONNECTED"), 1, f"ends of the scan\n{watch.transcript()}\n")
