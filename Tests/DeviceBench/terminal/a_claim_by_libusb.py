"""A libusb client takes the terminal from the kernel's driver, talks to it, and learns of the unplugging"""


def run(bench):
    client = bench.usb_terminal()
    terminal = bench.terminal(answer=lambda heard: b"OK:" + heard)
    client.expect("^OK")
    for number in range(20):
        word = b"%04d" % number
        client.ask("write " + word.hex(), "^OK")
        client.ask("read 64 20000", f"^OK {(b'OK:' + word).hex()}")
    bench.equal(terminal.heard(), b"".join(b"%04d" % number for number in range(20)), "what the terminal heard")
    client.ask("read 64 200", "LIBUSB_ERROR_TIMEOUT")
    client.tell("read 64 30000")
    terminal.unplug()
    client.expect("LIBUSB_ERROR_(NO_DEVICE|PIPE|IO)")
    client.ask("gone", "^OK")
