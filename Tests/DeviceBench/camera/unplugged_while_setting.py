"""Unplugged in the middle of each setting: the call says so, and one failure is told"""
TIMEOUT = 200


def run(bench):
    camera = bench.camera("blank", plug=False)
    for control, value, name in ((1, 200, "zoom"), (3, 80, "focus_auto"), (5, 5000, "exposure_mode"), (7, 50, "gain"),
                                 (8, 10, "brightness"), (9, 2, "power_line_frequency")):
        camera.plug()
        camera.wait_for_node()
        watch = bench.watch_connected(camera.identity)
        watch.tell("scan")
        bench.frames_arrive(watch, 1)
        camera.at("set", camera.unplug)
        answer = watch.ask(f"set {control} {value}", "answered set SCANBEAM_")
        # The camera had taken it before it went, or the call says what happened.
        bench.check(any(code in answer for code in ("_OK", "_LOST", "_IO")), f"{name}: {answer}")
        bench.must_be_lost(watch, scanning=True)
