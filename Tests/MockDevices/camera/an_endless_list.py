"""A driver whose lists of formats and sizes never end is given up, not followed for ever"""
import struct


def run(bench):
    camera = bench.camera()

    def endless(data):
        struct.pack_into("<I32sI", data, 8, 0, b"More", 0x56595559)
        return data

    def sizes(data):
        struct.pack_into("<III", data, 8, 1, 320, 240)
        return data
    camera.answers["enum_fmt"] = endless
    camera.answers["enum_framesizes"] = sizes
    done = bench.scanbeam("list")
    bench.check(done.status in (0, 1), f"status {done.status}: {done.errors}")
    bench.check(len(camera.journal) < 20000, f"{len(camera.journal)} requests")
