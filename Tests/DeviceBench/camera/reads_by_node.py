"""The camera is found by its device node as well, and is free again afterwards"""


def run(bench):
    camera = bench.camera()
    bench.must_read(camera.node, "qr")
    camera.wait_for("stop")
    camera.show("blank")
    done = bench.scanbeam("read", camera.node, "--timeout", "2")
    bench.equal((done.status, done.output), (1, ""), "status and output without a code in view")
    camera.show("qr2")
    bench.must_read(camera.node, "qr2")
