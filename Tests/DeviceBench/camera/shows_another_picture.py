"""Pictures that change while the camera streams are read as they come"""


def run(bench):
    camera = bench.camera("qr")
    watch = bench.watch_connected(camera.identity)
    watch.ask("continuous", "answered continuous SCANBEAM_OK")
    watch.ask("scan", "answered scan SCANBEAM_OK")
    watch.expect("results NONE .* SCANBEAM QR 1$")
    camera.show("qr2")
    watch.expect("results NONE .* SCANBEAM QR 2$")
    camera.show("ean13")
    watch.expect("results NONE .* 9780201379624$")
    camera.show("qr")
    watch.expect("results NONE .* SCANBEAM QR 1$")
    watch.ask("stop", "results STOPPED")
    camera.wait_for("stop")
    bench.equal(watch.count(" failed "), 0, "failures")
