"""The plug is pulled after exactly 100 bytes of an answer; it comes back on another port"""


def run(bench):
    client = bench.usb_terminal()
    terminal = bench.terminal()
    client.expect("^OK")
    port = terminal.port
    terminal.unplug_after(100)
    terminal.say(bytes(range(200)))
    client.ask("read 64 20000", f"^OK {bytes(range(64)).hex()}$")
    client.ask("read 64 20000", f"^OK {bytes(range(64, 100)).hex()}$")
    client.ask("read 64 20000", "LIBUSB_ERROR_(NO_DEVICE|IO|PIPE)")
    client.ask("gone", "^OK")

    other = bench.usb_terminal()
    terminal.plug(port + 1)
    other.expect("^OK")
    terminal.say(b"back")
    other.ask("read 64 20000", f"^OK {b'back'.hex()}$")
