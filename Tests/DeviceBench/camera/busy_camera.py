"""A camera that another program streams from is busy, and can be had once that has ended"""


def run(bench):
    camera = bench.camera("qr")
    other = bench.start("v4l2-ctl", "-d", camera.node, "--stream-mmap", "--stream-count=100000")
    camera.wait_for("frame", 2)
    watch = bench.watch(camera.identity)
    watch.tell("connect")
    watch.tell("scan")
    watch.expect("SCANBEAM_ERR_BUSY")
    done = bench.scanbeam("read", camera.node, "--timeout", "10")
    bench.equal(done.status, 2, f"status of `scanbeam read` ({done.output})")
    bench.check("busy" in done.errors.lower() or "in use" in done.errors.lower(), f"it says so: {done.errors!r}")
    other.kill()
    camera.wait_for("stop")
    bench.must_read(camera.identity, "qr")
