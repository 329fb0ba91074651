"""The plug is pulled after each of some bytes of a read: the connection ends once, a read comes whole or not at all"""
from emulated import acm
from emulated.dmcc import Dmcc

TIMEOUT = 300


def run(bench):
    dmcc = Dmcc()
    terminal = bench.terminal(answer=dmcc)
    whole = len(dmcc.read("x" * 40)) + 60
    for cut in range(1, whole, 23):
        bench.tty(terminal)
        watch = bench.watch_connected(f"usb:{acm.VENDOR:04x}:{acm.PRODUCT:04x}:BENCH-TERM-1")
        dmcc.reads = ["y" * 40]
        terminal.unplug_after(cut)
        watch.tell("scan")
        watch.expect("connection UNAVAILABLE")
        watch.tell("quit")
        watch.finish()
        bench.equal(watch.count(" failed "), 1, f"failures when cut after {cut}\n{watch.transcript()}\n ")
        texts = watch.count("results NONE .* y{40}$")
        bench.check(texts <= 1 and watch.count("results NONE") == texts, f"reads when cut after {cut}\n{watch.transcript()}\n ")
        terminal.plug()
