"""Two terminals at once, each read by its serial number"""
from emulated import acm
from emulated.dmcc import Dmcc


def run(bench):
    watches = []
    for serial in ("TERM-A", "TERM-B"):
        dmcc = Dmcc(serial)
        dmcc.reads = [f"{serial} {number}" for number in range(5)]
        terminal = bench.terminal(serial=serial, answer=dmcc)
        bench.tty(terminal)
        watches.append((serial, bench.watch_connected(f"usb:{acm.VENDOR:04x}:{acm.PRODUCT:04x}:{serial}")))
    for number in range(5):
        for serial, watch in watches:
            watch.tell("scan")
            watch.expect(f"results NONE .* {serial} {number}$")
    for _, watch in watches:
        watch.tell("quit")
        watch.finish()
