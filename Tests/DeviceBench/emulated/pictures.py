"""Pictures for cameras: codes made by zint, laid on a white canvas, as the bytes of a video frame.

Making a frame takes a while in Python, and much longer in the virtual machine: prepare() makes them on the host before
it boots, and frame() then finds them in the folder that FRAMES_FOLDER names.
"""
import hashlib
import os
import struct
import subprocess
import tempfile
import zlib

FRAMES_FOLDER = os.environ.get("DEVICEBENCH_FRAMES", os.path.join(tempfile.gettempdir(), "devicebench-frames"))
# name: (zint symbology, data, what a reader must say, the reader's name of the symbology); a blank has none of it
PICTURES = {
    "qr": ("QRCODE", "SCANBEAM QR 1", "SCANBEAM QR 1", "QR"),
    "qr2": ("QRCODE", "SCANBEAM QR 2", "SCANBEAM QR 2", "QR"),
    "ean13": ("EANX", "978020137962", "9780201379624", "EAN-13"),
    "code128": ("CODE128", "Scanbeam-128", "Scanbeam-128", "CODE 128"),
    "datamatrix": ("DATAMATRIX", "SCANBEAM DM", "SCANBEAM DM", "DATA MATRIX"),
    "blank": None,
}
_held = {}


def text(name):
    """What a reader must read on the picture of that name."""
    return PICTURES[name][2]


def frame(picture, fourcc, width, height):
    """The bytes of a frame in that format that shows the picture (a name, or a PNG, PGM or PPM file)."""
    key = (picture, fourcc, width, height)
    if key not in _held:
        _held[key] = _stored(*key)
    return _held[key]


def prepare(names, formats):
    """Make and store frames of the pictures in the formats (fourcc, width, height)."""
    for name in names:
        for fourcc, width, height in formats:
            _stored(name, fourcc, width, height)


def _stored(picture, fourcc, width, height):
    source = repr(PICTURES[picture]) if picture in PICTURES else open(picture, "rb").read().hex()
    digest = hashlib.sha256(f"3 {source} {fourcc}".encode()).hexdigest()[:16]
    path = os.path.join(FRAMES_FOLDER, f"{os.path.basename(picture)}-{width}x{height}-{digest}.{fourcc.lower()}")
    if not os.path.exists(path):
        data = _encode(canvas(picture, width, height), fourcc, width, height)
        os.makedirs(FRAMES_FOLDER, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=FRAMES_FOLDER, delete=False) as file:
            file.write(data)
        os.replace(file.name, path)
    with open(path, "rb") as file:
        return file.read()


def _encode(grey, fourcc, width, height):
    if fourcc == "YUYV":
        data = bytearray(b"\x80") * (2 * len(grey))
        data[::2] = grey
        return bytes(data)
    if fourcc == "MJPG":  # 4:2:2 colour, as cameras send it
        pixels = bytearray(3 * len(grey))
        pixels[0::3] = pixels[1::3] = pixels[2::3] = grey
        return subprocess.run(["cjpeg", "-quality", "90", "-sample", "2x1"], check=True, stdout=subprocess.PIPE,
                              input=b"P6 %d %d 255\n" % (width, height) + pixels).stdout
    raise ValueError(f"no such frame format: {fourcc}")


def without_huffman_tables(jpeg):
    """The JPEG without its DHT segments, as many cameras send it (they use the tables of ITU-T T.81, annex K)."""
    out, at = bytearray(jpeg[:2]), 2
    while jpeg[at + 1] != 0xDA:  # up to the start of scan
        end = at + 2 + int.from_bytes(jpeg[at + 2:at + 4], "big")
        if jpeg[at + 1] != 0xC4:
            out += jpeg[at:end]
        at = end
    return bytes(out + jpeg[at:])


