"""Terminals without a union descriptor, without an interrupt endpoint, and that stall SET_LINE_CODING are read all the same"""
from emulated import acm
from emulated.dmcc import Dmcc

TIMEOUT = 200


def run(bench):
    for serial, options in (("NO-UNION", {"union": False}), ("NO-INTERRUPT", {"notifies": False}),
                            ("NEITHER", {"union": False, "notifies": False}), ("NO-CODING", {"takes_coding": False})):
        identity = f"usb:{acm.VENDOR:04x}:{acm.PRODUCT:04x}:{serial}"
        dmcc = Dmcc(serial)
        dmcc.reads = [serial]
        terminal = bench.terminal(serial=serial, answer=dmcc, needs_dtr=True, **options)
        bench.wait(lambda: any(each["identity"] == identity for each in bench.list_cameras()), f"{serial} in the list")
        done = bench.example("terminal", identity, "1", "60", timeout=100)
        bench.check(done.status == 0 and done.output.endswith(serial), f"{serial}: {done.output} {done.errors}")
        terminal.unplug()
