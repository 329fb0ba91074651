"""Fingers on a touch screen and keys of the kernel press the buttons of a window without a desktop (KMS/DRM)"""
import os

from emulated import pictures, uinput

TIMEOUT = 400
PAUSED, CLOSE_BUTTON = 8, 256
SIZE = (320, 180)
MIDDLE = 0.3 * 56 + 28  # of a button, from the edges: see docs/preview.md


def run(bench):
    screen, keyboard = bench.touch_screen(), bench.keyboard(keys=(uinput.KEY_ESC,))
    environment = bench.screen()
    picture = "/tmp/touched.pgm"
    with open(picture, "wb") as file:
        file.write(b"P5 %d %d 255\n" % SIZE + pictures.canvas("qr", *SIZE))

    def start(*options):
        program = bench.start(os.environ["SCANBEAM_PREVIEW_PROGRAM"], picture, "--full-screen", "--scale", "1", "--symbologies",
                              "QR", "--count", "1", *options, environment=environment)
        for device in (screen, keyboard):
            bench.wait(lambda: program.has_ended or device.node in _open_files(program.pid), f"who reads {device.name}", 120)
        return program

    def until_it_ends(program, act):
        """A trigger is a switch, and the window may not look yet: again when nothing came of it for a while."""
        for _ in range(20):
            act()
            try:
                bench.wait(lambda: program.has_ended, "the end", 10)
                return program.finish(60)
            except TimeoutError:
                pass
        bench.check(False, "nothing comes of it")

    width, height = bench.screen_size()
    done = until_it_ends(start("--options", str(PAUSED)), lambda: screen.tap(0.5, 1 - MIDDLE / height))
    bench.check(done.status == 0 and pictures.text("qr") in done.output, f"trigger: {done.status}, {done.errors}")
    closed = ("--options", str(PAUSED | CLOSE_BUTTON))
    done = until_it_ends(start(*closed), lambda: screen.tap(1 - MIDDLE / width, MIDDLE / height))
    bench.equal((done.status, done.output), (1, ""), "the close button")

    def escape():
        keyboard.press(uinput.KEY_ESC)
        keyboard.release(uinput.KEY_ESC)
    done = until_it_ends(start(*closed), escape)
    bench.equal((done.status, done.output), (1, ""), "the escape key")


def _open_files(pid):
    folder = f"/proc/{pid}/fd"
    try:
        return [os.readlink(os.path.join(folder, name)) for name in os.listdir(folder)]
    except OSError:
        return []
