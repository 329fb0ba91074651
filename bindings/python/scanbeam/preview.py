"""The frames of a reader for people to look at.

    with scanbeam.Feed(reader, maximum_rate=15) as feed:
        select.select([feed], [], [])
        frame = feed.take()
        pixels = frame.paint(640, 360, orientation=feed.orientation)
"""

from __future__ import annotations

import ctypes
import weakref
from typing import Any, Optional

from . import _arguments
from ._abi import lib, scanbeam_feed_options, scanbeam_frame, scanbeam_rect, table
from .errors import AgainError, StateError, check
from .frame import PixelFormat
from .geometry import Gravity, Rect, View
from .reader import Reader
from .result import Size


class PreviewFrame:
    """A frame as the camera gave it. It never changes."""

    def __init__(self, handle: Any) -> None:
        self._handle = handle
        weakref.finalize(self, lib.scanbeam_preview_frame_unref, handle).atexit = False
        self._table = table(scanbeam_frame)
        check(lib.scanbeam_preview_frame_get(handle, ctypes.byref(self._table)))

    @property
    def number(self) -> int:
        """The number among the frames of the reader, growing."""
        number: int = lib.scanbeam_preview_frame_number(self._handle)
        return number

    @property
    def format(self) -> PixelFormat:
        """How the pixels lie; MJPG: a JPEG picture."""
        return PixelFormat(self._table.format)

    @property
    def size(self) -> Size:
        """Columns and rows."""
        return Size(self._table.width, self._table.height)

    @property
    def stride(self) -> int:
        """Bytes from one row to the next, 0 for compressed frames."""
        stride: int = self._table.stride
        return stride

    @property
    def time_ns(self) -> int:
        """When it was captured, nanoseconds of time.monotonic_ns()."""
        time: int = self._table.time_ns
        return time

    @property
    def data(self) -> memoryview:
        """The bytes, without a copy; keeps the frame."""
        array = (ctypes.c_uint8 * self._table.length).from_address(self._table.data)
        array._frame = self
        return memoryview(array).cast("B").toreadonly()

    def paint(
        self,
        width: int,
        height: int,
        *,
        orientation: int = 1,
        gravity: Gravity = Gravity.FIT,
        visible: Optional[Rect] = None,
    ) -> bytearray:
        """The picture in a view of a size: B, G, R, 255 in each pixel, rows without padding."""
        if not (0 < width < 32768 and 0 < height < 32768):
            check(-1)
        view = View((1, 1), (width, height), orientation, gravity)._table()
        buffer = bytearray(4 * width * height)
        pixels = (ctypes.c_uint8 * len(buffer)).from_buffer(buffer)
        part = None if visible is None else scanbeam_rect(visible.x, visible.y, visible.width, visible.height)
        check(
            lib.scanbeam_preview_frame_paint(
                self._handle,
                ctypes.byref(view),
                None if part is None else ctypes.byref(part),
                ctypes.addressof(pixels),
                4 * width,
                len(buffer),
            )
        )
        return buffer


class Feed:
    """The newest frames of a reader, which it keeps. maximum_rate: frames in a second, 0: as they come; orientation: how frames
    have to be turned, 0: by the mode of the camera; late_colour: frames of a JPEG camera may be painted with colours of a moment
    before (up to 110 ms), so that reads come sooner. Use it with `with`, or close() it."""

    def __init__(
        self, reader: Reader, *, maximum_rate: float = 0, orientation: int = 0, late_colour: bool = False
    ) -> None:
        options = table(scanbeam_feed_options)
        options.flags = 1 if late_colour else 0
        options.maximum_rate = maximum_rate
        options.orientation = _arguments.int32(orientation, "orientation")
        out = ctypes.c_void_p()
        check(lib.scanbeam_feed_new(ctypes.byref(out), reader._require(), ctypes.byref(options)))
        #: The reader.
        self.reader = reader
        self._handle: Any = out.value
        self._finalizer: Any = weakref.finalize(self, lib.scanbeam_feed_unref, out.value)
        self._finalizer.atexit = False

    def _require(self) -> Any:
        if self._handle is None:
            raise StateError("the feed is closed")
        return self._handle

    def close(self) -> None:
        """Take no more frames."""
        self._handle = None
        self._finalizer()

    def __enter__(self) -> "Feed":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def fileno(self) -> int:
        """A descriptor that is readable while there is a frame to take."""
        number: int = lib.scanbeam_feed_fd(self._require())
        return number

    @property
    def orientation(self) -> int:
        """How frames have to be turned to be shown, 1 to 8 as Exif says it."""
        orientation: int = lib.scanbeam_feed_orientation(self._require())
        return orientation

    @property
    def dropped(self) -> int:
        """Frames that were overtaken before they were taken."""
        count: int = lib.scanbeam_feed_dropped(self._require())
        return count

    def take(self) -> Optional[PreviewFrame]:
        """The newest frame; None: none came since the last one was taken."""
        out = ctypes.c_void_p()
        try:
            check(lib.scanbeam_feed_take(ctypes.byref(out), self._require()))
        except AgainError:
            return None
        return PreviewFrame(out.value)
