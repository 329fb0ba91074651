"""A host in Python with a window, run by window.py: says "ok" after the user pressed escape in it."""

import sys
import threading

import scanbeam

SIZE = (640, 360)
MIDDLE = 4 * (180 * 640 + 320)


def main():
    with scanbeam.Reader.camera(preview_options=scanbeam.PreviewOptions.CLOSE_BUTTON, identity="push:") as reader:
        reader.enable("qr")
        reader.connect(60)
        reader.trigger_type = scanbeam.TriggerType.CONTINUOUS
        reader.start_scanning()
        with scanbeam.Window(reader, title="From Python", size=SIZE, scale=1) as window:
            red = scanbeam.Shape(10001, scanbeam.ShapeKind.RECTANGLE, scanbeam.Rect(0.25, 0.25, 0.1, 0.1), fill_colour=0xFFFF0000)
            window.overlay.add(red)
            pixels = b""
            while pixels[MIDDLE:MIDDLE + 3] != b"\x60\x60\x60":
                reader.push(scanbeam.Frame(b"\x60" * (SIZE[0] * SIZE[1]), *SIZE, scanbeam.PixelFormat.GREY))
                reader.context.dispatch(0.01)
                if not window.step(0.01):
                    sys.exit("it was closed")
                pixels = window.pixels()
            assert window.size == SIZE
            inside = 4 * (round(0.3 * 360) * 640 + round(0.3 * 640))
            assert pixels[inside:inside + 3] == b"\x00\x00\xff", "the shape of the host"
            names = [shape.name for shape in window.overlay.shapes(scanbeam.View(SIZE, SIZE)) if shape.name]
            assert names == ["Time left", "Zoom", "Light on", "Close"], names
            window.set_full_screen(True)
            window.set_full_screen(False)
            problems = []
            other = threading.Thread(target=lambda: problems.append(refused(window)))
            other.start()
            other.join()
            assert problems == [True], "another thread may use it"
            print("shown", flush=True)
            window.run()
        assert refused(window, scanbeam.StateError)
    print("ok")


def refused(window, kind=scanbeam.WrongThreadError):
    try:
        window.step()
    except kind:
        return True
    return False


main()
