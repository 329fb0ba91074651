"""The simulator as a USB device, with faults of the stream: the C example reads all the same"""
from emulated import acm

TIMEOUT = 300


def run(bench):
    for profile, fault in [("guide", None), ("dm475", "F1"), ("mx", "F3"), ("silent", "F2"), ("base", "F8"), ("mx", "F21:noise")]:
        words = ["--profile", profile, "--read", "ALPHA", "--read", "BRAVO"] + (["--fault", fault] if fault else [])
        serial = f"TERM-{profile}-{(fault or 'F0').replace(':', '-')}"
        terminal = bench.simulated_terminal(*words, serial=serial, needs_dtr=True)
        bench.tty(terminal)
        done = bench.example("terminal", f"usb:{acm.VENDOR:04x}:{acm.PRODUCT:04x}:{serial}", "2", "60", timeout=120)
        read = [line.split()[-1] for line in done.output.splitlines()[1:] if line.split()[-1] != "unasked"]
        bench.equal((done.status, read), (0, ["ALPHA", "BRAVO"]), f"{profile} {fault}: {done.errors}")
        terminal.unplug()
