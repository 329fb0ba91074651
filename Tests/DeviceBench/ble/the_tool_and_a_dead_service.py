"""The tool lists and reads a reader on Bluetooth; a manager survives the death of BlueZ and the loss of the adapter"""
import json
import os
import sys
import time

from emulated.tagreader import TagReader
from harness.bench import PATIENCE, ROOT

sys.path.insert(0, os.path.join(ROOT, "Tests", "Contactless"))
import cards  # noqa: E402


def run(bench):
    radio = bench.radio()
    reader = radio.add(TagReader())
    listed = json.loads(bench.scanbeam("list", "--ble", "--json").output)
    bench.equal([(device["identity"], device["name"]) for device in listed if device.get("class") == "tag"],
                [(reader.identity, "Bench D600")], "readers that are listed")

    tool = bench.start(os.environ["SCANBEAM_TOOL"], "read", reader.identity, "--count", "1", "--timeout", "60")
    bench.wait(lambda: reader.is_heard, "the tool to listen")
    # Until its scan runs, a tag is nobody's.
    for _ in range(60):
        reader.scan(0x01, b"04112233445566")
        if tool.count("ISO14443 A  04112233445566"):
            break
        time.sleep(0.5)
    bench.equal(tool.finish().status, 0, f"status of the tool\n{tool.transcript()}\n ")

    bench.wait(lambda: not reader.is_connected, "the end of the connection")
    reader.put(cards.Type2(bytes.fromhex("D1010C5504") + b"example.org"))
    done = bench.scanbeam("tag", "read", "--reader", reader.identity, timeout=2 * PATIENCE)
    bench.equal((done.status, done.output.splitlines()[-1:]), (0, ["URI           https://example.org"]), "tag read: " + done.errors)
    reader.put(None)

    manager = bench.managed("ble")
    manager.ask("favorites *", "ok favorites")
    manager.expect(f"arrived {reader.identity} 1 ", 60)
    bench.bluetooth_service.kill()
    manager.expect("^unusable .*Bluetooth")
    bench.bluetoothd()
    manager.expect("^usable")
    manager.expect(f"arrived {reader.identity} 2 ", 60)
    # Told before or after the service's own end, but before it comes again.
    bench.equal(manager.count("^removed"), 1, "removals")
    radio.unplug()
    manager.expect(f"removed {reader.identity} 2")
    manager.tell("quit")
    manager.expect("^end$")
