"""The emulated camera goes at an exact moment, and comes back on another port under another node while one holds the old"""


def run(bench):
    camera = bench.camera()
    old = camera.node
    holder = bench.start("sleep", "1000", standard_input=old)  # keeps the old node number in use
    camera.at("commit", camera.unplug)
    bench.run("v4l2-ctl", "-d", old, "--stream-mmap", "--stream-count=5")
    bench.equal((camera.count("commit"), camera.count("start"), camera.plugged), (1, 0, False), "went in the middle of the start")
    bench.wait(lambda: not camera.nodes(), "the nodes to go")
    port = camera.port
    camera.plug(port + 1)
    bench.check(camera.wait_for_node() != old, "another node")
    bench.equal(camera.port, port + 1, "another port")
    bench.check(holder.running, "the old node was held")
    bench.equal(bench.run("v4l2-ctl", "-d", camera.node, "--stream-mmap", "--stream-count=2").status, 0, "streaming again")
