"""Answers to DMCC commands, the second door to the settings of a reader."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any

from ._abi import lib
from ._enum import OpenIntEnum


class DMCCStatus(OpenIntEnum):
    """Status of an answer. Others are possible."""

    OK = 0
    UNIDENTIFIED = 100
    UNKNOWN_COMMAND = 101
    BAD_ARGUMENT = 102
    BAD_CHECKSUM = 103
    REJECTED = 104
    OFFLINE = 105


@dataclass(frozen=True)
class Response:
    """The answer to a command; true when it was carried out."""

    status: DMCCStatus
    #: Text of the answer, "" when it has none.
    text: str
    #: Binary payload, for example the picture of IMAGE.SEND.
    payload: bytes

    def __bool__(self) -> bool:
        return self.status == DMCCStatus.OK

    @classmethod
    def _of(cls, handle: Any) -> "Response":
        """Copy a scanbeam_dmcc_response."""
        data = lib.scanbeam_dmcc_response_bytes(handle)
        text = lib.scanbeam_dmcc_response_text(handle) or b""
        return cls(
            DMCCStatus(lib.scanbeam_dmcc_response_status(handle)),
            text.decode("utf-8", "replace"),
            ctypes.string_at(data.data, data.size) if data.data and data.size else b"",
        )
