"""A camera that falls silent is reported; one whose endpoint stalls goes on; both can be used again"""
TIMEOUT = 120


def run(bench):
    camera = bench.camera("blank")
    watch = bench.watch_connected(camera.identity)
    watch.tell("scan")
    camera.wait_for("frame", 2)
    camera.halt()  # a new start of the stream clears it
    camera.wait_for("start", 2, timeout=60)
    bench.frames_arrive(watch, 2)
    bench.equal(watch.count(" failed "), 0, f"failures:\n{watch.transcript()}\n ")

    camera.hold()
    watch.expect("failed SCANBEAM_ERR_STALLED", timeout=60)
    watch.tell("quit")
    watch.finish()
    bench.equal(watch.count(" failed "), 1, f"failures:\n{watch.transcript()}\n ")
    camera.resume()
    camera.show("qr")
    bench.must_read(camera.identity, "qr")
