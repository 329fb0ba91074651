"""A USB camera of the video class (UVC 1.1, bulk endpoint), driven by the kernel's own uvcvideo.

It shows a chosen picture in every format that it offers, answers its controls truly, and misbehaves on request. What
the class has no control for (a torch, an LED) is not here: such lamps hang on vendors' extension units.
"""
import struct
import time

from . import descriptors, pictures
from .usbip import UsbDevice
from .uvc_controls import CAMERA_TERMINAL, CONTROLS, PROCESSING_UNIT, Controls

VENDOR, PRODUCT = 0x1D6B, 0x0102
VIDEO_IN = 0x81
OUTPUT_TERMINAL = 3
UVC_VERSION = 0x0110
SET_CUR, GET_CUR, GET_MIN, GET_MAX, GET_RES, GET_LEN, GET_INFO, GET_DEF = 1, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87
PROBE, COMMIT = 1, 2
FRAME_ID, END_OF_FRAME, ERROR, END_OF_HEADER = 1, 2, 0x40, 0x80
PAYLOAD = 16384  # uvcvideo reads a bulk endpoint of 512 bytes in pieces of 32 packets
DEFAULT_FORMATS = (("YUYV", 640, 480, 10), ("YUYV", 320, 240, 10), ("MJPG", 640, 480, 15), ("MJPG", 1280, 720, 10))


