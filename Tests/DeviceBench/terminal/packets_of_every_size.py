"""Pieces, full packets and empty packets arrive as USB says: only a short packet ends a transfer"""


def run(bench):
    client = bench.usb_terminal()
    terminal = bench.terminal()
    client.expect("^OK")
    full = bytes(range(64))

    terminal.say(b"abcdef", piece=2)
    for piece in (b"ab", b"cd", b"ef"):
        client.ask("read 512 20000", f"^OK {piece.hex()}$")

    terminal.say(full)  # with an empty packet behind it
    client.ask("read 512 20000", f"^OK {full.hex()}$")

    terminal.say(full, close=False)  # 64 bytes alone leave the transfer open
    terminal.say(b"!", delay=0.2)
    client.ask("read 512 20000", f"^OK {(full + b'!').hex()}$")

    terminal.say_nothing()
    client.ask("read 512 20000", "^OK$")

    terminal.say(full * 3)
    client.ask("read 128 20000", f"^OK {(full * 2).hex()}$")
    client.ask("read 128 20000", f"^OK {full.hex()}$")
