"""A driver that names buffers it has not, or more bytes than a buffer holds, cannot make the reader read outside"""
import struct

from emulated import pictures


def run(bench):
    lies = {
        "an index that is not there": (0, "<I", 4000),
        "more bytes than the buffer has": (8, "<I", 0xFFFFFFFF),
        "no bytes": (8, "<I", 0),
    }
    for number, (what, (at, layout, value)) in enumerate(lies.items()):
        camera = bench.camera(number=number, picture=pictures.frame("qr", "YUYV", 320, 240))
        honest = camera._dqbuf

        def lie(data):
            answer = honest(data)
            if answer is None:
                struct.pack_into(layout, data, at, value)
            return answer if answer else data
        camera.answers["dqbuf"] = lie
        done = bench.scanbeam("read", camera.node, "--count", "1", "--timeout", "2")
        bench.check(done.status in (0, 1, 2), f"{what}: ended with {done.status}: {done.errors}")
        # Only the bytes that are there may be read: the honest picture, or nothing.
        bench.check(done.status != 0 or pictures.text("qr") in done.output, f"{what}: {done.output}")
