"""The kernel's test camera takes gain and brightness; what it lacks is refused and no capability"""


def run(bench):
    node = bench.vivid()
    watch = bench.watch_connected(node)
    def driver(name):
        return bench.run("v4l2-ctl", "-d", node, "-C", name).output.split(":")[-1].strip()
    for control, name in ((7, "gain"), (8, "brightness")):
        watch.ask(f"range {control}", "answered range SCANBEAM_OK 0 100 1 .* capability=1")
        watch.ask(f"set {control} 100", "answered set SCANBEAM_OK")
        bench.equal(driver(name), "255", name)
        watch.ask(f"get {control}", "answered get SCANBEAM_OK 100$")
    bench.equal(driver("gain_automatic"), "0", "automatic gain")
    for control in (2, 3, 4, 5, 6, 9, 10):
        watch.ask(f"range {control}", "answered range SCANBEAM_ERR_UNSUPPORTED .* capability=0")
        watch.ask(f"set {control} 1", "answered set SCANBEAM_ERR_UNSUPPORTED")
    # Without a lens the middle of the picture.
    watch.ask("range 1", "answered range SCANBEAM_OK 100 1000 1 100 capability=1")
    watch.ask("set 1 400", "answered set SCANBEAM_OK")
    watch.ask("get 1", "answered get SCANBEAM_OK 400$")
    watch.tell("quit")
    watch.finish()
