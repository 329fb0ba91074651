"""The accessory of a camera reader: an aimer and a lamp that the host supplies."""

from __future__ import annotations

import ctypes
from typing import Any, Dict, Optional

from . import _abi, _arguments, _callbacks
from ._abi import lib, scanbeam_aimer, table
from ._enum import OpenIntEnum
from ._reader_base import ReaderBase
from .errors import ScanbeamError, UnsupportedError, check

_CAPACITY = 256
_FAULT = -12  # SCANBEAM_ERR_INTERNAL


class AimerText(OpenIntEnum):
    """What an accessory knows of itself."""

    SERIAL_NUMBER = 1
    MODEL = 2
    FIRMWARE = 3


class AimerProperty(OpenIntEnum):
    """What an accessory can be asked and told."""

    #: 1: the aimer shines.
    STATE = 1
    INTENSITY = 2
    MODULATION = 3
    #: Seconds until it goes out, 0: never.
    TIMEOUT = 4
    #: 1: the lamp is on.
    ILLUMINATION = 5
    ILLUMINATION_INTENSITY = 6


class Aimer:
    """An accessory. Subclass it and hand it to Reader.set_aimer().

    The methods run on the loop thread while the reader is connected. They raise UnsupportedError for what the accessory does
    not have, and another ScanbeamError when it fails; any other exception is raised from the context as well.
    """

    #: Names the accessory where what it says is kept; None: after the camera.
    name: Optional[str] = None

    def text(self, what: AimerText) -> str:
        """What it is."""
        raise UnsupportedError(f"no {what.name}")

    def get(self, what: AimerProperty) -> int:
        """The value of a property."""
        raise UnsupportedError(f"no {what.name}")

    def set(self, what: AimerProperty, value: int) -> None:
        """Take a value."""
        raise UnsupportedError(f"no {what.name}")


def _ask(number: int, call: Any) -> int:
    """Run a method of the accessory; its status."""
    link = _callbacks._registry.get(number)
    if link is None or link.function is None:
        return UnsupportedError.code
    function, status = link.function, [_FAULT]

    def run() -> None:
        try:
            call(function)
            status[0] = 0
        except ScanbeamError as error:
            status[0] = error.status if error.status < 0 else _FAULT

    _callbacks._call(link, run)
    return status[0]


@_abi.AimerText
def _get_text(number: int, what: int, buffer: int, capacity: int) -> int:
    def call(aimer: Any) -> None:
        data = aimer.text(AimerText(what)).encode()[: capacity - 1] + b"\0"
        ctypes.memmove(buffer, data, len(data))

    return _ask(number, call)


@_abi.AimerGet
def _get(number: int, what: int, value: Any) -> int:
    def call(aimer: Any) -> None:
        value[0] = _arguments.int32(aimer.get(AimerProperty(what)), "value")

    return _ask(number, call)


@_abi.AimerSet
def _set(number: int, what: int, value: int) -> int:
    return _ask(number, lambda aimer: aimer.set(AimerProperty(what), value))


class AimerMethods(ReaderBase):
    """The part of Reader for the accessory."""

    def set_aimer(self, aimer: Optional[Aimer]) -> None:
        """Set, replace or (None) remove the accessory of a camera reader of a mode with an aimer."""
        if aimer is None:
            check(lib.scanbeam_reader_set_aimer(self._require(), None, None, _callbacks.NO_DESTROY))
            return
        entry = table(scanbeam_aimer)
        entry.name = None if aimer.name is None else _arguments.text(aimer.name, "name")
        (entry.get_text, entry.get, entry.set) = (_get_text, _get, _set)
        number = _callbacks.register(_callbacks.Link(self.context, None, aimer))  # type: ignore[arg-type]
        check(lib.scanbeam_reader_set_aimer(self._require(), ctypes.byref(entry), number, _callbacks.destroy))

    def aimer_texts(self) -> Dict[AimerText, str]:
        """What the accessory is: serial number, model, firmware, as it is kept."""
        texts = {}
        for what in AimerText:
            buffer = ctypes.create_string_buffer(4 * _CAPACITY)
            check(lib.scanbeam_reader_get_aimer_text(self._require(), what, buffer, len(buffer), None))
            texts[what] = buffer.value.decode()
        return texts

    def aimer_value(self, what: AimerProperty) -> int:
        """A value of the accessory, as it is kept."""
        value = ctypes.c_int32()
        check(lib.scanbeam_reader_get_aimer_value(self._require(), int(what), ctypes.byref(value)))
        return value.value

    def set_aimer_value(self, what: AimerProperty, value: int) -> None:
        """Tell the accessory a value, and wait until it has taken it."""
        number = _arguments.int32(value, "value")
        self._wait_for(
            "Reader.set_aimer_value()",
            lambda done: self._start(
                lib.scanbeam_reader_set_aimer_value,
                (int(what), number),
                _callbacks.completion,
                lambda error: done(None, error),
            ),
        )
