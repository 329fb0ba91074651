"""scanbeam serve: a plain socket and our own terminal reader read with the camera, over an unplugging, too"""
import base64
import os
import re
import socket
import subprocess

from emulated import pictures

TIMEOUT = 200


def run(bench):
    subprocess.run(["busybox", "ip", "link", "set", "lo", "up"], check=True)
    camera = bench.camera("qr")
    server = bench.start(os.environ["SCANBEAM_TOOL"], "serve", camera.identity, "--port", "0")
    port = int(re.search(r":(\d+)$", server.expect("^serving ")).group(1))
    with socket.create_connection(("127.0.0.1", port), 60) as host, host.makefile("rb") as stream:
        def say(command):
            host.sendall(b"||>" + command + b"\r\n")

        def expect(line):
            bench.equal(stream.readline().rstrip(b"\r\n"), line, "line")
        code = b"||[1]" + base64.b64encode(pictures.text("qr").encode())
        say(b"SET COM.DMCC-RESPONSE 1")
        expect(b"||[0]")
        say(b"TRIGGER ON")
        expect(b"||[0]")
        expect(code)
        results = bench.read(f"tcp:127.0.0.1:{port}", seconds=60)
        bench.equal([bytes.fromhex(each["bytes"]).decode() for each in results], [pictures.text("qr")], "our own reader")
        expect(code)
        def status():
            say(b"GET DEVICE.TYPE")
            return stream.readline()[:7]
        camera.unplug()
        bench.wait(lambda: status() == b"||[105]", "the reader to be offline")
        say(b"TRIGGER ON")
        expect(b"||[105]")
        camera.plug()
        camera.wait_for_node()
        bench.wait(lambda: status().startswith(b"||[0]"), "the reader to be back", 60)
        say(b"TRIGGER ON")
        expect(b"||[0]")
        expect(code)
