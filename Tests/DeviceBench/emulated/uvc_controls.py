"""The controls of the emulated camera (UVC 1.1, chapter 4.2): values, limits and the rules between them."""
import struct
from collections import namedtuple

CAMERA_TERMINAL, PROCESSING_UNIT = 1, 2
SET_CUR, GET_CUR, GET_MIN, GET_MAX, GET_RES, GET_LEN, GET_INFO, GET_DEF = 1, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87
ERROR_CODE_SELECTOR = 2
# Error codes, table 4-7
NOT_READY, WRONG_STATE, OUT_OF_RANGE, INVALID_UNIT, INVALID_CONTROL, INVALID_REQUEST = 1, 2, 4, 5, 6, 7
CAN_GET, CAN_SET, DISABLED_BY_AUTO = 1, 2, 4
EXPOSURE_MANUAL, EXPOSURE_APERTURE_PRIORITY = 1, 8

Control = namedtuple("Control", "name unit selector bit layout low high step default")
CONTROLS = (
    # The step of the exposure mode is its set of supported modes; it has neither minimum nor maximum.
    Control("exposure_mode", CAMERA_TERMINAL, 0x02, 1, "<B", None, None, EXPOSURE_MANUAL | EXPOSURE_APERTURE_PRIORITY,
            EXPOSURE_APERTURE_PRIORITY),
    Control("exposure", CAMERA_TERMINAL, 0x04, 3, "<I", 1, 5000, 1, 156),  # units of 100 microseconds
    Control("focus", CAMERA_TERMINAL, 0x06, 5, "<H", 0, 250, 5, 50),  # millimetres
    Control("focus_auto", CAMERA_TERMINAL, 0x08, 17, "<B", 0, 1, 1, 1),
    Control("zoom", CAMERA_TERMINAL, 0x0B, 9, "<H", 100, 400, 1, 100),
    Control("brightness", PROCESSING_UNIT, 0x02, 0, "<h", -64, 64, 1, 0),
    Control("contrast", PROCESSING_UNIT, 0x03, 1, "<H", 0, 64, 1, 32),
    Control("gain", PROCESSING_UNIT, 0x04, 9, "<H", 0, 100, 1, 16),
    Control("power_line_frequency", PROCESSING_UNIT, 0x05, 10, "<B", 0, 2, 1, 1),
)


class Controls:
    """Current values by name, and the answers to the host's requests. A refusal stalls and leaves an error code."""

    def __init__(self, record):
        self.values = {control.name: control.default for control in CONTROLS}
        self._record = record
        self._error = 0

    def answer(self, request, unit, selector):
        if unit == 0 and selector == ERROR_CODE_SELECTOR and request.code == GET_CUR:
            return bytes([self._error])
        control = next((c for c in CONTROLS if (c.unit, c.selector) == (unit, selector)), None)
        if control is None:
            return self._refuse(INVALID_CONTROL if unit in (CAMERA_TERMINAL, PROCESSING_UNIT) else INVALID_UNIT)
        if request.code == SET_CUR:
            return self._set(control, request.data)
        if request.code == GET_LEN:
            return struct.pack("<H", struct.calcsize(control.layout))
        if request.code == GET_INFO:
            return bytes([CAN_GET | CAN_SET | (DISABLED_BY_AUTO if self._automatic(control) else 0)])
        value = {GET_CUR: self.values[control.name], GET_MIN: control.low, GET_MAX: control.high,
                 GET_RES: control.step, GET_DEF: control.default}.get(request.code)
        return self._refuse(INVALID_REQUEST) if value is None else struct.pack(control.layout, value)

    def _set(self, control, data):
        if len(data) != struct.calcsize(control.layout):
            return self._refuse(INVALID_REQUEST)
        value, = struct.unpack(control.layout, data)
        if self._automatic(control):
            return self._refuse(WRONG_STATE)
        if control.low is None:
            allowed = value & control.step and value & (value - 1) == 0
        else:
            allowed = control.low <= value <= control.high
        if not allowed:
            return self._refuse(OUT_OF_RANGE)
        self.values[control.name] = value
        self._error = 0
        self._record("set", (control.name, value))
        return b""

    def _automatic(self, control):
        """Whether the camera sets this one itself now."""
        return (control.name == "exposure" and self.values["exposure_mode"] != EXPOSURE_MANUAL
                or control.name == "focus" and self.values["focus_auto"] == 1)

    def _refuse(self, code):
        self._error = code
        return None
