"""USB descriptors as bytes: the general ones (USB 2.0, chapter 9.6) and those of CDC-ACM and UVC 1.1."""
import struct

DEVICE, CONFIGURATION, STRING, INTERFACE, ENDPOINT, ASSOCIATION, CLASS_INTERFACE = 1, 2, 3, 4, 5, 11, 0x24
GET_STATUS, CLEAR_FEATURE, SET_FEATURE, GET_DESCRIPTOR = 0, 1, 3, 6
GET_CONFIGURATION, SET_CONFIGURATION, SET_INTERFACE = 8, 9, 11
BULK, INTERRUPT = 2, 3
ENGLISH = 0x409


class Setup:
    """The eight bytes of a control request, and the data that came with it."""

    def __init__(self, setup, data):
        self.type, self.code, self.value, self.index, self.length = struct.unpack("<BBHHH", setup)
        self.data = data


def _descriptor(kind, body):
    return bytes([len(body) + 2, kind]) + body


def device(vendor, product, device_class, packet=64, strings=(1, 2, 3), release=0x0100):
    return _descriptor(DEVICE, struct.pack("<HBBBBHHHBBBB", 0x0200, *device_class, packet, vendor, product, release,
                                           *strings, 1))


def configuration(interfaces, *parts):
    body = b"".join(parts)
    return _descriptor(CONFIGURATION, struct.pack("<HBBBBB", 9 + len(body), interfaces, 1, 0, 0x80, 250)) + body


def association(first, count, function_class):
    return _descriptor(ASSOCIATION, bytes([first, count, *function_class, 0]))


def interface(number, endpoints, interface_class):
    return _descriptor(INTERFACE, bytes([number, 0, endpoints, *interface_class, 0]))


def endpoint(address, kind, packet, interval=0):
    return _descriptor(ENDPOINT, struct.pack("<BBHB", address, kind, packet, interval))


def string(strings, index):
    """The string descriptor of that index, or None; index 0 lists the languages."""
    if index == 0:
        return _descriptor(STRING, struct.pack("<H", ENGLISH))
    text = strings.get(index)
    return None if text is None else _descriptor(STRING, text.encode("utf-16le"))


def functional(subtype, layout="", *values):
    """A class-specific interface descriptor."""
    return _descriptor(CLASS_INTERFACE, bytes([subtype]) + struct.pack("<" + layout, *values))


# ---- UVC 1.1 (USB Device Class Definition for Video Devices, chapter 3; MJPEG payload, chapter 3) -----------------

VC_HEADER, VC_INPUT_TERMINAL, VC_OUTPUT_TERMINAL, VC_PROCESSING_UNIT = 1, 2, 3, 5
VS_INPUT_HEADER, VS_FORMAT_UNCOMPRESSED, VS_FORMAT_MJPEG, VS_COLOR_FORMAT = 1, 4, 6, 13
VIDEO_CONTROL, VIDEO_STREAMING, VIDEO_COLLECTION = (14, 1, 0), (14, 2, 0), (14, 3, 0)
CAMERA_TERMINAL_TYPE, STREAMING_TERMINAL_TYPE = 0x0201, 0x0101
CLOCK = 48_000_000
YUY2 = b"YUY2" + bytes.fromhex("0000 1000 8000 00aa 0038 9b71")


def video_control(version, terminal_id, terminal_controls, unit_id, unit_controls, output_id):
    """The class-specific part of the video control interface: camera -> processing unit -> USB."""
    terminal = functional(VC_INPUT_TERMINAL, "BHBBHHHB3s", terminal_id, CAMERA_TERMINAL_TYPE, 0, 0, 0, 0, 0, 3,
                          terminal_controls.to_bytes(3, "little"))
    standards = b"\0" if version >= 0x0110 else b""  # bmVideoStandards came with UVC 1.1
    unit = functional(VC_PROCESSING_UNIT, "BBHB2sB", unit_id, terminal_id, 0, 2, unit_controls.to_bytes(2, "little"),
                      0)
    unit = bytes([unit[0] + len(standards)]) + unit[1:] + standards
    output = functional(VC_OUTPUT_TERMINAL, "BHBBB", output_id, STREAMING_TERMINAL_TYPE, 0, unit_id, 0)
    body = terminal + unit + output
    return functional(VC_HEADER, "HHIBB", version, 13 + len(body), CLOCK, 1, 1) + body


def video_streaming(endpoint_address, terminal_link, formats):
    """The class-specific part of the video streaming interface. formats: [(fourcc, [(width, height, size, fps)])]."""
    body = b"".join(_format(index + 1, *entry) for index, entry in enumerate(formats))
    header_size = 13 + len(formats)
    header = functional(VS_INPUT_HEADER, f"BHBBBBBBB{len(formats)}s", len(formats), header_size + len(body),
                        endpoint_address, 0, terminal_link, 0, 0, 0, 1, bytes(len(formats)))
    return header + body


def _format(index, fourcc, frames):
    if fourcc == "MJPG":
        head = functional(VS_FORMAT_MJPEG, "BBBBBBBB", index, len(frames), 0, 1, 0, 0, 0, 0)
        kind = VS_FORMAT_MJPEG + 1
    else:
        head = functional(VS_FORMAT_UNCOMPRESSED, "BB16sBBBBBB", index, len(frames), YUY2, 16, 1, 0, 0, 0, 0)
        kind = VS_FORMAT_UNCOMPRESSED + 1
    return head + b"".join(_frame(kind, number + 1, *frame) for number, frame in enumerate(frames)) + \
        functional(VS_COLOR_FORMAT, "BBB", 1, 1, 4)


def _frame(kind, index, width, height, size, fps):
    interval = frame_interval(fps)
    rate = min(size * 8 * fps, 0xFFFFFFFF)
    return functional(kind, "BBHHIIIIBI", index, 0, width, height, rate, rate, size, interval, 1, interval)


def frame_interval(fps):
    """Frame interval in the class's units of 100 ns."""
    return round(10_000_000 / fps)
