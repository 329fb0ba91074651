"""A driver that disconnects while it streams is lost: one failure event"""


def run(bench):
    node = bench.vivid()
    watch = bench.watch_connected(node)
    watch.tell("scan")
    bench.frames_arrive(watch, 2)
    bench.inject(node, "disconnect")
    watch.expect("failed SCANBEAM_ERR_(LOST|IO)")
    watch.tell("quit")
    watch.finish()
    bench.equal(watch.count(" failed "), 1, f"failures:\n{watch.transcript()}\n ")
