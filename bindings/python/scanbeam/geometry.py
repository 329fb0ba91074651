"""Places in a frame, in the upright frame and in a view. Origin at the top left, y down."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Iterable, List, Optional, Tuple

from ._abi import lib, scanbeam_point, scanbeam_rect, scanbeam_view, table
from ._enum import OpenIntEnum
from .errors import check
from .result import Point


class Space(OpenIntEnum):
    """What coordinates mean."""

    #: Pixels of the frame as the camera delivers it.
    FRAME = 1
    #: The same, 0 to 1 on both axes.
    FRAME_NORMALISED = 2
    #: Pixels of the frame when it is turned upright.
    UPRIGHT = 3
    #: The same, 0 to 1 on both axes.
    UPRIGHT_NORMALISED = 4
    #: Units of the view.
    VIEW = 5


class Gravity(OpenIntEnum):
    """How the upright frame fills a view of another shape."""

    FIT = 1
    FILL = 2
    STRETCH = 3


@dataclass(frozen=True)
class Rect:
    """An upright rectangle."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class View:
    """How a frame is shown in a view. size: None: that of the upright frame; orientation: 1 to 8 as Exif says it."""

    frame: Tuple[int, int]
    size: Optional[Tuple[float, float]] = None
    orientation: int = 1
    gravity: Gravity = Gravity.FIT

    def convert(self, points: Iterable[Point], source: Space, target: Space) -> List[Point]:
        """Points in other coordinates."""
        given = [scanbeam_point(point.x, point.y) for point in points]
        array = (scanbeam_point * len(given))(*given)
        view = self._table()
        check(lib.scanbeam_view_convert_points(ctypes.byref(view), source, target, array, len(given), array))
        return [Point(point.x, point.y) for point in array]

    def convert_rect(self, rect: Rect, source: Space, target: Space) -> Rect:
        """A rectangle in other coordinates."""
        place = scanbeam_rect(rect.x, rect.y, rect.width, rect.height)
        view = self._table()
        check(
            lib.scanbeam_view_convert_rect(
                ctypes.byref(view), source, target, ctypes.byref(place), ctypes.byref(place)
            )
        )
        return _rect(place)

    def _table(self) -> scanbeam_view:
        view: scanbeam_view = table(scanbeam_view)
        view.frame.width, view.frame.height = self.frame
        if self.size is not None:
            view.width, view.height = self.size
        view.orientation, view.gravity = self.orientation, self.gravity
        return view


def finder_frame(container: Rect, aspect: float, inset_x: float = 32, inset_y: float = 32) -> Rect:
    """The largest rectangle of a shape (width to height) in the middle of another one that leaves the insets free."""
    place = scanbeam_rect(container.x, container.y, container.width, container.height)
    check(lib.scanbeam_finder_frame(ctypes.byref(place), aspect, inset_x, inset_y, ctypes.byref(place)))
    return _rect(place)


def _rect(place: scanbeam_rect) -> Rect:
    return Rect(place.x, place.y, place.width, place.height)
