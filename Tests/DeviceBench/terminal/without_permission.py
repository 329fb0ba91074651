"""Without permission the list and the connection say which rule is missing"""
import os

from emulated import acm
from emulated.dmcc import Dmcc


def run(bench):
    terminal = bench.terminal(answer=Dmcc())
    bench.tty(terminal)
    done = bench.run("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", os.environ["SCANBEAM_TOOL"], "list")
    bench.check("60-scanbeam.rules" in done.output, f"the list says: {done.output}")
    done = bench.run("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", os.environ["SCANBEAM_TOOL"], "read",
                     f"usb:{acm.VENDOR:04x}:{acm.PRODUCT:04x}:BENCH-TERM-1", "--timeout", "20", timeout=60)
    bench.equal(done.status, 2, "status of read")
    bench.check("60-scanbeam.rules" in done.errors, f"reading says: {done.errors}")
    bench.equal(terminal.heard(), b"", "what the terminal heard")
