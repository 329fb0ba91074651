"""It comes back on another port under another node, and the same reader finds it by its serial number"""


def run(bench):
    camera = bench.camera("qr")
    watch = bench.watch_connected(camera.identity)
    watch.tell("scan")
    watch.expect("results NONE .* SCANBEAM QR 1$")
    old = camera.node
    bench.start("sleep", "1000", standard_input=old)  # keeps the number of the old node in use
    camera.unplug()
    watch.expect("availability UNAVAILABLE")
    bench.wait(lambda: not camera.nodes(), "the nodes to go")
    camera.show("qr2")
    camera.plug(camera.port + 1)
    bench.check(camera.wait_for_node() != old, "the node is another one")
    watch.expect("availability AVAILABLE")
    watch.ask("connect", "completed connect SCANBEAM_OK")
    watch.tell("scan")
    watch.expect("results NONE .* SCANBEAM QR 2$")
    bench.equal(watch.count(" failed SCANBEAM_ERR_LOST"), 1, "failures, all of them of the unplugging")
    bench.equal(watch.count(" failed "), 1, "failures")
