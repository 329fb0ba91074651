"""Damaged frames are passed over: half a JPEG, no JPEG, short and lost frames; the next good one is read"""
from emulated import pictures


def run(bench):
    open("/sys/module/uvcvideo/parameters/nodrop", "w").write("1")  # hand out damaged frames as well
    bench.at_the_end(lambda: open("/sys/module/uvcvideo/parameters/nodrop", "w").write("0"))
    for fourcc in ("MJPG", "YUYV"):
        camera = bench.camera("blank", formats=[(fourcc, 320, 240, 10)], serial="CAM-" + fourcc)
        watch = bench.watch_connected(camera.identity)
        watch.tell("scan")
        camera.wait_for("frame")
        good = pictures.frame("qr", fourcc, 320, 240)
        for bad in (good[:len(good) // 4], good[:10], b"\xff\xd8", b"\xff\xd8\xff\xd9", b"\x00", b"\xff" * 5000):
            camera.show_bytes(bad)
            camera.wait_for("frame", camera.count("frame") + 2)
        camera.show("blank")
        for fault in (camera.short_frame, camera.corrupt_frame, camera.empty_frame, camera.error_frame):
            fault()
        camera.wait_for("frame", camera.count("frame") + 6)
        bench.equal(watch.count("results "), 0, f"results before the good frame:\n{watch.transcript()}\n ")
        camera.show("qr")
        watch.expect("results NONE .* SCANBEAM QR 1$")
        bench.equal(watch.count(" failed "), 0, f"failures:\n{watch.transcript()}\n ")
        counted = watch.ask("statistics", " corrupt=")
        bench.check(" corrupt=0 " not in counted, f"the damaged frames are counted: {counted}")
        camera.unplug()
