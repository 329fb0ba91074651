"""Camera readers and their two doors: commands and calls."""

import gc
import unittest

import support
from scanbeam import _callbacks
from support import PATIENCE, Recorder, frame, scanbeam


class Camera(unittest.TestCase):
    def each(self, *arguments, connect=True, **options):
        for thread in (False, True):
            with self.subTest(thread=thread):
                with scanbeam.Context(thread=thread) as context:
                    seen = Recorder()
                    reader = scanbeam.Reader.camera(
                        *arguments, context=context, identity="push:camera", delegate=seen, **options
                    )
                    if connect:
                        reader.connect(PATIENCE)
                    yield context, reader, seen
                    reader.close()
                gc.collect()
                _callbacks.drain(5)
                self.assertEqual(_callbacks.pending(), 0)

    def test_creation(self):
        options = scanbeam.PreviewOptions.ALWAYS_SHOW | scanbeam.PreviewOptions.HIGH_RESOLUTION
        for _, reader, _ in self.each(scanbeam.CameraMode.PASSIVE_AIMER, options, connect=False):
            preview = reader.preview
            self.assertEqual(preview.mode, scanbeam.CameraMode.PASSIVE_AIMER)
            self.assertEqual(preview.options, options)
            self.assertTrue(preview.shown)
            self.assertFalse(preview.light_button)
            self.assertEqual(preview.size, (1920, 1080))
        with self.assertRaises(scanbeam.InvalidArgumentError):
            scanbeam.Reader.camera(7, identity="push:")
        with self.assertRaises(scanbeam.InvalidArgumentError):
            scanbeam.Reader.camera(preview_options=1024, identity="push:")
        with scanbeam.Reader("push:") as reader:
            with self.assertRaises(scanbeam.UnsupportedError):
                reader.preview

    def test_commands(self):
        for context, reader, seen in self.each():
            self.assertEqual(reader.send("GET DECODER.EFFORT"), scanbeam.Response(scanbeam.DMCCStatus.OK, "2", b""))
            refused = reader.send("SET DECODER.EFFORT 6")
            self.assertFalse(refused)
            self.assertEqual(refused.status, scanbeam.DMCCStatus.BAD_ARGUMENT)
            statuses = [int(answer.status) for answer in reader.send_all(["BEEP 2 1", "X", "GET SYMBOL.QR", "BEEP 9 9"])]
            self.assertEqual(statuses, [0, 101, 0, 102])
            self.assertEqual(reader.send_all([]), [])
            reader.beep()
            context._wait(lambda: len(seen.beeps) == 2, PATIENCE)
            self.assertEqual(seen.beeps, [(2, 1), (1, 1)])
            with self.assertRaises(scanbeam.InvalidArgumentError):
                reader.send("A\r\nB")
            with self.assertRaises(ValueError):
                reader.send("A\0B")
            reader.begin_send("BEEP")
            reader.disconnect()
            context._wait(lambda: reader.connection_state == scanbeam.ConnectionState.DISCONNECTED, PATIENCE)
            self.assertEqual(reader.send("GET DECODER.EFFORT").status, scanbeam.DMCCStatus.OFFLINE)

    def test_both_doors(self):
        for _, reader, _ in self.each():
            reader.enable("qr")
            self.assertEqual(reader.send("GET SYMBOL.QR").text, "ON")
            self.assertTrue(reader.send("SET SYMBOL.QR OFF"))
            self.assertFalse(reader.is_enabled("qr", PATIENCE))
            reader.set_image_results(True)
            self.assertEqual(reader.send("GET DATA.RESULT-TYPE").text, "11")
            self.assertTrue(reader.has_setting("symbol.qr"))
            self.assertFalse(reader.has_setting("CAMERA.GAIN"))
            with self.assertRaises(scanbeam.UnsupportedError):
                reader.set_lights(True)
            with self.assertRaises(scanbeam.UnsupportedError):
                reader.lights
            try:
                self.assertIn(reader.battery_level, range(101))
            except scanbeam.UnsupportedError:
                pass
            reader.reset_config()
            self.assertEqual(reader.send("GET DATA.RESULT-TYPE").text, "3")

    def test_options_of_symbologies(self):
        for context, reader, seen in self.each():
            with open(support.path("c11.pgm"), "rb") as file:
                picture = file.read()

            def read(*commands):
                before = len(seen.results)
                for command in commands:
                    self.assertTrue(reader.send(command), command)
                self.assertTrue(reader.send(f"IMAGE.LOAD {len(picture)}", picture))
                context._wait(lambda: len(seen.results) > before, PATIENCE)
                return [result.text for result in seen.results[before] if result.text]

            self.assertEqual(read(), [])
            reader.enable("c11")
            self.assertEqual(read(), [])
            self.assertEqual(read("SET C11.CHKCHAR-OPTION 2"), ["123-45679012"])
            self.assertEqual(read("SET C11.CODESIZE ON 13 20"), [])
            self.assertEqual(read("SET C11.CODESIZE ON 12 12"), ["123-45679012"])
            reader.disable("c11")
            self.assertEqual(read(), [])

    def test_every_option_of_own_symbologies(self):
        flags = {"C11.CHKCHAR": "ON", "C25.CHKCHAR": "OFF", "C25.XMTCHK": "ON", "MSI.CHKCHAR": "ON",
                 "UPC-EAN.SUPPLEMENT-ALONE": "OFF"}
        numbers = {"C11.CHKCHAR-OPTION": ("1", "2", "3"), "MSI.CHKCHAR-OPTION": ("0", "5", "6"),
                   "EAN-UCC.LINEAR-ALONE": ("1", "2", "3")}
        lengths = ("C11", "C25", "MSI", "TELEPEN", "PLESSEY", "CODABLOCKF", "CODE16K", "CODE49", "MAXICODE", "DOTCODE",
                   "HANXIN", "GRIDMATRIX", "CODEONE")
        for _, reader, _ in self.each():
            for name, value in flags.items():
                self.assertEqual(reader.send(f"GET {name}").text, value)
                other = "OFF" if value == "ON" else "ON"
                self.assertTrue(reader.send(f"SET {name} {other}"), name)
                self.assertEqual(reader.send(f"GET {name}").text, other)
            for name, (value, other, beyond) in numbers.items():
                self.assertEqual(reader.send(f"GET {name}").text, value)
                self.assertTrue(reader.send(f"SET {name} {other}"), name)
                self.assertFalse(reader.send(f"SET {name} {beyond}"), name)
                self.assertEqual(reader.send(f"GET {name}").text, other)
            for name in lengths:
                self.assertTrue(reader.send(f"SET {name}.CODESIZE ON 3 40"), name)
                self.assertFalse(reader.send(f"SET {name}.CODESIZE ON 0 40"), name)
                self.assertEqual(reader.send(f"GET {name}.CODESIZE").text, "ON 3 40")

    def test_several_codes_in_one_result(self):
        for context, reader, seen in self.each():
            reader.enable("qr")
            reader.set_read_string_encoding(scanbeam.ReadStringEncoding.US_ASCII)
            for command in ("SET MULTICODE.MAX-NUM-CODES 2", "SET DATA.RESULT-TYPE 31", "SET IMAGE.SIZE 2", "TRIGGER ON"):
                self.assertTrue(reader.send(command), command)
            while not seen.results:
                for name in ("qr.pgm", "second.pgm"):
                    reader.push(frame(name))
                    context._wait(lambda: False, 0.02)
            results = seen.results[0]
            self.assertEqual([part.text for part in results.parts], ["SCANBEAM", "SECOND"])
            self.assertEqual(results.main.text, "SCANBEAM\nSECOND")
            self.assertEqual(results.main.read_string, "SCANBEAM\nSECOND")
            self.assertIn("sub_results", results.xml)
            self.assertIn("read_stats", results.statistics_xml)
            self.assertGreater(results.image_id, 0)
            self.assertEqual(results.image.width, results.frame_size.width // 4)
            self.assertEqual(results.encoded_image[:2], b"\xff\xd8")
            sent = reader.send("IMAGE.SEND")
            self.assertTrue(sent)
            self.assertTrue(reader.send("SET MULTICODE.MAX-NUM-CODES 1"))
            self.assertTrue(reader.send("SET DATA.RESULT-TYPE 0"))
            with open(support.path("qr.pgm"), "rb") as file:
                loaded = file.read()
            self.assertTrue(reader.send(f"IMAGE.LOAD {len(loaded)}", loaded))
            context._wait(lambda: len(seen.results) == 2, PATIENCE)
            self.assertEqual(seen.results[1][0].payload, b"SCANBEAM")
            self.assertIsNone(seen.results[1][0].read_string)
            self.assertEqual(seen.results[1].parts, ())
            self.assertIsNone(seen.results[1].encoded_image)
            self.assertEqual(seen.results[1].xml, "")


if __name__ == "__main__":
    unittest.main()
