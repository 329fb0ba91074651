"""The list shows the camera under its lasting identity, with its formats and without its metadata node"""
from emulated import uvc


def run(bench):
    bench.equal(bench.list_cameras(), [], "cameras before one is plugged in")
    camera = bench.camera(serial="CAM-0815", name="Till camera")
    listed = bench.list_cameras()
    bench.equal([entry["identity"] for entry in listed], [camera.identity], "identities")
    bench.equal((listed[0]["node"], listed[0]["problem"]), (camera.node, None), "node and problem")
    bench.check("Till camera" in listed[0]["name"], f"name {listed[0]['name']!r} is the product's")
    found = {(entry["width"], entry["height"], entry["fps"]) for entry in listed[0]["formats"] if entry["usable"]}
    bench.equal(found, {(width, height, fps) for _, width, height, fps in uvc.DEFAULT_FORMATS}, "usable formats")

    bench.camera(serial="", product=0x0103)  # has no name of its own: only its place in the bus tells it from others
    identities = [entry["identity"] for entry in bench.list_cameras()]
    bench.equal(len(set(identities)), 2, f"different identities among {identities}")
