"""A stream that fails for good is one failure event, and the next scan works"""


def run(bench):
    node = bench.vivid()
    watch = bench.watch_connected(node)
    watch.tell("scan")
    bench.frames_arrive(watch, 2)
    bench.inject(node, "inject_fatal_streaming_error")
    watch.expect("failed SCANBEAM_ERR_(IO|LOST|STALLED)", timeout=40)
    watch.tell("quit")
    watch.finish()
    bench.equal(watch.count(" failed "), 1, f"failures:\n{watch.transcript()}\n ")
    bench.works(node)
