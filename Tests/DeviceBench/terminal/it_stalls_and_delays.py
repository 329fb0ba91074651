"""It delays its replies, falls silent, goes deaf, and stalls an endpoint until the host clears it"""


def run(bench):
    client = bench.usb_terminal()
    terminal = bench.terminal(answer=lambda heard: b"OK")
    client.expect("^OK")

    terminal.delay = 0.5
    client.ask("write 01", "^OK")
    client.ask("read 64 20000", "^OK 4f4b$")
    heard, said = [when for when, _, _ in terminal.conversation][-2:]
    bench.check(said - heard >= 0.5, f"the reply came after {said - heard:.3f} s")

    terminal.delay = 0
    terminal.hold()
    client.ask("write 02", "^OK")
    client.ask("read 64 300", "LIBUSB_ERROR_TIMEOUT")
    terminal.resume()
    client.ask("read 64 20000", "^OK 4f4b$")

    terminal.deaf = True
    client.tell("write 03")
    bench.wait(lambda: terminal.kept_waiting, "the host's write to arrive")
    bench.equal(terminal.heard(), b"\1\2", "what the deaf terminal took")
    terminal.resume()
    client.expect("^OK")
    client.ask("read 64 20000", "^OK 4f4b$")

    terminal.halt()
    client.ask("read 64 20000", "LIBUSB_ERROR_PIPE")
    client.ask("clear", "^OK")
    terminal.say(b"again")
    client.ask("read 64 20000", f"^OK {b'again'.hex()}$")
