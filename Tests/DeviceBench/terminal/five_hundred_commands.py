"""A session of 500 commands with the simulator as a USB device: each answered once, in order, with its own value"""
import os
import tempfile

from emulated import acm

TIMEOUT = 400


def run(bench):
    terminal = bench.simulated_terminal("--profile", "mx")
    bench.tty(terminal)
    commands, answers = [], []
    for number in range(250):
        commands += [f'SET DEVICE.NAME "n{number}"', "GET DEVICE.NAME"]
        answers += ["OK", f"n{number}"]
    with tempfile.NamedTemporaryFile("w") as script:
        script.write("\n".join(commands) + "\n")
        script.flush()
        done = bench.run(os.environ["SCANBEAM_TOOL"], "dmcc", f"usb:{acm.VENDOR:04x}:{acm.PRODUCT:04x}:BENCH-TERM-1",
                         standard_input=script.name, timeout=TIMEOUT - 60)
    bench.equal((done.status, done.errors), (0, ""), "end of the session")
    bench.equal(done.output.splitlines(), answers, "answers")
    bench.tty(terminal)  # the kernel's driver is back
