"""Buffers that the driver marks as damaged are counted and passed over; dropped ones only come later"""


def run(bench):
    node = bench.vivid()
    watch = bench.watch_connected(node)
    watch.tell("scan")
    bench.frames_arrive(watch, 2)

    def counted():
        bench.inject(node, "inject_v4l2_buf_flag_error")
        return " corrupt=0 " not in watch.ask("statistics", " corrupt=")
    bench.wait(counted, "a damaged frame to be counted")
    bench.inject(node, "percentage_of_dropped_buffers=50")
    bench.frames_arrive(watch, 4)
    bench.equal(watch.count(" failed "), 0, f"failures:\n{watch.transcript()}\n ")
    watch.ask("stop", "results STOPPED")
