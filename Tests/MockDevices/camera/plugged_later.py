"""A reader that is made before its camera is there hears of it, reads, and hears that it went"""
from emulated import pictures
from mock.camera import META_CAPTURE


def run(bench):
    bench.camera(number=1, caps=META_CAPTURE)  # so that the folder of the nodes is there
    watch = bench.watch("v4l2:usb-0000:00:14.0-1")
    watch.expect("availability UNAVAILABLE")
    camera = bench.camera(picture=pictures.frame("qr", "YUYV", 320, 240))
    watch.expect("availability AVAILABLE")
    watch.ask("connect", "completed connect SCANBEAM_OK")
    watch.tell("scan")
    watch.expect("results NONE .* " + pictures.text("qr"))
    camera.unplug()
    watch.expect("availability UNAVAILABLE")
