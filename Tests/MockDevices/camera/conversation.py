"""The requests of a session come in the order that the V4L2 documentation asks for, and everything is given back"""
from emulated import pictures


def run(bench):
    camera = bench.camera(picture=pictures.frame("ean13", "YUYV", 320, 240))
    done = bench.scanbeam("read", camera.node, "--count", "1", "--timeout", "15")
    bench.equal(done.status, 0, f"status ({done.errors})")
    said = camera.journal[max(i for i, name in enumerate(camera.journal) if name == "s_fmt"):]
    order = ["s_fmt", "reqbufs", "querybuf", "qbuf", "streamon", "dqbuf", "streamoff"]
    places = [said.index(name) for name in order]
    bench.equal(places, sorted(places), f"order of {order} in {said}")
    bench.equal(said.count("querybuf"), 4, "buffers that were asked for")
    bench.equal(said[:places[4]].count("qbuf"), 4, "buffers that were queued before the start")
    bench.equal(said[-1], "reqbufs", "the last request, which gives the buffers back")
