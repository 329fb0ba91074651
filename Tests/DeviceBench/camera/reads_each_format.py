"""`scanbeam read` reads a code in each format and size that the camera can be set to"""
from emulated import uvc

PICTURES = ["qr", "ean13", "code128", "qr2"]


def run(bench):
    camera = None
    for mode, picture in zip(uvc.DEFAULT_FORMATS, PICTURES):
        if camera:
            camera.unplug()
        camera = bench.camera(picture, formats=[mode], serial="-".join(map(str, mode)))
        bench.must_read(camera.identity, picture)
        bench.equal(camera.mode, mode, "mode of the camera")
