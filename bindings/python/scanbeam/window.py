"""A window that shows a reader, with its overlay and buttons, by libscanbeam-preview.

    with scanbeam.Window(reader) as window:
        reader.start_scanning()
        window.run()

The library is a second one, which brings SDL2: it is loaded when the first window is opened. It is looked for as `SCANBEAM_PREVIEW_LIBRARY`
says (a file or its folder), beside libscanbeam.so.0, and by the rules of the dynamic linker.
"""

from __future__ import annotations

import ctypes
import os
import threading
import weakref
from typing import Any, Optional, Tuple

from . import _arguments
from ._abi import lib, scanbeam_size, table
from ._library import LibraryNotFoundError
from .errors import StateError, UnsupportedError, WrongThreadError, check
from .geometry import Gravity
from .overlay import Overlay, OverlayMode
from .reader import Reader
from .result import Size

_SONAME = "libscanbeam-preview.so.0"
_VARIABLE = "SCANBEAM_PREVIEW_LIBRARY"
_FULL_SCREEN, _HIDDEN_BAR = 1, 2


class _Options(ctypes.Structure):
    """scanbeam_window_options of scanbeam-preview.h."""

    _fields_ = [
        ("size", ctypes.c_uint32),
        ("reserved", ctypes.c_uint32),
        ("title", ctypes.c_char_p),
        ("parent", ctypes.c_uint64),
        ("maximum_rate", ctypes.c_double),
        ("scale", ctypes.c_double),
        ("width", ctypes.c_int32),
        ("height", ctypes.c_int32),
        ("overlay", ctypes.c_int32),
        ("gravity", ctypes.c_int32),
        ("orientation", ctypes.c_int32),
        ("flags", ctypes.c_uint32),
        ("outline_ms", ctypes.c_int32),
        ("unused", ctypes.c_uint32),
    ]


_FUNCTIONS: Any = {
    "scanbeam_window_new": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_void_p, ctypes.POINTER(_Options)]),
    "scanbeam_window_problem": (ctypes.c_char_p, []),
    "scanbeam_window_free": (None, [ctypes.c_void_p]),
    "scanbeam_window_step": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_int32]),
    "scanbeam_window_overlay": (ctypes.c_void_p, [ctypes.c_void_p]),
    "scanbeam_window_set_full_screen": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_int32]),
    "scanbeam_window_size": (ctypes.c_int32, [ctypes.c_void_p, ctypes.POINTER(scanbeam_size)]),
    "scanbeam_window_read_pixels": (
        ctypes.c_int32,
        [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t],
    ),
}
_loaded: Optional[ctypes.CDLL] = None


def _library() -> ctypes.CDLL:
    global _loaded
    if _loaded is None:
        wanted = os.environ.get(_VARIABLE)
        if wanted:
            names = [os.path.join(wanted, _SONAME) if os.path.isdir(wanted) else wanted]
        else:
            beside = os.path.join(os.path.dirname(lib.path), _SONAME)
            names = [beside, _SONAME] if os.path.exists(beside) else [_SONAME]
        tried = []
        for name in names:
            try:
                library = ctypes.CDLL(name)
                break
            except OSError as error:
                tried.append(f"{name}: {error}")
        else:
            raise LibraryNotFoundError(
                f"{_SONAME}, which opens windows, could not be loaded: {'; '.join(tried)}. Install it (it is built where libsdl2-dev "
                f"is), or set {_VARIABLE} to its path."
            )
        for function, (result, arguments) in _FUNCTIONS.items():
            getattr(library, function).restype, getattr(library, function).argtypes = result, arguments
        _loaded = library
    return _loaded


def _free(library: ctypes.CDLL, handle: Any, thread: int) -> None:
    # SDL2 belongs to the thread that opened the window: forgotten elsewhere, it stays until the process ends.
    if threading.get_ident() == thread:
        library.scanbeam_window_free(handle)


