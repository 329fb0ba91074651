"""A session over the kernel's serial node: both ways, DTR at opening, recorded with times"""
import os
import select
import termios
import tty


def run(bench):
    terminal = bench.terminal(answer=lambda heard: b"OK:" + heard)
    node = bench.tty(terminal)
    port = os.open(node, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    tty.setraw(port, termios.TCSANOW)
    terminal.wait_for("dtr")
    bench.equal(terminal.last("dtr")[1], 1, "DTR after opening")
    os.write(port, b"hello")
    bench.equal(_read(port, 8), b"OK:hello", "answer")
    bench.equal([(way, data) for _, way, data in terminal.conversation],
                [("in", b"hello"), ("out", b"OK:hello")], "recorded conversation")
    bench.check(terminal.conversation[0][0] < terminal.conversation[1][0], "times of the recording are in order")
    os.close(port)
    terminal.wait_for("dtr", 2)
    bench.equal(terminal.last("dtr")[1], 0, "DTR after closing")


def _read(port, size):
    data = b""
    while len(data) < size and select.select([port], [], [], 20)[0]:
        data += os.read(port, size - len(data))
    return data
