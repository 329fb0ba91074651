"""NDEF messages: what NFC Forum tags hold.

    message = NDEFMessage().add_uri("https://example.org").add_text("Hello", "en")
    bytes(message)
"""

from __future__ import annotations

import ctypes
import weakref
from dataclasses import dataclass
from typing import Any, Iterator, Optional

from . import _arguments
from ._abi import lib, scanbeam_wifi, table
from ._enum import OpenIntEnum
from .errors import StateError, check


class NDEFKind(OpenIntEnum):
    """What a record is."""

    UNKNOWN = 0
    EMPTY = 1
    URI = 2
    TEXT = 3
    SMART_POSTER = 4
    MIME = 5
    WIFI = 6
    EXTERNAL = 7
    MALFORMED = 8


@dataclass(frozen=True)
class WiFi:
    """How to join a wireless network."""

    ssid: bytes
    key: bytes
    #: 1 open, 2 WPA-PSK, 32 WPA2-PSK …
    authentication: int = 32
    #: 1 none, 2 WEP, 4 TKIP, 8 AES.
    encryption: int = 8


@dataclass(frozen=True)
class NDEFRecord:
    """One record of a message."""

    kind: NDEFKind
    #: URI, text, media type, external type or name of the network; None for other kinds.
    text: Optional[str]
    #: Language of a text.
    language: Optional[str]
    #: Type name format, 0 to 5.
    type_name: int
    type: bytes
    id: bytes
    payload: bytes
    wifi: Optional[WiFi]


def _bytes(value: Any) -> bytes:
    return ctypes.string_at(value.data, value.size) if value.data and value.size else b""


class NDEFMessage:
    """A message: a sequence of records. The add_ methods return the message itself."""

    def __init__(self, data: bytes = b"") -> None:
        out = ctypes.c_void_p()
        check(lib.scanbeam_ndef_new(ctypes.byref(out), bytes(data), len(data)))
        self._handle = out.value
        weakref.finalize(self, lib.scanbeam_ndef_unref, out.value).atexit = False

    @classmethod
    def parse(cls, data: bytes) -> "NDEFMessage":
        """Take a message apart. Raises TagFormatError when it is damaged."""
        return cls(data)

    def __bytes__(self) -> bytes:
        return _bytes(lib.scanbeam_ndef_bytes(self._handle))

    def __len__(self) -> int:
        count: int = lib.scanbeam_ndef_count(self._handle)
        return count

    def __getitem__(self, index: int) -> NDEFRecord:
        count = len(self)
        if not -count <= index < count:
            raise IndexError(f"the message has {count} records")
        index %= count
        return NDEFRecord(
            kind=NDEFKind(lib.scanbeam_ndef_record_kind(self._handle, index)),
            text=_arguments.optional(lib.scanbeam_ndef_record_text(self._handle, index)),
            language=_arguments.optional(lib.scanbeam_ndef_record_language(self._handle, index)),
            type_name=lib.scanbeam_ndef_record_type_name(self._handle, index),
            type=_bytes(lib.scanbeam_ndef_record_type(self._handle, index)),
            id=_bytes(lib.scanbeam_ndef_record_id(self._handle, index)),
            payload=_bytes(lib.scanbeam_ndef_record_payload(self._handle, index)),
            wifi=self._wifi(index),
        )

    def __iter__(self) -> Iterator[NDEFRecord]:
        return (self[index] for index in range(len(self)))

    def _wifi(self, index: int) -> Optional[WiFi]:
        entry = table(scanbeam_wifi)
        try:
            check(lib.scanbeam_ndef_record_wifi(self._handle, index, ctypes.byref(entry)))
        except StateError:
            return None
        return WiFi(_bytes(entry.ssid), _bytes(entry.key), entry.authentication, entry.encryption)

    def add_uri(self, uri: str) -> "NDEFMessage":
        """Add a URI."""
        check(lib.scanbeam_ndef_add_uri(self._handle, _arguments.text(uri, "uri")))
        return self

    def add_text(self, text: str, language: str = "en") -> "NDEFMessage":
        """Add a text."""
        check(
            lib.scanbeam_ndef_add_text(
                self._handle, _arguments.text(text, "text"), _arguments.text(language, "language")
            )
        )
        return self

    def add_smart_poster(self, uri: str, title: Optional[str] = None, language: str = "en") -> "NDEFMessage":
        """Add a URI with a title."""
        check(
            lib.scanbeam_ndef_add_smart_poster(
                self._handle,
                _arguments.text(uri, "uri"),
                None if title is None else _arguments.text(title, "title"),
                _arguments.text(language, "language"),
            )
        )
        return self

    def add_mime(self, type: str, data: bytes) -> "NDEFMessage":
        """Add data of a media type."""
        check(lib.scanbeam_ndef_add_mime(self._handle, _arguments.text(type, "type"), bytes(data), len(data)))
        return self

    def add_external(self, type: str, data: bytes) -> "NDEFMessage":
        """Add data of a type of your own, "example.com:type"."""
        check(lib.scanbeam_ndef_add_external(self._handle, _arguments.text(type, "type"), bytes(data), len(data)))
        return self

    def add_wifi(self, wifi: WiFi) -> "NDEFMessage":
        """Add a wireless network."""
        entry = table(scanbeam_wifi)
        ssid, key = ctypes.create_string_buffer(wifi.ssid), ctypes.create_string_buffer(wifi.key)
        entry.ssid.data, entry.ssid.size = ctypes.addressof(ssid), len(wifi.ssid)
        entry.key.data, entry.key.size = ctypes.addressof(key), len(wifi.key)
        entry.authentication, entry.encryption = wifi.authentication, wifi.encryption
        check(lib.scanbeam_ndef_add_wifi(self._handle, ctypes.byref(entry)))
        return self

    def add_record(self, type_name: int, type: bytes = b"", id: bytes = b"", payload: bytes = b"") -> "NDEFMessage":
        """Add a record as it is."""
        check(
            lib.scanbeam_ndef_add_record(
                self._handle,
                _arguments.int32(type_name, "type_name"),
                bytes(type),
                len(type),
                bytes(id),
                len(id),
                bytes(payload),
                len(payload),
            )
        )
        return self

    def __repr__(self) -> str:
        return f"<NDEFMessage of {len(self)} records>"