class Window:
    """A window of the desktop, of a machine without one the whole screen, or one inside of a host's (`parent`: its XID).

    It keeps its reader, and neither connects nor starts it. All calls come from the thread that opened it. Use it with `with`, or
    close() it. maximum_rate: pictures in a second, 0: as the camera gives them and 7 % of a core allow; scale: pixels for a unit of
    the overlay, 0: as the desktop says; orientation as in Feed; outline: seconds for which the outlines of a read are shown.
    """

    def __init__(
        self,
        reader: Reader,
        *,
        title: str = "Scanbeam",
        size: Tuple[int, int] = (960, 540),
        parent: int = 0,
        maximum_rate: float = 0,
        scale: float = 0,
        overlay: OverlayMode = OverlayMode.CMB,
        gravity: Gravity = Gravity.FIT,
        orientation: int = 0,
        full_screen: bool = False,
        hidden_bar: bool = False,
        outline: float = 1,
    ) -> None:
        self._handle: Any = None
        library = _library()
        options = table(_Options)
        options.title = _arguments.text(title, "title")
        options.parent = parent
        options.maximum_rate, options.scale = maximum_rate, scale
        options.width, options.height = (_arguments.int32(side, "size") for side in size)
        options.overlay, options.gravity = _arguments.int32(overlay, "overlay"), _arguments.int32(gravity, "gravity")
        options.orientation = _arguments.int32(orientation, "orientation")
        options.flags = (_FULL_SCREEN if full_screen else 0) | (_HIDDEN_BAR if hidden_bar else 0)
        options.outline_ms = _arguments.int32(round(outline * 1000), "outline")
        out = ctypes.c_void_p()
        status = library.scanbeam_window_new(ctypes.byref(out), reader._require(), ctypes.byref(options))
        if status == UnsupportedError.code:
            raise UnsupportedError(f"there is no window: {library.scanbeam_window_problem().decode('utf-8', 'replace')}")
        check(status)
        #: The reader.
        self.reader = reader
        self._library = library
        self._handle = out.value
        self._thread = threading.get_ident()
        self._finalizer: Any = weakref.finalize(self, _free, library, out.value, self._thread)
        self._finalizer.atexit = False
        #: What is drawn over the picture, to restyle, hide and add parts.
        self.overlay = Overlay._of(reader, lib.scanbeam_overlay_ref(library.scanbeam_window_overlay(out.value)))

    def _require(self) -> Any:
        if self._handle is None:
            raise StateError("the window is closed")
        if threading.get_ident() != self._thread:
            raise WrongThreadError("a window belongs to the thread that opened it")
        return self._handle

    def close(self) -> None:
        """Close it."""
        if self._handle is not None:
            self._require()
            self._handle = None
            self._finalizer()

    def __enter__(self) -> "Window":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def step(self, timeout: float = 0) -> bool:
        """Wait at most so many seconds for frames and what the user does, and draw. False: the user closed it.

        It does not dispatch the context: with one that is polled call its dispatch() in turn, or run()."""
        milliseconds = _arguments.int32(round(timeout * 1000), "timeout")
        return bool(check(self._library.scanbeam_window_step(self._require(), milliseconds)))

    def run(self) -> None:
        """Show it until the user closes it, and dispatch the reader's context meanwhile."""
        while self.step(0.02):
            if not self.reader.context.threaded:
                self.reader.context.dispatch(0)

    def set_full_screen(self, on: bool) -> None:
        """Cover the screen, or be a window again; not when it is inside of another."""
        check(self._library.scanbeam_window_set_full_screen(self._require(), int(on)))

    @property
    def size(self) -> Size:
        """Columns and rows in pixels of the screen."""
        size = scanbeam_size()
        check(self._library.scanbeam_window_size(self._require(), ctypes.byref(size)))
        return Size(size.width, size.height)

    def pixels(self) -> bytearray:
        """What it showed last: B, G, R and one without a meaning in each pixel, rows without padding; `size` says how many."""
        width, height = self.size
        buffer = bytearray(4 * width * height)
        pixels = (ctypes.c_uint8 * len(buffer)).from_buffer(buffer)
        check(
            self._library.scanbeam_window_read_pixels(
                self._require(), ctypes.addressof(pixels), 4 * width, len(buffer)
            )
        )
        return buffer
