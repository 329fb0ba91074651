"""Two cameras at once, each reader with its own picture; one goes, the other goes on"""


def run(bench):
    formats = [("YUYV", 320, 240, 5)]
    first = bench.camera("qr", formats=formats, serial="CAM-A")
    second = bench.camera("qr2", formats=formats, serial="CAM-B")
    watches = [bench.watch_connected(camera.identity) for camera in (first, second)]
    for watch in watches:
        watch.tell("continuous")
        watch.tell("scan")
    watches[0].expect("results NONE .* SCANBEAM QR 1$")
    watches[1].expect("results NONE .* SCANBEAM QR 2$")
    first.unplug()
    watches[0].expect("availability UNAVAILABLE")
    second.show("qr")
    watches[1].expect("results NONE .* SCANBEAM QR 1$")
    bench.equal(watches[0].count("QR 2"), 0, "reads of the other's picture")
    bench.equal(watches[1].count(" failed "), 0, "failures of the camera that stayed")
