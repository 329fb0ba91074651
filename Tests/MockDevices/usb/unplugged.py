"""A terminal that is pulled out says so to the pending read and by hotplug"""


def run(bench):
    client = bench.usb_client()
    terminal = bench.terminal()
    client.expect("^OK")
    client.tell("read 64 5000")
    terminal.unplug()
    client.expect("LIBUSB_ERROR_(NO_DEVICE|IO)")
    client.ask("gone", "^OK")
