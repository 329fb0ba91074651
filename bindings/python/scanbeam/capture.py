"""Numbers of Socket Mobile's Capture: result codes, device types and properties, for hosts that were written for it."""

from __future__ import annotations

from ._abi import lib
from ._enum import OpenIntEnum
from .errors import ScanbeamError


class CaptureType(OpenIntEnum):
    """Device types (SKTCaptureDeviceType)."""

    NONE = 0
    D600 = 327701
    S370_NFC = 329243
    S320 = 327964
    BLE_UNKNOWN = 329771
    #: A reader behind PC/SC.
    COUPLER = 394752
    MANAGER_BLE = 17104897
    MANAGER = 16777216


class CaptureProperty(OpenIntEnum):
    """Properties with a number for a value (SKTCapturePropertyID)."""

    DEVICE_TYPE = 65538
    BATTERY_LEVEL = 65803
    DATA_FORMAT = 131083
    LOCAL_ACKNOWLEDGMENT = 131337
    TRIGGER = 1179653
    DISCONNECT = 1179921


def capture_result(error: ScanbeamError) -> int:
    """The result code (SKTRESULT) for an error."""
    return int(lib.scanbeam_capture_result_of(error.status))


def capture_result_name(result: int) -> str:
    """Name of a result code, for example "FAVORITENOTEMPTY"; "" for others."""
    name: bytes = lib.scanbeam_capture_result_name(result)
    return name.decode()
