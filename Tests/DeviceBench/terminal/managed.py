"""A device manager finds a terminal on USB, connects it as the first found, and regains it after a loss"""
from emulated import acm
from emulated.dmcc import Dmcc

IDENTITY = f"usb:{acm.VENDOR:04x}:{acm.PRODUCT:04x}:BENCH-TERM-1"


def run(bench):
    dmcc = Dmcc()
    manager = bench.managed("usb")
    terminal = bench.terminal(answer=dmcc, needs_dtr=True)
    manager.ask("discover 10", "ok discover")
    manager.expect(f"discovered {IDENTITY} dmcc ")
    manager.expect("ended NoneType")
    bench.equal(terminal.heard(), b"", "what a discovery wrote")
    dmcc.reads = ["FIRST"]
    manager.ask("scan codes", "ok scan")
    manager.ask("favorites *", "ok favorites")
    manager.expect(f"arrived {IDENTITY} 1 {IDENTITY}$")
    manager.expect("result True - FIRST$")
    terminal.unplug()
    manager.expect(f"removed {IDENTITY} 1$")
    bench.terminal(answer=dmcc, needs_dtr=True)
    manager.expect(f"arrived {IDENTITY} 2 ")
    manager.tell("quit")
    manager.expect("^end$")
