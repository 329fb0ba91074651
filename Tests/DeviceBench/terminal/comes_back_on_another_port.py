"""Unplugged and plugged in elsewhere it is the same reader: connected again by itself, and what was set is sent again"""
from emulated import acm
from emulated.dmcc import Dmcc


def run(bench):
    dmcc = Dmcc()
    terminal = bench.terminal(answer=dmcc)
    bench.tty(terminal)
    port = terminal.port
    watch = bench.watch_connected(f"usb:{acm.VENDOR:04x}:{acm.PRODUCT:04x}:BENCH-TERM-1")
    watch.tell("reconnect")
    terminal.unplug()
    watch.expect("connection UNAVAILABLE")
    dmcc.values["DATA.RESULT-TYPE"] = "1"
    terminal.plug(port + 1)
    watch.expect("connection CONNECTED")
    bench.equal(dmcc.values["DATA.RESULT-TYPE"], "3", "result type after it came back")
    dmcc.reads = ["AGAIN"]
    watch.tell("scan")
    watch.expect("results NONE .* AGAIN$")
    watch.tell("quit")
    watch.finish()