def canvas(picture, width, height):
    """8-bit grey pixels: the picture in the middle of white, enlarged by the largest whole number up to 4 that fits."""
    grey = bytearray(b"\xff" * (width * height))
    if picture in PICTURES and PICTURES[picture] is None:
        return bytes(grey)
    w, h, rows = _zint(picture) if picture in PICTURES else _load(picture)
    factor = max(1, min(4, width // w, height // h))
    left, top = max(0, (width - w * factor) // 2), max(0, (height - h * factor) // 2)
    for y in range(min(h * factor, height)):
        row = b"".join(bytes([value]) * factor for value in rows[y // factor])[:width]
        start = (top + y) * width + left
        grey[start:start + len(row)] = row
    return bytes(grey)


def _zint(name):
    symbology, data = PICTURES[name][:2]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "code.png")
        subprocess.run(["zint", "-b", symbology, "-d", data, "--quietzones", "--notext", "--height=50", "-o", path]
                       if symbology in ("EANX", "CODE128") else
                       ["zint", "-b", symbology, "-d", data, "--quietzones", "-o", path],
                       check=True, stdout=subprocess.DEVNULL)
        return _load(path)


def _load(path):
    with open(path, "rb") as file:
        data = file.read()
    return _png(data) if data[:4] == b"\x89PNG" else _pnm(data)


def _pnm(data):
    """Binary PGM or PPM without comments, 8 bits."""
    kind, width, height, most, pixels = data.split(None, 4)[:4] + [data[-_pnm_size(data):]]
    width, height, channels = int(width), int(height), {b"P5": 1, b"P6": 3}[kind]
    if int(most) != 255:
        raise ValueError("only 8-bit PGM and PPM")
    step = width * channels
    return width, height, [_grey(pixels[y * step:(y + 1) * step], channels) for y in range(height)]


def _pnm_size(data):
    kind, width, height = data.split(None, 3)[:3]
    return int(width) * int(height) * {b"P5": 1, b"P6": 3}[kind]


def _grey(row, channels):
    colours = min(3, channels) if channels != 2 else 1
    if channels == 1:
        return bytes(row)
    return bytes(sum(row[at:at + colours]) // colours for at in range(0, len(row), channels))


def _png(data):
    """Grey rows of a PNG without interlace (W3C PNG, chapter 9: filters), 1 to 8 bits."""
    at, packed, palette = 8, b"", None
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        chunk = data[at + 8:at + 8 + size]
        at += 12 + size
        if kind == b"IHDR":
            width, height, bits, colour, _, _, interlaced = struct.unpack(">IIBBBBB", chunk)
            if bits > 8 or interlaced:
                raise ValueError("only PNG of at most 8 bits without interlace")
        elif kind == b"PLTE":
            palette = [sum(chunk[i:i + 3]) // 3 for i in range(0, size, 3)]
        elif kind == b"IDAT":
            packed += chunk
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
    stride, back = (width * channels * bits + 7) // 8, max(1, channels * bits // 8)
    raw, above, rows = zlib.decompress(packed), bytes(stride), []
    for y in range(height):
        start = y * (stride + 1)
        above = _unfilter(raw[start], bytearray(raw[start + 1:start + 1 + stride]), above, back)
        values = above
        if bits < 8:
            values = [above[x * bits // 8] >> (8 - bits - x * bits % 8) & ((1 << bits) - 1) for x in range(width)]
        if palette is not None:
            rows.append(bytes(palette[value] for value in values))
        elif bits < 8:
            rows.append(bytes(value * 255 // ((1 << bits) - 1) for value in values))
        else:
            rows.append(_grey(values, channels))
    return width, height, rows


def _unfilter(kind, row, above, back):
    for x in range(len(row)):
        left, up, corner = (row[x - back] if x >= back else 0), above[x], (above[x - back] if x >= back else 0)
        if kind == 1:
            row[x] = (row[x] + left) & 255
        elif kind == 2:
            row[x] = (row[x] + up) & 255
        elif kind == 3:
            row[x] = (row[x] + (left + up) // 2) & 255
        elif kind == 4:
            guess = left + up - corner
            nearest = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))
            row[x] = (row[x] + nearest[2]) & 255
    return bytes(row)