class Camera(UsbDevice):
    """A camera with the formats (fourcc, width, height, frames per second); the first one is its default.

    Events: plug, unplug, probe, commit, start (the first transfer of a stream), payload (detail: bytes of the frame
    sent so far), frame (detail: time of its first payload), stop, set (detail: control and value).
    """

    def __init__(self, picture, formats=DEFAULT_FORMATS, serial="BENCH-CAM-1", name="Bench camera", version=UVC_VERSION,
                 product=PRODUCT, vendor=VENDOR):
        self.formats = _by_fourcc(formats)
        self.version = version
        self.controls = Controls(self.record)
        self.show(picture)
        super().__init__(
            descriptors.device(vendor, product, (0xEF, 2, 1), strings=(1, 2, 3 if serial else 0)),
            self._configuration(), {1: "Scanbeam bench", 2: name, 3: serial})

    def _configuration(self):
        offered = [(fourcc, [(w, h, w * h * 2, fps) for w, h, fps in frames]) for fourcc, frames in self.formats]
        mask = {unit: sum(1 << c.bit for c in CONTROLS if c.unit == unit) for unit in (CAMERA_TERMINAL, PROCESSING_UNIT)}
        return descriptors.configuration(
            2,
            descriptors.association(0, 2, descriptors.VIDEO_COLLECTION),
            descriptors.interface(0, 0, descriptors.VIDEO_CONTROL),
            descriptors.video_control(self.version, CAMERA_TERMINAL, mask[CAMERA_TERMINAL], PROCESSING_UNIT,
                                      mask[PROCESSING_UNIT], OUTPUT_TERMINAL),
            descriptors.interface(1, 1, descriptors.VIDEO_STREAMING),
            descriptors.video_streaming(VIDEO_IN, OUTPUT_TERMINAL, offered),
            descriptors.endpoint(VIDEO_IN, descriptors.BULK, 512))

    def reset(self):
        self.streaming = False
        self._probe = self._negotiate(bytes(self._probe_size()))
        self._committed = self._probe
        self._frame, self._sent, self._id, self._due = None, 0, 0, 0.0
        self._silent = False
        self._faults = []

    # ---- what it shows ------------------------------------------------------------------------------------------

    def show(self, picture):
        """Show another picture from the next frame on: a name of pictures.PICTURES or a PNG, PGM or PPM file."""
        self.picture = picture
        self._override = None

    def show_bytes(self, data):
        """Send these bytes as every frame, whatever the format: a broken JPEG, too few pixels."""
        self._override = bytes(data)

    # ---- how it misbehaves ----------------------------------------------------------------------------------------

    def hold(self):
        """Send nothing any more, without an error, until resume()."""
        self._silent = True

    def resume(self):
        self._silent = False
        self.wake()

    def halt(self):
        """Stall the video endpoint: the driver's transfers fail."""
        self.stall(VIDEO_IN)

    def short_frame(self, share=0.5, count=1):
        """Cut the next frames after that share of their bytes."""
        self._fault(count, lambda data: data[:int(len(data) * share)])

    def corrupt_frame(self, count=1):
        """Overwrite the middle half of the next frames with a pattern that is neither picture nor JPEG."""
        def spoil(data):
            quarter = len(data) // 4
            return data[:quarter] + b"\xff\xd8\x55\xaa" * (quarter // 2) + data[quarter + quarter // 2 * 4:]
        self._fault(count, spoil)

    def empty_frame(self, count=1):
        """Send the next frames without any data."""
        self._fault(count, lambda data: b"")

    def error_frame(self, count=1):
        """Set the error bit in the payload headers of the next frames, as a camera does that lost data itself."""
        self._fault(count, lambda data: data, ERROR)

    def _fault(self, count, change, flags=0):
        with self.changed:
            self._faults.extend([(change, flags)] * count)

    # ---- video class requests -------------------------------------------------------------------------------------

    def control(self, request):
        unit, interface, selector = request.index >> 8, request.index & 255, request.value >> 8
        if interface == 1 and selector in (PROBE, COMMIT):
            return self._answer_stream_request(request, selector)
        if interface == 0:
            return self.controls.answer(request, unit, selector)
        return None

    def _answer_stream_request(self, request, selector):
        if request.code == SET_CUR:
            agreed = self._negotiate(request.data)
            with self.changed:
                self._probe = agreed
            if selector == PROBE:
                self.record("probe")
            else:
                self._committed = agreed
                self._frame = None
                self.record("commit", self.mode)
            return b""
        if request.code == GET_LEN:
            return struct.pack("<H", self._probe_size())
        if request.code == GET_INFO:
            return b"\3"
        if request.code in (GET_MIN, GET_MAX, GET_DEF):
            return self._negotiate(bytes(self._probe_size()))
        if request.code == GET_CUR:
            return self._probe if selector == PROBE else self._committed
        return None

    def _probe_size(self):
        return 34 if self.version >= 0x0110 else 26

    def _negotiate(self, wanted):
        """What the camera agrees to: an existing format and frame, and its only interval."""
        wanted = wanted[:34].ljust(34, b"\0")
        hint, format_index, frame_index = struct.unpack_from("<HBB", wanted)
        format_index = min(max(format_index, 1), len(self.formats))
        fourcc, frames = self.formats[format_index - 1]
        frame_index = min(max(frame_index, 1), len(frames))
        width, height, fps = frames[frame_index - 1]
        agreed = struct.pack("<HBBIHHHHHIIIBBBB", hint, format_index, frame_index, descriptors.frame_interval(fps),
                             0, 0, 0, 0, 0, width * height * 2, PAYLOAD, descriptors.CLOCK, 0, 0, 0, 0)
        return agreed[:self._probe_size()]

    @property
    def mode(self):
        """(fourcc, width, height, frames per second) that the host committed."""
        fourcc, frames = self.formats[self._committed[2] - 1]
        return (fourcc, *frames[self._committed[3] - 1])

    def halted_cleared(self, endpoint):
        if self.streaming:
            self.streaming = False
            self._frame = None
            self.record("stop")

    # ---- streaming --------------------------------------------------------------------------------------------------

    def requested(self, endpoint):
        if not self.streaming:
            self.streaming = True
            self._due = time.monotonic()
            self.record("start")

    def deadline(self):
        return self._due if self.next_urb(VIDEO_IN) and not self._silent else None

    def work(self):
        while not self._silent and (urb := self.next_urb(VIDEO_IN)):
            if self._frame is None:
                if time.monotonic() < self._due:
                    return
                self._begin_frame()
            self._send_payload(urb)

    def _begin_frame(self):
        fourcc, width, height, fps = self.mode
        data = self._override if self._override is not None else pictures.frame(self.picture, fourcc, width, height)
        change, self._flags = self._faults.pop(0) if self._faults else (None, 0)
        self._frame, self._sent = memoryview(change(data) if change else data), 0
        self._began = time.monotonic()
        self._due = max(self._due + 1 / fps, self._began)

    def _send_payload(self, urb):
        chunk = self._frame[self._sent:self._sent + min(urb.length, PAYLOAD) - 2]
        self._sent += len(chunk)
        last = self._sent >= len(self._frame)
        flags = END_OF_HEADER | self._id | self._flags | (END_OF_FRAME if last else 0)
        self.record("payload", self._sent) if "payload" in self._traps else None
        self.complete(urb, bytes([2, flags]) + chunk)
        if last:
            self._frame, self._id = None, self._id ^ FRAME_ID
            self.record("frame", self._began)


def _by_fourcc(formats):
    """[(fourcc, [(width, height, fps)])] in the order in which the formats first appear."""
    grouped = {}
    for fourcc, width, height, fps in formats:
        grouped.setdefault(fourcc, []).append((width, height, fps))
    return list(grouped.items())
