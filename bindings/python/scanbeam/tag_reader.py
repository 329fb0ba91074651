"""A contactless reader: a Reader that can also write tags and talk to them."""

from __future__ import annotations

import ctypes
from typing import Any, Callable, List, Optional, Tuple, Union

from . import _arguments, _callbacks
from ._abi import lib, scanbeam_tag_operation, table
from .capture import CaptureProperty, CaptureType
from .context import Context
from .errors import ScanbeamError, TimedOutError, check
from .ndef import NDEFMessage
from .reader import Reader
from .tag import TagFormat, copy_tag
from .terminal import TerminalInfo, terminal_info

_READ_MESSAGE, _WRITE_MESSAGE, _FORMAT, _LOCK, _AUTHENTICATE = 1, 2, 3, 4, 5
_READ_BLOCK, _WRITE_BLOCK, _TRANSMIT, _CONTROL, _SIGNAL = 6, 7, 8, 9, 10
_LOCK_FOR_EVER = 1280262987

Answer = Callable[[bytes, Optional[ScanbeamError]], None]


class TagReader(Reader):
    """A contactless reader: "pcsc:NAME", a bare name, or "" for the first one; "ble:ADDRESS" for one on Bluetooth LE.

    delegate may also have tag_arrived(reader, tag) and tag_removed(reader, tag), which are called with or without a
    scan. The methods that wait must not be called inside a callback; begin() may.
    """

    def __init__(
        self,
        reader: str = "",
        context: Optional[Context] = None,
        *,
        delegate: Any = None,
        _handle: Optional[int] = None,
    ) -> None:
        identity = reader if reader.startswith(("pcsc:", "ble:")) else "pcsc:" + reader
        super().__init__(identity, context, delegate=delegate, _handle=_handle)
        number = _callbacks.register(_callbacks.Link(self.context, self))
        check(
            lib.scanbeam_reader_set_tag_delegate(
                self._handle, ctypes.byref(_callbacks.TAG_DELEGATE), number, _callbacks.destroy
            )
        )

    @property
    def tag_format(self) -> TagFormat:
        """Which parts of a tag results carry; counts from the next tag."""
        return TagFormat(lib.scanbeam_reader_tag_format(self._require()))

    @tag_format.setter
    def tag_format(self, value: TagFormat) -> None:
        check(lib.scanbeam_reader_set_tag_format(self._require(), _arguments.int32(value, "tag_format")))

    @property
    def info(self) -> TerminalInfo:
        """What a reader on Bluetooth said of itself when it was last connected; others say nothing (UnsupportedError)."""
        return terminal_info(self._require())

    @property
    def capture_type(self) -> CaptureType:
        """What it is in the model of Capture."""
        return CaptureType(lib.scanbeam_reader_capture_type(self._require()))

    def get_capture_property(self, number: CaptureProperty) -> int:
        """A property in the model of Capture."""
        value = ctypes.c_int32()
        check(
            lib.scanbeam_reader_get_capture_property(
                self._require(), _arguments.int32(number, "number"), ctypes.byref(value)
            )
        )
        return value.value

    def set_capture_property(self, number: CaptureProperty, value: int) -> None:
        """Set a property in the model of Capture."""
        check(
            lib.scanbeam_reader_set_capture_property(
                self._require(), _arguments.int32(number, "number"), _arguments.int32(value, "value")
            )
        )

    # ---- operations ------------------------------------------------------------------------------------------------

    def begin(
        self,
        action: int,
        answer: Optional[Answer] = None,
        *,
        data: bytes = b"",
        number: int = 0,
        count: int = 0,
        timeout: Optional[float] = None,
    ) -> None:
        """Start an operation (SCANBEAM_TAG_…); answer(data, error) is called once on the loop thread."""
        operation = table(scanbeam_tag_operation)
        keep = ctypes.create_string_buffer(bytes(data), len(data)) if data else None
        operation.data, operation.length = (ctypes.addressof(keep), len(data)) if keep else (None, 0)
        operation.action, operation.number, operation.count = action, number, count
        operation.timeout_ms = 0 if timeout is None else max(1, _arguments.milliseconds(timeout))
        self._start(
            lib.scanbeam_reader_tag_perform, (ctypes.byref(operation),), _callbacks.tag_completion, answer
        )

    def _perform(self, action: int, timeout: Optional[float], **what: Any) -> bytes:
        _callbacks.refuse_inside("a tag operation that waits")
        answers: List[Tuple[bytes, Optional[ScanbeamError]]] = []
        self.begin(action, lambda data, error: answers.append((data, error)), timeout=timeout, **what)
        if not self.context._wait(lambda: answers, None if timeout is None else timeout + 5):
            raise TimedOutError(f"no answer within {timeout} s")
        data, error = answers[0]
        if error is not None:
            raise error
        return data

    def read_message(self, timeout: Optional[float] = 10) -> NDEFMessage:
        """The NDEF message of the tag on the reader."""
        return NDEFMessage.parse(self._perform(_READ_MESSAGE, timeout))

    def write_message(self, message: Union[NDEFMessage, bytes], timeout: Optional[float] = 10) -> None:
        """Replace the NDEF message. A tag that is pulled away holds the old message, an empty one, or the new one."""
        self._perform(_WRITE_MESSAGE, timeout, data=bytes(message))

    def format_tag(self, timeout: Optional[float] = 10) -> None:
        """Make the tag hold an empty message; a blank type 2 tag is formatted for ever."""
        self._perform(_FORMAT, timeout)

    def lock_tag(self, *, for_ever: bool, key_b: bytes = b"", timeout: Optional[float] = 10) -> None:
        """Make the tag read-only. It cannot be undone: for_ever must be True. key_b: of a MIFARE Classic, if not FF…FF."""
        self._perform(_LOCK, timeout, number=_LOCK_FOR_EVER if for_ever else 0, data=key_b)

    def authenticate(self, block: int, key: bytes, *, key_b: bool = False, timeout: Optional[float] = 10) -> None:
        """Open the sector of a block of a MIFARE Classic."""
        self._perform(_AUTHENTICATE, timeout, number=block, count=int(key_b), data=key)

    def read_block(self, block: int, count: int = 16, timeout: Optional[float] = 10) -> bytes:
        """Read bytes from a block (page) on."""
        return self._perform(_READ_BLOCK, timeout, number=block, count=count)

    def write_block(self, block: int, data: bytes, timeout: Optional[float] = 10) -> None:
        """Write a block (page)."""
        self._perform(_WRITE_BLOCK, timeout, number=block, data=data)

    def transmit(self, command: bytes, timeout: Optional[float] = 10) -> bytes:
        """Send a command APDU to the tag; the answer as it came, with its status word."""
        return self._perform(_TRANSMIT, timeout, data=command)

    def escape(self, command: bytes, code: int = 0, timeout: Optional[float] = 10) -> bytes:
        """Send an escape command to the reader."""
        return self._perform(_CONTROL, timeout, number=code, data=command)

    def signal(self, good: bool, timeout: Optional[float] = 10) -> None:
        """Show with the reader's light and sound whether you are content."""
        self._perform(_SIGNAL, timeout, count=int(bool(good)))

    def _on_tag(self, method: str, handle: int) -> None:
        function = getattr(self.delegate, method, None)
        if function is not None:
            function(self, copy_tag(handle))
