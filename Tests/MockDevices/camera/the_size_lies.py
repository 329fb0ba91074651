"""A driver that promises more pixels than its buffers hold gives no frame, and does no harm"""
import struct

from emulated import pictures


def run(bench):
    camera = bench.camera(picture=pictures.frame("qr", "YUYV", 320, 240))
    honest = camera._g_fmt

    def larger(data):
        if honest(data):
            return 22
        struct.pack_into("<II", data, 8, 4000, 3000)
        return data
    camera.answers["s_fmt"] = camera.answers["g_fmt"] = larger
    done = bench.scanbeam("read", camera.node, "--count", "1", "--timeout", "2")
    bench.check(done.status in (1, 2), f"ended with {done.status}: {done.errors}")
