"""A driver that answers another size than it was asked for gets its way"""
import struct

from emulated import pictures


def run(bench):
    camera = bench.camera(picture=pictures.frame("qr", "YUYV", 320, 240))

    def sizes(data):  # it says that it can do 640 x 480
        if struct.unpack_from("<I", data)[0]:
            return 22
        struct.pack_into("<III", data, 8, 1, 640, 480)
        return data
    camera.answers["enum_framesizes"] = sizes
    done = bench.scanbeam("read", camera.node, "--count", "1", "--timeout", "15")
    bench.equal(done.status, 0, f"status ({done.errors})")
    bench.check(pictures.text("qr") in done.output, done.output)
