"""The overlay of a preview as data: what to draw over the picture of a reader, and what its buttons do.

    overlay = scanbeam.Overlay(reader)
    for shape in overlay.shapes(scanbeam.View((1280, 720), (640, 360))):
        draw(shape)
"""

from __future__ import annotations

import ctypes
import weakref
from dataclasses import dataclass
from typing import Any, Iterator, List, Optional, Sequence, Tuple

from . import _arguments
from ._abi import (
    lib,
    scanbeam_overlay_options,
    scanbeam_part_style,
    scanbeam_point,
    scanbeam_rect,
    scanbeam_shape,
    table,
)
from ._enum import OpenIntEnum
from .errors import check
from .geometry import Rect, View
from .reader import Reader
from .result import Point


class OverlayMode(OpenIntEnum):
    """Which of the two overlays of cmbSDK."""

    CMB = 0
    LEGACY = 1


class OverlayPause(OpenIntEnum):
    """What the legacy overlay does while decoding waits."""

    NONE = 0
    MARK = 1
    STEADY_LINE = 2


class OverlayTag(OpenIntEnum):
    """Names of the parts; those of hosts begin at FIRST_HOST_TAG."""

    ZOOM_BUTTON = 1110
    LIGHT_BUTTON = 1111
    CLOSE_BUTTON = 1112
    AREA = 1115
    TIMEOUT_BAR = 1116
    TRIGGER_BUTTON = 1120
    VIEWPORT = 1121
    BLINKING_LINE = 1122
    TARGET_WINDOW = 1123
    LOCATION = 1124
    FINDER = 1125
    PAUSE_SIGN = 1126
    FIRST_HOST_TAG = 10000


class ShapeKind(OpenIntEnum):
    """How a shape is drawn."""

    RECTANGLE = 1
    LINE = 2
    POLYGON = 3
    MASK = 4
    BUTTON = 5
    BAR = 6
    SIGN = 7


class ShapeSign(OpenIntEnum):
    """What a button or a sign shows."""

    NONE = 0
    ZOOM = 1
    LIGHT = 2
    CLOSE = 3
    START = 4
    STOP = 5
    PAUSE = 6


@dataclass(frozen=True)
class PartStyle:
    """How a part looks. Colours are 0xAARRGGBB, the width in units of the view."""

    line_colour: int = 0
    fill_colour: int = 0
    line_width: float = 0


@dataclass(frozen=True)
class Shape:
    """One thing to draw. Places are 0 to 1 on both axes of the view."""

    tag: OverlayTag
    kind: ShapeKind
    frame: Rect = Rect(0, 0, 0, 0)
    #: Of lines and polygons.
    points: Sequence[Point] = ()
    #: 0xAARRGGBB.
    line_colour: int = 0
    #: 0xAARRGGBB.
    fill_colour: int = 0
    #: In units of the view.
    line_width: float = 0
    #: Of a bar: 0 to 1.
    value: float = 0
    #: Of the zoom button 0 to 2, of others 1: on.
    state: int = 0
    sign: ShapeSign = ShapeSign.NONE
    #: What a screen reader says.
    name: str = ""


