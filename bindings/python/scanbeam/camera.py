"""Camera readers in the sense of cmbSDK: a mode, preview options, and what follows from them."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from ._enum import OpenIntEnum
from .result import Size


class CameraMode(OpenIntEnum):
    """What kind of camera reader it is."""

    NO_AIMER = 0
    PASSIVE_AIMER = 1
    ACTIVE_AIMER = 2
    FRONT = 3


class CameraPosition(OpenIntEnum):
    """Which camera of several."""

    #: Front in the mode front camera, else back.
    BY_MODE = 0
    BACK = 1
    FRONT = 2


class PreviewOptions(enum.IntFlag):
    """How a preview is to look and what else the camera is to do."""

    DEFAULTS = 0
    NO_ZOOM_BUTTON = 1
    NO_LIGHT_BUTTON = 2
    HARDWARE_TRIGGER = 4
    PAUSED = 8
    ALWAYS_SHOW = 16
    PESSIMISTIC_CACHING = 32
    HIGH_RESOLUTION = 64
    HIGH_FRAME_RATE = 128
    CLOSE_BUTTON = 256
    KEEP_PAUSED = 512


@dataclass(frozen=True)
class Preview:
    """What the preview of a camera reader shows."""

    mode: CameraMode
    options: PreviewOptions
    shown: bool
    zoom_button: bool
    light_button: bool
    close_button: bool
    starts_paused: bool
    stays_paused: bool
    hardware_trigger: bool
    frames_per_second: int
    size: Size
