"""Who is there."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, field
from typing import Any, List, Optional, Tuple

from ._abi import lib, scanbeam_camera_format, scanbeam_device, table
from ._arguments import optional
from ._enum import OpenIntEnum
from .context import Context
from .errors import ScanbeamError, check, error_for
from .frame import PixelFormat


class DeviceClass(OpenIntEnum):
    """What a device is."""

    MX = 0
    NETWORK = 1
    CAMERA = 2
    FRAMES = 64
    TAG = 65
    SCANNER = 66


@dataclass(frozen=True)
class CameraFormat:
    """One way in which a camera can deliver frames."""

    pixel_format: PixelFormat
    width: int
    height: int
    #: Highest rate, 0 when the driver does not tell.
    frames_per_second: float
    #: Whether a reader can read frames of this format.
    usable: bool


@dataclass(frozen=True)
class Camera:
    """A camera of this machine."""

    #: Lasting name, for Reader(identity).
    identity: str
    #: For people, for example the model.
    name: str
    #: Device node, for example "/dev/video0".
    node: Optional[str]
    driver: Optional[str]
    #: Why it cannot be used and what to do; None when it can.
    problem: Optional[ScanbeamError]
    device_class: DeviceClass
    formats: Tuple[CameraFormat, ...] = field(repr=False)


def list_cameras(context: Optional[Context] = None) -> List[Camera]:
    """The cameras of this machine, in the order of their nodes. Nothing is opened for streaming or changed.

    context: for its log; None: one of its own.
    """
    return listed(lib.scanbeam_context_list_cameras, context)


def listed(function: Any, context: Optional[Context]) -> List[Camera]:
    """The devices of a list that a function makes."""
    own = Context() if context is None else None
    try:
        out = ctypes.c_void_p()
        handle = (context or own)._require()  # type: ignore[union-attr]
        check(function(handle, ctypes.byref(out)))
        try:
            return [_camera(out.value, index) for index in range(lib.scanbeam_device_list_count(out.value))]
        finally:
            lib.scanbeam_device_list_unref(out.value)
    finally:
        if own is not None:
            own.close()


def _camera(handle: Optional[int], index: int) -> Camera:
    device = table(scanbeam_device)
    check(lib.scanbeam_device_list_get(handle, index, ctypes.byref(device)))
    formats = []
    for number in range(lib.scanbeam_device_list_format_count(handle, index)):
        entry = table(scanbeam_camera_format)
        check(lib.scanbeam_device_list_get_format(handle, index, number, ctypes.byref(entry)))
        formats.append(
            CameraFormat(
                PixelFormat(entry.format), entry.width, entry.height, entry.frames_per_second, bool(entry.usable)
            )
        )
    problem = optional(device.problem)
    return Camera(
        identity=optional(device.identity) or "",
        name=optional(device.name) or "",
        node=optional(device.node),
        driver=optional(device.driver),
        problem=error_for(device.problem_status, problem or "") if device.problem_status else None,
        device_class=DeviceClass(device.device_class),
        formats=tuple(formats),
    )
