"""Unplugged at each step of the start of a stream: one failure, reported once, and the reader is unavailable"""
TIMEOUT = 150


def run(bench):
    camera = bench.camera("blank", plug=False)
    for moment in ("probe", "commit", "start"):
        camera.plug()
        camera.wait_for_node()
        watch = bench.watch(camera.identity)
        watch.expect("availability AVAILABLE")
        camera.at(moment, camera.unplug)
        watch.tell("connect")
        watch.expect("answered connect SCANBEAM_OK")
        watch.tell("scan")
        watch.expect("availability UNAVAILABLE")
        watch.expect("completed connect ") if not watch.count("completed connect") else None
        watch.ask("statistics", "statistics")
        watch.tell("quit")
        watch.finish()
        reported = watch.count(" failed ") + watch.count("completed connect SCANBEAM_ERR")
        bench.equal(reported, 1, f"failures reported when it goes at {moment}:\n{watch.transcript()}\n ")
        bench.equal(watch.count("availability UNAVAILABLE"), 1, "times that it became unavailable")
