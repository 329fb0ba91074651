"""The emulated camera's controls have their limits, refuse what is out of range, and know their automatic modes"""
import re


def run(bench):
    camera = bench.camera()

    def v4l2(*arguments):
        return bench.run("v4l2-ctl", "-d", camera.node, *arguments)

    listed = v4l2("--list-ctrls").output
    for name, limits in {
            "zoom_absolute": "min=100 max=400 step=1 default=100 value=100",
            "focus_absolute": "min=0 max=250 step=5 default=50 value=50 flags=inactive",
            "focus_automatic_continuous": "default=1 value=1",
            "exposure_time_absolute": "min=1 max=5000 step=1 default=156 value=156 flags=inactive",
            "brightness": "min=-64 max=64 step=1 default=0 value=0",
            "gain": "min=0 max=100 step=1 default=16 value=16",
            "power_line_frequency": "min=0 max=2 default=1 value=1"}.items():
        bench.check(re.search(f" {name} 0x.*: {limits}", listed), f"{name} with {limits} in:\n{listed}")

    v4l2("-c", "zoom_absolute=250", "-c", "brightness=-20", "-c", "gain=99")
    bench.equal([camera.controls.values[name] for name in ("zoom", "brightness", "gain")], [250, -20, 99],
                "values that reached the camera")

    bench.check(v4l2("-c", "focus_absolute=100").status != 0, "no manual focus while it is automatic")
    bench.equal(camera.controls.values["focus"], 50, "focus")
    v4l2("-c", "focus_automatic_continuous=0")
    bench.equal(v4l2("-c", "focus_absolute=100").status, 0, "manual focus")
    v4l2("-c", "auto_exposure=1")
    bench.equal(v4l2("-c", "exposure_time_absolute=333").status, 0, "manual exposure")
    bench.equal([camera.controls.values[name] for name in ("focus", "exposure_mode", "exposure")], [100, 1, 333],
                "values that reached the camera")
