"""The overlay of a preview."""

import select
import time
import unittest

from support import scanbeam

VIEW = scanbeam.View((1280, 720), (640, 360))
Tag = scanbeam.OverlayTag


class Overlays(unittest.TestCase):
    def wait(self, reader, state):
        end = time.monotonic() + 20
        while reader.scanning_state != state and time.monotonic() < end:
            reader.context.dispatch(0.01)
        self.assertEqual(reader.scanning_state, state)

    def test_a_paused_camera(self):
        with scanbeam.Reader.camera(preview_options=scanbeam.PreviewOptions.PAUSED, identity="push:") as reader:
            overlay = scanbeam.Overlay(reader)
            self.assertEqual([shape.tag for shape in overlay.shapes(VIEW)], [Tag.TRIGGER_BUTTON])
            reader.connect(20)
            reader.start_scanning()
            self.wait(reader, scanbeam.ScanningState.PAUSED)
            shapes = overlay.shapes(VIEW, full_screen=True)
            tags = [Tag.AREA] * 4 + [Tag.ZOOM_BUTTON, Tag.LIGHT_BUTTON, Tag.CLOSE_BUTTON, Tag.TRIGGER_BUTTON]
            self.assertEqual([shape.tag for shape in shapes], tags)
            trigger = shapes[-1]
            self.assertEqual((trigger.kind, trigger.sign), (scanbeam.ShapeKind.BUTTON, scanbeam.ShapeSign.START))
            x, y = trigger.frame.x + trigger.frame.width / 2, trigger.frame.y + trigger.frame.height / 2
            self.assertEqual(overlay.button_at(VIEW, x, y), Tag.TRIGGER_BUTTON)
            self.assertIsNone(overlay.button_at(VIEW, 0.5, 0.5))
            overlay.press(Tag.TRIGGER_BUTTON)
            self.wait(reader, scanbeam.ScanningState.RUNNING)
            bars = [shape for shape in overlay.shapes(VIEW) if shape.tag == Tag.TIMEOUT_BAR]
            self.assertEqual(len(bars), 1)
            self.assertGreater(bars[0].value, 0)
            self.assertEqual(overlay.visible, scanbeam.Rect(0, 0, 1, 1))
            self.assertIn('data-tag="1116"', overlay.svg(VIEW))

    def test_what_the_host_changes(self):
        with scanbeam.Reader("push:") as reader:
            overlay = scanbeam.Overlay(reader, scanbeam.OverlayMode.LEGACY, outline=0.5)
            self.assertEqual(overlay.style(Tag.LOCATION), scanbeam.PartStyle(0xFF00FF00, 0, 4))
            overlay.set_style(Tag.LOCATION, scanbeam.PartStyle(0xFFFFFF00, 0, 5))
            self.assertEqual(overlay.style(Tag.LOCATION).line_width, 5)
            overlay.set_style(Tag.LOCATION, None)
            overlay.set_pause(scanbeam.OverlayPause.NONE)
            overlay.set_blinking(1)
            overlay.set_visible(Tag.VIEWPORT, False)
            line = scanbeam.Shape(
                10001,
                scanbeam.ShapeKind.LINE,
                points=(scanbeam.Point(0, 0), scanbeam.Point(1, 1)),
                line_colour=0xFF0000FF,
                line_width=2,
                name="line",
            )
            overlay.add(line)
            (shape,) = overlay.shapes(VIEW)
            self.assertEqual((shape.points, shape.name, shape.line_width), (line.points, "line", 2))
            overlay.set_hidden(True)
            self.assertEqual(overlay.shapes(VIEW), [])
            overlay.reset()
            with self.assertRaises(scanbeam.NotFoundError):
                overlay.remove(10001)
            with self.assertRaises(scanbeam.InvalidArgumentError):
                overlay.add(scanbeam.Shape(Tag.LOCATION, scanbeam.ShapeKind.SIGN))
            with self.assertRaises(scanbeam.NotFoundError):
                overlay.press(Tag.LOCATION)


class Feeds(unittest.TestCase):
    def test_frames(self):
        with scanbeam.Reader.camera(scanbeam.CameraMode.FRONT, identity="push:") as reader:
            with scanbeam.Feed(reader) as feed:
                self.assertEqual(feed.orientation, 2)
                self.assertIsNone(feed.take())
                reader.connect(20)
                reader.start_scanning()
                Overlays.wait(self, reader, scanbeam.ScanningState.RUNNING)
                pixels = bytes(range(8))
                reader.push(scanbeam.Frame(pixels, 4, 2, scanbeam.PixelFormat.GREY))
                self.assertEqual(len(select.select([feed], [], [], 20)[0]), 1)
                frame = feed.take()
                self.assertEqual((frame.format, frame.size, frame.stride), (scanbeam.PixelFormat.GREY, (4, 2), 4))
                self.assertEqual((bytes(frame.data), frame.number, feed.dropped), (pixels, 1, 0))
                self.assertEqual(frame.paint(4, 2, orientation=2)[:4], b"\x03\x03\x03\xff")
                with self.assertRaises(scanbeam.InvalidArgumentError):
                    frame.paint(0, 1)
            with self.assertRaises(scanbeam.StateError):
                feed.take()
            self.assertEqual(bytes(frame.data), pixels)
        with scanbeam.Terminal("mx:") as terminal:
            with self.assertRaises(scanbeam.UnsupportedError):
                scanbeam.Feed(terminal)


if __name__ == "__main__":
    unittest.main()
