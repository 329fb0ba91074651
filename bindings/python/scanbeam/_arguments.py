"""Checks of arguments that ctypes would cut to size without a word."""

from __future__ import annotations

import math
import operator
import os
from typing import Any, Optional, Union

_INT32_MAX = 2**31 - 1


def int32(value: Any, name: str) -> int:
    """value as an int that fits into 32 bits."""
    number = operator.index(value)
    if not -(2**31) <= number <= _INT32_MAX:
        raise ValueError(f"{name} is {number}, which does not fit into 32 bits")
    return number


def milliseconds(seconds: Optional[float], name: str = "timeout") -> int:
    """Seconds as whole milliseconds, rounded up; None (no limit) as -1."""
    if seconds is None:
        return -1
    if math.isnan(seconds) or seconds < 0:
        raise ValueError(f"{name} is {seconds}; it must be None or a number of seconds from 0 on")
    return _INT32_MAX if seconds * 1000 >= _INT32_MAX else math.ceil(seconds * 1000)


def text(value: Union[str, bytes, "os.PathLike[Any]"], name: str) -> bytes:
    """A text or path as the bytes of a C string."""
    encoded = os.fsencode(value)
    if b"\0" in encoded:
        raise ValueError(f"{name} contains a NUL character")
    return encoded


def optional(value: Optional[bytes]) -> Optional[str]:
    """A C string of the library as str."""
    return None if value is None else value.decode("utf-8", "replace")
