"""A contactless tag: what it is, and what was read of it."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, field
from typing import Any, Optional

from ._abi import lib
from ._enum import OpenIntEnum
from .ndef import NDEFMessage


class TagSource(OpenIntEnum):
    """The family of a tag (numbers of SKTCaptureDataSourceID)."""

    NONE = 0
    ISO14443_A = 256
    ISO14443_B = 257
    FELICA = 258
    ISO15693 = 259
    ICODE1 = 260
    PICOTAG = 261
    TOPAZ = 262
    THINFILM = 263
    ST_SR = 264
    ASK_CTS = 265
    #: It holds an NDEF message, which was read.
    NFC_FORUM = 266
    INNOVATRON = 267

    @property
    def label(self) -> str:
        """Name for people, for example "ISO14443 A"."""
        name: bytes = lib.scanbeam_tag_source_name(int(self))
        return name.decode()


class TagChip(OpenIntEnum):
    """What can be told of a tag's chip."""

    UNKNOWN = 0
    CLASSIC_1K = 1
    CLASSIC_4K = 2
    CLASSIC_MINI = 3
    ULTRALIGHT = 4
    PROCESSOR = 5
    VICINITY = 6
    FELICA = 7
    TOPAZ = 8
    PLUS = 9

    @property
    def label(self) -> str:
        """Name for people, for example "MIFARE Classic 1K"."""
        name: bytes = lib.scanbeam_tag_chip_name(int(self))
        return name.decode()


class TagFormat(OpenIntEnum):
    """Which parts of a tag a result carries (numbers of SKTCaptureDataFormat)."""

    ID_ONLY = 2
    DATA_ONLY = 4
    TYPE_AND_ID = 10
    TYPE_AND_DATA = 12


@dataclass(frozen=True)
class Tag:
    """A tag. What the format of a result leaves out is empty."""

    source: TagSource
    chip: TagChip
    #: Its number; ISO 15693 with E0 first.
    id: bytes
    #: The number is a new one at each tap, so that it names nobody.
    id_is_random: bool
    atr: bytes = field(repr=False)
    #: The NDEF message as stored; None when it was not read or the tag is not formatted for one.
    message_bytes: Optional[bytes]
    #: Type of NFC Forum tag, 1 to 5; 0 when it is none or the memory was not read.
    forum_type: int
    #: Longest message that it can hold; 0 when the memory was not read.
    capacity: int
    is_writable: bool

    @property
    def message(self) -> Optional[NDEFMessage]:
        """The NDEF message taken apart."""
        return None if self.message_bytes is None else NDEFMessage.parse(self.message_bytes)


def copy_bytes(value: Any) -> bytes:
    """scanbeam_bytes as bytes."""
    return ctypes.string_at(value.data, value.size) if value.data and value.size else b""


def copy_tag(handle: Any) -> Optional[Tag]:
    """A borrowed scanbeam_tag as a Tag."""
    if not handle:
        return None
    return Tag(
        source=TagSource(lib.scanbeam_tag_get_source(handle)),
        chip=TagChip(lib.scanbeam_tag_get_chip(handle)),
        id=copy_bytes(lib.scanbeam_tag_id(handle)),
        id_is_random=bool(lib.scanbeam_tag_id_is_random(handle)),
        atr=copy_bytes(lib.scanbeam_tag_atr(handle)),
        message_bytes=copy_bytes(lib.scanbeam_tag_message(handle)) if lib.scanbeam_tag_has_message(handle) else None,
        forum_type=lib.scanbeam_tag_forum_type(handle),
        capacity=lib.scanbeam_tag_capacity(handle),
        is_writable=bool(lib.scanbeam_tag_is_writable(handle)),
    )