class Overlay:
    """The overlay of a reader, which it keeps. outline: seconds for which the outlines of a read are shown."""

    def __init__(self, reader: Reader, mode: OverlayMode = OverlayMode.CMB, *, outline: float = 1) -> None:
        options = table(scanbeam_overlay_options)
        options.mode = _arguments.int32(mode, "mode")
        options.outline_ms = _arguments.int32(round(outline * 1000), "outline")
        out = ctypes.c_void_p()
        check(lib.scanbeam_overlay_new(ctypes.byref(out), reader._require(), ctypes.byref(options)))
        self._own(reader, out.value)

    @classmethod
    def _of(cls, reader: Reader, handle: Any) -> "Overlay":
        overlay = cls.__new__(cls)
        overlay._own(reader, handle)
        return overlay

    def _own(self, reader: Reader, handle: Any) -> None:
        #: The reader.
        self.reader = reader
        self._handle = handle
        weakref.finalize(self, lib.scanbeam_overlay_unref, handle).atexit = False

    # ---- what is drawn -----------------------------------------------------------------------------------------------

    def shapes(self, view: View, *, full_screen: bool = False) -> List[Shape]:
        """The shapes of this moment, the lowest first."""
        with _Shapes(self._handle, view, full_screen) as shapes:
            return list(shapes)

    def svg(self, view: View, *, full_screen: bool = False) -> str:
        """The same as an SVG drawing in units of the view."""
        with _Shapes(self._handle, view, full_screen) as shapes:
            return shapes.svg

    @property
    def visible(self) -> Rect:
        """The part of the frame that is to be seen, 0 to 1; smaller than the frame while it is enlarged."""
        rect = scanbeam_rect()
        check(lib.scanbeam_overlay_visible(self._handle, ctypes.byref(rect)))
        return Rect(rect.x, rect.y, rect.width, rect.height)

    # ---- buttons -----------------------------------------------------------------------------------------------------

    def button_at(self, view: View, x: float, y: float, *, full_screen: bool = False) -> Optional[OverlayTag]:
        """The button at a place of the view, 0 to 1; None: there is none."""
        tag = ctypes.c_int32()
        given = view._table()
        check(
            lib.scanbeam_overlay_button_at(
                self._handle, ctypes.byref(given), int(full_screen), x, y, ctypes.byref(tag)
            )
        )
        return OverlayTag(tag.value) if tag.value else None

    def press(self, tag: int) -> None:
        """Do what a button is for."""
        check(lib.scanbeam_overlay_press(self._handle, _arguments.int32(tag, "tag")))

    # ---- what the host changes ---------------------------------------------------------------------------------------

    def set_hidden(self, hidden: bool) -> None:
        """Draw nothing at all, or all again."""
        check(lib.scanbeam_overlay_set_hidden(self._handle, int(hidden)))

    def set_visible(self, tag: int, visible: bool) -> None:
        """Take a part away, or put it back."""
        check(lib.scanbeam_overlay_set_visible(self._handle, _arguments.int32(tag, "tag"), int(visible)))

    def style(self, tag: int) -> PartStyle:
        """How a part looks."""
        style = table(scanbeam_part_style)
        check(lib.scanbeam_overlay_get_style(self._handle, _arguments.int32(tag, "tag"), ctypes.byref(style)))
        return PartStyle(style.line_colour, style.fill_colour, style.line_width)

    def set_style(self, tag: int, style: Optional[PartStyle]) -> None:
        """Change how a part looks; None: as the library draws it."""
        given = None
        if style is not None:
            given = table(scanbeam_part_style)
            given.line_colour, given.fill_colour = style.line_colour, style.fill_colour
            given.line_width = style.line_width
            given = ctypes.byref(given)
        check(lib.scanbeam_overlay_set_style(self._handle, _arguments.int32(tag, "tag"), given))

    def set_pause(self, pause: OverlayPause) -> None:
        """What the legacy overlay does while decoding waits."""
        check(lib.scanbeam_overlay_set_pause(self._handle, _arguments.int32(pause, "pause")))

    def set_blinking(self, seconds: float) -> None:
        """Seconds that the line of the legacy overlay is seen, and then not; 0: it does not blink."""
        check(lib.scanbeam_overlay_set_blinking(self._handle, seconds))

    def add(self, shape: Shape) -> None:
        """Add a shape of the host, above all others."""
        given = table(scanbeam_shape)
        given.frame = scanbeam_rect(shape.frame.x, shape.frame.y, shape.frame.width, shape.frame.height)
        points = (scanbeam_point * len(shape.points))(*[scanbeam_point(point.x, point.y) for point in shape.points])
        given.points, given.point_count = points, len(points)
        given.name = _arguments.text(shape.name, "name") if shape.name else None
        for field in ("tag", "kind", "line_colour", "fill_colour", "line_width", "value", "state", "sign"):
            setattr(given, field, getattr(shape, field))
        check(lib.scanbeam_overlay_add(self._handle, ctypes.byref(given)))

    def remove(self, tag: int) -> None:
        """Remove the host's shapes of a tag."""
        check(lib.scanbeam_overlay_remove(self._handle, _arguments.int32(tag, "tag")))

    def reset(self) -> None:
        """Undo all that the host changed."""
        check(lib.scanbeam_overlay_reset(self._handle))


class _Shapes:
    def __init__(self, overlay: Any, view: View, full_screen: bool) -> None:
        self._out = ctypes.c_void_p()
        given = view._table()
        check(
            lib.scanbeam_overlay_shapes_new(
                ctypes.byref(self._out), overlay, ctypes.byref(given), int(full_screen)
            )
        )

    def __enter__(self) -> "_Shapes":
        return self

    def __exit__(self, *_: Any) -> None:
        lib.scanbeam_shapes_unref(self._out)

    @property
    def svg(self) -> str:
        text: bytes = lib.scanbeam_shapes_svg(self._out)
        return text.decode()

    def __iter__(self) -> Iterator[Shape]:
        for index in range(lib.scanbeam_shapes_count(self._out)):
            shape = table(scanbeam_shape)
            check(lib.scanbeam_shapes_get(self._out, index, ctypes.byref(shape)))
            frame = shape.frame
            points: Tuple[Point, ...] = tuple(
                Point(shape.points[i].x, shape.points[i].y) for i in range(shape.point_count)
            )
            yield Shape(
                tag=OverlayTag(shape.tag),
                kind=ShapeKind(shape.kind),
                frame=Rect(frame.x, frame.y, frame.width, frame.height),
                points=points,
                line_colour=shape.line_colour,
                fill_colour=shape.fill_colour,
                line_width=shape.line_width,
                value=shape.value,
                state=shape.state,
                sign=ShapeSign(shape.sign),
                name=shape.name.decode() if shape.name else "",
            )
