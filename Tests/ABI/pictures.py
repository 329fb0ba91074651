"""Pictures for the C and Python tests, drawn by zint: `reads.tsv` lists what must be read from them."""

import os
import subprocess
import sys

BYTES = bytes(range(256))


def zint(folder, name, kind, data, *options):
    """Draw data and return the picture's name. PNG, three pixels a module."""
    source = os.path.join(folder, "data.bin")
    with open(source, "wb") as file:
        file.write(data)
    target = os.path.join(folder, name)
    command = ["zint", "-b", kind, "-i", source, "-o", target, "--scale", "1.5", "--quietzones", *options]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode > 4 or not os.path.exists(target):  # up to 4 are warnings
        raise SystemExit(f"{' '.join(command)}: {result.stderr or result.stdout}")
    os.unlink(source)
    return name


def pgm(folder, name, kind, text, *options, module=4, quiet=6):
    """Draw text as a grey picture without any picture library, from zint's own dump of the modules; of composites the bars."""
    dump = subprocess.run(["zint", "-b", kind, "-d", text, "--dump", *options], capture_output=True, text=True, check=True).stdout
    rows = []
    for line in dump.splitlines():
        digits = line.replace(" ", "")
        if digits:
            rows.append("".join(f"{int(digit, 16):04b}" for digit in digits))
    if len(rows) == 1 or kind.endswith("_CC"):  # bars
        rows = rows[-1:] * 20
    width = max(len(row) for row in rows) + 2 * quiet
    blank = bytes([255]) * width * module
    lines = [blank] * quiet * module
    for row in rows:
        padded = "0" * quiet + row + "0" * (width - quiet - len(row))
        lines += [b"".join(b"\0" * module if bit == "1" else b"\xff" * module for bit in padded)] * module
    lines += [blank] * quiet * module
    with open(os.path.join(folder, name), "wb") as file:
        file.write(b"P5 %d %d 255\n" % (width * module, len(lines)) + b"".join(lines))


def make(folder):
    """Make all pictures in folder."""
    reads = []

    def add(picture, symbology, aim, data, text, charset="*", eci=-1):
        shown = text if text in ("-", "*") else text.encode().hex()
        reads.append("\t".join((picture, symbology, aim, data.hex(), shown, charset, str(eci))))

    pgm(folder, "qr.pgm", "QRCODE", "SCANBEAM")
    pgm(folder, "second.pgm", "QRCODE", "SECOND")
    pgm(folder, "c128.pgm", "CODE128", "SCANBEAM-128")
    # Two check characters, which settings have to ask for.
    pgm(folder, "c11.pgm", "CODE11", "123-45679012")
    # A linear code that says that a 2D component belongs to it, without that.
    pgm(folder, "linked.pgm", "DBAR_OMN_CC", "[21]A1", "--primary=0950110153000")
    add("qr.pgm", "QR", "]Q1", b"SCANBEAM", "SCANBEAM")
    add("second.pgm", "QR", "]Q1", b"SECOND", "SECOND")
    add("c128.pgm", "C128", "]C0", b"SCANBEAM-128", "SCANBEAM-128")

    # Every byte value; a text may not begin with, contain or end with NUL.
    add(zint(folder, "qr-256.png", "QRCODE", BYTES, "--binary"), "QR", "]Q1", BYTES, "-")
    add(zint(folder, "qr-nul.png", "QRCODE", b"\0\1\2A\0", "--binary"), "QR", "]Q1", b"\0\1\2A\0", "-")
    for start in range(0, 256, 16):
        part = BYTES[start : start + 16]
        # Which character set is found in bytes above 127 is the decoder's business and tested there.
        text = part.decode("ascii") if 0 < start < 128 else "-" if start == 0 else "*"
        name = zint(folder, f"c128-{start:02x}.png", "CODE128", part, "--binary")
        add(name, "C128", "]C0", part, text)
        name = zint(folder, f"qr-{start:02x}.png", "QRCODE", part, "--binary")
        add(name, "QR", "]Q1", part, text)
    swiss = "Zürich, 5 € · 日本 · Привет"
    utf8 = swiss.encode()
    add(zint(folder, "qr-utf8.png", "QRCODE", utf8, "--binary"), "QR", "]Q1", utf8, swiss, "UTF-8")
    # With an ECI the bytes stay those of the code, and the text says what they mean.
    add(zint(folder, "qr-eci26.png", "QRCODE", utf8, "--binary", "--eci=26"), "QR", "]Q2", utf8, swiss, "*", 26)
    greek = "Αθήνα"
    coded = greek.encode("iso8859-7")
    add(zint(folder, "qr-eci9.png", "QRCODE", coded, "--binary", "--eci=9"), "QR", "]Q2", coded, greek, "*", 9)

    # GS1: FNC1 in first position is the AIM identifier, a separator is the byte 1D.
    gs1 = b"[01]09501101530003[10]AB-123[17]250101"
    data = b"010950110153000310AB-123\x1d17250101"
    add(zint(folder, "gs1-128.png", "GS1_128", gs1), "C128", "]C1", data, data.decode())
    add(zint(folder, "gs1-qr.png", "QRCODE", gs1, "--gs1"), "QR", "]Q3", data, data.decode())
    # Control characters and what would break XML, HTML or a terminal.
    nasty = b"]]>&<\"'\x01\x0e\x1b[31m\r\n\t\x7f"
    add(zint(folder, "nasty.png", "QRCODE", nasty, "--binary"), "QR", "]Q1", nasty, nasty.decode())
    add(zint(folder, "ean13.png", "EANX", b"501234567890"), "UPC-EAN", "]E0", b"5012345678900", "5012345678900")
    with open(os.path.join(folder, "reads.tsv"), "w", encoding="utf-8") as file:
        file.write("\n".join(reads) + "\n")


if __name__ == "__main__":
    os.makedirs(sys.argv[1], exist_ok=True)
    make(sys.argv[1])
