"""BlueZ finds a contactless reader by its service; a favourite is connected, read, lost and regained"""
import os
import sys

from emulated import bluetooth, gatt
from emulated.tagreader import SERVICE, TagReader
from harness.bench import ROOT

sys.path.insert(0, os.path.join(ROOT, "Tests", "Contactless"))
import cards  # noqa: E402

URI = "https://example.org/a-receipt-that-is-longer-than-one-notification"


def run(bench):
    radio = bench.radio()
    reader = radio.add(TagReader())
    radio.add(bluetooth.Device("Decoy", 0x180F, gatt.Server([]), address="F0:F1:F2:F3:F4:00"))
    manager = bench.managed("ble")

    # Discover by service. Nothing is connected.
    manager.ask("discover 2", "ok discover")
    manager.expect(f"discovered {reader.identity} {SERVICE.lower()} ")
    manager.expect("ended NoneType")
    bench.equal(manager.count("^discovered"), 1, "readers that were found")
    bench.check(not reader.is_connected, "a discovery connected")

    # A favourite is connected and read: a frame in pieces of 20 bytes.
    manager.ask("scan TYPE_AND_DATA", "ok scan")
    manager.ask("favorites " + reader.identity, "ok favorites")
    manager.expect(f"arrived {reader.identity} 1 {reader.identity}$")
    manager.expect("scanning")
    bench.check(reader.scan(0x4F, URI.encode()), "nobody hears the scan data")
    manager.expect(f"result True NFC_FORUM {URI}$")
    manager.ask("discover 5", "error discover FavoriteActiveError")
    manager.ask("battery", "ok battery 87")
    manager.ask("about", "ok about D600 7EF619 1.44 Bench")

    # CCID: a card comes, is read and written, and goes; a command for the reader itself.
    card = cards.Type2(bytes.fromhex("D1010C5504") + b"example.org")
    reader.put(card)
    manager.expect("tag " + cards.Card.uid.hex())
    manager.ask("read", "ok read https://example.org$")
    manager.ask("write https://example.org/2", "ok write")
    manager.ask("read", "ok read https://example.org/2$")
    manager.ask("escape 58", "ok escape " + b"escaped:\x58".hex())
    # The reader tells only the number, the host wants what is on the tag: it is asked.
    reader.scan(0x01, cards.Card.uid.hex().upper().encode())
    manager.expect("result True NFC_FORUM https://example.org/2$")
    reader.put(None)
    manager.expect("gone " + cards.Card.uid.hex())
    manager.ask("read", "error read TagRemovedError")

    # Out of reach, and back: connected again by itself.
    reader.switch(False)
    reader.lose()
    manager.expect(f"removed {reader.identity} 1$")
    reader.switch(True)
    manager.expect(f"arrived {reader.identity} 2 ", 60)
    manager.expect("scanning")
    reader.scan(0x4F, b"again")
    manager.expect("result True NFC_FORUM again$")

    manager.ask("favorites", "ok favorites")
    manager.expect(f"removed {reader.identity} 2$")
    manager.tell("quit")
    manager.expect("^end$")
    manager.finish()
    bench.equal(manager.status, 0, "status of the manager")
