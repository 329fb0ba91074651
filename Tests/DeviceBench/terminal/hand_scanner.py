"""A hand scanner of the class HID POS is listed and read through hidraw; a code without its end is dropped"""
import subprocess

from emulated import scanner

IDENTITY = f"hid:{scanner.VENDOR:04x}:{scanner.PRODUCT:04x}:BENCH-SCAN-1"


def run(bench):
    subprocess.run(["modprobe", "-a", "usbhid", "hid-generic"], check=True)
    device = scanner.Scanner()
    bench.at_the_end(device.unplug)
    device.plug()
    bench.wait(lambda: [each for each in bench.list_cameras() if each["kind"] == "scanner"], "the scanner in the list")
    listed = [each["identity"] for each in bench.list_cameras() if each["kind"] == "scanner"]
    bench.equal(listed, [IDENTITY], "scanners")
    watch = bench.watch_connected(IDENTITY)
    watch.tell("reconnect")
    device.scan(b"HELLO")
    watch.expect("results NONE .* HELLO$")
    device.scan(b"0123456789" * 10)
    watch.expect("results NONE .* (0123456789){10}$")
    device.scan(b"x" * 70, lose_last=True)
    bench.wait(lambda: not device._reports, "the reports to be taken")
    device.scan(b"NEXT", aim=b"]C0")
    watch.expect("results NONE .* NEXT$")
    device.unplug()
    watch.expect("failed SCANBEAM_ERR_LOST")
    watch.expect("connection UNAVAILABLE")
    device.plug()
    watch.expect("connection CONNECTED")
    device.scan(b"AGAIN")
    watch.expect("results NONE .* AGAIN$")
    watch.tell("quit")
    watch.finish()
    bench.equal(watch.count("results "), 4, "results")
