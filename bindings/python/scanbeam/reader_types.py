"""What readers are asked and told: states, triggers, controls, counters."""

from __future__ import annotations

from dataclasses import dataclass

from ._enum import OpenIntEnum


class Availability(OpenIntEnum):
    """Whether the device is there."""

    UNKNOWN = 0
    AVAILABLE = 1
    UNAVAILABLE = 2


class ConnectionState(OpenIntEnum):
    """State of the connection."""

    DISCONNECTED = 0
    CONNECTING = 1
    CONNECTED = 2
    DISCONNECTING = 3
    UNAVAILABLE = 4


class TriggerType(OpenIntEnum):
    """What a scan does after a read."""

    #: It waits for the next thing that is brought into view.
    PRESENTATION = 1
    #: It ends.
    MANUAL = 2
    #: It goes on until it is stopped or times out.
    CONTINUOUS = 5


class ScanningState(OpenIntEnum):
    """What a reader does about scanning."""

    IDLE = 0
    RUNNING = 1
    #: Presentation: until something is brought into view.
    WAITING = 2
    #: Frames come and are not searched.
    PAUSED = 3


class Control(OpenIntEnum):
    """Something that a camera lets itself be told."""

    #: Percent.
    ZOOM = 1
    #: 0 or 1.
    LAMP = 2
    #: Percent of the range.
    FOCUS = 3
    #: 0 by hand, 1 continuous.
    AUTOFOCUS = 4
    #: Microseconds, 0 automatic.
    EXPOSURE = 5
    #: Thousandths of an exposure value.
    EXPOSURE_COMPENSATION = 6
    #: Percent of the range.
    GAIN = 7
    #: Percent of the range.
    BRIGHTNESS = 8
    #: 0 off, 1 50 Hz, 2 60 Hz, 3 automatic.
    POWER_LINE = 9
    #: Seconds, 0 never.
    FOCUS_INTERVAL = 10


class KeyMode(OpenIntEnum):
    """What presses of a key that triggers do."""

    #: A press starts a scan, the release stops it.
    HOLD = 1
    #: A press starts a scan, the next one stops it.
    TOGGLE = 2
    #: A press starts a scan.
    START = 3


@dataclass(frozen=True)
class ControlRange:
    """What values a control takes."""

    minimum: int
    maximum: int
    step: int
    default_value: int


class LineBias(OpenIntEnum):
    """What holds a GPIO line while nothing presses."""

    AS_IS = 0
    NO_BIAS = 1
    PULL_UP = 2
    PULL_DOWN = 3


class Capability(OpenIntEnum):
    """Something that a reader may or may not be able to do."""

    PUSH = 1
    LIVE = 2
    TAGS = 16
    TERMINAL = 20
    BATTERY = 21
    LIGHTS = 22
    BEEP = 23
    LIVE_IMAGE = 24


class ReadStringEncoding(OpenIntEnum):
    """How a read string is made of the bytes of a code."""

    AUTO = 0
    UTF_8 = 1
    UTF_16 = 2
    UTF_32 = 3
    ISO_8859_1 = 4
    ISO_8859_2 = 5
    SHIFT_JIS = 6
    US_ASCII = 7
    US_ASCII_SHOW_NON_PRINTABLE = 8


@dataclass(frozen=True)
class Statistics:
    """Counters of a reader since it was made."""

    frames_received: int
    frames_decoded: int
    frames_dropped: int
    frames_corrupt: int
    good_reads: int
    bad_reads: int
    duplicates: int
    frames_skipped: int
