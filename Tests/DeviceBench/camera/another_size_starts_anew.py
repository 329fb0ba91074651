"""Another size starts the stream anew, once; another rate does not"""


def run(bench):
    camera = bench.camera(formats=(("YUYV", 640, 480, 10), ("YUYV", 320, 240, 10)))
    watch = bench.watch_connected(camera.identity)
    watch.tell("continuous")
    watch.tell("scan")
    bench.frames_arrive(watch, 2)
    starts = camera.count("start")
    watch.ask("frames 640 480 5", "answered frames SCANBEAM_OK")
    bench.frames_arrive(watch, 2)
    bench.equal(camera.count("start"), starts, "starts after another rate")
    watch.ask("frames 320 240 10", "answered frames SCANBEAM_OK")
    bench.wait(lambda: camera.count("start") == starts + 1, "the new start")
    bench.frames_arrive(watch, 2)
    bench.equal(camera.count("start"), starts + 1, "starts after another size")
    watch.tell("quit")
    watch.finish()
    bench.equal(watch.count(" failed "), 0, "failures")
