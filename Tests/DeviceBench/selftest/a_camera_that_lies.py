"""A camera that shows another picture than it is told to"""
from emulated import pictures

MUST_FAIL = r"expected \['SCANBEAM QR 1'\], found \['SCANBEAM QR 2'\]"


def run(bench):
    pictures.PICTURES["qr"] = pictures.PICTURES["qr2"][:2] + pictures.PICTURES["qr"][2:]
    camera = bench.camera("qr")
    bench.must_read(camera.identity, "qr")
