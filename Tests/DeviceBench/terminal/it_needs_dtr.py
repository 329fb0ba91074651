"""It says nothing before the host raises DTR"""


def run(bench):
    client = bench.usb_terminal()
    terminal = bench.terminal(needs_dtr=True)
    client.expect("^OK")
    terminal.say(b"late")
    client.ask("read 64 300", "LIBUSB_ERROR_TIMEOUT")
    client.ask("dtr 1", "^OK")
    client.ask("read 64 20000", f"^OK {b'late'.hex()}$")
