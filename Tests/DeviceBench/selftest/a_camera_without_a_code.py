"""A camera that shows nothing"""
MUST_FAIL = r"expected \['SCANBEAM QR 1'\], found \[\]"


def run(bench):
    camera = bench.camera("blank")
    bench.must_read(camera.identity, "qr", seconds=5)
