"""Two terminals at once, each behind the node with its serial number"""
import os
import tty


def run(bench):
    for serial in ("TERM-A", "TERM-B"):
        terminal = bench.terminal(serial=serial, answer=lambda heard, serial=serial: serial.encode() + b"\n")
        node = bench.tty(terminal)
        port = os.open(node, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(port)
        os.write(port, b"who?")
        with os.fdopen(port, "rb", buffering=0) as stream:
            bench.equal(stream.readline(), serial.encode() + b"\n", f"answer on {node}")
