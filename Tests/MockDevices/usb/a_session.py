"""libusb finds the terminal by hotplug, claims it, and carries bytes in both directions"""


def run(bench):
    client = bench.usb_client()
    terminal = bench.terminal()
    client.expect("^OK")
    client.ask("dtr 1", "^OK")
    for number in range(50):
        client.ask(f"write {f'||>GET {number}'.encode().hex()}0d0a", "^OK")
    bench.check(terminal.received.endswith(b"||>GET 49\r\n"), repr(terminal.received[-40:]))
    terminal.say(b"x" * 100)
    bench.equal(client.ask("read 64 2000", "^OK"), "OK " + "78" * 64, "the first packet")
    bench.equal(client.ask("read 64 2000", "^OK"), "OK " + "78" * 36, "the rest")
    client.ask("read 64 100", "LIBUSB_ERROR_TIMEOUT")
