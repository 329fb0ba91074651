"""An honest camera passes, so that the failures above are those of the liars"""


def run(bench):
    camera = bench.camera("qr")
    bench.must_read(camera.identity, "qr")
