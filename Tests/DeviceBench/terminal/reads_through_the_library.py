"""The library claims the terminal from cdc_acm, reads, is told of unplugging, and gives the kernel's driver back"""
import glob

from emulated import acm
from emulated.dmcc import Dmcc

IDENTITY = f"usb:{acm.VENDOR:04x}:{acm.PRODUCT:04x}:BENCH-TERM-1"


def run(bench):
    dmcc = Dmcc()
    terminal = bench.terminal(answer=dmcc, needs_dtr=True)
    bench.tty(terminal)
    listed = [device for device in bench.list_cameras() if device["kind"] == "terminal"]
    bench.equal([(device["identity"], device["driver"]) for device in listed], [(IDENTITY, "cdc_acm")], "terminals")
    bench.equal(terminal.heard(), b"", "what listing wrote")

    dmcc.reads = ["FIRST", "SECOND"]
    watch = bench.watch_connected(IDENTITY)
    bench.check(not glob.glob("/sys/class/tty/ttyACM*"), "the kernel's driver still has the terminal")
    watch.tell("scan")
    watch.expect("results NONE .* FIRST$")
    watch.tell("scan")
    watch.expect("results NONE .* SECOND$")
    terminal.say(dmcc.read("OWN TRIGGER"))
    watch.expect("results NONE .* OWN TRIGGER$")
    watch.tell("disconnect")
    watch.expect("connection DISCONNECTED")
    bench.tty(terminal)  # the kernel's driver is back
    watch.tell("connect")
    watch.expect("completed connect SCANBEAM_OK")
    terminal.unplug()
    watch.expect("failed SCANBEAM_ERR_LOST")
    watch.expect("connection UNAVAILABLE")
    watch.tell("quit")
    watch.finish()
    bench.equal(watch.count(" failed "), 1, "failures")
    bench.equal(watch.count("results "), 3, "reads")
