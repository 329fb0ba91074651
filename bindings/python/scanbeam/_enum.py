"""Enumerations that accept values which this version does not know yet."""

from __future__ import annotations

import enum
from typing import Any


class OpenIntEnum(enum.IntEnum):
    """IntEnum of which a newer library may use further values: they become members named UNKNOWN_<value>."""

    @classmethod
    def _missing_(cls, value: Any) -> Any:
        if isinstance(value, bool) or not isinstance(value, int):
            return None
        member = int.__new__(cls, value)
        member._name_ = f"UNKNOWN_{value}"
        member._value_ = value
        return member
