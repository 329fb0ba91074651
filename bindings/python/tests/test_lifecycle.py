"""Suspending, connecting again, keys and the licence policy."""

import base64
import ctypes
import ctypes.util
import os
import struct
import tempfile
import time
import unittest

from support import scanbeam


def event(kind, code, value):
    """A struct input_event."""
    return struct.pack("llHHi", 0, 0, kind, code, value)


class Lifecycle(unittest.TestCase):
    def test_suspend_and_resume(self):
        with scanbeam.Reader("push:") as reader:
            reader.connect(10)
            reader.suspend()
            reader.is_enabled("QR", 10)
            self.assertEqual(self.settled(reader), scanbeam.ConnectionState.DISCONNECTED)
            reader.resume()
            self.assertEqual(self.settled(reader), scanbeam.ConnectionState.CONNECTED)

    def settled(self, reader):
        """The connection's state when it moves no more."""
        moving = (scanbeam.ConnectionState.CONNECTING, scanbeam.ConnectionState.DISCONNECTING)
        before = reader.connection_state
        for _ in range(200):
            reader.is_enabled("QR", 10)
            if reader.connection_state not in moving and reader.connection_state != before:
                break
            time.sleep(0.01)
        return reader.connection_state

    def test_a_key_starts_and_stops(self):
        with tempfile.TemporaryDirectory() as folder, scanbeam.Reader("push:") as reader:
            path = os.path.join(folder, "event0")
            os.mkfifo(path)
            keyboard = os.open(path, os.O_RDWR)
            reader.connect(10)
            reader.set_key_trigger(path, 67, scanbeam.KeyMode.HOLD)
            for value, scans in ((1, True), (2, True), (0, False), (1, True), (0, False)):
                os.write(keyboard, event(1, 67, value) + event(0, 0, 0))
                self.assertTrue(reader.context._wait(lambda: reader.is_scanning == scans, 10), (value, scans))
            os.write(keyboard, event(1, 66, 1))  # another key
            reader.is_enabled("QR", 10)
            self.assertFalse(reader.is_scanning)
            reader.set_key_trigger(None)
            os.close(keyboard)


