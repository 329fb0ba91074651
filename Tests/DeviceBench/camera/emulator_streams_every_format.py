"""The emulated camera's frames arrive byte for byte through the kernel's driver, in every format"""
from emulated import pictures, uvc


def run(bench):
    camera = bench.camera()
    for fourcc, width, height, _ in uvc.DEFAULT_FORMATS:
        done = bench.run("v4l2-ctl", "-d", camera.node, f"--set-fmt-video=width={width},height={height},pixelformat={fourcc}",
                         "--stream-mmap", "--stream-count=2", "--stream-to=/run/frames")
        bench.equal(done.status, 0, f"status of v4l2-ctl for {fourcc} {width}x{height} ({done.errors})")
        bench.equal(camera.mode[:3], (fourcc, width, height), "mode that the driver committed")
        expected = pictures.frame("qr", fourcc, width, height)
        with open("/run/frames", "rb") as file:
            bench.check(file.read() == expected * 2, f"two frames of {fourcc} {width}x{height} are byte for byte the picture")
        camera.wait_for("stop")
