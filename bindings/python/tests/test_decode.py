"""decode(): every kind of picture, every byte, and what is refused (field reports 33, 38, 40, 89, 92, 93, 102)."""

import base64
import gc
import os
import pathlib
import sys
import tempfile
import threading
import unittest
import xml.etree.ElementTree as ElementTree

import support
from support import needs_numpy, needs_pil, numpy, path, pil, scanbeam


def texts(*arguments, **options):
    return [code.text for code in scanbeam.decode(*arguments, **options)]


class Sources(unittest.TestCase):
    def test_paths(self):
        self.assertEqual(texts(path("qr.pgm")), ["SCANBEAM"])
        self.assertEqual(texts(pathlib.Path(path("qr.pgm"))), ["SCANBEAM"])
        with self.assertRaises(scanbeam.NotFoundError) as caught:
            scanbeam.decode("/no/such/picture.png")
        self.assertIsInstance(caught.exception, FileNotFoundError)
        self.assertIn("/no/such/picture.png", str(caught.exception))
        with self.assertRaises(ValueError):
            scanbeam.decode("qr.pgm\0.png")

    def test_a_path_with_any_characters(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("ä ö €.pgm", "日本.pgm", "a'b\"c.pgm"):
                copy = os.path.join(folder, name)
                pathlib.Path(copy).write_bytes(pathlib.Path(path("qr.pgm")).read_bytes())
                results = scanbeam.decode(copy)
                self.assertEqual(results[0].text, "SCANBEAM")

    def test_picture_files_in_memory(self):
        data = pathlib.Path(path("qr-utf8.png")).read_bytes()
        expected = texts(path("qr-utf8.png"))
        for kind in (bytes, bytearray, memoryview):
            self.assertEqual(texts(kind(data)), expected)
        self.assertEqual(texts(memoryview(b"xx" + data)[2:]), expected)
        with self.assertRaises(scanbeam.FormatError):
            scanbeam.decode(b"no picture at all")
        with self.assertRaises(scanbeam.ScanbeamError):
            scanbeam.decode(b"")
        with self.assertRaises(scanbeam.CorruptError):
            scanbeam.decode(data[:200])

    def test_a_frame(self):
        data, width, height = support.pgm()
        self.assertEqual(texts(scanbeam.Frame(data, width, height)), ["SCANBEAM"])
        rows = b"".join(data[y * width : (y + 1) * width] + b"padding" for y in range(height))
        self.assertEqual(texts(scanbeam.Frame(rows, width, height, stride=width + 7)), ["SCANBEAM"])
        wide = bytes(byte for grey in data for byte in (0, grey))
        self.assertEqual(texts(scanbeam.Frame(wide, width, height, scanbeam.PixelFormat.Y16)), ["SCANBEAM"])
        with self.assertRaises(scanbeam.InvalidArgumentError) as caught:
            scanbeam.decode(scanbeam.Frame(data[:-1], width, height))
        self.assertIsInstance(caught.exception, ValueError)
        for arguments in ((data, 0, 0), (data, -1, 5), (data, width, height, 7)):
            with self.assertRaises(scanbeam.ScanbeamError):
                scanbeam.decode(scanbeam.Frame(*arguments))
        with self.assertRaises(ValueError):
            scanbeam.Frame(data, 2**32 + width, height)
        with self.assertRaises(ValueError):
            scanbeam.decode(scanbeam.Frame(data, width, height, stride=2**40))

    def test_the_buffer_protocol(self):
        data, width, height = support.pgm()
        grey = memoryview(data).cast("B", (height, width))
        self.assertEqual(texts(grey), ["SCANBEAM"])
        self.assertEqual(texts(memoryview(bytearray(data)).cast("B", (height, width))), ["SCANBEAM"])
        self.assertEqual(texts(memoryview(data).cast("B", (height, width, 1))), ["SCANBEAM"])
        colour = memoryview(bytes(byte for grey in data for byte in (grey,) * 3)).cast("B", (height, width, 3))
        self.assertEqual(texts(colour), ["SCANBEAM"])
        truth = memoryview(bytes(byte > 127 for byte in data)).cast("?", (height, width))
        self.assertEqual(texts(truth), ["SCANBEAM"])
        with self.assertRaisesRegex(TypeError, "uint8"):
            scanbeam.decode(memoryview(bytes(8 * 16)).cast("d", (4, 4)))

    def test_what_is_no_picture(self):
        for thing in (None, 17, 1.5, object(), {"a": 1}, [1, 2, 3]):
            with self.assertRaisesRegex(TypeError, "cannot decode"):
                scanbeam.decode(thing)

    def test_an_array_interface_without_numpy(self):
        data, width, height = support.pgm()

        class Array:
            def __init__(self, **changes):
                self.__array_interface__ = {"version": 3, "shape": (height, width), "typestr": "|u1", "data": data}
                self.__array_interface__.update(changes)

        self.assertEqual(texts(Array()), ["SCANBEAM"])
        with self.assertRaises(TypeError):
            scanbeam.decode(Array(typestr="<f8"))
        with self.assertRaises(ValueError):
            scanbeam.decode(Array(shape=(height + 1, width)))
        with self.assertRaises(ValueError):
            scanbeam.decode(Array(shape=(height * width,)))

    def test_options(self):
        picture = path("c128.pgm")
        self.assertEqual(texts(picture, "qr"), [])
        self.assertEqual(texts(picture, ["qr", "code128"]), ["SCANBEAM-128"])
        self.assertEqual(texts(picture, scanbeam.Symbology.C128, effort=5, budget=10, max_codes=1), ["SCANBEAM-128"])
        self.assertEqual(texts(picture, {3}), ["SCANBEAM-128"])
        for options in ({"effort": 0}, {"effort": 6}, {"effort": 2**32 + 2}, {"budget": 0}, {"budget": -1},
                        {"budget": float("nan")}, {"max_codes": 2**31}, {"symbologies": []}, {"symbologies": ["x y z"]}):
            with self.assertRaises(ValueError, msg=options):
                scanbeam.decode(picture, **options)
        unavailable = sorted(set(scanbeam.Symbology) - set(scanbeam.available_symbologies()) - {0})
        if unavailable:
            with self.assertRaises(scanbeam.UnsupportedError):
                scanbeam.decode(picture, unavailable[0])

    def test_image_and_svg(self):
        results = scanbeam.decode(path("qr.pgm"))
        self.assertIsNone(results.image)
        self.assertIsNone(results.svg)
        self.assertIsNone(results[0].svg)
        results = scanbeam.decode(path("qr.pgm"), image=True, svg=True)
        data, width, height = support.pgm()
        self.assertEqual((results.image.width, results.image.height), (width, height))
        self.assertEqual(results.frame_size, (width, height))
        if results.image.stride in (0, width):
            self.assertEqual(results.image.data[: width * height], data)
        self.assertTrue(ElementTree.fromstring(results.svg).tag.endswith("svg"))
        self.assertEqual(texts(results.image), ["SCANBEAM"])


@needs_numpy
class Arrays(unittest.TestCase):
    def test_kinds(self):
        grey = support.array()
        self.assertEqual(texts(grey), ["SCANBEAM"])
        self.assertEqual(texts(grey[:, :, None]), ["SCANBEAM"])
        self.assertEqual(texts(numpy.dstack([grey] * 3)), ["SCANBEAM"])
        self.assertEqual(texts(numpy.dstack([grey] * 3 + [numpy.full_like(grey, 255)])), ["SCANBEAM"])
        self.assertEqual(texts(grey > 127), ["SCANBEAM"])
        self.assertEqual(texts(numpy.dstack([grey] * 3), pixel_format=scanbeam.PixelFormat.BGR24), ["SCANBEAM"])
        clear = numpy.zeros(grey.shape + (4,), numpy.uint8)  # black, and transparent where the code is white
        clear[..., 3] = 255 - grey
        self.assertEqual(texts(clear), ["SCANBEAM"])
        self.assertEqual(texts(numpy.frombuffer(pathlib.Path(path("qr-utf8.png")).read_bytes(), numpy.uint8)),
                         texts(path("qr-utf8.png")))

    def test_views(self):
        grey = support.array()
        height, width = grey.shape
        large = numpy.full((height + 200, width + 300), 255, numpy.uint8)
        large[10 : 10 + height, 20 : 20 + width] = grey
        view = large[10 : 10 + height, 20 : 20 + width]
        self.assertFalse(view.flags.c_contiguous)
        self.assertEqual(texts(view), ["SCANBEAM"])
        corner = scanbeam.decode(view)[0].corners.top_left
        self.assertEqual(corner, scanbeam.decode(grey)[0].corners.top_left)
        self.assertEqual(texts(numpy.asfortranarray(grey)), ["SCANBEAM"])
        self.assertEqual(texts(grey.T.copy().T), ["SCANBEAM"])
        self.assertEqual(texts(numpy.repeat(grey, 2, axis=1)[:, ::2]), ["SCANBEAM"])
        self.assertEqual(texts(numpy.repeat(grey, 2, axis=0)[::2]), ["SCANBEAM"])
        self.assertEqual(texts(grey[::-1].copy()[::-1]), ["SCANBEAM"])
        self.assertEqual(texts(grey[::-1, ::-1]), ["SCANBEAM"])  # on its head
        colour = numpy.dstack([grey] * 3)
        self.assertEqual(texts(colour[:, :, ::-1]), ["SCANBEAM"])
        self.assertEqual(texts(colour[:, :, 1]), ["SCANBEAM"])
        frame = numpy.full((height + 20, width + 20, 3), 255, numpy.uint8)
        frame[10:-10, 10:-10] = colour
        self.assertEqual(texts(frame[10:-10, 10:-10]), ["SCANBEAM"])
        self.assertEqual(texts(numpy.broadcast_to(numpy.uint8(7), (50, 60))), [])
        grey.flags.writeable = False
        self.assertEqual(texts(grey), ["SCANBEAM"])
        self.assertEqual(texts(grey[2:, 3:]), ["SCANBEAM"])

    def test_nothing_is_changed(self):
        grey = support.array()
        before = grey.copy()
        scanbeam.decode(grey)
        scanbeam.decode(grey[:, 1:])
        self.assertTrue((grey == before).all())

    def test_other_types_are_refused_with_a_sentence(self):
        grey = support.array()
        for kind in ("int8", "uint16", "int32", "int64", "uint64", "float32", "float64", "complex64", "object", "U1"):
            with self.assertRaisesRegex(TypeError, "uint8", msg=kind):
                scanbeam.decode(grey.astype(kind))
        for shape in ((0, 0), (0, 5), (5, 0), (4, 4, 2), (4, 4, 5), (2, 2, 2, 2), ()):
            with self.assertRaises(ValueError, msg=shape):
                scanbeam.decode(numpy.zeros(shape, numpy.uint8))

    def test_small_and_thin(self):
        for shape in ((1, 1), (1, 500), (500, 1), (2, 3), (3, 2, 3), (1, 9, 4)):
            self.assertFalse(scanbeam.decode(numpy.zeros(shape, numpy.uint8)))

    def test_a_frame_is_an_array(self):
        image = scanbeam.decode(path("qr.pgm"), image=True).image
        self.assertTrue((numpy.asarray(image) == support.array()).all())


@needs_pil
class Images(unittest.TestCase):
    def test_modes(self):
        data, width, height = support.pgm()
        grey = pil.frombytes("L", (width, height), data)
        for mode in ("1", "L", "P", "RGB", "RGBA", "CMYK", "YCbCr", "LA", "HSV", "LAB"):
            image = grey.convert("RGB").convert(mode) if mode in ("HSV", "YCbCr") else None
            if mode == "LAB":
                image = pil.merge("LAB", (grey, pil.new("L", grey.size, 128), pil.new("L", grey.size, 128)))
                continue  # PIL itself converts LAB to nothing
            self.assertEqual(texts(image or grey.convert(mode)), ["SCANBEAM"], mode)
        deep = pil.frombytes("I;16", (width, height), bytes(byte for value in data for byte in (0, value)))
        self.assertEqual(texts(deep), ["SCANBEAM"])
        for mode in ("I", "F"):
            with self.assertRaisesRegex(TypeError, "convert it to 'L'"):
                scanbeam.decode(grey.convert(mode))

    def test_a_picture_file_that_was_opened(self):
        with pil.open(path("qr-utf8.png")) as image:
            self.assertEqual(texts(image), texts(path("qr-utf8.png")))


class Contents(unittest.TestCase):
    def test_every_byte_and_text(self):
        for picture, symbology, aim, data, text, charset, eci in support.reads():
            with self.subTest(picture=picture):
                results = scanbeam.decode(path(picture), symbology)
                self.assertTrue(results)
                self.assertEqual(results.reason, scanbeam.Reason.NONE)
                self.assertEqual(len(results), 1)
                code = results[0]
                self.assertIsInstance(code.payload, bytes)
                self.assertEqual(code.payload, bytes.fromhex(data))
                self.assertEqual(code.aim_id, aim)
                self.assertTrue(code.verification.endswith("."))
                self.assertEqual(code.symbology, scanbeam.Symbology.parse(symbology))
                self.assertEqual(code.eci, None if eci == "-1" else int(eci))
                if text == "-":
                    self.assertIsNone(code.text)
                elif text != "*":
                    self.assertEqual(code.text, bytes.fromhex(text).decode())
                if charset != "*":
                    self.assertEqual(code.charset, charset)
                self.assertEqual(code.is_gs1, aim in ("]C1", "]Q3"))

    def test_corners(self):
        _, width, height = support.pgm()
        corners = scanbeam.decode(path("qr.pgm"))[0].corners
        # Quiet zone of 6 modules, 21 modules, 4 pixels a module.
        for point, wanted in zip(corners, ((24, 24), (108, 24), (108, 108), (24, 108))):
            self.assertAlmostEqual(point.x, wanted[0], delta=6)
            self.assertAlmostEqual(point.y, wanted[1], delta=6)

    def test_no_code(self):
        results = scanbeam.decode(b"P5 40 40 255\n" + bytes([255]) * 1600)
        self.assertFalse(results)
        self.assertFalse(results.good_read)
        self.assertEqual(len(results), 0)
        self.assertEqual(list(results), [])
        self.assertEqual(results.reason, scanbeam.Reason.NO_CODE)
        self.assertTrue(ElementTree.fromstring(results.xml).tag, "result")
        with self.assertRaises(IndexError):
            results[0]

    def test_gtin(self):
        code = scanbeam.decode(path("ean13.png"))[0]
        self.assertEqual(code.variant, scanbeam.Variant.EAN13)
        self.assertEqual(code.variant.label, "EAN-13")
        self.assertEqual(code.gtin, "05012345678900")
        self.assertIsNone(code.add_on)
        self.assertIsNone(code.structured_append)
        self.assertEqual(scanbeam.decode(path("gs1-128.png"))[0].gtin, "09501101530003")

    def test_half_of_a_composite(self):
        wanted = [scanbeam.Symbology.DATABAR, scanbeam.Symbology.EAN_UCC]
        linked = scanbeam.decode(path("linked.pgm"), wanted)
        self.assertEqual([code.linkage for code in linked], [scanbeam.Linkage.DECLARED])
        alone = scanbeam.decode(path("linked.pgm"), wanted[:1])
        self.assertEqual([code.linkage for code in alone], [scanbeam.Linkage.NONE])

    def test_xml_of_hostile_data(self):
        """Field report 40: whatever the code carries, the XML is XML and brings it back."""
        for picture, symbology, _, data, *_ in support.reads():
            with self.subTest(picture=picture):
                results = scanbeam.decode(path(picture), symbology, svg=True)
                for text in (results.xml, results[0].xml):
                    root = ElementTree.fromstring(text)
                    full = root.find(".//full_string")
                    self.assertEqual(base64.b64decode(full.text or ""), bytes.fromhex(data))
                ElementTree.fromstring(results.svg)

    def test_a_result_lives_longer_than_its_results(self):
        code = scanbeam.decode(path("qr.pgm"), svg=True)[0]
        gc.collect()
        self.assertEqual(code.payload, b"SCANBEAM")
        self.assertIn("<", code.xml)
        self.assertIn("svg", code.svg)


class Manners(unittest.TestCase):
    def test_references_stay_constant(self):
        """Field report 89: 20 000 decodes take no reference of None, or of anything else."""
        data, width, height = support.pgm()
        small = scanbeam.Frame(bytes([255]) * 64, 8, 8)
        coded = scanbeam.Frame(data, width, height)

        def round_trip(times, picture):
            for _ in range(times):
                for code in scanbeam.decode(picture, "qr", effort=1):
                    code.text, code.charset, code.add_on, code.gtin, code.structured_append

        round_trip(50, coded)
        gc.collect()
        none, objects = sys.getrefcount(None), len(gc.get_objects())
        round_trip(19000, small)
        round_trip(1000, coded)
        gc.collect()
        # One lost at each call would be 20 000; what the interpreter keeps for itself moves it by some hundreds.
        self.assertLess(abs(sys.getrefcount(None) - none), 1000)
        self.assertLess(len(gc.get_objects()) - objects, 200)

    def test_noise_prints_nothing(self):
        """Field report 93."""
        import random

        generator = random.Random(7)
        with tempfile.TemporaryFile() as log:
            kept = os.dup(2), os.dup(1)
            sys.stdout.flush()
            sys.stderr.flush()
            os.dup2(log.fileno(), 2)
            os.dup2(log.fileno(), 1)
            try:
                for _ in range(150):
                    bits = generator.getrandbits(320 * 240)
                    data = bytes(255 if bit == "1" else 0 for bit in f"{bits:0{320 * 240}b}")
                    scanbeam.decode(scanbeam.Frame(data, 320, 240))
            finally:
                os.dup2(kept[0], 2)
                os.dup2(kept[1], 1)
                for fd in kept:
                    os.close(fd)
            log.seek(0)
            self.assertEqual(log.read(), b"")

    def test_other_threads_run_during_a_decode(self):
        """Field report 102: the main thread counts while 12 megapixels are decoded."""
        import random

        row = random.Random(3).getrandbits(4000 * 8).to_bytes(4000, "little")
        picture = scanbeam.Frame(row * 3000, 4000, 3000)
        state = {"running": False, "done": False}

        def work():
            state["running"] = True
            scanbeam.decode(picture, effort=3)
            state["done"] = True

        thread = threading.Thread(target=work)
        counted = 0
        thread.start()
        while not state["done"] and thread.is_alive():
            if state["running"]:
                counted += 1
        thread.join()
        self.assertGreater(counted, 1000)

    def test_many_threads(self):
        wanted = {name: texts(path(name)) for name in ("qr.pgm", "second.pgm", "c128.pgm", "gs1-128.png")}
        wrong = []

        def work(start):
            names = sorted(wanted)
            for i in range(25):
                name = names[(start + i) % len(names)]
                if texts(path(name)) != wanted[name]:
                    wrong.append(name)

        threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])


if __name__ == "__main__":
    unittest.main()
