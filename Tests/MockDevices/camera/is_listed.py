"""The tool lists the camera by the driver's words, and leaves out nodes that give no pictures"""
from mock.camera import META_CAPTURE, STREAMING


def run(bench):
    camera = bench.camera(card=b"Till camera", bus=b"usb-0000:00:14.0-3")
    bench.camera(number=1, caps=META_CAPTURE | STREAMING)
    cameras = bench.list_cameras()
    bench.equal([each["node"] for each in cameras], [camera.node], "nodes")
    bench.equal(cameras[0]["name"], "Till camera", "name")
    bench.check("streamon" not in camera.journal and "s_fmt" not in camera.journal, f"listing changed it: {camera.journal}")
