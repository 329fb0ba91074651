"""A key of an input device starts and stops scans, by identity, through unplugging and plugging in"""
KEY, HOLD, TOGGLE = 67, 1, 2


def run(bench):
    camera = bench.camera("blank")
    keyboard = bench.keyboard(product=0x0042)
    watch = bench.watch_connected(camera.identity)
    watch.ask(f"key input:1209:0042 {KEY} {HOLD}", "answered key SCANBEAM_OK")
    keyboard.press()
    watch.expect("scanning RUNNING")
    keyboard.release()
    watch.expect("results STOPPED")
    watch.expect("scanning IDLE")
    watch.ask(f"key {keyboard.node} {KEY} {TOGGLE}", "answered key SCANBEAM_OK")
    for _ in range(2):
        keyboard.press()
        keyboard.release()
        watch.expect("scanning RUNNING")
        keyboard.press()
        keyboard.release()
        watch.expect("scanning IDLE")
    # Unplugged while it is held: the scan ends; the same keyboard works when it is back.
    watch.ask(f"key input:1209:0042 {KEY} {HOLD}", "answered key SCANBEAM_OK")
    keyboard.press()
    watch.expect("scanning RUNNING")
    keyboard.unplug()
    watch.expect("scanning IDLE")
    keyboard = bench.keyboard(product=0x0042)

    def runs():
        keyboard.press()
        keyboard.release()
        return watch.count("scanning RUNNING") >= 5
    bench.wait(runs, "the key to work again")
    watch.tell("quit")
    watch.finish()
    bench.equal(watch.count(" failed "), 0, "failures")
