"""Zoom, focus, exposure, gain and more reach a camera that streams, in the units of the library, without a new start"""

ZOOM, LAMP, FOCUS, AUTOFOCUS, EXPOSURE, COMPENSATION, GAIN, BRIGHTNESS, POWER_LINE, INTERVAL = range(1, 11)


def run(bench):
    camera = bench.camera()
    watch = bench.watch_connected(camera.identity)
    # What was never set is as the camera had it.
    bench.equal(camera.controls.values["exposure_mode"], 8, "exposure mode after connecting")
    bench.equal(camera.controls.values["focus_auto"], 1, "autofocus after connecting")
    for control, limits in {ZOOM: "100 400 1 100", FOCUS: "0 100 1 20", EXPOSURE: "0 500000 100 0", GAIN: "0 100 1 16",
                            BRIGHTNESS: "0 100 1 50", POWER_LINE: "0 2 1 1", AUTOFOCUS: "0 1 1 1"}.items():
        watch.ask(f"range {control}", f"answered range SCANBEAM_OK {limits} capability=1")
    for control in (LAMP, COMPENSATION):
        watch.ask(f"range {control}", "answered range SCANBEAM_ERR_UNSUPPORTED .* capability=0")
        watch.ask(f"set {control} 1", "answered set SCANBEAM_ERR_UNSUPPORTED")
    watch.tell("continuous")
    watch.tell("only C128")
    watch.tell("scan")
    bench.frames_arrive(watch, 2)
    starts = camera.count("start")
    for control, value, name, reached, back in (
            (ZOOM, 250, "zoom", 250, 250), (FOCUS, 40, "focus", 100, 40), (AUTOFOCUS, 1, "focus_auto", 1, 1),
            (EXPOSURE, 33300, "exposure", 333, 33300), (GAIN, 99, "gain", 99, 99),
            (BRIGHTNESS, 0, "brightness", -64, 0), (POWER_LINE, 2, "power_line_frequency", 2, 2)):
        watch.ask(f"set {control} {value}", "answered set SCANBEAM_OK")
        bench.equal(camera.controls.values[name], reached, f"{name} in the camera")
        watch.ask(f"get {control}", f"answered get SCANBEAM_OK {back}$")
    bench.equal(camera.controls.values["exposure_mode"], 1, "exposure mode")
    watch.ask(f"set {EXPOSURE} 0", "answered set SCANBEAM_OK")
    bench.equal(camera.controls.values["exposure_mode"], 8, "exposure mode, automatic again")
    for control, value in ((ZOOM, 99), (ZOOM, 401), (FOCUS, 101), (GAIN, -1), (EXPOSURE, 500001), (POWER_LINE, 3)):
        watch.ask(f"set {control} {value}", "answered set SCANBEAM_ERR_INVALID_ARGUMENT")
    bench.equal(camera.controls.values["zoom"], 250, "zoom after refused values")
    bench.frames_arrive(watch, 2)
    bench.equal(camera.count("start"), starts, "starts of the stream after all settings")
    watch.ask("stop", "results STOPPED")
    bench.wait(lambda: camera.controls.values["zoom"] == 100, "the zoom to go back after the scan")
    # What was set counts again when the camera comes back.
    camera.controls.values["gain"] = 16
    watch.tell("disconnect")
    watch.expect("connection DISCONNECTED")
    watch.ask("connect", "completed connect SCANBEAM_OK")
    bench.equal(camera.controls.values["gain"], 99, "gain after connecting again")
    watch.tell("quit")
    watch.finish()
    bench.equal(watch.count(" failed "), 0, "failures")

