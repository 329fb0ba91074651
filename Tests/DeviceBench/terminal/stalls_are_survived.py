"""A stalled endpoint is cleared and the session goes on; line coding that stalls does not matter"""
from emulated import acm
from emulated.dmcc import Dmcc


def run(bench):
    dmcc = Dmcc()
    terminal = bench.terminal(answer=dmcc)
    bench.tty(terminal)
    watch = bench.watch_connected(f"usb:{acm.VENDOR:04x}:{acm.PRODUCT:04x}:BENCH-TERM-1")
    terminal.halt()
    dmcc.reads = ["AFTER THE STALL"]
    watch.tell("scan")
    watch.expect("results NONE .* AFTER THE STALL$")
    watch.tell("quit")
    watch.finish()
    bench.equal(watch.count(" failed "), 0, f"failures\n{watch.transcript()}\n ")