class Licence(unittest.TestCase):
    """Keys made with libsodium itself."""

    def setUp(self):
        name = ctypes.util.find_library("sodium")
        if name is None:
            self.skipTest("libsodium is not installed")
        self.sodium = ctypes.CDLL(name)
        self.sodium.sodium_init()
        self.public, self.secret = ctypes.create_string_buffer(32), ctypes.create_string_buffer(64)
        self.sodium.crypto_sign_ed25519_keypair(self.public, self.secret)

    def key(self, **values):
        given = {"version": 1, "application": "till", "expires": 0, "platform": "linux", **values}
        payload = "\n".join(f"{name}={value}" for name, value in given.items()).encode()
        signature = ctypes.create_string_buffer(64)
        self.sodium.crypto_sign_ed25519_detached(
            signature, None, payload, ctypes.c_ulonglong(len(payload)), self.secret
        )
        return b".".join(map(base64.b64encode, (payload, signature.raw))).decode()

    def test_what_keys_are_worth(self):
        worth = scanbeam.LicenceStatus
        now = int(time.time())
        with scanbeam.Context() as context:
            self.assertEqual(context.licence_status, worth.OK)
            context.set_licence_policy("till", self.public.raw)
            self.assertEqual(context.licence_status, worth.INVALID_KEY)
            for key, expected in (
                (self.key(), worth.OK),
                (self.key(expires=now + 3600, platform="any"), worth.OK),
                (self.key(expires=now - 1), worth.KEY_EXPIRED),
                (self.key(application="other"), worth.INVALID_APPLICATION),
                (self.key(platform="ios"), worth.INVALID_PLATFORM),
                (self.key(version=2), worth.INVALID_KEY_VERSION),
                (self.key(expires="soon"), worth.INVALID_KEY),
                (self.key()[:-8] + "AAAAAA==", worth.INVALID_CHECKSUM),
                ("nonsense", worth.INVALID_KEY),
            ):
                self.assertEqual(context.set_licence_key(key), expected, key)
                self.assertEqual(context.licence_status, expected)

    def test_results_are_masked_without_a_key(self):
        with tempfile.TemporaryDirectory() as folder:
            import subprocess

            picture = os.path.join(folder, "qr.png")
            subprocess.run(["zint", "-b", "QRCODE", "--scale=3", "-d", "SECRET-42", "-o", picture], check=True)
            with scanbeam.Context() as context:
                context.set_licence_policy("till", self.public.raw)
                code, results = self.read(context, picture)
                self.assertEqual((code.text, code.payload), ("*********", b"*********"))
                self.assertIsNone(results.image)
                secret = base64.b64encode(b"SECRET-42").decode()
                for xml in (results.xml, code.xml):
                    self.assertNotIn(secret, xml)
                    self.assertIn(base64.b64encode(b"*********").decode(), xml)
                context.set_licence_key(self.key())
                code, results = self.read(context, picture)
                self.assertEqual((code.text, code.payload), ("SECRET-42", b"SECRET-42"))
                self.assertIsNotNone(results.image)

    def test_still_pictures_are_masked_where_a_context_is_named(self):
        import subprocess

        with tempfile.TemporaryDirectory() as folder, scanbeam.Context() as context:
            picture = os.path.join(folder, "qr.png")
            subprocess.run(["zint", "-b", "QRCODE", "--scale=3", "-d", "SECRET-42", "-o", picture], check=True)
            context.set_licence_policy("till", self.public.raw)
            with open(picture, "rb") as file:
                data = file.read()
            for source in (picture, data):
                results = scanbeam.decode(source, context=context, image=True, svg=True)
                self.assertEqual((results[0].text, results[0].payload), ("*********", b"*********"))
                self.assertIsNone(results.image)
                self.assertNotIn("SECRET", results.xml + results[0].xml + results.svg + results[0].svg)
                self.assertEqual(scanbeam.decode(source)[0].text, "SECRET-42")
            context.set_licence_key(self.key())
            self.assertEqual(scanbeam.decode(picture, context=context)[0].text, "SECRET-42")

    def test_everything_derived_is_masked(self):
        import subprocess

        with tempfile.TemporaryDirectory() as folder, scanbeam.Context() as context:
            picture = os.path.join(folder, "qr.png")
            subprocess.run(["zint", "-b", "QRCODE", "--scale=3", "-d", "SECRET-42", "-o", picture], check=True)
            context.set_licence_policy("till", self.public.raw)
            reader = scanbeam.Reader.camera(context=context, identity="file:" + picture)
            reader.connect(20)
            reader.enable("QR")
            reader.send("SET DATA.RESULT-TYPE 31")
            reader.send("SET MULTICODE.MAX-NUM-CODES 2")
            reader.send("SET MULTICODE.PARTIAL-RESULTS ON")
            results = next(results for results in reader.read(20) if results)
            everything = [results.main, *results.parts, *results]
            for code in everything:
                self.assertEqual((code.text, code.payload, code.read_string), ("*" * 9, b"*" * 9, "*" * 9))
            secrets = ("SECRET", base64.b64encode(b"SECRET-42").decode())
            for text in [results.xml, results.svg] + [code.xml for code in results] + [code.svg for code in results]:
                for secret in secrets:
                    self.assertNotIn(secret, text or "")
            self.assertIsNone(results.image)
            reader.close()

    def read(self, context, picture):
        with scanbeam.Reader(picture, context=context) as reader:
            reader.enable("QR")
            reader.set_image_results(True)
            results = next(results for results in reader.read(20) if results)
            return results[0], results


if __name__ == "__main__":
    unittest.main()
