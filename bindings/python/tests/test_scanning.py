"""Rules of scanning, places and controls."""

import unittest

from support import scanbeam


class Geometry(unittest.TestCase):
    def test_a_frame_in_a_view(self):
        view = scanbeam.View((1280, 720), (640, 640))
        whole = scanbeam.Rect(0, 0, 1280, 720)
        self.assertEqual(
            view.convert_rect(whole, scanbeam.Space.FRAME, scanbeam.Space.VIEW), scanbeam.Rect(0, 140, 640, 360)
        )
        points = view.convert([scanbeam.Point(0, 140)], scanbeam.Space.VIEW, scanbeam.Space.FRAME_NORMALISED)
        self.assertEqual(points, [scanbeam.Point(0, 0)])
        turned = scanbeam.View((1280, 720), orientation=6)
        points = turned.convert([scanbeam.Point(0, 0)], scanbeam.Space.FRAME, scanbeam.Space.UPRIGHT)
        self.assertEqual(points, [scanbeam.Point(720, 0)])
        with self.assertRaises(scanbeam.InvalidArgumentError):
            scanbeam.View((0, 0)).convert([], scanbeam.Space.FRAME, scanbeam.Space.VIEW)

    def test_a_finder(self):
        self.assertEqual(
            scanbeam.finder_frame(scanbeam.Rect(0, 0, 1280, 720), 1), scanbeam.Rect(312, 32, 656, 656)
        )


class Scanning(unittest.TestCase):
    def test_rules(self):
        with scanbeam.Reader("push:") as reader:
            reader.connect(10)
            reader.set_agreement(2, 3)
            reader.set_detection_rate(10)
            reader.set_detection_rate(None)
            reader.set_sharpest_of(1)
            reader.set_duplicates_once()
            reader.set_target(True, 50, 50, 20, 20)
            reader.set_nearest_to_centre(True)
            reader.set_region(50, 0, 50, 100)
            self.assertEqual(reader.region((1280, 720)), scanbeam.Rect(640, 0, 640, 720))
            reader.set_finder(1)
            self.assertEqual(reader.region((1280, 720)), scanbeam.Rect(312, 32, 656, 656))
            for wrong in (lambda: reader.set_agreement(4, 3), lambda: reader.set_region(50, 0, 51, 100)):
                with self.assertRaises(scanbeam.InvalidArgumentError):
                    wrong()

    def test_states(self):
        states = []

        class Delegate:
            def scanning_state_changed(self, reader, state):
                states.append(state)

        with scanbeam.Reader("push:", delegate=Delegate()) as reader:
            reader.connect(10)
            reader.enable("QR")
            reader.start_scanning()
            reader.is_enabled("QR", 10)
            reader.set_paused(True)
            reader.is_enabled("QR", 10)
            self.assertEqual(reader.scanning_state, scanbeam.ScanningState.PAUSED)
            reader.stop_scanning()
            reader.is_enabled("QR", 10)
        names = scanbeam.ScanningState
        self.assertEqual(states, [names.RUNNING, names.PAUSED, names.IDLE])

    def test_no_camera_no_controls(self):
        with scanbeam.Reader("push:") as reader:
            reader.connect(10)
            self.assertFalse(reader.has_control(scanbeam.Control.ZOOM))
            for call in (
                lambda: reader.control_range(scanbeam.Control.GAIN),
                lambda: reader.control(scanbeam.Control.GAIN),
                lambda: reader.set_control(scanbeam.Control.GAIN, 1),
                lambda: reader.set_frames(1920, 1080, 60),
                lambda: reader.set_lamp("white:flash"),
            ):
                with self.assertRaises(scanbeam.UnsupportedError):
                    call()


if __name__ == "__main__":
    unittest.main()
