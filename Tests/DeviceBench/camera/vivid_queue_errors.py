"""A buffer that the driver does not take back once: the stream goes on, or ends with one failure event"""


def run(bench):
    node = bench.vivid()
    watch = bench.watch_connected(node)
    watch.tell("scan")
    bench.frames_arrive(watch, 2)
    bench.inject(node, "inject_vidioc_qbuf_error")
    end = bench.frames_arrive(watch, 3, or_failure=True)
    watch.tell("quit")
    watch.finish()
    bench.equal(watch.count(" failed "), 0 if end == "frames" else 1, f"failures:\n{watch.transcript()}\n ")
    bench.works(node)
