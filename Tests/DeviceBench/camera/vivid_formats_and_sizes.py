"""The kernel's test camera streams as webcam, television and HDMI input, whatever format it was left in"""


def run(bench):
    for kind, size in ((0, "width=320,height=180"), (1, "width=720,height=576"), (3, "width=640,height=480")):
        node = bench.vivid(input_types=kind)
        for fourcc in ("NV12", "RGB3"):
            bench.run("v4l2-ctl", "-d", node, f"--set-fmt-video={size},pixelformat={fourcc}")
            watch = bench.watch_connected(node)
            watch.tell("scan")
            bench.frames_arrive(watch, 2)
            watch.ask("stop", "results STOPPED")
            watch.tell("quit")
            watch.finish()
            bench.equal(watch.count(" failed "), 0, f"failures with {fourcc}:\n{watch.transcript()}\n ")
        bench.end()
