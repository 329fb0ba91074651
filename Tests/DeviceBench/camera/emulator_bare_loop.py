"""The bare C loop (V4L2 and zbar) that measurements compare with reads the picture and sees the unplugging"""
import os

from harness.bench import BUILD


def run(bench):
    camera = bench.camera(plug=False)
    bare = bench.start(os.path.join(BUILD, "bare"), "/dev/video0", "640", "480")
    bare.expect("ready")
    camera.plug()
    bare.expect("open")
    bare.expect("read .* SCANBEAM QR 1$")
    camera.show("qr2")
    bare.expect("read .* SCANBEAM QR 2$")
    camera.unplug()
    bare.expect("lost 19")
