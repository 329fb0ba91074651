"""Unplugged at each kind of request in turn: one clear failure, no hang, no crash"""
import errno

from emulated import pictures

REQUESTS = ("querycap", "enum_fmt", "s_fmt", "reqbufs", "querybuf", "qbuf", "streamon", "dqbuf", "streamoff")


def run(bench):
    for number, name in enumerate(REQUESTS):
        camera = bench.camera(number=number, picture=pictures.frame("qr", "YUYV", 320, 240))
        camera.answers[name] = lambda _: errno.ENODEV
        done = bench.scanbeam("read", camera.node, "--count", "1", "--timeout", "5")
        expected = 0 if name == "streamoff" else 2
        bench.equal(done.status, expected, f"status when {name} fails ({done.errors})")
        if expected == 2:
            bench.equal(len(done.errors.splitlines()), 1, f"lines of complaint when {name} fails: {done.errors}")
