"""The command line plugs in devices and obeys commands over a socket, for tests in any language"""
import os
import socket
import sys

from harness.bench import PATIENCE
from harness.scenarios import FOLDER


def run(bench):
    path = f"/run/emulated-{os.getpid()}"
    emulated = bench.start(sys.executable, "-B", "-m", "emulated", "terminal", "--serial", "TERM-S", "--control", path,
                           folder=FOLDER)
    client = bench.usb_terminal()
    emulated.expect("ready")
    client.expect("^OK")
    with socket.socket(socket.AF_UNIX) as control:
        control.settimeout(PATIENCE)
        control.connect(path)
        with control.makefile("rw") as talk:
            def order(command):
                talk.write(command + "\n")
                talk.flush()
                return talk.readline().strip()
            bench.equal(order("reply 6869 4f4b"), "ok", "reply")
            client.ask("write 6869", "^OK")
            client.ask("read 64 20000", "^OK 4f4b$")
            bench.equal(order("heard"), "ok 6869", "heard")
            bench.equal(order("sing"), "error ValueError no such command: sing", "a wrong command")
            bench.equal(order("at unplug"), order("at unplug"), "too few words twice")
            bench.equal(order("unplug"), "ok", "unplug")
            client.ask("gone", "^OK")
            bench.equal(order("quit"), "ok", "quit")
    bench.equal(emulated.finish().status, 0, "status of the emulator")
    bench.check(not os.path.exists(path), "the socket is gone")
