"""Names that are no UTF-8 and have no end become text, and the listing stays JSON"""


def run(bench):
    bench.camera(card=b"\xff\xfeCam\x00era" + b"x" * 24, driver=b"d" * 16, bus=b"usb-\xc3(" + b"y" * 30)
    cameras = bench.list_cameras()
    bench.equal(len(cameras), 1, "cameras")
    bench.check("Cam" in cameras[0]["name"], cameras[0]["name"])
