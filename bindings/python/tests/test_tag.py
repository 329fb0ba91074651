"""NDEF messages, and what of contactless readers and managers needs no reader (Tests/Contactless has the rest)."""

import tempfile
import unittest

import support  # noqa: F401 - finds the library
import scanbeam
from scanbeam import NDEFKind, NDEFMessage, TagChip, TagFormat, TagSource, Transport, WiFi


class Messages(unittest.TestCase):
    def test_the_standards_example(self):
        """NFC Forum URI RTD 1.0, A.1."""
        data = bytes.fromhex("D101085501") + b"nfc.com"
        message = NDEFMessage.parse(data)
        self.assertEqual([(record.kind, record.text) for record in message], [(NDEFKind.URI, "http://www.nfc.com")])
        self.assertEqual(bytes(NDEFMessage().add_uri("http://www.nfc.com")), data)

    def test_every_kind_comes_back(self):
        message = (
            NDEFMessage()
            .add_uri("tel:+49")
            .add_text("Grüße", "de")
            .add_smart_poster("https://example.org", "Shop", "en")
            .add_mime("a/b", b"\0\xff")
            .add_external("example.com:t", b"")
            .add_wifi(WiFi(b"net", b"secret"))
            .add_record(5, id=b"i", payload=b"p")
        )
        again = NDEFMessage.parse(bytes(message))
        self.assertEqual(list(again), list(message))
        self.assertEqual(len(again), 7)
        self.assertEqual((again[1].language, again[3].payload, again[5].wifi), ("de", b"\0\xff", WiFi(b"net", b"secret")))
        self.assertEqual((again[-1].kind, again[-1].id), (NDEFKind.UNKNOWN, b"i"))
        with self.assertRaises(IndexError):
            again[7]

    def test_damage_is_an_error(self):
        data = bytes(NDEFMessage().add_uri("https://example.org"))
        for length in range(1, len(data)):
            with self.assertRaises(scanbeam.TagFormatError):
                NDEFMessage.parse(data[:length])
        with self.assertRaises(scanbeam.InvalidArgumentError):
            NDEFMessage().add_text("a", "x" * 64)


class Readers(unittest.TestCase):
    def test_names(self):
        self.assertEqual(TagSource.ISO15693.label, "ISO15693")
        self.assertEqual(TagChip.CLASSIC_4K.label, "MIFARE Classic 4K")
        self.assertEqual(TagFormat(10), TagFormat.TYPE_AND_ID)

    def test_other_readers_have_no_tags(self):
        with scanbeam.Reader("push:") as reader:
            self.assertFalse(reader.has_capability(scanbeam.Capability.TAGS))

    def test_a_reader_that_is_not_there(self):
        try:
            reader = scanbeam.TagReader("no such reader")
        except scanbeam.UnsupportedError as error:
            self.assertIn("libpcsclite1", str(error))
            return
        with reader:
            self.assertEqual(reader.identity, "pcsc:no such reader")
            self.assertEqual(reader.device_class, scanbeam.DeviceClass.TAG)
            reader.tag_format = TagFormat.DATA_ONLY
            self.assertEqual(reader.tag_format, TagFormat.DATA_ONLY)
            with self.assertRaises(scanbeam.ScanbeamError):
                reader.connect(20)
            with self.assertRaises(scanbeam.StateError):
                reader.read_message()

    def test_the_numbers_of_capture(self):
        from scanbeam import CaptureProperty, CaptureType, capture_result, capture_result_name
        error = scanbeam.FavoriteActiveError()
        self.assertEqual((capture_result(error), capture_result_name(-95)), (-95, "FAVORITENOTEMPTY"))
        self.assertEqual(capture_result_name(7), "DEPRECATED")
        with tempfile.TemporaryDirectory() as folder, scanbeam.Context() as context:
            with scanbeam.DeviceManager(Transport.NETWORK, context, state_folder=folder) as manager:
                self.assertEqual(manager.capture_type, CaptureType.MANAGER)
            try:
                reader = scanbeam.TagReader("ble:00:00:00:00:00:00", context)
            except scanbeam.UnsupportedError:
                return
            with reader:
                self.assertEqual(reader.capture_type, CaptureType.BLE_UNKNOWN)
                reader.set_capture_property(CaptureProperty.DATA_FORMAT, TagFormat.ID_ONLY)
                self.assertEqual(reader.get_capture_property(CaptureProperty.DATA_FORMAT), TagFormat.ID_ONLY)
                self.assertEqual(reader.tag_format, TagFormat.ID_ONLY)
                self.assertEqual(reader.info.type, "")
                with self.assertRaises(scanbeam.UnsupportedError):
                    reader.get_capture_property(CaptureProperty.TRIGGER)

    def test_every_transport_has_a_manager(self):
        with tempfile.TemporaryDirectory() as folder, scanbeam.Context() as context:
            for transport in (Transport.USB, Transport.NETWORK, Transport.BLE):
                try:
                    manager = scanbeam.DeviceManager(transport, context, state_folder=folder)
                except scanbeam.UnsupportedError as error:
                    self.assertEqual(transport, Transport.BLE, error)
                    continue
                with manager:
                    manager.add("a")
                    manager.add("b")
                    manager.add("c")
                    manager.remove("c")
                    context.dispatch(0.01)
                    self.assertEqual(manager.favorites, "a;b")

    def test_a_manager(self):
        with tempfile.TemporaryDirectory() as folder, scanbeam.Context() as context:
            with scanbeam.DeviceManager(Transport.CAMERA, context, state_folder=folder) as manager:
                self.assertEqual((manager.favorites, manager.devices), ("", {}))
                manager.favorites = "v4l2:nobody"
                self.assertEqual(manager.favorites, "v4l2:nobody")
                with self.assertRaises(scanbeam.FavoriteActiveError):
                    manager.start_discovery(1)
                with self.assertRaises(scanbeam.NotFoundError):
                    manager.unique_identifier(1)


if __name__ == "__main__":
    unittest.main()
