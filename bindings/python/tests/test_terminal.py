"""Terminals: a DMCC reader of a few lines on the loopback interface."""

import base64
import socket
import threading
import unittest

import support
from support import scanbeam


class Device:
    """Answers as the Cognex guide says; knows one code."""

    values = {"DEVICE.TYPE": "DM475", "DEVICE.SERIAL-NUMBER": "S1", "DEVICE.FIRMWARE-VER": "6.1", "DEVICE.NAME": "Till"}

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        connection, _ = self.listener.accept()
        with connection, connection.makefile("rb") as lines:
            for line in lines:
                header, _, command = line.strip()[2:].partition(b">")
                words = command.decode().split(" ", 2)
                reply = b"||%s[%d]%s\r\n"
                if words[0] == "GET" and words[1] in self.values:
                    connection.sendall(reply % (header, 0, self.values[words[1]].encode()))
                elif words[0] in ("SET", "TRIGGER"):
                    connection.sendall(reply % (header, 0, b""))
                    if words == ["TRIGGER", "ON"]:
                        text = base64.b64encode(b"\x00bytes\xff")
                        connection.sendall(b"||[1]%s\r\n" % text)
                        connection.sendall(b'||[3]<result><general><status>GOOD READ</status><full_string encoding="base64">'
                                           b"%s</full_string><symbology>Data Matrix</symbology></general></result>\r\n"
                                           % text)
                else:
                    connection.sendall(reply % (header, 101, b""))

    def close(self):
        self.listener.close()


class Terminals(unittest.TestCase):
    def test_reads(self):
        device = Device()
        recorder = support.Recorder()
        with scanbeam.Context() as context:
            terminal = scanbeam.Terminal(context=context, host="127.0.0.1", port=device.port, delegate=recorder)
            self.assertEqual(terminal.identity, f"tcp:127.0.0.1:{device.port}")
            terminal.connect(20)
            self.assertEqual(terminal.info, scanbeam.TerminalInfo("DM475", "S1", "6.1", "Till"))
            self.assertTrue(terminal.has_capability(scanbeam.Capability.TERMINAL))
            terminal.start_scanning()
            self.assertTrue(context._wait(lambda: recorder.results, 20))
            code = recorder.results[0][0]
            self.assertEqual((code.payload, code.symbology), (b"\x00bytes\xff", scanbeam.Symbology.DATAMATRIX))
            terminal.set_heartbeat(5)
            terminal.set_keep_configuration(True)
            terminal.set_reconnect(True)
            terminal.set_image_push(0)
            with self.assertRaises(scanbeam.InvalidArgumentError):
                terminal.set_image_push(65536)
            terminal.close()
        device.close()

    def test_lists_hosts_and_tells_of_changes(self):
        with scanbeam.Context() as context:
            changes = []
            scanbeam.watch_devices(context, lambda: changes.append(1))
            scanbeam.set_discovery(context, hosts=["10.0.0.5", "till-7:2300"])
            self.assertTrue(context._wait(lambda: changes, 20))
            found = [device for device in scanbeam.list_devices(context) if device.device_class == scanbeam.DeviceClass.NETWORK]
            self.assertEqual([device.identity for device in found], ["tcp:10.0.0.5:23", "tcp:till-7:2300"])
            scanbeam.watch_devices(context, None)
            with self.assertRaises(scanbeam.InvalidArgumentError):
                scanbeam.set_discovery(context, hosts=["a:0"])

    def test_the_first_terminal(self):
        with scanbeam.Context() as context:
            terminal = scanbeam.Terminal(context=context)
            self.assertEqual((terminal.identity, terminal.device_class), ("mx:", scanbeam.DeviceClass.MX))
            with self.assertRaises(ValueError):
                scanbeam.Terminal("mx:", context, host="x")
            with self.assertRaises(scanbeam.ScanbeamError):
                scanbeam.Terminal(context=context, host="x", port=0x10000)
            terminal.close()


if __name__ == "__main__":
    unittest.main()
