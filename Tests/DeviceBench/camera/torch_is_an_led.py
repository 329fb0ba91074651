"""A LED class device lights for the camera that names it, and goes out with the connection"""


def run(bench):
    camera = bench.camera()
    keyboard = bench.keyboard()
    watch = bench.watch(camera.identity)
    watch.ask(f"lamp {keyboard.lamp}", "answered lamp SCANBEAM_OK")
    watch.ask("connect", "completed connect SCANBEAM_OK")
    watch.ask("range 2", "answered range SCANBEAM_OK 0 1 1 0 capability=1")
    watch.ask("set 2 1", "answered set SCANBEAM_OK")
    bench.wait(lambda: keyboard.led() == 1, "the LED to shine")
    watch.ask("get 2", "answered get SCANBEAM_OK 1$")
    watch.ask("set 2 0", "answered set SCANBEAM_OK")
    bench.wait(lambda: keyboard.led() == 0, "the LED to go out")
    watch.ask("set 2 1", "answered set SCANBEAM_OK")
    bench.wait(lambda: keyboard.led() == 1, "the LED to shine again")
    watch.tell("disconnect")
    watch.expect("connection DISCONNECTED")
    bench.wait(lambda: keyboard.led() == 0, "the LED to go out with the connection")
    # Gone in the middle: the setting says so, the reader lives.
    watch.ask("connect", "completed connect SCANBEAM_OK")
    keyboard.unplug()
    watch.ask("set 2 1", "answered set SCANBEAM_ERR_(LOST|IO)")
    watch.tell("quit")
    watch.finish()
    bench.equal(watch.count(" failed "), 0, "failures")
