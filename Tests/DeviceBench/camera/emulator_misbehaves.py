"""The emulated camera's faults are what the driver sees: short, empty and lost frames, silence, a stalled endpoint"""
import re

from emulated import pictures

SIZE = 320 * 240 * 2


def run(bench):
    open("/sys/module/uvcvideo/parameters/nodrop", "w").write("1")  # hand out damaged frames as well
    bench.at_the_end(lambda: open("/sys/module/uvcvideo/parameters/nodrop", "w").write("0"))
    camera = bench.camera(formats=[("YUYV", 320, 240, 10)])
    picture = pictures.frame("qr", "YUYV", 320, 240)

    camera.hold()  # set up before the stream starts, so that the order of the frames is certain
    camera.short_frame()
    camera.empty_frame()
    camera.error_frame()
    camera.corrupt_frame()
    capture = bench.start("v4l2-ctl", "-d", camera.node, "--stream-mmap", "--stream-count=4", "--verbose",
                          "--stream-to=/run/frames")
    camera.wait_for("start")
    bench.equal(camera.count("frame"), 0, "frames while it is silent")
    camera.resume()
    capture.finish()
    found = re.findall(r"dqbuf: . seq: +(\d+) bytesused: (\d+) .*\((error)?", capture.errors + capture.output)[:4]
    bench.equal([(int(sequence), int(size), mark) for sequence, size, mark in found],
                [(0, SIZE // 2, "error"), (2, SIZE, "error"), (3, SIZE, ""), (4, SIZE, "")],
                "a short frame, none for the empty one, one marked as lost, one with a wrong picture, a good one")
    with open("/run/frames", "rb") as file:
        frames = file.read()
    bench.check(frames[-SIZE:] == picture, "the last frame is the picture")
    bench.check(frames[-4 * SIZE:-3 * SIZE] != picture, "the first of the four whole frames is not")

    camera.wait_for("stop")
    stalled = bench.start("v4l2-ctl", "-d", camera.node, "--stream-mmap", "--stream-count=100", "--verbose")
    camera.wait_for("start", 2)
    camera.halt()
    bench.wait(lambda: "Non-zero status (-32)" in bench.run("dmesg").output, "the driver's complaint about the stall")
    stalled.kill()
    camera.wait_for("stop", 2)
    again = bench.run("v4l2-ctl", "-d", camera.node, "--stream-mmap", "--stream-count=2")
    bench.equal(again.status, 0, "streaming after the stall")
